// SPDX-License-Identifier: MIT
// Described memory: what it holds, byte by byte, and the hash of a memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tmamap::io {

// Either every byte is `fill`, or the 64-bit little-endian word i is
// (splitmix64(seed + i) & and_mask) | or_mask.
struct Memory {
  std::uint64_t address = 0; // of global memory
  std::uint64_t bytes = 0;
  bool is_pattern = false;
  std::uint8_t fill = 0;
  std::uint64_t seed = 0;
  std::uint64_t and_mask = UINT64_MAX;
  std::uint64_t or_mask = 0;

  friend bool operator==(const Memory &, const Memory &) = default;
};

// Sebastiano Vigna's finaliser (public domain), as captures use it.
constexpr std::uint64_t splitmix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

constexpr std::uint64_t pattern_word(const Memory &memory, std::uint64_t i) {
  return (splitmix64(memory.seed + i) & memory.and_mask) | memory.or_mask;
}

// Writes the content of the first out.size() bytes.
void fill_memory(const Memory &memory, std::span<std::byte> out);

// FNV-1a, 64 bits, over all bytes.
std::uint64_t fnv1a64(std::span<const std::byte> bytes);

} // namespace tmamap::io
