// SPDX-License-Identifier: MIT
// Cases on one copy through a map.
#include "cases.hpp"

namespace tmamap::tests {

namespace {

Case swizzled_load() {
  Case c = tiled_case();
  c.spec.box_dim[0] = 64;
  c.spec.swizzle = Swizzle::b128;
  return with_access(c);
}
// A u8 matrix whose box is exactly 4 rows of 256 bytes.
Case kilobyte() {
  Case c;
  c.spec = {.data_type = DataType::u8,
            .global_address = 0x7f0000000000,
            .global_dim = {512, 300},
            .global_strides = {512},
            .box_dim = {256, 4},
            .element_strides = {1, 1}};
  return c;
}
// Two rows of 16 bytes along every dimension but i, which has room for 2^31 + 16 of them.
Case long_tensor(std::uint32_t i) {
  Case c;
  c.spec = {.data_type = DataType::u8,
            .global_address = 0x7f0000000000,
            .global_dim = {16, 2, 2, 2, 2},
            .box_dim = {16, 1, 1, 1, 1},
            .element_strides = {1, 1, 1, 1, 1}};
  constexpr std::uint64_t room = (std::uint64_t{1} << 31) + 16;
  std::uint64_t stride = i == 0 ? room : 16;
  for (std::uint32_t dim = 1; dim < 5; ++dim) {
    c.spec.global_strides.push_back(stride);
    stride *= dim == i ? room : 2;
  }
  return c;
}
Case gather(Op op) {
  Case c = kilobyte();
  c.spec.box_dim[1] = 1;
  c.context.target = Target::sm_100;
  c = with_access(c, op);
  c.context.access->coordinates = {0, 7, 3, 9, 1};
  return c;
}
Case inside_im2col(Op op) {
  Case c = im2col_case(5);
  c.spec.pixel_box_lower_corner = {0, 0, 0};
  c.spec.pixel_box_upper_corner = {-2, -2, -2};
  return with_access(c, op);
}

} // namespace

std::vector<RuleCase> copy_cases() {
  return {
      {"TMAP-copy-tensorMap-01", "64 bytes",
       [](std::uint32_t, bool past) {
         Case c = with_access(tiled_case());
         c.context.descriptor_address = past ? 4096 + 16 : 4096 + 64;
         return c;
       }},
      {"TMAP-copy-op-01", "gather4 on sm_90",
       [](std::uint32_t, bool past) {
         Case c = gather(Op::gather4);
         c.context.target = past ? Target::sm_90 : Target::sm_100;
         return c;
       }},
      {"TMAP-copy-op-02", "gather4 of two rows",
       [](std::uint32_t, bool past) {
         Case c = gather(Op::gather4);
         c.spec.box_dim[1] = past ? 2 : 1;
         return c;
       }},
      {"TMAP-copy-coordinates-01", "one short",
       [](std::uint32_t, bool past) {
         Case c = with_access(tiled_case());
         c.context.access->coordinates = List<std::int32_t>::filled(past ? 4 : 5, 0);
         return c;
       }},
      {"TMAP-copy-coordinates-01", "one too many",
       [](std::uint32_t, bool past) {
         Case c = with_access(tiled_case());
         c.context.access->coordinates = List<std::int32_t>::filled(past ? 6 : 5, 0);
         return c;
       }},
      {"TMAP-copy-smemAddress-01", "128 bytes, load",
       [](std::uint32_t, bool past) {
         Case c = with_access(tiled_case());
         c.context.access->smem_address = past ? 192 : 128;
         return c;
       }},
      {"TMAP-copy-smemAddress-01", "128 bytes, store",
       [](std::uint32_t, bool past) {
         Case c = with_access(tiled_case(), Op::store);
         c.context.access->smem_address = past ? 16 : 128;
         return c;
       }},
      {"TMAP-copy-smemAddress-02", "phase",
       [](std::uint32_t, bool past) {
         Case c = swizzled_load();
         c.context.access->smem_address = past ? 512 + 1024 : 2048;
         return c;
       }},
      {"TMAP-copy-smemAddress-03", "end of the block",
       [](std::uint32_t, bool past) {
         Case c = with_access(kilobyte());
         c.context.access->smem_address = 226 * 1024 + (past ? 128 : 0);
         return c;
       }},
      {"TMAP-copy-smemAddress-04", "end of the window",
       [](std::uint32_t, bool past) {
         Case c = with_access(kilobyte());
         c.context.access->smem_address = past ? 255 * 1024 : 226 * 1024;
         return c;
       }},
      {"TMAP-copy-smemAddress-05", "a store past the end of the block",
       [](std::uint32_t, bool past) {
         Case c = with_access(kilobyte(), Op::store);
         c.context.access->smem_address = 226 * 1024 + (past ? 128 : 0);
         return c;
       }},
      {"TMAP-copy-coordinates-02", "16 bytes",
       [](std::uint32_t, bool past) {
         Case c = with_access(tiled_case());
         c.context.access->coordinates[0] = past ? 9 : 8;
         return c;
       }},
      {"TMAP-copy-coordinates-02", "16 bytes, negative",
       [](std::uint32_t, bool past) {
         Case c = with_access(tiled_case());
         c.context.access->coordinates[0] = past ? -7 : -8;
         return c;
       }},
      {"TMAP-copy-coordinates-02", "prefetch",
       [](std::uint32_t, bool past) {
         Case c = with_access(tiled_case(), Op::prefetch);
         c.context.access->coordinates[0] = past ? 4 : 16;
         return c;
       }},
      {"TMAP-copy-coordinates-03", "stores",
       [](std::uint32_t i, bool past) {
         Case c = with_access(tiled_case(), Op::store);
         c.context.access->coordinates[i] = past ? (i == 0 ? -8 : -1) : 0;
         return c;
       }},
      {"TMAP-copy-globalDim-01", "2^31",
       [](std::uint32_t i, bool past) {
         Case c = with_access(long_tensor(i));
         c.spec.global_dim[i] = (std::uint64_t{1} << 31) + past;
         return c;
       }},
      {"TMAP-copy-op-03", "reductions by type",
       [](std::uint32_t, bool past) {
         Case c = with_access(tiled_case(), past ? Op::reduce_inc : Op::reduce_min);
         return c;
       }},
      {"TMAP-copy-op-03", "u16 has no reduction",
       [](std::uint32_t, bool past) {
         Case c = with_access(tiled_case(), Op::reduce_add);
         c.spec.data_type = past ? DataType::u16 : DataType::f16;
         return c;
       }},
      {"TMAP-copy-coordinates-04", "start pixel below the box",
       [](std::uint32_t axis, bool past) {
         Case c = with_access(im2col_case(5));
         c.context.access->coordinates[axis + 1] = past ? -2 : -1;
         return c;
       }},
      {"TMAP-copy-coordinates-04", "start pixel past the box",
       [](std::uint32_t axis, bool past) {
         Case c = with_access(im2col_case(5));
         const auto extent = static_cast<std::int32_t>(c.spec.global_dim[axis + 1]);
         c.context.access->coordinates[axis + 1] = extent - 1 - 2 + (past ? 1 : 0);
         return c;
       }},
      {"TMAP-copy-coordinates-04", "stores too",
       [](std::uint32_t axis, bool past) {
         Case c = inside_im2col(Op::store);
         const auto extent = static_cast<std::int32_t>(c.spec.global_dim[axis + 1]);
         c.context.access->coordinates[axis + 1] = extent - 1 - 2 + (past ? 1 : 0);
         return c;
       }},
      {"TMAP-copy-coordinates-05", "128 packed values",
       [](std::uint32_t, bool past) {
         Case c = with_access(padded_case());
         c.context.access->coordinates[0] = past ? 64 : 128;
         return c;
       }},
      {"TMAP-copy-op-04", "16u4_align16b is for loads",
       [](std::uint32_t, bool past) {
         return with_access(padded_case(), past ? Op::store : Op::load);
       }},
      {"TMAP-copy-coordinates-06", "spill",
       [](std::uint32_t, bool past) {
         Case c = with_access(tiled_case(), Op::store);
         c.spec.global_dim[0] = past ? 71 : 72;
         c.context.access->coordinates[0] = 56;
         return c;
       }},
      {"TMAP-copy-coordinates-06", "spill of a reduction",
       [](std::uint32_t, bool past) {
         Case c = with_access(tiled_case(), Op::reduce_add);
         c.spec.global_dim[0] = past ? 65 : 64;
         c.context.access->coordinates[0] = 64;
         return c;
       }},
      {"TMAP-copy-im2colOffsets-01", "5 bits at rank 5",
       [](std::uint32_t axis, bool past) {
         Case c = with_access(im2col_case(5));
         c.context.access->im2col_offsets = {0, 0, 0};
         c.context.access->im2col_offsets[axis] = past ? 32 : 31;
         return c;
       }},
      {"TMAP-copy-pixelBox-01", "lower corner of a store",
       [](std::uint32_t axis, bool past) {
         Case c = inside_im2col(Op::store);
         // Corners alike on every axis but this one would raise the note on their order.
         c.spec.pixel_box_lower_corner[axis] = past ? -1 : 0;
         return c;
       }},
      {"TMAP-copy-expectTx-01", "more than the box",
       [](std::uint32_t, bool past) {
         Case c = with_access(kilobyte());
         c.context.access->expect_tx_bytes = past ? 1040 : 1024;
         return c;
       }},
      {"TMAP-copy-expectTx-03", "less than the box",
       [](std::uint32_t, bool past) {
         Case c = with_access(kilobyte());
         c.context.access->expect_tx_bytes = past ? 1008 : 1024;
         return c;
       }},
      {"TMAP-copy-expectTx-02", "2^20 - 1",
       [](std::uint32_t, bool past) {
         Case c = with_access(kilobyte(), Op::prefetch);
         c.context.access->expect_tx_bytes = (1u << 20) - (past ? 0 : 1);
         return c;
       }},
      {"TMAP-copy-multicast-01", "stores",
       [](std::uint32_t, bool past) {
         Case c = with_access(kilobyte(), past ? Op::store : Op::load);
         c.context.access->multicast_mask = 3;
         return c;
       }},
      {"TMAP-copy-multicast-02", "nobody",
       [](std::uint32_t, bool past) {
         Case c = with_access(kilobyte());
         c.context.access->multicast_mask = past ? 0 : 1;
         return c;
       }},
      {"TMAP-copy-globalStrides-01", "overlapping stores",
       [](std::uint32_t i, bool past) {
         Case c = with_access(tiled_case(i + 2), Op::store);
         if (past)
           c.spec.global_strides[i] -= 16;
         return c;
       }},
  };
}

} // namespace tmamap::tests
