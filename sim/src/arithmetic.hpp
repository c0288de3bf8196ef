// SPDX-License-Identifier: MIT
// What a reduction does to one element: `old` lies in global memory, `given` in shared memory.
// Every function here reproduces the reductions captured on an H200 (tests/captures). Where those
// leave a result open, settled() says so.
#pragma once

#include <tmamap/enums.hpp>

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace tmamap::sim::detail {

// --- 16-bit floats, computed in single precision. A sum rounded to 24 bits and then to 11 (f16) or
// 8 (bf16) equals the sum rounded once, because 24 >= 2 * 11 + 2.

constexpr float widen_bf16(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}
constexpr std::uint16_t narrow_bf16(float value) { // to nearest even; value is no NaN
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return static_cast<std::uint16_t>((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

constexpr float widen_f16(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits & 0x8000u) << 16;
  const std::uint32_t rest = bits & 0x7FFFu;
  if (rest >= 0x7C00) // infinity or NaN
    return std::bit_cast<float>(sign | 0x7F800000u | (rest << 13));
  // With the exponent still biased by 15 the value is 2^-112 of what it should be; the product is
  // exact, and normalises subnormals.
  const float scaled = std::bit_cast<float>(rest << 13) * 0x1p112F;
  return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(scaled));
}
constexpr std::uint16_t narrow_f16(float value) { // to nearest even; value is no NaN
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000u;
  const std::uint32_t rest = bits & 0x7FFFFFFFu;
  std::uint32_t half = 0;
  if (rest >= 0x47800000u) { // 65536 and above
    half = 0x7C00;
  } else if (rest < 0x38800000u) {
    // Subnormal: adding 0.5, whose last bit weighs 2^-24, rounds and aligns in one step.
    half = std::bit_cast<std::uint32_t>(std::bit_cast<float>(rest) + 0.5F) - 0x3F000000u;
  } else { // a carry out of 65504 gives infinity
    half = (rest + 0xFFF + ((rest >> 13) & 1) - 0x38000000u) >> 13;
  }
  return static_cast<std::uint16_t>(sign | half);
}

struct F16 {
  static constexpr std::uint16_t nan = 0x7FFF, infinity = 0x7C00;
  static constexpr float widen(std::uint16_t bits) { return widen_f16(bits); }
  static constexpr std::uint16_t narrow(float value) { return narrow_f16(value); }
};
struct Bf16 {
  static constexpr std::uint16_t nan = 0x7FFF, infinity = 0x7F80;
  static constexpr float widen(std::uint16_t bits) { return widen_bf16(bits); }
  static constexpr std::uint16_t narrow(float value) { return narrow_bf16(value); }
};

// --- One type an operation: apply() is the operation. `commutes`: the order in which several
// operands arrive does not matter. `always_settled`: settled() need not be asked.

template <class Bits> struct Integral {
  using T = Bits;
  static constexpr bool commutes = true;
  static constexpr bool always_settled = true;
  static constexpr bool settled(T, T) { return true; }
};

template <class T> struct Add : Integral<T> {
  static constexpr T apply(T old, T given) { return static_cast<T>(old + given); }
};
template <class T> struct And : Integral<T> {
  static constexpr T apply(T old, T given) { return old & given; }
};
template <class T> struct Or : Integral<T> {
  static constexpr T apply(T old, T given) { return old | given; }
};
template <class T> struct Xor : Integral<T> {
  static constexpr T apply(T old, T given) { return old ^ given; }
};
template <class T> struct Min : Integral<T> {
  static constexpr T apply(T old, T given) { return given < old ? given : old; }
};
template <class T> struct Max : Integral<T> {
  static constexpr T apply(T old, T given) { return given > old ? given : old; }
};
struct Inc : Integral<std::uint32_t> {
  static constexpr bool commutes = false;
  static constexpr T apply(T old, T given) { return old >= given ? 0 : old + 1; }
};
struct Dec : Integral<std::uint32_t> {
  static constexpr bool commutes = false;
  static constexpr T apply(T old, T given) { return old == 0 || old > given ? given : old - 1; }
};

// The operand that is a number, where one is not; -0 below +0.
template <class Half, bool least> struct Extremum : Integral<std::uint16_t> {
  static constexpr bool is_nan(T bits) { return (bits & 0x7FFF) > Half::infinity; }
  static constexpr int rank(T bits) { return bits & 0x8000 ? -1 - (bits & 0x7FFF) : bits; }
  static constexpr T apply(T old, T given) {
    if (is_nan(old))
      return is_nan(given) ? Half::nan : given;
    if (is_nan(given))
      return old;
    return (rank(given) < rank(old)) == least ? given : old;
  }
};

// A sum that is no number, be it of NaNs or of infinities that cancel, is one NaN.
template <class Half> struct AddHalf : Integral<std::uint16_t> {
  static constexpr bool commutes = false;
  static constexpr T apply(T old, T given) {
    const float sum = Half::widen(old) + Half::widen(given);
    return sum != sum ? Half::nan : Half::narrow(sum);
  }
};

// Subnormal operands and sums become zeros of their sign.
constexpr float flushed(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return (bits & 0x7F800000u) == 0 ? std::bit_cast<float>(bits & 0x80000000u) : value;
}

template <bool ftz> struct AddF32 : Integral<std::uint32_t> {
  static constexpr bool commutes = false;
  static constexpr T apply(T old, T given) {
    const auto a = std::bit_cast<float>(old), b = std::bit_cast<float>(given);
    const float sum = ftz ? flushed(flushed(a) + flushed(b)) : a + b;
    return sum != sum ? 0x7FFFFFFFu : std::bit_cast<T>(sum);
  }
};

// Unlike the narrower types, f64 hands a NaN on as it came, signalling ones too: the given one
// before the old.
struct AddF64 : Integral<std::uint64_t> {
  static constexpr bool commutes = false;
  static constexpr bool is_nan(T bits) {
    return (bits & 0x7FFFFFFFFFFFFFFFu) > 0x7FF0000000000000u;
  }
  static constexpr T apply(T old, T given) {
    const double sum = std::bit_cast<double>(old) + std::bit_cast<double>(given);
    const T cancelled = 0xFFF8000000000000u; // infinity less infinity
    const T nan = is_nan(given) ? given : is_nan(old) ? old : cancelled;
    return sum != sum ? nan : std::bit_cast<T>(sum);
  }
};

// Calls visit() with the operation of a reduction on a data type; false where the chip has none
// (facts: PTX ISA 9.1, 9.7.9.27.1.3, plus f64 addition, which the chip does and PTX does not list).
template <class Visit>
constexpr bool with_arithmetic(Op op, DataType type, [[maybe_unused]] Visit &&visit) {
  using u32 = std::uint32_t;
  using u64 = std::uint64_t;
  using s32 = std::int32_t;
  using s64 = std::int64_t;
  const auto is = [type](auto... types) { return ((type == types) || ...); };
  switch (op) {
  case Op::reduce_add:
    if (is(DataType::u32, DataType::s32))
      return visit(Add<u32>{}), true;
    if (is(DataType::u64))
      return visit(Add<u64>{}), true;
    if (is(DataType::f16))
      return visit(AddHalf<F16>{}), true;
    if (is(DataType::bf16))
      return visit(AddHalf<Bf16>{}), true;
    if (is(DataType::f32, DataType::tf32)) // tf32 without conversion
      return visit(AddF32<false>{}), true;
    if (is(DataType::f32_ftz, DataType::tf32_ftz))
      return visit(AddF32<true>{}), true;
    if (is(DataType::f64))
      return visit(AddF64{}), true;
    return false;
  case Op::reduce_min:
    if (is(DataType::u32))
      return visit(Min<u32>{}), true;
    if (is(DataType::s32))
      return visit(Min<s32>{}), true;
    if (is(DataType::u64))
      return visit(Min<u64>{}), true;
    if (is(DataType::s64))
      return visit(Min<s64>{}), true;
    if (is(DataType::f16))
      return visit(Extremum<F16, true>{}), true;
    if (is(DataType::bf16))
      return visit(Extremum<Bf16, true>{}), true;
    return false;
  case Op::reduce_max:
    if (is(DataType::u32))
      return visit(Max<u32>{}), true;
    if (is(DataType::s32))
      return visit(Max<s32>{}), true;
    if (is(DataType::u64))
      return visit(Max<u64>{}), true;
    if (is(DataType::s64))
      return visit(Max<s64>{}), true;
    if (is(DataType::f16))
      return visit(Extremum<F16, false>{}), true;
    if (is(DataType::bf16))
      return visit(Extremum<Bf16, false>{}), true;
    return false;
  case Op::reduce_inc: return is(DataType::u32) && (visit(Inc{}), true);
  case Op::reduce_dec: return is(DataType::u32) && (visit(Dec{}), true);
  case Op::reduce_and:
    if (is(DataType::u64))
      return visit(And<u64>{}), true;
    return is(DataType::u32, DataType::s32) && (visit(And<u32>{}), true);
  case Op::reduce_or:
    if (is(DataType::u64))
      return visit(Or<u64>{}), true;
    return is(DataType::u32, DataType::s32) && (visit(Or<u32>{}), true);
  case Op::reduce_xor:
    if (is(DataType::u64))
      return visit(Xor<u64>{}), true;
    return is(DataType::u32, DataType::s32) && (visit(Xor<u32>{}), true);
  case Op::load:
  case Op::store:
  case Op::prefetch:
  case Op::gather4:
  case Op::scatter4: break;
  }
  return false;
}

constexpr bool reduces(Op op, DataType type) {
  return with_arithmetic(op, type, [](auto) {});
}

// Whether the order in which operands arrive does not matter.
constexpr bool commutes(Op op, DataType type) {
  bool result = false;
  with_arithmetic(op, type, [&](auto arithmetic) { result = decltype(arithmetic)::commutes; });
  return result;
}

// tf32 and tf32_ftz values on their way into shared memory: 10 bits of fraction, to nearest even,
// subnormals kept, one NaN.
constexpr std::uint32_t rounded_to_tf32(std::uint32_t bits) {
  const bool nan = (bits & 0x7FFFFFFFu) > 0x7F800000u;
  const std::uint32_t rounded = (bits + 0xFFFu + ((bits >> 13) & 1u)) & ~0x1FFFu;
  return nan ? 0x7FFFE000u : rounded;
}

} // namespace tmamap::sim::detail
