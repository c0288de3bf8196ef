// SPDX-License-Identifier: MIT
// PTX's tensormap.replace: one field of a map changed on the device, in PTX's own numbers. Each
// answer here is what an H200 did to a buffer of zeros and to one of ones.
#pragma once

#include <tmamap/descriptor.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace tmamap {

enum class ReplaceField : std::uint32_t {
  global_address,
  rank, // takes the rank minus 1
  box_dim,
  global_dim,
  global_stride, // in bytes
  element_stride,
  elemtype,
  interleave_layout,
  swizzle_mode,
  fill_mode,
};

namespace detail {
inline constexpr EnumName<ReplaceField> replace_field_names[] = {
    {ReplaceField::global_address, "global_address"},
    {ReplaceField::rank, "rank"},
    {ReplaceField::box_dim, "box_dim"},
    {ReplaceField::global_dim, "global_dim"},
    {ReplaceField::global_stride, "global_stride"},
    {ReplaceField::element_stride, "element_stride"},
    {ReplaceField::elemtype, "elemtype"},
    {ReplaceField::interleave_layout, "interleave_layout"},
    {ReplaceField::swizzle_mode, "swizzle_mode"},
    {ReplaceField::fill_mode, "fill_mode"},
};
} // namespace detail
template <>
inline constexpr EnumTable<ReplaceField> enum_table<ReplaceField> =
    detail::table("tensormap.replace field", "", detail::replace_field_names);

// PTX numbers element types in the chip's order, with tf32 and tf32_ftz as 11 and 12; the driver's
// enumeration has an order of its own.
inline constexpr DataType ptx_elemtypes[] = {
    DataType::u8,
    DataType::u16,
    DataType::u32,
    DataType::s32,
    DataType::u64,
    DataType::s64,
    DataType::f16,
    DataType::f32,
    DataType::f32_ftz,
    DataType::f64,
    DataType::bf16,
    DataType::tf32,
    DataType::tf32_ftz,
    DataType::u4x16_align8b,
    DataType::u4x16_align16b,
    DataType::u6x16_align16b,
};
constexpr std::optional<std::uint32_t> ptx_elemtype(DataType type) {
  for (std::uint32_t i = 0; i < 16; ++i)
    if (ptx_elemtypes[i] == type)
      return i;
  return std::nullopt;
}

// How many values of `ord` a field has: 0 where the instruction takes none.
constexpr std::uint32_t replace_ords(ReplaceField field) {
  switch (field) {
  case ReplaceField::box_dim:
  case ReplaceField::global_dim:
  case ReplaceField::element_stride: return 5;
  case ReplaceField::global_stride: return 4;
  case ReplaceField::global_address:
  case ReplaceField::rank:
  case ReplaceField::elemtype:
  case ReplaceField::interleave_layout:
  case ReplaceField::swizzle_mode:
  case ReplaceField::fill_mode: break;
  }
  return 0;
}

// How many values the assembler takes for a field whose value is an immediate, on sm_90a; 0 where
// the value is a register and the chip cuts it to the field.
constexpr std::uint32_t replace_immediates(ReplaceField field) {
  switch (field) {
  case ReplaceField::elemtype: return 13;
  case ReplaceField::interleave_layout: return 3;
  case ReplaceField::swizzle_mode: return 4;
  case ReplaceField::fill_mode: return 2;
  case ReplaceField::global_address:
  case ReplaceField::rank:
  case ReplaceField::box_dim:
  case ReplaceField::global_dim:
  case ReplaceField::global_stride:
  case ReplaceField::element_stride: break;
  }
  return 0;
}

namespace detail {

inline constexpr std::uint32_t tiled_rank_5 = 4;

// The row of a tiled map of rank 5, in which every field that can be replaced exists.
constexpr const BitField &field_named(std::string_view name, int index = -1, bool second = false) {
  for (const BitField &field : descriptor_fields)
    if (field.name == name && field.index == index && field.exists_in(tiled_rank_5)) {
      if (!second)
        return field;
      second = false;
    }
  return descriptor_fields[0]; // not reached: the tests replace every field
}

} // namespace detail

// The map after `tensormap.replace.tile.FIELD`, or nothing where the instruction does not exist: an
// ord past the last, an immediate that the assembler refuses. Nothing else of the map changes, the
// driver's own two words included.
constexpr std::optional<Descriptor> replace(Descriptor map, ReplaceField field, std::uint32_t ord,
                                            std::uint64_t value) {
  const std::uint32_t ords = replace_ords(field), immediates = replace_immediates(field);
  if ((ords != 0 && ord >= ords) || (immediates != 0 && value >= immediates))
    return std::nullopt;
  const int i = static_cast<int>(ord);
  switch (field) {
  case ReplaceField::global_address: map.set(detail::field_named("global_address"), value); break;
  case ReplaceField::rank: map.set(detail::field_named("tensor_rank"), value); break;
  case ReplaceField::box_dim: map.set(detail::field_named("box_dim", i), value - 1); break;
  case ReplaceField::global_dim: map.set(detail::field_named("global_dim", i), value - 1); break;
  case ReplaceField::element_stride:
    map.set(detail::field_named("element_strides", i), value - 1);
    break;
  case ReplaceField::global_stride:
    map.set(detail::field_named("global_strides", i), value >> 4);
    map.set(detail::field_named("global_strides", i, true), value >> 36);
    break;
  case ReplaceField::elemtype: {
    Spec spec;
    spec.data_type = ptx_elemtypes[value];
    map.set(detail::field_named("data_type"), detail::type_bits(spec));
    if (detail::converts_to_tf32(spec)) // set, and never cleared by a later type
      map.set(detail::field_named("tf32"), 1);
    break;
  }
  case ReplaceField::interleave_layout: map.set(detail::field_named("interleave"), value); break;
  case ReplaceField::swizzle_mode:
    map.set(detail::field_named("swizzle"), value);
    map.set(detail::field_named("swizzle_high"), 0);
    break;
  case ReplaceField::fill_mode: map.set(detail::field_named("oob_fill"), value); break;
  default: return std::nullopt; // a value without a name
  }
  return map;
}

} // namespace tmamap
