// SPDX-License-Identifier: MIT
// A tensor map as its maker describes it: the arguments of cuTensorMapEncodeTiled, …Im2col and
// …Im2colWide (CUDA driver API 13.0), under the driver's parameter names in snake_case.
#pragma once

#include <tmamap/enums.hpp>
#include <tmamap/list.hpp>

#include <cstdint>
#include <optional>

namespace tmamap {

struct Spec {
  Mode mode = Mode::tiled;
  DataType data_type = DataType::u8;
  std::optional<std::uint32_t> tensor_rank = std::nullopt;    // absent: the length of global_dim
  std::optional<std::uint64_t> global_address = std::nullopt; // absent: address rules are not asked
  List<std::uint64_t> global_dim = {};     // elements (slices along dimension 0 when interleaved)
  List<std::uint64_t> global_strides = {}; // bytes, of dimensions 1..rank-1
  List<std::uint32_t> box_dim = {};        // tiled: elements

  // im2col: rank-2 corners, the innermost spatial axis (W) first.
  List<std::int32_t> pixel_box_lower_corner = {};
  List<std::int32_t> pixel_box_upper_corner = {};
  // im2col_wide: the corners along W alone.
  std::int32_t pixel_box_lower_corner_width = 0;
  std::int32_t pixel_box_upper_corner_width = 0;
  std::uint32_t channels_per_pixel = 0; // im2col, im2col_wide: elements
  std::uint32_t pixels_per_column = 0;  // im2col, im2col_wide
  Im2colWideMode im2col_wide_mode = Im2colWideMode::w;

  List<std::uint32_t> element_strides = {}; // empty: all 1
  Interleave interleave = Interleave::none;
  Swizzle swizzle = Swizzle::none;
  L2Promotion l2_promotion = L2Promotion::none;
  OobFill oob_fill = OobFill::none;

  [[nodiscard]] constexpr std::uint32_t rank() const {
    return tensor_rank ? *tensor_rank : static_cast<std::uint32_t>(global_dim.size());
  }
  // The element stride of dimension i, with the default filled in.
  [[nodiscard]] constexpr std::uint32_t element_stride(std::size_t i) const {
    return i < element_strides.size() ? element_strides[i] : 1;
  }
};

// Equal: the same call. A list of element strides left out equals one of as many 1s as the rank.
constexpr bool operator==(const Spec &a, const Spec &b) {
  const auto strides = [](const Spec &spec) {
    return spec.element_strides.empty() ? List<std::uint32_t>::filled(spec.rank(), 1)
                                        : spec.element_strides;
  };
  return a.mode == b.mode && a.data_type == b.data_type && a.tensor_rank == b.tensor_rank &&
         a.global_address == b.global_address && a.global_dim == b.global_dim &&
         a.global_strides == b.global_strides && a.box_dim == b.box_dim &&
         a.pixel_box_lower_corner == b.pixel_box_lower_corner &&
         a.pixel_box_upper_corner == b.pixel_box_upper_corner &&
         a.pixel_box_lower_corner_width == b.pixel_box_lower_corner_width &&
         a.pixel_box_upper_corner_width == b.pixel_box_upper_corner_width &&
         a.channels_per_pixel == b.channels_per_pixel &&
         a.pixels_per_column == b.pixels_per_column && a.im2col_wide_mode == b.im2col_wide_mode &&
         strides(a) == strides(b) && a.interleave == b.interleave && a.swizzle == b.swizzle &&
         a.l2_promotion == b.l2_promotion && a.oob_fill == b.oob_fill;
}
constexpr bool operator!=(const Spec &a, const Spec &b) { return !(a == b); }

} // namespace tmamap
