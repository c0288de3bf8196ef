// SPDX-License-Identifier: MIT
// Counts by operation, mode, type and swizzle, in memory that processes can share.
#pragma once

#include "cases.hpp"

#include <atomic>
#include <cstdio>

namespace tmamap::capture {

struct Tally {
  static constexpr std::size_t ops = 11, kinds = 4, types = 13, swizzles = 4;

  struct Count {
    std::atomic<std::uint64_t> compared, differ;
  };
  Count counts[ops][kinds][types][swizzles];
  std::atomic<std::uint64_t> compared, differ, redrawn_open, multicasts;

  void add(const CopyCase &c, bool differs);
  void print(std::FILE *to) const; // one row an operation, mode and type; one column a swizzle
};

} // namespace tmamap::capture
