// SPDX-License-Identifier: MIT
// The 128 bytes of a tensor map as a table: one row a field. Encoding, decoding, the drawing and
// docs/FIELDS.md are all made from these rows.
#pragma once

#include <tmamap/geometry.hpp>
#include <tmamap/spec.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tmamap {

inline constexpr std::size_t descriptor_words = 16; // of 64 bits, little-endian in memory

// Where a field lies depends on the mode and the rank of a map: its layout. Both stand in word 1.
using LayoutMask = std::uint16_t;
constexpr std::uint32_t layout_of(bool im2col, std::uint32_t rank) {
  return (im2col ? 8u : 0u) + ((rank - 1) & 7u);
}
inline constexpr LayoutMask every_layout = 0xFFFF;
inline constexpr LayoutMask tiled_layouts = 0x00FF;
inline constexpr LayoutMask im2col_layouts = 0xFF00;
constexpr LayoutMask rank_at_least(std::uint32_t rank) {
  return static_cast<LayoutMask>(((0xFFu << (rank - 1)) & 0xFFu) * 0x0101u);
}
constexpr LayoutMask im2col_of_rank(std::uint32_t rank) {
  return static_cast<LayoutMask>(1u << layout_of(true, rank));
}

// Not every field holds a parameter.
enum class Holds : std::uint8_t {
  parameter, // of the spec: any bits mean a value, which gives the same bits back
  modifier,  // of another field, where it means something
  derived,   // what the driver computes and the spec implies
  nothing,   // the driver leaves it zero; others may not
};

struct BitField {
  std::string_view name; // the parameter in snake_case, without its index
  int index;             // of the dimension, stride or axis; -1 for none
  std::string_view meaning;
  std::uint32_t word, lsb, width;
  LayoutMask layouts; // in which it exists
  Holds holds;
  // What the driver writes; bits beyond the width are cut off.
  std::uint64_t (*to_bits)(const Spec &);
  // Lists have their lengths by then, and the fields of the rows above have been taken.
  void (*from_bits)(std::uint64_t bits, Spec &);
  std::string_view since; // the first architecture
  std::string_view seen;  // what shows it

  [[nodiscard]] constexpr std::uint64_t mask() const {
    return width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  }
  [[nodiscard]] constexpr bool exists_in(std::uint32_t layout) const {
    return (layouts >> layout & 1) != 0;
  }
};

namespace detail {

// The chip's numbers of data types, which are PTX's too, but for tf32: 7 or 8 and a bit of its own.
inline constexpr std::uint8_t type_numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 8, 7, 8, 13, 14, 15};
// 11 and 12 belong to no type: they become values that have no name and encode to themselves.
inline constexpr std::uint32_t first_unknown_type = 16;

constexpr std::uint64_t type_bits(const Spec &spec) {
  const auto type = static_cast<std::uint32_t>(spec.data_type);
  return type < first_unknown_type ? type_numbers[type] : type - first_unknown_type;
}
constexpr void take_type(std::uint64_t bits, Spec &spec) {
  for (std::uint32_t type = 0; type < first_unknown_type; ++type)
    if (type_numbers[type] == bits) {
      spec.data_type = static_cast<DataType>(type);
      return;
    }
  spec.data_type = static_cast<DataType>(first_unknown_type + bits);
}
constexpr bool converts_to_tf32(const Spec &spec) {
  return spec.data_type == DataType::tf32 || spec.data_type == DataType::tf32_ftz;
}

// Bytes of the whole box as the driver counts them: elements rounded down, not up as a copy does.
constexpr std::uint64_t box_bytes(const Spec &spec) {
  std::uint64_t elements = 1;
  if (spec.mode == Mode::tiled) {
    for (std::uint32_t i = 0; i < max_rank && i < spec.rank(); ++i) {
      const std::uint32_t stride = spec.element_stride(i);
      elements *= stride <= 1 ? spec.box_dim[i] : spec.box_dim[i] / stride;
    }
  } else {
    elements = std::uint64_t{spec.channels_per_pixel} * spec.pixels_per_column;
  }
  return elements * element_bits(spec.data_type) / 8;
}

