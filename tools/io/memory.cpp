// SPDX-License-Identifier: MIT
#include <io/memory.hpp>

#include <bit>
#include <cstring>

namespace tmamap::io {

static_assert(std::endian::native == std::endian::little,
              "pattern words are stored as they lie in a register");

void fill_memory(const Memory &memory, std::span<std::byte> out) {
  if (!memory.is_pattern) {
    if (!out.empty())
      std::memset(out.data(), memory.fill, out.size());
    return;
  }
  const std::size_t words = out.size() / 8;
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint64_t word = pattern_word(memory, i);
    std::memcpy(out.data() + i * 8, &word, sizeof word);
  }
  if (const std::size_t rest = out.size() % 8; rest != 0) {
    const std::uint64_t word = pattern_word(memory, words);
    std::memcpy(out.data() + words * 8, &word, rest);
  }
}

// Each step waits for the multiplication before it, so that this is as fast as the definition
// allows: about four cycles a byte.
std::uint64_t fnv1a64(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::byte byte : bytes)
    hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3;
  return hash;
}

} // namespace tmamap::io
