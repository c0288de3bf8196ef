// SPDX-License-Identifier: MIT
#include "cases.hpp"

#include <tmamap/check.hpp>
#include <tmamap/geometry.hpp>

#include <algorithm>

namespace tmamap::capture {

namespace {

// Wraps at the ends of the range, where coordinates may already be.
std::int32_t moved(std::int32_t coordinate, std::int32_t by) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(coordinate) +
                                   static_cast<std::uint32_t>(by));
}

void spoil_coordinates(Random &random, CopyCase &c) {
  const auto i = static_cast<std::size_t>(random.below(c.spec.rank()));
  switch (random.below(4)) {
  case 0:
    c.access.coordinates[0] =
        moved(c.access.coordinates[0], random.pick<std::int32_t>({1, 2, 4, -1, -2, 8}));
    break;
  case 1: c.access.coordinates[i] = random.pick({-1, -2, -16, INT32_MIN}); break;
  case 2:
    c.access.coordinates[i] = moved(c.access.coordinates[i], random.pick({-1, 1, -16, 16}));
    break;
  default: c.access.coordinates[i] = static_cast<std::int32_t>(random.between(-20, 100)); break;
  }
}

// Just inside, across and far outside the memory that is mapped.
void spoil_address(Random &random, CopyCase &c) {
  const std::uint64_t end = c.global.address + c.global.bytes;
  const std::uint64_t address = random.pick<std::uint64_t>(
      {end, end - 64, end - 1024, end + (1u << 20), 0, 4096, c.global.address - 64,
       c.global.address - 4096, c.global.address - 128, std::uint64_t{1} << 49,
       (std::uint64_t{1} << 57) - 65536});
  c.spec.global_address = round_down(address, 32);
  if (c.spec.rank() < 2 || !random.one_in(3))
    return;
  // An unmapped base, and a copy whose rows are mapped or out of bounds.
  const auto i = static_cast<std::size_t>(1 + random.below(c.spec.rank() - 1));
  const std::uint64_t stride = c.spec.global_strides[i - 1];
  const auto rows = static_cast<std::uint64_t>(std::max(c.access.coordinates[i], 0));
  if (stride * rows != 0 && stride * rows < c.global.address)
    c.spec.global_address = round_down(c.global.address - stride * rows + 31, 32);
}

void spoil_corners(Random &random, CopyCase &c) {
  if (c.spec.mode != Mode::im2col)
    return spoil_coordinates(random, c);
  const auto axis = static_cast<std::size_t>(random.below(c.spec.rank() - 2));
  auto &corner = random.one_in(2) ? c.spec.pixel_box_lower_corner : c.spec.pixel_box_upper_corner;
  corner[axis] += static_cast<std::int32_t>(random.between(-2, 2));
}

void spoil_expectation(Random &random, CopyCase &c) {
  if (!signals_mbarrier(c.access.op))
    return spoil_coordinates(random, c);
  // Counts that are too small by a multiple of 32 pass or hang as the bytes happen to arrive.
  const std::uint64_t tx = geometry(c.spec).tx_bytes;
  c.access.expect_tx_bytes = random.pick<std::uint64_t>(
      {tx, tx + 16, tx + random.u32(1, 4096), 2 * tx, max_tx_count, max_tx_count + 1, 1u << 21});
}

} // namespace

CopyCase fault_case(Random &random, const Slot &slot) {
  for (;;) {
    CopyCase c = copy_case(random, slot);
    c.global = {.address = slot.address, .bytes = slot.bytes, .is_pattern = false, .fill = 1};
    if (reads_global(c.access.op) && random.one_in(6))
      c.access.op = Op::prefetch;
    switch (random.below(10)) {
    case 0: break; // keeps every rule
    case 1:
    case 2: spoil_coordinates(random, c); break;
    case 3: c.access.smem_address += random.pick({1u, 8u, 16u, 32u, 64u, 112u}); break;
    case 4:
      c.access.op = writes_global(c.access.op) ? static_cast<Op>(random.u32(2, 9)) : c.access.op;
      break;
    case 5:
    case 6: spoil_address(random, c); break;
    case 7: spoil_corners(random, c); break;
    case 8: spoil_expectation(random, c); break;
    default: c.descriptor_offset = random.pick({0u, 64u, 16u, 32u, 48u, 96u, 8u, 4u, 112u}); break;
    }
    const std::uint64_t end = c.access.smem_address + geometry(c.spec).smem_footprint_bytes;
    c.shared.bytes = std::max(c.shared.bytes, round_up(end, 1024));
    if (conforms(c.spec) && c.shared.bytes <= max_window_bytes)
      return c;
  }
}

} // namespace tmamap::capture