constexpr std::uint64_t corner_bits(std::int32_t corner) {
  return static_cast<std::uint32_t>(corner);
}
constexpr std::int32_t corner_of(std::uint64_t bits, std::uint32_t width) {
  const std::uint64_t sign = std::uint64_t{1} << (width - 1);
  return static_cast<std::int32_t>(static_cast<std::int64_t>(bits ^ sign) -
                                   static_cast<std::int64_t>(sign));
}
// A wide map of sm_90 is an im2col map whose box is wider than a pixel along W alone.
constexpr std::int32_t lower_corner(const Spec &spec, std::uint32_t axis) {
  if (spec.mode == Mode::im2col_wide)
    return axis == 0 ? spec.pixel_box_lower_corner_width : 0;
  return spec.pixel_box_lower_corner[axis];
}
constexpr std::int32_t upper_corner(const Spec &spec, std::uint32_t axis) {
  if (spec.mode == Mode::im2col_wide)
    return axis == 0 ? spec.pixel_box_upper_corner_width : 0;
  return spec.pixel_box_upper_corner[axis];
}

inline constexpr std::string_view sm_90 = "sm_90";
inline constexpr std::string_view encoded = "encode.jsonl.gz";
inline constexpr std::string_view encoded_wide = "encode.jsonl.gz, wide.jsonl.gz";
inline constexpr std::string_view replaced = "tensormap.replace on an H200";

// Rows of the same kind, one for each index. `At` is the bit in the descriptor.
template <int I, std::uint32_t At>
inline constexpr BitField stride_low = {
    "global_strides",
    I,
    "bits 35:4 of the stride in bytes",
    At / 64,
    At % 64,
    32,
    rank_at_least(I + 2),
    Holds::parameter,
    [](const Spec &spec) -> std::uint64_t { return spec.global_strides[I] >> 4; },
    [](std::uint64_t bits, Spec &spec) { spec.global_strides[I] = bits << 4; },
    sm_90,
    encoded};

template <int I>
inline constexpr BitField stride_high = {
    "global_strides",
    I,
    "bits 39:36 of the stride in bytes",
    3,
    32 + 4 * I,
    4,
    rank_at_least(I + 2),
    Holds::parameter,
    [](const Spec &spec) -> std::uint64_t { return spec.global_strides[I] >> 36; },
    [](std::uint64_t bits, Spec &spec) { spec.global_strides[I] |= bits << 36; },
    sm_90,
    encoded};

template <int I>
inline constexpr BitField dim = {
    "global_dim",
    I,
    "the extent minus 1",
    4 + I / 2,
    I % 2 * 32,
    32,
    rank_at_least(I + 1),
    Holds::parameter,
    [](const Spec &spec) -> std::uint64_t { return spec.global_dim[I] - 1; },
    [](std::uint64_t bits, Spec &spec) { spec.global_dim[I] = bits + 1; },
    sm_90,
    encoded};

template <int I>
inline constexpr BitField element_stride = {
    "element_strides",
    I,
    "the element stride minus 1",
    6,
    32 + 3 * I,
    3,
    rank_at_least(I + 1),
    Holds::parameter,
    [](const Spec &spec) -> std::uint64_t { return spec.element_stride(I) - 1; },
    [](std::uint64_t bits, Spec &spec) {
      spec.element_strides[I] = static_cast<std::uint32_t>(bits) + 1;
    },
    sm_90,
    encoded};

template <int I, std::uint32_t At>
inline constexpr BitField box = {
    "box_dim",
    I,
    "the box side minus 1",
    At / 64,
    At % 64,
    8,
    static_cast<LayoutMask>(rank_at_least(I + 1) & tiled_layouts),
    Holds::parameter,
    [](const Spec &spec) -> std::uint64_t { return spec.box_dim[I] - 1; },
    [](std::uint64_t bits, Spec &spec) { spec.box_dim[I] = static_cast<std::uint32_t>(bits) + 1; },
    sm_90,
    encoded};

// Corners share 16 bits: 16, 8 or 5 an axis at rank 3, 4 or 5.
template <int I, std::uint32_t Rank>
inline constexpr std::uint32_t corner_width = Rank == 3   ? 16
                                              : Rank == 4 ? 8
                                                          : 5;

template <int I, std::uint32_t Rank>
inline constexpr BitField lower = {
    "pixel_box_lower_corner",
    I,
    "the corner in two's complement",
    7,
    I *corner_width<I, Rank>,
    corner_width<I, Rank>,
    im2col_of_rank(Rank),
    Holds::parameter,
    [](const Spec &spec) -> std::uint64_t { return corner_bits(lower_corner(spec, I)); },
    [](std::uint64_t bits, Spec &spec) {
      spec.pixel_box_lower_corner[I] = corner_of(bits, corner_width<I, Rank>);
    },
    sm_90,
    encoded_wide};

