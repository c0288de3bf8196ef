// SPDX-License-Identifier: MIT
// The fast model equals the reference model on random copies: results, memories, everything.
// TMAMAP_RANDOM_COPIES=N tries N of them.
#include "catch.hpp"
#include "random_copy.hpp"

#include <cstdlib>

using namespace tmamap::test;

namespace {

std::uint64_t copies_to_try() {
  const char *given = std::getenv("TMAMAP_RANDOM_COPIES");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : 40'000;
}

void compare_random_copies(bool wild, std::uint64_t least_moved_in_1000) {
  const std::uint64_t count = copies_to_try();
  std::uint64_t moved = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    Source source(seed * 2 + wild);
    const RandomCopy copy = random_copy(source, wild);
    const Comparison comparison = compare_models(copy);
    moved += comparison.moved;
    if (!comparison.difference.empty())
      FAIL("seed " << seed << ": " << comparison.difference << "\n  " << describe(copy));
  }
  CAPTURE(count, moved);
  CHECK(moved * 1000 >= count * least_moved_in_1000); // the copies are not all refused
}

} // namespace

TEST_CASE("fast and reference agree on well-formed copies") { compare_random_copies(false, 400); }
TEST_CASE("fast and reference agree on any input") { compare_random_copies(true, 100); }
