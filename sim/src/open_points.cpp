// SPDX-License-Identifier: MIT
#include "open_points.hpp"

#include <cstdint>

namespace tmamap::sim::detail {

namespace {

std::string_view open_in_im2col(const Spec &spec) {
  // The driver counts dim + upper in 32 signed bits; what a copy does past them was not tried.
  for (std::uint32_t axis = 0; axis + 2 < spec.rank(); ++axis)
    if (static_cast<std::int64_t>(spec.global_dim[first_spatial_dim(spec) + axis]) +
            spec.pixel_box_upper_corner[axis] >
        INT32_MAX)
      return "open: a bounding box that ends past 2^31";
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
  if (shape.row_bytes % 16 != 0) // sm_90's driver refuses them, no document does for im2col
    return "open: pixels that are not whole 16-byte pieces, on this target";
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
  // No tile of a load is this large; the driver's own limit rounds box / stride down.
  if (access.op == Op::prefetch && shape.tx_bytes > sm_smem_bytes)
    return "open: a prefetch of more than shared memory holds";
  if (spec.mode == Mode::im2col_wide) {
    if (const std::string_view point = open_in_im2col_wide(spec, access, target); !point.empty())
      return point;
  } else if (spec.mode == Mode::im2col) {
    if (const std::string_view point = open_in_im2col(spec); !point.empty())
      return point;
  }
  return target == Target::sm_90 ? std::string_view{} : open_beyond_sm_90(spec, access, shape);
}

} // namespace tmamap::sim::detail
