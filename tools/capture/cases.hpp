// SPDX-License-Identifier: MIT
// What is measured: random calls and copies, weighted towards the boundaries of every rule. They
// need no GPU, so that the property tests draw from them too.
#pragma once

#include "random.hpp"

#include <io/memory.hpp>

#include <tmamap/access.hpp>
#include <tmamap/spec.hpp>

#include <cstdint>
#include <optional>

namespace tmamap::capture {

// Device memory that a case may touch.
struct Slot {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};

// Shared memory of one block, less the kilobyte that holds the barrier.
inline constexpr std::uint64_t max_window_bytes = 226 * 1024;

struct CopyCase {
  Spec spec;
  Access access;
  io::Memory global, shared;
  // Where the descriptor lies, from a 128-byte aligned start.
  std::uint32_t descriptor_offset = 0;
};

// The arguments of an encoder: about half of them acceptable. `named`: no enumerator without a
// name, which no capture file could hold.
[[nodiscard]] Spec encode_case(Random &random, bool named = false);

// A copy that keeps every rule. Nearly all touch the slot alone.
[[nodiscard]] CopyCase copy_case(Random &random, const Slot &slot);

// A copy one mistake away from one that keeps every rule, or right at a limit.
[[nodiscard]] CopyCase fault_case(Random &random, const Slot &slot);

// A load to several blocks of a cluster of four.
[[nodiscard]] CopyCase multicast_case(Random &random, const Slot &slot);

} // namespace tmamap::capture
