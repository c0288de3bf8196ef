// SPDX-License-Identifier: MIT
#include <io/json_write.hpp>

#include <cstring>

#include <fmt/format.h>
#include <simdjson.h>

namespace tmamap::io {
namespace {

// Whether no byte of a word is a control character, a quote, a backslash or outside of ASCII:
// one test for eight bytes. May say no where a plain byte follows a zero; that only costs time.
constexpr bool is_plain(std::uint64_t word) {
  constexpr std::uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080;
  const std::uint64_t quotes = word ^ (ones * '"'), backslashes = word ^ (ones * '\\');
  const std::uint64_t bad = word | (word - ones * ' ') | (quotes - ones) | (backslashes - ones);
  return (bad & tops) == 0;
}

bool is_plain(std::string_view text) {
  std::uint64_t word = 0;
  for (; text.size() >= sizeof word; text.remove_prefix(sizeof word)) {
    std::memcpy(&word, text.data(), sizeof word);
    if (!is_plain(word))
      return false;
  }
  word = ~std::uint64_t{0} / 255 * ' ';
  std::memcpy(&word, text.data(), text.size());
  return is_plain(word);
}

template <class T> void append_value(std::string &out, const T &value) {
  if constexpr (std::is_enum_v<T>) {
    out += '"';
    append_enum(out, value); // names and digits: nothing to escape
    out += '"';
  } else if constexpr (std::is_signed_v<T>) {
    append_integer(out, static_cast<std::int64_t>(value));
  } else {
    append_integer(out, static_cast<std::uint64_t>(value));
  }
}

template <class T> void append_value(std::string &out, const std::optional<T> &value) {
  append_value(out, *value);
}

template <class T> void append_value(std::string &out, const List<T> &values) {
  out += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0)
      out += ',';
    append_value(out, values[i]);
  }
  out += ']';
}

template <class T> bool is_absent(const T &) { return false; }
template <class T> bool is_absent(const std::optional<T> &value) { return !value; }

template <class Fields, class Owner>
void append_fields(std::string &out, const Fields &fields, const Owner &owner, ModeMask modes) {
  ObjectWriter writer(out);
  for_each_field(fields, [&](const auto &field, std::size_t) {
    const auto &value = owner.*field.member;
    if ((field.modes & modes) != 0 && !is_absent(value))
      append_value(writer.member(field.key), value);
    return true;
  });
}

} // namespace

void append_string(std::string &out, std::string_view text) {
  out += '"';
  const std::size_t start = out.size();
  out += text;
  close_string(out, start);
}

void close_string(std::string &out, std::size_t start) {
  if (!is_plain(std::string_view(out).substr(start))) {
    const std::string text = out.substr(start);
    out.resize(start);
    const bool valid = simdjson::validate_utf8(text.data(), text.size());
    for (const char c : text) {
      if (c == '"' || c == '\\')
        (out += '\\') += c;
      else if (static_cast<unsigned char>(c) < ' ')
        fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<int>(c));
      else if (static_cast<unsigned char>(c) >= 0x80 && !valid)
        out += "\\ufffd";
      else
        out += c;
    }
  }
  out += '"';
}

void append_integer(std::string &out, std::uint64_t value) {
  const fmt::format_int digits(value);
  out.append(digits.data(), digits.size());
}

void append_integer(std::string &out, std::int64_t value) {
  const fmt::format_int digits(value);
  out.append(digits.data(), digits.size());
}

void append_hex64(std::string &out, std::uint64_t value) {
  fmt::format_to(std::back_inserter(out), "\"{:016x}\"", value);
}

void append_json(std::string &out, const Spec &spec) {
  Spec whole = spec;
  if (whole.element_strides.empty()) // the default, written out
    whole.element_strides = List<std::uint32_t>::filled(whole.rank(), 1);
  append_fields(out, spec_fields, whole, mask(spec.mode));
}

void append_json(std::string &out, const Access &access) {
  ObjectWriter writer(out);
  for_each_field(access_fields, [&](const auto &field, std::size_t) {
    const auto &value = access.*field.member;
    if (!is_absent(value) && !(field.key == "im2col_offsets" && access.im2col_offsets.empty()))
      append_value(writer.member(field.key), value);
    return true;
  });
}

std::string &ObjectWriter::member(std::string_view key) {
  out_ += first_ ? "\"" : ",\"";
  first_ = false;
  out_ += key;
  out_ += "\":";
  return out_;
}

void ObjectWriter::number(std::string_view key, Number value) {
  if (value.negative())
    append_integer(member(key), value.signed_value());
  else
    append_integer(member(key), value.unsigned_value());
}

void ObjectWriter::verbatim(std::string_view quoted_key, std::string_view value) {
  if (!first_)
    out_ += ',';
  first_ = false;
  out_ += quoted_key;
  out_ += ':';
  out_ += value;
}

void append_input_error(std::string &out, std::uint64_t line, const ReadError &error) {
  ObjectWriter writer(out);
  writer.number("line", line);
  writer.text("input_error", to_string(error));
}

} // namespace tmamap::io
