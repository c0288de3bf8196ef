// SPDX-License-Identifier: MIT
#include "open_points.hpp"

#include <algorithm>

namespace tmamap::sim::detail {

namespace {

bool starts_in_tensor_box(const Spec &spec, const Access &access) {
  for (std::uint32_t axis = 0; axis + 2 < spec.rank(); ++axis) {
    const std::int64_t end =
        static_cast<std::int64_t>(spec.global_dim[axis + 1]) + spec.pixel_box_upper_corner[axis];
    if (access.coordinates[axis + 1] < spec.pixel_box_lower_corner[axis] ||
        access.coordinates[axis + 1] >= end)
      return false;
  }
  return true;
}

// The im2col stores and reductions that were tried: .im2col_no_offs inside the tensor.
std::string_view open_in_im2col_store(const Spec &spec, const Access &access) {
  for (std::uint32_t axis = 0; axis + 2 < spec.rank(); ++axis)
    if (spec.pixel_box_lower_corner[axis] < 0 || spec.pixel_box_upper_corner[axis] > 0)
      return "open: an im2col store with a bounding box larger than the tensor";
  if (!starts_in_tensor_box(spec, access))
    return "open: an im2col store that starts outside its bounding box";
  return {};
}

// PTX ISA 9.1, 5.5.4.1: the offsets take 16, 8 or 5 bits at rank 3, 4 and 5.
bool offsets_fit(const Spec &spec, const Access &access) {
  const unsigned limit = spec.rank() == 3 ? 65535 : spec.rank() == 4 ? 255 : 31;
  return std::all_of(access.im2col_offsets.begin(), access.im2col_offsets.end(),
                     [limit](std::uint16_t offset) { return offset <= limit; });
}

std::string_view open_in_im2col(const Spec &spec, const Access &access) {
  if (spec.interleave != Interleave::none)
    return "open: im2col with interleave";
  if (writes_global(access.op))
    return open_in_im2col_store(spec, access);
  if (!offsets_fit(spec, access))
    return "open: im2col offsets beyond their range";
  return {};
}

// PTX ISA 9.1, 5.5.5: W walks the box, D and H stay. What follows the end of the box, and whether
// the halo counts as transaction bytes, is not said.
std::string_view open_in_im2col_wide(const Spec &spec, const Access &access, Target target) {
  if (target == Target::sm_90)
    return "open: im2col_wide on sm_90";
  if (spec.interleave != Interleave::none)
    return "open: im2col_wide with interleave";
  if (writes_global(access.op))
    return "open: an im2col_wide store";
  if (access.im2col_offset(0) != 0)
    return "open: the transaction bytes of a halo";
  if (access.im2col_offset(1) >= 32)
    return "open: w_offset beyond its range";
  const std::uint32_t pixels =
      spec.im2col_wide_mode == Im2colWideMode::w128 ? 128 : spec.pixels_per_column;
  const std::int64_t last =
      access.coordinates[1] + std::int64_t{pixels - 1} * spec.element_stride(1);
  if (last >= static_cast<std::int64_t>(spec.global_dim[1]) + spec.pixel_box_upper_corner_width)
    return "open: im2col_wide past the end of its bounding box";
  return {};
}

// What is measured on sm_90 and written nowhere.
std::string_view open_beyond_sm_90(const Spec &spec, const Access &access, const Geometry &shape) {
  if (spec.interleave != Interleave::none)
    return "open: in which units an interleaved map counts, on this target";
  if (spec.swizzle == Swizzle::b128_atom_32b_flip_8b)
    return "open: which lines 128B_atom_32B_flip_8B swaps";
  if (shape.row_bytes < swizzle_span_bytes(spec.swizzle))
    return "open: the pitch of rows narrower than the swizzle span, on this target";
  const bool tf32 = spec.data_type == DataType::tf32 || spec.data_type == DataType::tf32_ftz;
  if (tf32 && signals_mbarrier(access.op))
    return "open: how a tf32 load rounds, on this target";
  if (is_reduction(access.op) && is_floating(spec.data_type))
    return "open: NaN, subnormals and rounding of a floating reduction, on this target";
  if (is_padded(spec.data_type) && writes_global(access.op))
    return "open: a store from a padded type";
  if (is_packed(spec.data_type) && spec.mode != Mode::tiled)
    return "open: im2col of a packed type";
  if (spec.mode == Mode::im2col && spec.element_stride(spec.rank() - 1) != 1)
    return "open: an element stride along the images of im2col, on this target";
  return {};
}

} // namespace

std::string_view open_point(const Spec &spec, const Access &access, const Geometry &shape,
                            Target target) {
  if (access.multicast_mask && *access.multicast_mask == 0)
    return "open: a multicast to no CTA";
  // No tile of a load is this large; the driver's own limit rounds box / stride down.
  if (access.op == Op::prefetch && shape.tx_bytes > sm_smem_bytes)
    return "open: a prefetch of more than shared memory holds";
  if (spec.mode == Mode::im2col_wide) {
    if (const std::string_view point = open_in_im2col_wide(spec, access, target); !point.empty())
      return point;
  } else if (spec.mode == Mode::im2col) {
    if (const std::string_view point = open_in_im2col(spec, access); !point.empty())
      return point;
  }
  return target == Target::sm_90 ? std::string_view{} : open_beyond_sm_90(spec, access, shape);
}

} // namespace tmamap::sim::detail
