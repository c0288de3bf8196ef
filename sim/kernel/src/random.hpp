// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace tmamap::kernel::detail {

// splitmix64: one seed, one interleaving, on every machine.
class Random {
public:
  explicit Random(std::uint64_t seed = 0) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t x = state_ += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
  }
  // 0..n-1, n at least 1 and below 2^32.
  std::uint32_t below(std::uint64_t n) {
    return static_cast<std::uint32_t>((next() >> 32) * n >> 32);
  }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

private:
  std::uint64_t state_;
};

} // namespace tmamap::kernel::detail
