// SPDX-License-Identifier: MIT
// CuTe's integers: `_64` is known while compiling, `64` is not. CUTLASS chooses by that, so that
// the difference is part of the value.
#pragma once

#include <cstdint>

namespace tmamap::cute {

// Arithmetic is checked: what leaves 64 bits, or has no value, is `overflow` and stays it through
// every later operation, as a NaN does. Whoever ends a computation asks is_overflow().
class Int {
public:
  constexpr Int() = default; // _0
  static constexpr Int fixed(std::int64_t value) { return {value, Kind::fixed}; }
  static constexpr Int dynamic(std::int64_t value) { return {value, Kind::dynamic}; }
  static constexpr Int overflow() { return {0, Kind::overflow}; }

  [[nodiscard]] constexpr std::int64_t value() const { return value_; } // 0 of an overflow
  [[nodiscard]] constexpr bool is_static() const { return kind_ == Kind::fixed; }
  [[nodiscard]] constexpr bool is_dynamic() const { return kind_ == Kind::dynamic; }
  [[nodiscard]] constexpr bool is_overflow() const { return kind_ == Kind::overflow; }
  // Whether it is the compile-time constant `value`: what `if constexpr` can see.
  [[nodiscard]] constexpr bool is(std::int64_t value) const {
    return is_static() && value_ == value;
  }

  // The same integer of the same kind; `_1` is not `1`.
  friend constexpr bool operator==(Int a, Int b) {
    return a.kind_ == b.kind_ && a.value_ == b.value_;
  }
  friend constexpr bool operator!=(Int a, Int b) { return !(a == b); }

  friend constexpr Int operator+(Int a, Int b) {
    std::int64_t sum = 0;
    const bool fits = !__builtin_add_overflow(a.value_, b.value_, &sum);
    return joined(a, b, fits, sum);
  }
  friend constexpr Int operator-(Int a, Int b) {
    std::int64_t difference = 0;
    const bool fits = !__builtin_sub_overflow(a.value_, b.value_, &difference);
    return joined(a, b, fits, difference);
  }
  // _0 times anything is _0, as in CuTe.
  friend constexpr Int operator*(Int a, Int b) {
    if ((a.is(0) && !b.is_overflow()) || (b.is(0) && !a.is_overflow()))
      return fixed(0);
    std::int64_t product = 0;
    const bool fits = !__builtin_mul_overflow(a.value_, b.value_, &product);
    return joined(a, b, fits, product);
  }
  friend constexpr Int operator/(Int a, Int b) { // towards zero
    const bool defined = b.value_ != 0 && !(b.value_ == -1 && a.value_ == INT64_MIN);
    return joined(a, b, defined, defined ? a.value_ / b.value_ : 0);
  }
  friend constexpr Int operator%(Int a, Int b) {
    const bool defined = b.value_ != 0 && b.value_ != -1;
    return joined(a, b, b.value_ != 0, defined ? a.value_ % b.value_ : 0);
  }

private:
  enum class Kind : std::uint8_t { fixed, dynamic, overflow };

  constexpr Int(std::int64_t value, Kind kind) : value_(value), kind_(kind) {}
  static constexpr Int joined(Int a, Int b, bool fits, std::int64_t value) {
    if (a.is_overflow() || b.is_overflow() || !fits)
      return overflow();
    return a.is_static() && b.is_static() ? fixed(value) : dynamic(value);
  }

  std::int64_t value_ = 0;
  Kind kind_ = Kind::fixed;
};

constexpr Int abs(Int a) { return a.value() < 0 ? Int::fixed(-1) * a : a; }
constexpr Int sign(Int a) {
  const std::int64_t value = a.value() < 0 ? -1 : a.value() > 0 ? 1 : 0;
  return a.is_static() ? Int::fixed(value) : a.is_dynamic() ? Int::dynamic(value) : a;
}
constexpr Int min(Int a, Int b) { // static when both are
  if (a.is_overflow() || b.is_overflow())
    return Int::overflow();
  const std::int64_t value = a.value() < b.value() ? a.value() : b.value();
  return a.is_static() && b.is_static() ? Int::fixed(value) : Int::dynamic(value);
}
// Of positive integers, rounded up.
constexpr Int ceil_div(Int a, Int b) { return (a + b - Int::fixed(1)) / b; }

} // namespace tmamap::cute
