// SPDX-License-Identifier: MIT
#include "text_reader.hpp"

namespace tmamap::cute {
namespace {

Error unwanted(const Prefix &prefix, std::string_view what) {
  return TextError{prefix.column, std::string(what)};
}

Error check_plain_strides(const Layout &layout, std::size_t column) {
  for (const Leaf &leaf : leaves(layout.stride))
    if (!leaf.basis.empty())
      return TextError{column, "these are strides of coordinates (@), not of memory"};
  return {};
}

} // namespace

std::optional<TextError> parse(std::string_view text, Tuple &out) {
  Reader reader(text);
  if (Error error = reader.read_tuple(out))
    return error;
  return reader.read_end();
}

std::optional<TextError> parse(std::string_view text, Layout &out) {
  Reader reader(text);
  if (Error error = reader.read_layout(out))
    return error;
  return reader.read_end();
}

std::optional<TextError> parse(std::string_view text, GmemTensor &out) {
  Reader reader(text);
  Prefix prefix;
  out = {};
  if (Error error = reader.read_prefix(prefix))
    return error;
  if (prefix.swizzle || prefix.coordinates || prefix.offset_of_zero ||
      (prefix.pointer && prefix.pointer->space == "smem"))
    return TextError{1, "this is no tensor of global memory"};
  if (prefix.pointer) {
    out.element_bits = prefix.pointer->bits;
    out.address = prefix.pointer->address;
  }
  if (Error error = reader.read_layout(out.layout))
    return error;
  if (Error error = reader.read_end())
    return error;
  return check_plain_strides(out.layout, prefix.column);
}

std::optional<TextError> parse(std::string_view text, CoordinateTensor &out) {
  Reader reader(text);
  Prefix prefix;
  out = {};
  if (Error error = reader.read_prefix(prefix))
    return error;
  if (!prefix.coordinates || prefix.swizzle || prefix.pointer || prefix.offset_of_zero)
    return unwanted({}, "`ArithTuple(` is expected");
  out.origin = *prefix.coordinates;
  if (Error error = reader.read_layout(out.layout))
    return error;
  return reader.read_end();
}

std::optional<TextError> parse(std::string_view text, std::uint32_t element_bits, SmemLayout &out) {
  Reader reader(text);
  out = {};
  if (reader.names_atom()) {
    if (Error error = reader.read_named_atom(element_bits, out))
      return error;
    return reader.read_end();
  }
  Prefix prefix;
  if (Error error = reader.read_prefix(prefix))
    return error;
  if (prefix.coordinates || (prefix.pointer && prefix.pointer->space == "gmem"))
    return TextError{1, "this is no layout of shared memory"};
  out.swizzle = prefix.swizzle.value_or(SwizzleFn{});
  if (prefix.pointer)
    out.element_bits = prefix.pointer->bits;
  if (Error error = reader.read_layout(out.layout))
    return error;
  if (Error error = reader.read_end())
    return error;
  return check_plain_strides(out.layout, prefix.column);
}

} // namespace tmamap::cute
