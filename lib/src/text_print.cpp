// SPDX-License-Identifier: MIT
// Prints the one-line form. Members at their default are left out.
#include <tmamap/fields.hpp>
#include <tmamap/text.hpp>

#include <charconv>

namespace tmamap {
namespace {

template <class T> void append_integer(std::string &out, T value, int base = 10) {
  char digits[24];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value, base);
  out.append(digits, end);
}

template <class T> void append_value(std::string &out, Style style, const T &value) {
  if constexpr (std::is_enum_v<T>) {
    append_enum(out, value);
  } else if (style == Style::address) {
    out += "0x";
    append_integer(out, value, 16);
  } else {
    append_integer(out, value);
  }
}

void append_value(std::string &out, Style, OobFill value) {
  if (value == OobFill::nan_request_zero_fma)
    out += "nan"; // the one long name, in PTX's short spelling
  else
    append_enum(out, value);
}

template <class T> void append_value(std::string &out, Style style, const std::optional<T> &value) {
  append_value(out, style, *value);
}

template <class T> void append_value(std::string &out, Style style, const List<T> &values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0)
      out += style == Style::sizes ? 'x' : ',';
    append_integer(out, values[i]);
  }
}

template <class T> bool is_default(const T &value) { return value == T{}; }
template <class T> bool is_default(const List<T> &value) { return value.empty(); }

template <class Fields, class Owner>
void append_fields(std::string &out, const Fields &fields, const Owner &owner, ModeMask modes) {
  for_each_field(fields, [&](const auto &field, std::size_t) {
    const auto &value = owner.*field.member;
    if ((field.modes & modes) == 0 || (field.presence == Presence::optional && is_default(value)))
      return true;
    if (!out.empty())
      out += ' ';
    if (field.style != Style::bare) {
      out += field.word;
      out += '=';
    }
    append_value(out, field.style, value);
    return true;
  });
}

} // namespace

void append_text(std::string &out, const Spec &spec) {
  Spec shown = spec;
  // Strides of 1 are what leaving them out means.
  if (spec.element_strides == List<std::uint32_t>::filled(spec.rank(), 1))
    shown.element_strides = {};
  append_fields(out, spec_fields, shown, mask(spec.mode));
}

void append_text(std::string &out, const Access &access) {
  append_fields(out, access_fields, access, any_mode);
}

void append_text(std::string &out, const Context &context) {
  append_fields(out, context_fields, context, any_mode);
  if (context.access)
    append_text(out, *context.access);
}

} // namespace tmamap
