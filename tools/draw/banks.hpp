// SPDX-License-Identifier: MIT
// Bank conflicts of reads of a tile as it lies in shared memory.
//
// The model: 32 banks of 4 bytes, successive words in successive banks; lanes that touch the same
// word share it, lanes that touch different words of one bank take turns (CUDA Programming Guide,
// Shared Memory; CUDA Best Practices Guide, Shared Memory and Memory Banks). Lanes of 4 bytes or
// less are served a warp at a time, of 8 bytes a half-warp, of 16 bytes a quarter-warp of 8 lanes.
#pragma once

#include <tmamap/sim/elements.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tmamap::draw {

inline constexpr std::uint32_t bank_count = 32, bank_bytes = 4, warp_lanes = 32;

// Where a lane reads: in rows of the tile and bytes of them, before the swizzle.
struct Lane {
  std::uint64_t row = 0;
  std::uint64_t byte = 0;
};

struct Pattern {
  std::string name;
  std::uint32_t bytes = 4; // a lane: 1, 2, 4, 8, 16
  std::vector<std::vector<Lane>> warps;
};

// The whole tile, read once: warps go along dimension `dim` first, then along the others.
Pattern along(const Geometry &shape, std::uint32_t dim, std::uint32_t bytes);
// 8 rows of 16 bytes, one matrix after the other.
Pattern ldmatrix(const Geometry &shape);
// Byte offsets of up to 32 lanes in the rows, as if they lay without gap.
Pattern explicit_lanes(const Geometry &shape, std::span<const std::uint64_t> offsets,
                       std::uint32_t bytes);

// Lanes that are served together.
constexpr std::uint32_t lanes_at_once(std::uint32_t bytes) {
  return bytes <= bank_bytes ? warp_lanes : warp_lanes * bank_bytes / bytes;
}

struct Cost {
  std::uint64_t cycles = 0;
  std::uint64_t minimum = 0; // without any conflict
  std::uint32_t degree = 0;  // of the worst round: words of one bank
};

// How many rounds of one word a bank it takes to serve these addresses.
std::uint32_t conflict_degree(std::span<const std::uint64_t> addresses, std::uint32_t bytes);

// Where the lanes of a warp read in shared memory.
std::vector<std::uint64_t> addresses(const Spec &spec, const Access &access,
                                     std::span<const Lane> lanes);
Cost cost(const Spec &spec, const Access &access, const Pattern &pattern);

struct BankReport {
  Spec spec;
  Access access;
  std::vector<Pattern> patterns;
  struct Mode {
    Swizzle swizzle;
    std::vector<Cost> costs; // by pattern; empty: the driver rejects rows that wide
    std::uint64_t footprint_bytes = 0;
  };
  std::vector<Mode> modes;
  std::size_t recommended = 0; // among modes: the fewest cycles, then the spec's own
};

BankReport bank_report(const Spec &spec, const Access &access, Target target,
                       std::vector<Pattern> patterns);

} // namespace tmamap::draw
