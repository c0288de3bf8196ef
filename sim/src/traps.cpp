// SPDX-License-Identifier: MIT
#include "traps.hpp"

#include "arithmetic.hpp"

#include <tmamap/geometry.hpp>

#include <algorithm>

namespace tmamap::sim::detail {

namespace {

// The inner coordinate in units that lie 16 bytes apart in global memory.
bool inner_coordinate_aligned(const Spec &spec, const Access &access) {
  if (spec.interleave != Interleave::none)
    return true;
  const std::int64_t at = access.coordinates[0];
  if (is_padded(spec.data_type))
    return at % 128 == 0; // PTX ISA 9.1, 5.5.1.1.1
  return at * element_bits(spec.data_type) % 128 == 0;
}

bool any_negative(const List<std::int32_t> &coordinates) {
  return std::any_of(coordinates.begin(), coordinates.end(), [](auto at) { return at < 0; });
}

bool starts_in_bounding_box(const Spec &spec, const Access &access) {
  for (std::uint32_t axis = 0; axis + 2 < spec.rank(); ++axis) {
    const std::int64_t at = access.coordinates[axis + 1];
    const std::int64_t end =
        static_cast<std::int64_t>(spec.global_dim[axis + 1]) + spec.pixel_box_upper_corner[axis];
    if (at < spec.pixel_box_lower_corner[axis] || at >= end)
      return false;
  }
  return true;
}

} // namespace

Trap trap(const Spec &spec, const Access &access) {
  const Op op = access.op;
  if (uses_shared_memory(op) && access.smem_address % copy_alignment_bytes != 0)
    return {Outcome::misaligned_address, "TMAP-copy-smemAddress-01"};
  if (!inner_coordinate_aligned(spec, access))
    return {Outcome::illegal_instruction, "TMAP-copy-coordinates-01"};
  if (writes_global(op) && any_negative(access.coordinates))
    return {Outcome::illegal_instruction, "TMAP-copy-coordinates-02"};
  if (is_reduction(op) && !reduces(op, spec.data_type))
    return {Outcome::illegal_instruction, "TMAP-copy-op-01"};
  if (spec.mode == Mode::im2col && reads_global(op) && !starts_in_bounding_box(spec, access))
    return {Outcome::illegal_instruction, "TMAP-copy-coordinates-03"};
  return {};
}

} // namespace tmamap::sim::detail
