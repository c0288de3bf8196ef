// SPDX-License-Identifier: MIT
// What every reader of specs shares: integers and enumerators from text, the word that was
// probably meant, and the sentence that says what is wrong.
#pragma once

#include <tmamap/enums.hpp>
#include <tmamap/report.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace tmamap {

// Why an input cannot be read. `key` is the path of the value, such as spec.box_dim[1]; empty where
// no key is to blame.
struct ReadError {
  std::string key;
  std::string message;
};

// "key: message"
std::string to_string(const ReadError &error);

// How many single-character insertions, removals, replacements and swaps of neighbours make `b` of
// `a`, case aside. Long words are compared by their first 64 characters.
std::size_t edit_distance(std::string_view a, std::string_view b);

// `text` shortened and made printable, in quotes: for a message about a stranger's input.
std::string in_quotes(std::string_view text);

// Collects candidates and keeps the one nearest to a word.
class Nearest {
public:
  explicit Nearest(std::string_view word) : word_(word) {}
  void consider(std::string_view candidate);
  // Empty unless a candidate is so near that it was probably meant.
  [[nodiscard]] std::string_view word() const;
  // `; did you mean "box_dim"?`, or nothing.
  [[nodiscard]] std::string hint() const;

private:
  std::string_view word_;
  std::string_view best_ = {};
  std::size_t distance_ = std::numeric_limits<std::size_t>::max();
};

// Decimal with an optional minus sign, or 0x and hexadecimal digits.
enum class NumberFault : std::uint8_t { none, not_an_integer, beyond_64_bits };
struct ParsedNumber {
  NumberFault fault = NumberFault::none;
  Number value;
};
ParsedNumber parse_number(std::string_view text);

// A number as an integer of type T; nothing if T cannot hold it.
template <class T> constexpr std::optional<T> narrow(Number number) {
  static_assert(std::is_integral_v<T>);
  if (number.negative()) {
    if (!std::is_signed_v<T> ||
        number.signed_value() < static_cast<std::int64_t>(std::numeric_limits<T>::min()))
      return std::nullopt;
    return static_cast<T>(number.signed_value());
  }
  if (number.unsigned_value() > static_cast<std::uint64_t>(std::numeric_limits<T>::max()))
    return std::nullopt;
  return static_cast<T>(number.unsigned_value());
}

std::string to_string(Number number);

// Why `narrow` gave nothing: "-4 is negative", "70000 is too large (at most 65535)".
std::string range_message(Number number, Number low, Number high);
template <class T> std::string range_message(Number number) {
  return range_message(number, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
}
std::string fault_message(std::string_view text, NumberFault fault);

// Driver enumerations are open: a value that has no name is written and read as its number.
template <class E>
inline constexpr bool is_open = !std::is_same_v<E, Mode> && !std::is_same_v<E, Target> &&
                                !std::is_same_v<E, Op> && !std::is_same_v<E, Outcome>;

// An enumerator by any of its names or, where the enumeration is open, as a decimal number.
template <class E> std::optional<E> parse_enum(std::string_view text) {
  if (const std::optional<E> value = find<E>(text))
    return value;
  if constexpr (is_open<E>) {
    const bool digit = !text.empty() && text[0] >= '0' && text[0] <= '9';
    const ParsedNumber number = parse_number(text);
    const std::optional<std::uint32_t> value = narrow<std::uint32_t>(number.value);
    if (digit && number.fault == NumberFault::none && value)
      return static_cast<E>(*value);
  }
  return std::nullopt;
}

// The name, or the number of a value that has none.
template <class E> void append_enum(std::string &out, E value) {
  if (const std::string_view text = name(value); !text.empty())
    out += text;
  else
    out += to_string(Number{static_cast<std::uint32_t>(value)});
}

// Why `parse_enum` gave nothing: the accepted names and the nearest one.
template <class E> std::string enum_message(std::string_view text) {
  const EnumTable<E> &table = enum_table<E>;
  Nearest nearest(text);
  std::string names;
  for (std::size_t i = 0; i < table.size; ++i) {
    nearest.consider(table.rows[i].name);
    names += i == 0 ? "" : " ";
    names += table.rows[i].name;
  }
  return in_quotes(text) + " is no " + std::string(table.what) + nearest.hint() +
         (nearest.word().empty() ? "; one of: " : " One of: ") + names;
}

} // namespace tmamap