template <int I, std::uint32_t Rank>
inline constexpr BitField upper = {
    "pixel_box_upper_corner",
    I,
    "the corner in two's complement",
    7,
    16 + I *corner_width<I, Rank>,
    corner_width<I, Rank>,
    im2col_of_rank(Rank),
    Holds::parameter,
    [](const Spec &spec) -> std::uint64_t { return corner_bits(upper_corner(spec, I)); },
    [](std::uint64_t bits, Spec &spec) {
      spec.pixel_box_upper_corner[I] = corner_of(bits, corner_width<I, Rank>);
    },
    sm_90,
    encoded_wide};

} // namespace detail

// In the order of their bits; the fields of different layouts may share bits.
inline constexpr BitField descriptor_fields[] = {
    {"global_address", -1, "the address in bytes", 0, 0, 64, every_layout, Holds::parameter,
     [](const Spec &spec) -> std::uint64_t { return spec.global_address.value_or(0); },
     [](std::uint64_t bits, Spec &spec) { spec.global_address = bits; }, detail::sm_90,
     detail::encoded},
    {"mode", -1, "0 tiled, 1 im2col", 1, 0, 1, every_layout, Holds::parameter,
     [](const Spec &spec) -> std::uint64_t { return spec.mode != Mode::tiled; },
     [](std::uint64_t bits, Spec &spec) { spec.mode = bits != 0 ? Mode::im2col : Mode::tiled; },
     detail::sm_90, detail::encoded_wide},
    {"version", -1, "1 in maps that NVIDIA's published builders make; the driver writes 0", 1, 1, 3,
     every_layout, Holds::nothing, [](const Spec &) -> std::uint64_t { return 0; }, nullptr,
     detail::sm_90, "TensorRT-LLM's descriptor header"},
    {"tensor_rank", -1, "the rank minus 1", 1, 4, 3, every_layout, Holds::parameter,
     [](const Spec &spec) -> std::uint64_t { return spec.rank() - 1; },
     [](std::uint64_t bits, Spec &spec) {
       if (bits >= max_rank) // else the lengths of the lists say it
         spec.tensor_rank = static_cast<std::uint32_t>(bits) + 1;
     },
     detail::sm_90, detail::encoded},
    {"data_type", -1,
     "0 u8, 1 u16, 2 u32, 3 s32, 4 u64, 5 s64, 6 f16, 7 f32 and tf32, 8 f32_ftz and tf32_ftz, "
     "9 f64, 10 bf16; by PTX 13 to 15 are 16u4_align8b, 16u4_align16b and 16u6_align16b",
     1, 7, 4, every_layout, Holds::parameter, detail::type_bits, detail::take_type, detail::sm_90,
     detail::encoded},
    {"interleave", -1, "0 none, 1 16B, 2 32B", 1, 11, 2, every_layout, Holds::parameter,
     [](const Spec &spec) -> std::uint64_t { return static_cast<std::uint32_t>(spec.interleave); },
     [](std::uint64_t bits, Spec &spec) { spec.interleave = static_cast<Interleave>(bits); },
     detail::sm_90, detail::encoded},
    {"swizzle", -1, "0 none, 1 32B, 2 64B, 3 128B", 1, 13, 2, every_layout, Holds::parameter,
     [](const Spec &spec) -> std::uint64_t { return static_cast<std::uint32_t>(spec.swizzle); },
     [](std::uint64_t bits, Spec &spec) { spec.swizzle = static_cast<Swizzle>(bits); },
     detail::sm_90, detail::encoded},
    {"oob_fill", -1, "0 zero, 1 NaN", 1, 15, 1, every_layout, Holds::parameter,
     [](const Spec &spec) -> std::uint64_t { return static_cast<std::uint32_t>(spec.oob_fill); },
     [](std::uint64_t bits, Spec &spec) { spec.oob_fill = static_cast<OobFill>(bits); },
     detail::sm_90, detail::encoded},
    {"tf32", -1, "data_type 7 is tf32, 8 is tf32_ftz", 1, 16, 1, every_layout, Holds::modifier,
     [](const Spec &spec) -> std::uint64_t { return detail::converts_to_tf32(spec); },
     [](std::uint64_t bits, Spec &spec) {
       if (bits != 0 && spec.data_type == DataType::f32)
         spec.data_type = DataType::tf32;
       else if (bits != 0 && spec.data_type == DataType::f32_ftz)
         spec.data_type = DataType::tf32_ftz;
     },
     detail::sm_90, detail::encoded},
    {"l2_promotion", -1, "0 none, 1 64B, 2 128B, 3 256B", 1, 17, 2, every_layout, Holds::parameter,
     [](const Spec &spec) -> std::uint64_t {
       return static_cast<std::uint32_t>(spec.l2_promotion);
     },
     [](std::uint64_t bits, Spec &spec) { spec.l2_promotion = static_cast<L2Promotion>(bits); },
     detail::sm_90, detail::encoded},
    {"swizzle_high", -1, "cleared by tensormap.replace .swizzle_mode with bits 14:13", 1, 22, 1,
     every_layout, Holds::nothing, [](const Spec &) -> std::uint64_t { return 0; }, nullptr,
     detail::sm_90, detail::replaced},
    detail::stride_low<0, 96>,
    detail::stride_low<1, 128>,
    detail::stride_low<2, 160>,
    detail::stride_low<3, 192>,
    detail::stride_high<0>,
    detail::stride_high<1>,
    detail::stride_high<2>,
    detail::stride_high<3>,
    detail::dim<0>,
    detail::dim<1>,
    detail::dim<2>,
    detail::dim<3>,
    detail::dim<4>,
    detail::element_stride<0>,
    detail::element_stride<1>,
    detail::element_stride<2>,
    detail::element_stride<3>,
    detail::element_stride<4>,
    detail::box<0, 440>,
    {"channels_per_pixel", -1, "the channels minus 1", 6, 56, 8, im2col_layouts, Holds::parameter,
     [](const Spec &spec) -> std::uint64_t { return spec.channels_per_pixel - 1; },
     [](std::uint64_t bits, Spec &spec) {
       spec.channels_per_pixel = static_cast<std::uint32_t>(bits) + 1;
     },
     detail::sm_90, detail::encoded_wide},
    detail::box<1, 448>,
    detail::box<2, 456>,
    detail::box<3, 464>,
    detail::box<4, 472>,
    detail::lower<0, 3>,
    detail::upper<0, 3>,
    detail::lower<0, 4>,
    detail::lower<1, 4>,
    detail::upper<0, 4>,
    detail::upper<1, 4>,
    detail::lower<0, 5>,
    detail::lower<1, 5>,
    detail::lower<2, 5>,
    detail::upper<0, 5>,
    detail::upper<1, 5>,
    detail::upper<2, 5>,
    {"pixels_per_column", -1, "the pixels minus 1", 7, 32, 10, im2col_layouts, Holds::parameter,
     [](const Spec &spec) -> std::uint64_t { return spec.pixels_per_column - 1; },
     [](std::uint64_t bits, Spec &spec) {
       spec.pixels_per_column = static_cast<std::uint32_t>(bits) + 1;
     },
     detail::sm_90, detail::encoded_wide},
    {"box_bytes", -1,
     "the driver's own: bytes of the box, each side divided by its element stride and rounded down",
     8, 0, 64, every_layout, Holds::derived, detail::box_bytes, nullptr, detail::sm_90,
     detail::encoded_wide},
    {"smem_period_bytes", -1,
     "the driver's own: bytes after which the swizzle repeats; 16 without one", 9, 0, 64,
     every_layout, Holds::derived,
     [](const Spec &spec) -> std::uint64_t { return swizzle_period_bytes(spec.swizzle); }, nullptr,
     detail::sm_90, detail::encoded_wide},
};
inline constexpr std::size_t descriptor_field_count =
    sizeof descriptor_fields / sizeof *descriptor_fields;

