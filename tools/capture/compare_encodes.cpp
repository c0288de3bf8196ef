// SPDX-License-Identifier: MIT
#include "compare_encodes.hpp"

#include <tmamap/check.hpp>
#include <tmamap/descriptor.hpp>

#include <cstring>
#include <thread>
#include <vector>

namespace tmamap::capture {

namespace {

std::string difference(const Spec &spec, int result, const CUtensorMap &map, EncodeCounts &counts) {
  ++counts.calls;
  counts.accepted += result == 0;
  const bool accepts = conforms(spec);
  if (accepts != (result == 0)) {
    ++counts.verdicts_differ;
    return accepts ? "driver rejects what the rules accept"
                   : "driver accepts what the rules reject";
  }
  if (result != 0)
    return {};
  std::uint8_t bytes[descriptor_bytes];
  encode(spec).to_bytes(bytes);
  if (std::memcmp(bytes, &map, sizeof bytes) == 0)
    return {};
  ++counts.bytes_differ;
  return "the bytes differ";
}

} // namespace

EncodeCounts compare_encodes(
    const Device &device, std::uint64_t seed, std::uint64_t count, unsigned threads, bool named,
    const std::function<void(const Spec &, int, const CUtensorMap &, const std::string &)> &visit) {
  std::vector<EncodeCounts> shares(threads);
  std::vector<std::thread> workers;
  for (unsigned t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      cudaSetDevice(0);
      cudaFree(nullptr); // the encoders want a current context
      for (std::uint64_t i = t; i < count; i += threads) {
        Random random(seed, i);
        const Spec spec = encode_case(random, named);
        alignas(128) CUtensorMap map = {};
        const int result = device.encode(spec, map);
        visit(spec, result, map, difference(spec, result, map, shares[t]));
      }
    });
  for (std::thread &worker : workers)
    worker.join();
  EncodeCounts all;
  for (const EncodeCounts &share : shares) {
    all.calls += share.calls;
    all.accepted += share.accepted;
    all.verdicts_differ += share.verdicts_differ;
    all.bytes_differ += share.bytes_differ;
  }
  return all;
}

} // namespace tmamap::capture
