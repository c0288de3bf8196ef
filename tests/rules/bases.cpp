// SPDX-License-Identifier: MIT
// The calls that every case starts from: legal, with nothing to remark.
#include "cases.hpp"

namespace tmamap::tests {

namespace {

void truncate(Spec &spec, std::uint32_t rank) {
  const auto keep = [](const auto &list, std::size_t count) {
    std::decay_t<decltype(list)> kept;
    for (std::size_t i = 0; i < count && i < list.size(); ++i)
      kept.push_back(list[i]);
    return kept;
  };
  spec.global_dim = keep(spec.global_dim, rank);
  spec.global_strides = keep(spec.global_strides, rank - 1);
  spec.box_dim = keep(spec.box_dim, rank);
  spec.element_strides = keep(spec.element_strides, rank);
}

} // namespace

Case tiled_case(std::uint32_t rank) {
  Case c;
  c.spec = {.data_type = DataType::bf16,
            .global_address = 0x7f0000000000,
            .global_dim = {72, 10, 12, 14, 18},
            .global_strides = {144, 1440, 17280, 241920},
            .box_dim = {24, 3, 4, 5, 2},
            .element_strides = {1, 1, 1, 1, 1}};
  truncate(c.spec, rank);
  return c;
}

Case interleaved_case(std::uint32_t rank) {
  Case c;
  c.spec = {.data_type = DataType::u8,
            .global_address = 0x7f0000000000,
            .global_dim = {50, 10, 12, 14, 18},
            .global_strides = {800, 8000, 96000, 1344000},
            .box_dim = {32, 3, 4, 1, 2},
            .element_strides = {1, 1, 1, 1, 1},
            .interleave = Interleave::b16};
  truncate(c.spec, rank);
  return c;
}

Case im2col_case(std::uint32_t rank) {
  Case c;
  c.spec = {.mode = Mode::im2col,
            .data_type = DataType::f16,
            .global_address = 0x7f0000000000,
            .global_dim = {72, 10, 12, 14, 18},
            .global_strides = {144, 1440, 17280, 241920},
            .channels_per_pixel = 24,
            .pixels_per_column = 20,
            .element_strides = {1, 1, 1, 1, 1}};
  truncate(c.spec, rank);
  for (std::uint32_t axis = 0; axis + 2 < rank; ++axis) {
    c.spec.pixel_box_lower_corner.push_back(-1);
    c.spec.pixel_box_upper_corner.push_back(-2);
  }
  return c;
}

Case padded_case() {
  Case c;
  c.spec = {.data_type = DataType::u4x16_align16b,
            .global_address = 0x7f0000000000,
            .global_dim = {256, 20},
            .global_strides = {128},
            .box_dim = {128, 4},
            .element_strides = {1, 1},
            .swizzle = Swizzle::b128};
  c.context.target = Target::sm_100;
  return c;
}

Case with_access(Case c, Op op) {
  Access access;
  access.op = op;
  access.coordinates = List<std::int32_t>::filled(c.spec.rank(), 0);
  c.context.access = access;
  return c;
}

} // namespace tmamap::tests