namespace detail {

constexpr bool fields_lie_inside() {
  for (const BitField &field : descriptor_fields)
    if (field.word >= descriptor_words || field.width == 0 || field.lsb + field.width > 64)
      return false;
  return true;
}
constexpr bool fields_are_disjoint() {
  for (std::uint32_t layout = 0; layout < 16; ++layout) {
    std::uint64_t taken[descriptor_words] = {};
    for (const BitField &field : descriptor_fields) {
      if (!field.exists_in(layout))
        continue;
      const std::uint64_t bits = field.mask() << field.lsb;
      if ((taken[field.word] & bits) != 0)
        return false;
      taken[field.word] |= bits;
    }
  }
  return true;
}

// The bits of each word that parameters cover, by layout.
struct CoveredBits {
  std::uint64_t words[16][descriptor_words] = {};
};
constexpr CoveredBits bits_of_parameters() {
  CoveredBits covered;
  for (std::uint32_t layout = 0; layout < 16; ++layout)
    for (const BitField &field : descriptor_fields)
      if (field.holds == Holds::parameter && field.exists_in(layout))
        covered.words[layout][field.word] |= field.mask() << field.lsb;
  return covered;
}
inline constexpr CoveredBits parameter_bits = bits_of_parameters();

static_assert(fields_lie_inside(), "a field reaches past its word or past 1024 bits");
static_assert(fields_are_disjoint(), "two fields of one layout share a bit");

} // namespace detail

} // namespace tmamap
