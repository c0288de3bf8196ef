// SPDX-License-Identifier: MIT
// What one copy through a tensor map moves and how it lies in shared memory: counts, pitch,
// footprint and swizzle. Defined for every spec, broken ones included: arithmetic saturates.
#pragma once

#include <tmamap/access.hpp>
#include <tmamap/spec.hpp>

#include <cstdint>

namespace tmamap {

// Limits that are no argument of a call.
inline constexpr std::uint32_t max_rank = 5;
inline constexpr std::uint64_t max_tx_count = (1u << 20) - 1; // PTX ISA 9.1, 9.7.13.15.2
inline constexpr std::uint64_t max_smem_bytes = 227 * 1024; // of one block, sm_90 and sm_100 (CPG)
inline constexpr std::uint64_t sm_smem_bytes = 228 * 1024;  // of one SM: 233,472
inline constexpr std::uint64_t copy_alignment_bytes = 128;  // hardware-measured: fault.jsonl.gz

constexpr std::uint64_t saturating_mul(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}
constexpr std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}
constexpr std::uint64_t round_down(std::uint64_t value, std::uint64_t multiple) {
  return value - value % multiple;
}
// Saturates to the largest multiple.
constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t multiple) {
  const std::uint64_t down = round_down(value, multiple);
  return down == value || down > UINT64_MAX - multiple ? down : down + multiple;
}
// Elements moved along a dimension: ceil(box / stride). A stride of 0 is taken as 1.
constexpr std::uint32_t elements_moved(std::uint32_t box, std::uint32_t stride) {
  return stride <= 1 ? box : box / stride + (box % stride != 0 ? 1 : 0);
}

namespace detail {
inline constexpr std::uint16_t period_by_swizzle[] = {16, 256, 512, 1024, 512, 512, 256};
}

// Bytes after which a swizzle repeats, which is also the alignment that gives phase zero; 16 (one
// chunk) without a swizzle. 32B..128B: measured (load.jsonl.gz); the atoms: PTX ISA 9.1, 5.5.7.
constexpr std::uint32_t swizzle_period_bytes(Swizzle swizzle) {
  const auto i = static_cast<std::uint32_t>(swizzle);
  return i < sizeof detail::period_by_swizzle / sizeof *detail::period_by_swizzle
             ? detail::period_by_swizzle[i]
             : 16;
}

// The XOR of a swizzle as address bits: bits [to + count - 1 : to] ^= bits [from + count - 1 :
// from].
struct SwizzleBits {
  std::uint32_t to = 4, from = 7, count = 0;
};
constexpr SwizzleBits swizzle_bits(Swizzle swizzle) {
  switch (swizzle) {
  case Swizzle::none: break;
  case Swizzle::b32: return {4, 7, 1};
  case Swizzle::b64: return {4, 7, 2};
  case Swizzle::b128: return {4, 7, 3};
  case Swizzle::b128_atom_32b:
  case Swizzle::b128_atom_32b_flip_8b: return {5, 7, 2};
  case Swizzle::b128_atom_64b: return {6, 7, 1};
  }
  return {};
}

// Where the byte of an unswizzled tile at shared-memory address `address` really lies. An
// involution on addresses. The 8-byte flip of b128_atom_32b_flip_8b is not part of it: which
// lines it swaps is only in a figure of PTX.
constexpr std::uint64_t swizzled(Swizzle swizzle, std::uint64_t address) {
  const SwizzleBits bits = swizzle_bits(swizzle);
  const std::uint64_t mask = (std::uint64_t{1} << bits.count) - 1;
  return address ^ (((address >> bits.from) & mask) << bits.to);
}

// With an interleave what moves is a slice of 16 or 32 bytes, whatever the data type, and dimension
// 0 counts slices. im2col_wide with an interleave is open.
constexpr bool counts_slices(const Spec &spec) {
  return spec.mode != Mode::im2col_wide && slice_bytes(spec.interleave) != 0;
}

// The dimension of im2col's first spatial axis: W follows the channels, or is innermost where
// slices of them are interleaved (NC/8HWC8). Driver: encode.jsonl.gz; chip: tmamap-hwtest.
constexpr std::uint32_t first_spatial_dim(const Spec &spec) {
  return spec.interleave == Interleave::none ? 1 : 0;
}

