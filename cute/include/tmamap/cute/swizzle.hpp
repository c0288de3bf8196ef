// SPDX-License-Identifier: MIT
// CuTe's Sw<B,M,S>: bits [M+B-1 : M] of an index are XORed with the B bits that lie S higher.
#pragma once

#include <tmamap/geometry.hpp>

#include <cstdint>
#include <optional>

namespace tmamap::cute {

struct SwizzleFn {
  int bits = 0;  // B
  int base = 4;  // M
  int shift = 3; // S; negative: from lower bits

  // Sw<0,M,S> does nothing.
  [[nodiscard]] constexpr bool is_identity() const { return bits == 0; }
  [[nodiscard]] constexpr std::uint64_t operator()(std::uint64_t index) const {
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    const int from = shift > 0 ? base + shift : base, to = shift > 0 ? base : base - shift;
    return index ^ ((index >> from & mask) << to);
  }
  friend constexpr bool operator==(const SwizzleFn &a, const SwizzleFn &b) {
    return a.bits == b.bits && a.base == b.base && a.shift == b.shift;
  }
  friend constexpr bool operator!=(const SwizzleFn &a, const SwizzleFn &b) { return !(a == b); }
};

// What CuTe accepts: B >= 0, M >= 0, |S| >= B, all inside a 64-bit index.
constexpr bool is_valid(const SwizzleFn &fn) {
  const int distance = fn.shift < 0 ? -fn.shift : fn.shift;
  return fn.bits >= 0 && fn.base >= 0 && distance >= fn.bits && distance <= 32 && fn.bits <= 16 &&
         fn.base <= 16;
}

// Of indices of `bits`-bit elements, as one of bytes: Sw<3,3,3> of 16-bit elements is Sw<3,4,3>.
// Nothing where an element is not a power of two of whole bytes.
constexpr std::optional<SwizzleFn> in_bytes(SwizzleFn fn, std::uint32_t element_bits) {
  int log2 = 0;
  std::uint32_t bytes = element_bits / 8;
  if (bytes == 0 || element_bits % 8 != 0 || (bytes & (bytes - 1)) != 0)
    return std::nullopt;
  for (; bytes > 1; bytes /= 2)
    ++log2;
  fn.base += log2;
  return fn;
}

// A mode of a tensor map as CuTe's functor of byte addresses; nothing for the mode that also flips
// 8-byte halves, which is no such functor.
constexpr std::optional<SwizzleFn> swizzle_fn(Swizzle swizzle) {
  if (swizzle == Swizzle::b128_atom_32b_flip_8b || swizzle > Swizzle::b128_atom_64b)
    return std::nullopt;
  const SwizzleBits xored = swizzle_bits(swizzle);
  return SwizzleFn{static_cast<int>(xored.count), static_cast<int>(xored.to),
                   static_cast<int>(xored.from - xored.to)};
}

// The mode that is this functor of byte addresses; nothing when TMA has none.
constexpr std::optional<Swizzle> tma_swizzle(const SwizzleFn &fn) {
  if (fn.is_identity())
    return Swizzle::none;
  for (std::uint32_t i = 0; i <= static_cast<std::uint32_t>(Swizzle::b128_atom_64b); ++i) {
    const auto swizzle = static_cast<Swizzle>(i);
    if (const auto known = swizzle_fn(swizzle); known && *known == fn)
      return swizzle;
  }
  return std::nullopt;
}

} // namespace tmamap::cute
