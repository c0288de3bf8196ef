// SPDX-License-Identifier: MIT
// Random specs, accesses and small memories: both models, which must agree and stay inside their
// buffers. The first bytes of an input are its choices, the rest follows from them.
#include "../sim/random_copy.hpp"

#include <cstdio>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  using namespace tmamap::test;
  Source source(size, data, size);
  const RandomCopy copy = random_copy(source, !source.one_in(3));
  const Comparison comparison = compare_models(copy);
  if (!comparison.difference.empty()) {
    std::fprintf(stderr, "%s\n%s\n", comparison.difference.c_str(), describe(copy).c_str());
    std::abort();
  }
  return 0;
}
