// SPDX-License-Identifier: MIT
// Reproducible choices: the same seed gives the same cases on every machine.
#pragma once

#include <io/memory.hpp>

#include <cstdint>
#include <initializer_list>

namespace tmamap::capture {

class Random {
public:
  // Case `index` of a run draws from a stream of its own, so that it can be made again alone.
  Random(std::uint64_t seed, std::uint64_t index)
      : state_(io::splitmix64(seed * 0x9E3779B97F4A7C15u + io::splitmix64(index))) {}

  std::uint64_t bits() { return io::splitmix64(state_++); }
  std::uint64_t below(std::uint64_t count) { return bits() % count; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
  }
  std::uint32_t u32(std::uint64_t low, std::uint64_t high) {
    return static_cast<std::uint32_t>(low + below(high - low + 1));
  }
  bool one_in(std::uint64_t count) { return below(count) == 0; }
  template <class T> T pick(std::initializer_list<T> values) {
    return values.begin()[below(values.size())];
  }
  template <class E> E any(std::uint32_t count) { return static_cast<E>(below(count)); }

private:
  std::uint64_t state_;
};

} // namespace tmamap::capture
