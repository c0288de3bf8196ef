// SPDX-License-Identifier: MIT
// A tile as it lies in shared memory, in 16-byte chunks: what the pictures of it are drawn from.
#pragma once

#include <tmamap/sim/elements.hpp>

#include <vector>

namespace tmamap::draw {

inline constexpr std::uint32_t chunk_bytes = 16, line_bytes = 128;
inline constexpr std::uint32_t chunks_of_line = line_bytes / chunk_bytes;

struct Chunk {
  bool padding = true; // no element lies here
  std::uint64_t smem_address = 0;
  std::uint64_t row = 0;               // of the tile, as rows follow each other before the swizzle
  std::uint32_t column = 0;            // 16-byte chunks from the row's start, before the swizzle
  List<std::int64_t> coordinates = {}; // of the first element
  std::uint32_t elements = 0;          // units, 8 of a 2-byte type
  std::uint16_t covered = 0;           // bit i: byte i belongs to an element
  // Of those: loads: filled; stores: not written to the tensor.
  std::uint16_t out_of_bounds = 0;
  // Stores: bytes past global_dim[0] that are written all the same.
  std::uint16_t spilled = 0;
};

struct TileMap {
  Spec spec;
  Access access;
  Geometry shape;
  std::vector<Chunk> chunks; // in the order of shared memory, from access.smem_address on
};

// An access for those who gave none: the first tile, at shared-memory address 0.
Access first_access(const Spec &spec);

// For specs that the driver accepts and accesses that do not trap; others give a map of some kind
// as long as the tile is not too large (tile_geometry).
TileMap tile_map(const Spec &spec, const Access &access);

} // namespace tmamap::draw
