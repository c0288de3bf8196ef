// SPDX-License-Identifier: MIT
// A small kernel that makes one mistake, and the same without it.
#pragma once

#include "world.hpp"

#include <optional>
#include <span>

namespace kernel_tests {

struct Case {
  const char *id; // of the one rule that the broken kernel breaks
  const char *what;
  Launch launch;
  Task (*thread)(Thread &, const World &, bool broken);
  std::optional<Outcome> outcome = Outcome::ok; // of the broken one; none: as the schedule is
};

std::span<const Case> wait_cases();    // waits, bytes, barriers
std::span<const Case> memory_cases();  // proxies, races, buffers
std::span<const Case> cluster_cases(); // clusters, maps, faults

inline constexpr Launch alone = {.shared_bytes = World::shared_bytes};
inline constexpr Launch pair = {.threads = 2, .shared_bytes = World::shared_bytes};
inline constexpr Launch two_blocks = {
    .blocks = 2, .cluster_size = 2, .shared_bytes = World::shared_bytes};

} // namespace kernel_tests
