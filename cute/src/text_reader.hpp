// SPDX-License-Identifier: MIT
// Reads the notation from left to right; each function leaves the reader behind what it read, or
// says in which column the text stops making sense.
#pragma once

#include <tmamap/cute/text.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tmamap::cute {

using Error = std::optional<TextError>;

struct Pointer {
  std::string_view space; // "smem", "gmem" or empty
  std::uint32_t bits = 0;
  std::optional<std::uint64_t> address;
};

// Everything that can stand before a layout.
struct Prefix {
  std::size_t column = 1;
  std::optional<SwizzleFn> swizzle;
  std::optional<Pointer> pointer;
  bool offset_of_zero = false;
  std::optional<Tuple> coordinates;
};

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Reader {
public:
  explicit Reader(std::string_view text) : text_(text) {}

  Error read_end() {
    skip_blanks();
    return at_ == text_.size() ? Error{} : wrong("nothing more is expected");
  }

  Error read_tuple(Tuple &out) {
    leaves_ = 0;
    return read_tuple(out, 0);
  }

  // shape, or shape:stride.
  Error read_layout(Layout &out) {
    skip_blanks();
    const std::size_t begin = at_;
    if (Error error = read_tuple(out.shape))
      return error;
    if (Error error = check_shape(out.shape, begin))
      return error;
    skip_blanks();
    if (take(':')) {
      skip_blanks();
      const std::size_t strides = at_;
      if (Error error = read_tuple(out.stride))
        return error;
      if (!congruent(out.shape, out.stride))
        return wrong_at(strides, "the strides nest otherwise than the shape");
    } else {
      out.stride = compact(out.shape).stride;
    }
    return cosize(out).is_overflow() ? wrong_at(begin, "the indices leave 64 bits") : Error{};
  }

  // What stands before the layout, up to and with its last ` o `.
  Error read_prefix(Prefix &out);
  // tile_to_shape(K SW128, (_128,_64), (_1,_2)).
  Error read_named_atom(std::uint32_t element_bits, SmemLayout &out);

  [[nodiscard]] bool names_atom() {
    skip_blanks();
    return begins(tile_to_shape_);
  }

  Error wrong(std::string message) const { return wrong_at(at_, std::move(message)); }

private:
  static constexpr std::string_view tile_to_shape_ = "tile_to_shape";

  Error wrong_at(std::size_t at, std::string message) const {
    return TextError{at + 1, std::move(message)};
  }
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  [[nodiscard]] bool begins(std::string_view word) const {
    return text_.substr(at_, word.size()) == word;
  }
  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')
      ++at_;
  }
  bool take(char c) {
    const bool there = peek() == c;
    at_ += there;
    return there;
  }
  bool take(std::string_view word) {
    const bool there = begins(word);
    at_ += there ? word.size() : 0;
    return there;
  }
  Error expect(char c) {
    skip_blanks();
    if (take(c))
      return {};
    const std::string what(1, c);
    return at_ == text_.size() ? wrong("the text ends where `" + what + "` is expected")
                               : wrong("`" + what + "` is expected");
  }

  Error check_shape(const Tuple &shape, std::size_t begin) const {
    const std::vector<Leaf> all = leaves(shape);
    if (all.empty())
      return wrong_at(begin, "the shape is empty");
    for (const Leaf &leaf : all)
      if (leaf.value.value() < 1 || !leaf.basis.empty())
        return wrong_at(begin, "an extent of the shape is a positive integer");
    return product(shape).is_overflow() ? wrong_at(begin, "the size of the shape leaves 64 bits")
                                        : Error{};
  }

  Error read_tuple(Tuple &out, std::size_t depth) {
    skip_blanks();
    if (peek() != '(')
      return read_leaf(out);
    if (depth == max_depth)
      return wrong("parentheses nest deeper than " + std::to_string(max_depth));
    ++at_;
    std::vector<Tuple> modes;
    skip_blanks();
    if (!take(')'))
      for (;;) {
        if (Error error = read_tuple(modes.emplace_back(), depth + 1))
          return error;
        skip_blanks();
        if (take(')'))
          break;
        if (!take(','))
          return at_ == text_.size() ? wrong("the text ends inside parentheses")
                                     : wrong("`,` or `)` is expected");
      }
    out = Tuple(std::move(modes));
    return {};
  }

  Error read_leaf(Tuple &out) {
    if (++leaves_ > max_leaves)
      return wrong("there are more than " + std::to_string(max_leaves) + " integers");
    const bool is_static = take('_');
    std::int64_t value = 0;
    if (Error error = read_integer(value))
      return error;
    Leaf leaf = {is_static ? Int::fixed(value) : Int::dynamic(value), {}};
    return read_basis(leaf, out);
  }

  Error read_basis(Leaf &leaf, Tuple &out) {
    std::vector<std::size_t> modes; // innermost first
    while (peek() == '@') {
      const std::size_t begin = at_++;
      std::int64_t mode = 0;
      if (Error error = read_integer(mode))
        return error;
      if (mode < 0 || mode >= static_cast<std::int64_t>(max_leaves) || modes.size() == max_depth)
        return wrong_at(begin, "no shape has such a mode");
      modes.push_back(static_cast<std::size_t>(mode));
    }
    for (std::size_t i = modes.size(); i-- > 0;)
      leaf.basis = leaf.basis.then(modes[i]);
    out = leaf;
    return {};
  }

  Error read_integer(std::int64_t &out) {
    const std::size_t begin = at_;
    const bool negative = take('-');
    if (!is_digit(peek()))
      return wrong_at(begin, at_ == text_.size() ? "the text ends where an integer is expected"
                                                 : "an integer is expected");
    Int value = Int::dynamic(0);
    for (; is_digit(peek()); ++at_)
      value = value * Int::dynamic(10) + Int::dynamic((negative ? -1 : 1) * (peek() - '0'));
    if (value.is_overflow())
      return wrong_at(begin, "the integer leaves 64 bits");
    out = value.value();
    return {};
  }

  // One of the parts that are joined by ` o `; in text_prefix.cpp.
  Error read_part(Prefix &out);
  Error read_swizzle(Prefix &out);
  Error read_pointer(Prefix &out);
  Error read_address(Pointer &pointer);

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t leaves_ = 0;
};

} // namespace tmamap::cute
