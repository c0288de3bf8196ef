// SPDX-License-Identifier: MIT
#include "random_copy.hpp"

#include <tmamap/geometry.hpp>
#include <tmamap/sim/elements.hpp>

#include <algorithm>
#include <cstring>

namespace tmamap::test {

namespace {

constexpr std::uint64_t memory_bytes = 16384;

template <class E> E any_of(Source &source, std::uint32_t count) {
  return static_cast<E>(source.below(count));
}

// A multiple of the bytes that a map of this kind asks of its strides.
std::uint64_t rounded(const Spec &spec, std::uint64_t bytes) {
  const bool wide = spec.interleave == Interleave::b32 || is_padded(spec.data_type);
  return round_up(bytes, wide ? 32 : 16);
}

void choose_inner(Source &source, Spec &spec) {
  const std::uint32_t bits = smem_element_bits(spec.data_type);
  const std::uint32_t span = swizzle_span_bytes(spec.swizzle);
  const bool spanned = span != 0 && spec.interleave == Interleave::none;
  const std::uint64_t most = spanned ? span / 16 : 9;
  const std::uint64_t chunks = source.one_in(2) ? most : 1 + source.below(most);
  auto inner = static_cast<std::uint32_t>(chunks * 128 / bits);
  if (is_padded(spec.data_type))
    inner = 128;
  if (spec.interleave != Interleave::none) // slices, yet a multiple of 16 bytes of elements
    inner = std::max(128 / bits, inner / 4);
  inner = std::min(inner, 256u);
  if (spec.mode == Mode::tiled)
    spec.box_dim[0] = inner;
  else
    spec.channels_per_pixel = inner;
}

void choose_dims(Source &source, Spec &spec, std::uint32_t rank) {
  const bool slices = spec.interleave != Interleave::none;
  for (std::uint32_t i = 0; i < rank; ++i) {
    const std::uint64_t most = i == 0 ? (slices ? 12 : 80) : rank < 3 ? 24 : 6;
    spec.global_dim.push_back(1 + source.below(most));
    spec.element_strides.push_back(
        source.one_in(4) ? static_cast<std::uint32_t>(1 + source.below(4)) : 1);
    spec.box_dim.push_back(static_cast<std::uint32_t>(1 + source.below(rank < 3 ? 20 : 5)));
  }
  if (is_padded(spec.data_type))
    spec.global_dim[0] = 128 * (1 + source.below(2));
  else if (spec.data_type == DataType::u4x16_align8b)
    spec.global_dim[0] += spec.global_dim[0] % 2;
  std::uint64_t stride = slices ? spec.global_dim[0] * slice_bytes(spec.interleave)
                                : spec.global_dim[0] * element_bits(spec.data_type) / 8 + 1;
  for (std::uint32_t i = 1; i < rank; ++i) {
    stride = rounded(spec, stride + (source.one_in(3) ? source.below(64) : 0));
    spec.global_strides.push_back(source.one_in(16) ? rounded(spec, source.below(512)) : stride);
    stride *= spec.global_dim[i];
  }
}

void choose_im2col(Source &source, Spec &spec, std::uint32_t rank, bool store) {
  spec.box_dim = {};
  spec.pixels_per_column = static_cast<std::uint32_t>(1 + source.below(40));
  for (std::uint32_t axis = 0; axis + 2 < rank; ++axis) {
    const auto dim = static_cast<std::int64_t>(spec.global_dim[first_spatial_dim(spec) + axis]);
    const std::int64_t lower = source.between(store ? 0 : -2, std::min<std::int64_t>(2, dim - 1));
    const std::int64_t upper =
        source.between(std::max<std::int64_t>(-2, lower + 1 - dim), store ? 0 : 2);
    spec.pixel_box_lower_corner.push_back(static_cast<std::int32_t>(lower));
    spec.pixel_box_upper_corner.push_back(
        static_cast<std::int32_t>(std::max(upper, lower + 1 - dim)));
  }
  spec.pixel_box_lower_corner_width = static_cast<std::int32_t>(source.between(-2, 1));
  spec.pixel_box_upper_corner_width = static_cast<std::int32_t>(source.between(0, 40));
  spec.im2col_wide_mode = source.one_in(4) ? Im2colWideMode::w128 : Im2colWideMode::w;
}

Op choose_op(Source &source, DataType type) {
  switch (source.below(8)) {
  case 0:
  case 1: return Op::store;
  case 2:
  case 3: {
    // Most types have an addition; take another reduction where one is likely to exist.
    const bool integral = type == DataType::u32 || type == DataType::s32 || type == DataType::u64;
    if (source.one_in(integral ? 4 : 2))
      return Op::reduce_add;
    return static_cast<Op>(static_cast<std::uint32_t>(Op::reduce_add) + source.below(8));
  }
  case 4: return source.one_in(3) ? Op::prefetch : Op::load;
  default: return Op::load;
  }
}

void choose_access(Source &source, RandomCopy &copy) {
  const Spec &spec = copy.spec;
  Access &access = copy.access;
  const std::uint32_t rank = spec.rank();
  const bool writes = writes_global(access.op);
  const bool mostly = !source.one_in(12); // inside the rules
  for (std::uint32_t i = 0; i < rank; ++i) {
    const auto dim = static_cast<std::int64_t>(spec.global_dim[i]);
    std::int64_t at = source.between(writes && mostly ? 0 : -3, dim + 1);
    if (i == 0 && spec.interleave == Interleave::none && mostly) {
      const std::int64_t unit =
          is_padded(spec.data_type) ? 128 : 128 / element_bits(spec.data_type);
      at = source.between(writes ? 0 : -2, dim / unit + 1) * unit;
    }
    const std::uint32_t axis = i - first_spatial_dim(spec); // wraps at the channels
    if (spec.mode == Mode::im2col && axis < rank - 2 && mostly)
      at = source.between(spec.pixel_box_lower_corner[axis],
                          dim - 1 + spec.pixel_box_upper_corner[axis]);
    access.coordinates.push_back(static_cast<std::int32_t>(at));
  }
  if (is_gather4(access.op)) {
    access.coordinates = {access.coordinates[0]};
    for (int k = 0; k < 4; ++k)
      access.coordinates.push_back(static_cast<std::int32_t>(source.between(writes ? 0 : -1, 24)));
  }
  if (spec.mode == Mode::im2col && reads_global(access.op))
    for (std::uint32_t axis = 0; axis + 2 < rank; ++axis)
      access.im2col_offsets.push_back(static_cast<std::uint16_t>(source.below(4)));
  if (spec.mode == Mode::im2col_wide && reads_global(access.op))
    access.im2col_offsets = {static_cast<std::uint16_t>(source.one_in(16)),
                             static_cast<std::uint16_t>(source.below(3))};
  access.smem_address = 128 * source.below(16) + (source.one_in(50) ? 16 : 0);
  if (signals_mbarrier(access.op) && source.one_in(6))
    access.multicast_mask = static_cast<std::uint16_t>(source.below(16));
  if (signals_mbarrier(access.op) && source.one_in(20))
    access.expect_tx_bytes = 16 * source.below(64);
}

void choose_memory(Source &source, RandomCopy &copy) {
  const std::uint64_t base = *copy.spec.global_address & ~std::uint64_t{4095};
  if (!source.one_in(4)) {
    copy.global = {{base, memory_bytes}};
  } else {
    std::uint64_t at = 0;
    while (at < memory_bytes) {
      const std::uint64_t bytes = std::min(memory_bytes - at, 1 + source.below(4096));
      copy.global.push_back({base + at, bytes});
      at += bytes + (source.one_in(4) ? source.below(64) : 0);
    }
  }
  const std::uint64_t needed =
      copy.access.smem_address + tile_geometry(copy.spec, copy.access).smem_footprint_bytes;
  const std::uint64_t enough = std::min<std::uint64_t>(round_up(needed, 128), 1u << 16);
  for (std::size_t cta = 0; cta < (copy.access.multicast_mask ? 4 : 1); ++cta)
    copy.window_bytes.push_back(source.one_in(40) ? enough - source.below(256) % (enough + 1)
                                                  : enough);
  copy.content_seed = source.bits();
  copy.ordinary_values = !source.one_in(4);
}

// Any value in one field, or a list of any length.
void spoil(Source &source, RandomCopy &copy) {
  Spec &spec = copy.spec;
  Access &access = copy.access;
  const auto index = static_cast<std::size_t>(source.below(8));
  const std::uint64_t value = source.one_in(2) ? source.bits() : source.below(300);
  const auto word = static_cast<std::uint32_t>(value);
  switch (source.below(22)) {
  case 0: spec.mode = static_cast<Mode>(word % 5); break;
  case 1: spec.data_type = static_cast<DataType>(word % 20); break;
  case 2: spec.tensor_rank = word % 9; break;
  case 3: spec.global_address = value; break;
  case 4: spec.global_dim[index] = value; break;
  case 5: spec.global_strides[index] = value & ~std::uint64_t{15}; break;
  case 6: spec.box_dim[index] = word % 300; break;
  case 7: spec.pixel_box_lower_corner[index] = static_cast<std::int32_t>(word); break;
  case 8: spec.pixel_box_upper_corner[index] = static_cast<std::int32_t>(word); break;
  case 9: spec.channels_per_pixel = word % 300; break;
  case 10: spec.pixels_per_column = word % 1100; break;
  case 11: spec.element_strides[index] = word % 10; break;
  case 12: spec.interleave = static_cast<Interleave>(word % 4); break;
  case 13: spec.swizzle = static_cast<Swizzle>(word % 8); break;
  case 14: spec.oob_fill = static_cast<OobFill>(word % 3); break;
  case 15: access.op = static_cast<Op>(word % 15); break;
  case 16: access.coordinates[index] = static_cast<std::int32_t>(word); break;
  case 17: access.coordinates.push_back(static_cast<std::int32_t>(word)); break;
  case 18: access.smem_address = source.one_in(2) ? value & ~std::uint64_t{127} : value; break;
  case 19: access.im2col_offsets.push_back(static_cast<std::uint16_t>(word)); break;
  case 20: access.multicast_mask = static_cast<std::uint16_t>(word); break;
  case 21: spec.global_dim[index] = std::uint64_t{1} << (word % 34); break;
  }
}

} // namespace

std::uint64_t next_word(std::uint64_t &state) { // splitmix64
  std::uint64_t x = state += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

std::uint64_t Source::bits() {
  std::uint64_t drawn = next_word(state_);
  if (size_ != 0) {
    const std::size_t take = std::min<std::size_t>(size_, 2);
    drawn = 0;
    std::memcpy(&drawn, data_, take);
    data_ += take;
    size_ -= take;
  }
  return drawn;
}

RandomCopy random_copy(Source &source, bool wild) {
  RandomCopy copy;
  Spec &spec = copy.spec;
  copy.target = source.one_in(4) ? Target::sm_100 : Target::sm_90;
  const bool newer = copy.target == Target::sm_100;
  const std::uint64_t kind = source.below(10);
  spec.mode = kind < 6 ? Mode::tiled : kind < 9 || !newer ? Mode::im2col : Mode::im2col_wide;
  spec.data_type = any_of<DataType>(source, newer ? 16 : 13);
  auto rank = static_cast<std::uint32_t>(1 + source.below(5));
  if (spec.mode != Mode::tiled)
    rank = std::max(rank, 3u);
  else if (rank >= 3 && source.one_in(4))
    spec.interleave = source.one_in(2) ? Interleave::b16 : Interleave::b32;
  spec.swizzle = any_of<Swizzle>(source, newer ? 7 : 4);
  spec.oob_fill = is_floating(spec.data_type) && source.one_in(3) ? OobFill::nan_request_zero_fma
                                                                  : OobFill::none;
  spec.global_address = 0x7f0000000000 + 4096 * source.below(2) + 32 * source.below(8);
  copy.access.op = choose_op(source, spec.data_type);
  choose_dims(source, spec, rank);
  choose_inner(source, spec);
  if (spec.mode != Mode::tiled)
    choose_im2col(source, spec, rank, writes_global(copy.access.op));
  if (newer && spec.mode == Mode::tiled && rank == 2 && source.one_in(2)) {
    copy.access.op = source.one_in(3) ? Op::scatter4 : Op::gather4;
    spec.box_dim[1] = 1;
  }
  choose_access(source, copy);
  if (wild)
    for (std::uint64_t times = source.below(3); times != 0; --times)
      spoil(source, copy);
  choose_memory(source, copy);
  return copy;
}

} // namespace tmamap::test
