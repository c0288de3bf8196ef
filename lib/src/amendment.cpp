// SPDX-License-Identifier: MIT
// Amendments: how a fix is written for people, and how it is applied. One row a field.
#include "amendment.hpp"

#include <tmamap/message.hpp>

#include <charconv>

namespace tmamap {

namespace {

template <class T> bool put(List<T> &list, std::uint32_t i, const Number &value) {
  if (i >= list.size())
    return false;
  list[i] = static_cast<T>(value.unsigned_value());
  return true;
}

template <class E> std::string_view enumerator(const Number &value) {
  return name(static_cast<E>(value.unsigned_value()));
}

std::string_view no_name(const Number &) { return {}; }

// `name`: the driver's parameter; `enumerator`: the printed value where the field is an
// enumeration.
struct FieldRow {
  Field field;
  std::string_view parameter;
  bool indexed;
  std::string_view (*enumerator)(const Number &);
};

constexpr FieldRow field_rows[] = {
    {Field::mode, "mode", false, enumerator<Mode>},
    {Field::data_type, "tensorDataType", false, enumerator<DataType>},
    {Field::tensor_rank, "tensorRank", false, no_name},
    {Field::global_address, "globalAddress", false, no_name},
    {Field::global_dim, "globalDim", true, no_name},
    {Field::global_strides, "globalStrides", true, no_name},
    {Field::box_dim, "boxDim", true, no_name},
    {Field::pixel_box_lower_corner, "pixelBoxLowerCorner", true, no_name},
    {Field::pixel_box_upper_corner, "pixelBoxUpperCorner", true, no_name},
    {Field::pixel_box_lower_corner_width, "pixelBoxLowerCornerWidth", false, no_name},
    {Field::pixel_box_upper_corner_width, "pixelBoxUpperCornerWidth", false, no_name},
    {Field::channels_per_pixel, "channelsPerPixel", false, no_name},
    {Field::pixels_per_column, "pixelsPerColumn", false, no_name},
    {Field::im2col_wide_mode, "mode", false, enumerator<Im2colWideMode>},
    {Field::element_strides, "elementStrides", true, no_name},
    {Field::interleave, "interleave", false, enumerator<Interleave>},
    {Field::swizzle, "swizzle", false, enumerator<Swizzle>},
    {Field::l2_promotion, "l2Promotion", false, enumerator<L2Promotion>},
    {Field::oob_fill, "oobFill", false, enumerator<OobFill>},
    {Field::target, "target", false, enumerator<Target>},
    {Field::descriptor_address, "tensorMap", false, no_name},
    {Field::replacement_address, "globalAddress", false, no_name},
    {Field::null_arguments, "", false, no_name}, // said by the advice
    {Field::op, "op", false, enumerator<Op>},
    {Field::coordinates, "tensorCoords", true, no_name},
    {Field::smem_address, "smemAddress", false, no_name},
    {Field::im2col_offsets, "im2colOffsets", true, no_name},
    {Field::expect_tx_bytes, "expectTx", false, no_name},
    {Field::multicast_mask, "multicastMask", false, no_name},
};

bool is_address(Field field) {
  return field == Field::global_address || field == Field::descriptor_address ||
         field == Field::replacement_address || field == Field::smem_address;
}

bool apply_to_access(const Amendment &change, Access &access) {
  const Number &value = change.value;
  switch (change.field) {
  case Field::op: access.op = static_cast<Op>(value.unsigned_value()); return true;
  case Field::coordinates: return put(access.coordinates, change.index, value);
  case Field::smem_address: access.smem_address = value.unsigned_value(); return true;
  case Field::im2col_offsets: return put(access.im2col_offsets, change.index, value);
  case Field::expect_tx_bytes: access.expect_tx_bytes = value.unsigned_value(); return true;
  case Field::multicast_mask:
    access.multicast_mask = static_cast<std::uint16_t>(value.unsigned_value());
    return true;
  default: return false;
  }
}

bool apply_to_context(const Amendment &change, Context &context) {
  const std::uint64_t value = change.value.unsigned_value();
  switch (change.field) {
  case Field::target: context.target = static_cast<Target>(value); return true;
  case Field::descriptor_address: context.descriptor_address = value; return true;
  case Field::replacement_address: context.replacement_address = value; return true;
  case Field::null_arguments:
    context.null_arguments = static_cast<std::uint32_t>(value);
    return true;
  default: return context.access && apply_to_access(change, *context.access);
  }
}

} // namespace

void append_number(std::string &out, const Number &value) {
  char digits[24];
  const auto end = value.negative()
                       ? std::to_chars(digits, digits + sizeof digits, value.signed_value()).ptr
                       : std::to_chars(digits, digits + sizeof digits, value.unsigned_value()).ptr;
  out.append(digits, end);
}

void append_address(std::string &out, std::uint64_t value) {
  char digits[24];
  out += "0x";
  out.append(digits, std::to_chars(digits, digits + sizeof digits, value, 16).ptr);
}

void append_amendment(std::string &out, const Amendment &change) {
  for (const FieldRow &row : field_rows) {
    if (row.field != change.field || row.parameter.empty())
      continue;
    out += row.parameter;
    if (row.indexed) {
      out += '[';
      append_number(out, change.index);
      out += ']';
    }
    out += " = ";
    if (is_address(row.field))
      append_address(out, change.value.unsigned_value());
    else if (const std::string_view named = row.enumerator(change.value); !named.empty())
      out += named;
    else
      append_number(out, change.value);
    return;
  }
}

bool apply(const Amendment &change, Spec &spec, Context &context) {
  const Number &value = change.value;
  const auto word = static_cast<std::uint32_t>(value.unsigned_value());
  switch (change.field) {
  case Field::none: return false;
  case Field::mode: spec.mode = static_cast<Mode>(word); return true;
  case Field::data_type: spec.data_type = static_cast<DataType>(word); return true;
  case Field::tensor_rank: spec.tensor_rank = word; return true;
  case Field::global_address: spec.global_address = value.unsigned_value(); return true;
  case Field::global_dim: return put(spec.global_dim, change.index, value);
  case Field::global_strides: return put(spec.global_strides, change.index, value);
  case Field::box_dim: return put(spec.box_dim, change.index, value);
  case Field::pixel_box_lower_corner: return put(spec.pixel_box_lower_corner, change.index, value);
  case Field::pixel_box_upper_corner: return put(spec.pixel_box_upper_corner, change.index, value);
  case Field::pixel_box_lower_corner_width:
    spec.pixel_box_lower_corner_width = static_cast<std::int32_t>(value.signed_value());
    return true;
  case Field::pixel_box_upper_corner_width:
    spec.pixel_box_upper_corner_width = static_cast<std::int32_t>(value.signed_value());
    return true;
  case Field::channels_per_pixel: spec.channels_per_pixel = word; return true;
  case Field::pixels_per_column: spec.pixels_per_column = word; return true;
  case Field::im2col_wide_mode:
    spec.im2col_wide_mode = static_cast<Im2colWideMode>(word);
    return true;
  case Field::element_strides: return put(spec.element_strides, change.index, value);
  case Field::interleave: spec.interleave = static_cast<Interleave>(word); return true;
  case Field::swizzle: spec.swizzle = static_cast<Swizzle>(word); return true;
  case Field::l2_promotion: spec.l2_promotion = static_cast<L2Promotion>(word); return true;
  case Field::oob_fill: spec.oob_fill = static_cast<OobFill>(word); return true;
  case Field::target:
  case Field::descriptor_address:
  case Field::replacement_address:
  case Field::null_arguments:
  case Field::op:
  case Field::coordinates:
  case Field::smem_address:
  case Field::im2col_offsets:
  case Field::expect_tx_bytes:
  case Field::multicast_mask: return apply_to_context(change, context);
  }
  return false;
}

} // namespace tmamap
