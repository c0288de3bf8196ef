// SPDX-License-Identifier: MIT
// Copies by the hundred thousand: drawn, run in batches, simulated and compared.
#pragma once

#include "compare.hpp"
#include "tally.hpp"

#include <functional>
#include <string>

namespace tmamap::capture {

struct CopyRun {
  std::uint64_t seed = 1;
  std::uint64_t count = 0; // rounded up to whole batches
  bool multicast = false;
  unsigned threads = 1;
};

inline constexpr unsigned batch_cases = 256;
inline constexpr std::uint64_t slot_bytes = 64 * 1024;
// Batch b runs in arena b % arenas, so that a case has the same addresses whatever the threads.
inline constexpr unsigned arenas = 16;

// Calls visit(id, case, observed, difference) for every copy; from several threads at once where
// there are several. The copies run in child processes: a batch that faults although the model
// predicted none ends one, and is then run again case by case. Returns false where no child could
// use the device.
using CopyVisit = std::function<void(const std::string &id, const CopyCase &c, const Observed &seen,
                                     const std::string &difference)>;
bool run_copies(const CopyRun &run, Tally &tally, const CopyVisit &visit);

} // namespace tmamap::capture
