// SPDX-License-Identifier: MIT
// Writes JSON onto the end of a string.
#pragma once

#include <io/json_read.hpp>

#include <string>
#include <string_view>

namespace tmamap::io {

// In quotes, escaped; bytes that are no UTF-8 become U+FFFD.
void append_string(std::string &out, std::string_view text);
// The same for a text that stands in `out` already, from `start` on, behind its opening quote.
void close_string(std::string &out, std::size_t start);
void append_integer(std::string &out, std::uint64_t value);
void append_integer(std::string &out, std::int64_t value);
void append_hex64(std::string &out, std::uint64_t value); // 16 digits, in quotes

void append_json(std::string &out, const Spec &spec);
void append_json(std::string &out, const Access &access);

// Writes one object: braces and commas are its business.
class ObjectWriter {
public:
  explicit ObjectWriter(std::string &out) : out_(out) { out_ += '{'; }
  ~ObjectWriter() { out_ += '}'; }
  ObjectWriter(const ObjectWriter &) = delete;
  ObjectWriter &operator=(const ObjectWriter &) = delete;

  // Where the value of `key` is to be appended. The key needs no escapes.
  std::string &member(std::string_view key);
  void text(std::string_view key, std::string_view value) { append_string(member(key), value); }
  void number(std::string_view key, std::uint64_t value) { append_integer(member(key), value); }
  void number(std::string_view key, Number value);
  void flag(std::string_view key, bool value) { member(key) += value ? "true" : "false"; }
  // A member as it was written.
  void verbatim(std::string_view quoted_key, std::string_view value);

private:
  std::string &out_;
  bool first_ = true;
};

// {"line":N,"input_error":"key: message"}
void append_input_error(std::string &out, std::uint64_t line, const ReadError &error);

} // namespace tmamap::io