struct Geometry {
  // Tiled: elements moved along each dimension (slices along dimension 0 when interleaved).
  // im2col: {channels, pixels}; {1, pixels} when interleaved, for a pixel is one slice.
  List<std::uint32_t> elements;
  std::uint64_t row_bytes = 0;            // written of each row in shared memory
  std::uint64_t row_pitch_bytes = 0;      // from one row to the next
  std::uint64_t rows = 0;                 // product of elements[1..]
  std::uint64_t tx_bytes = 0;             // signalled on the mbarrier: always the full box
  std::uint64_t smem_footprint_bytes = 0; // rows * row_pitch_bytes, in whole swizzle spans
  std::uint64_t smem_alignment_bytes = 0; // at which the swizzle starts at phase zero; at least 128
};

// Sources: loads captured on an H200 (load.jsonl.gz, interleave.jsonl.gz, im2col.jsonl.gz); packed
// types: PTX ISA 9.1, 5.5.1.1.1.
constexpr Geometry geometry(const Spec &spec) {
  Geometry g;
  const std::uint32_t slice = slice_bytes(spec.interleave);
  if (spec.mode == Mode::tiled) {
    const std::size_t rank = spec.rank() < spec.box_dim.size() ? spec.rank() : spec.box_dim.size();
    for (std::size_t i = 0; i < rank; ++i) {
      const bool channel_slice = slice != 0 && i != 0 && i + 2 == rank; // its box is taken as 1
      const std::uint32_t stride = i == 0 && slice == 0 ? 1 : spec.element_stride(i);
      g.elements.push_back(channel_slice ? 1 : elements_moved(spec.box_dim[i], stride));
    }
  } else {
    g.elements.push_back(counts_slices(spec) ? 1 : spec.channels_per_pixel);
    const bool fixed =
        spec.mode == Mode::im2col_wide && spec.im2col_wide_mode == Im2colWideMode::w128;
    g.elements.push_back(fixed ? 128 : spec.pixels_per_column);
  }
  g.rows = g.elements.empty() ? 0 : 1;
  for (std::size_t i = 1; i < g.elements.size(); ++i)
    g.rows = saturating_mul(g.rows, g.elements[i]);
  const std::uint64_t inner = g.elements.empty() ? 0 : g.elements[0];
  const bool slices = counts_slices(spec);
  g.row_bytes = slices ? inner * slice : inner * smem_element_bits(spec.data_type) / 8;
  const std::uint64_t global_row = slices ? g.row_bytes : inner * element_bits(spec.data_type) / 8;
  const std::uint64_t span = swizzle_span_bytes(spec.swizzle);
  // Interleaved rows lie dense whatever the swizzle (interleave.jsonl.gz).
  g.row_pitch_bytes = !slices && g.row_bytes < span ? span : g.row_bytes;
  g.tx_bytes = saturating_mul(global_row, g.rows);
  // A swizzle may put the last chunk anywhere in its span.
  const std::uint64_t dense = saturating_mul(g.row_pitch_bytes, g.rows);
  g.smem_footprint_bytes = span == 0 ? dense : round_up(dense, span);
  const std::uint64_t period = swizzle_period_bytes(spec.swizzle);
  g.smem_alignment_bytes = period < copy_alignment_bytes ? copy_alignment_bytes : period;
  return g;
}

// gather4 and scatter4 move four rows of one box each.
constexpr Geometry gathered(const Geometry &row) {
  Geometry shape = row;
  if (shape.elements.size() > 1)
    shape.elements[1] = 4;
  shape.rows = 4;
  shape.tx_bytes = saturating_mul(row.tx_bytes, 4);
  shape.smem_footprint_bytes = saturating_mul(row.smem_footprint_bytes, 4);
  return shape;
}
// Whether a map is one that gather4 and scatter4 work with (PTX ISA 9.1, 5.5.3.4).
constexpr bool can_gather(const Spec &spec) {
  return spec.mode == Mode::tiled && spec.rank() == 2 && spec.box_dim[1] == 1 &&
         spec.interleave == Interleave::none;
}
// The geometry of one access through a map.
constexpr Geometry tile_geometry(const Spec &spec, const Access &access) {
  const bool gathers = is_gather4(access.op) && can_gather(spec);
  return gathers ? gathered(geometry(spec)) : geometry(spec);
}

} // namespace tmamap
