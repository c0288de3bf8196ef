// SPDX-License-Identifier: MIT
// Copies that may end their context, in processes that end with the first that does.
#pragma once

#include "compare.hpp"

#include <chrono>
#include <functional>
#include <span>
#include <string>

namespace tmamap::capture {

struct Isolated {
  CopyCase copy;
  Placement placement = Placement::global;
  std::uint32_t barrier_offset = 0;
};

struct IsolatedVerdict {
  bool answered = false; // the child came to an end by itself and could use the device
  Observed seen;         // without memories
  std::string line;      // of a capture file
  std::string difference;
};

inline constexpr std::uint64_t isolated_bytes = 2 << 20; // one page: all that is mapped there

// Calls visit(index, verdict) for each case in turn, once all have run in up to `jobs` processes at
// a time; those that none had taken after `limit` are left out. Must be called before this process
// touches CUDA: a child of a process that has cannot.
void run_isolated(std::span<const Isolated> cases, const std::string &id_prefix, unsigned jobs,
                  std::chrono::seconds limit,
                  const std::function<void(std::size_t, const IsolatedVerdict &)> &visit);

} // namespace tmamap::capture
