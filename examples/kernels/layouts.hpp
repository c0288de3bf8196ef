// SPDX-License-Identifier: MIT
// What the CPU and the CUDA twin of each example agree on: sizes, and where things lie in shared
// memory (bytes from its 1024-byte aligned start) and in global memory (bytes from its start).
#pragma once

#include <cstdint>

namespace examples {

namespace single_tile { // bf16, 128 x 64 elements, a box of 64 x 32 that hangs over the right edge
constexpr std::uint32_t tile = 0, tile_bytes = 64 * 32 * 2, barrier = tile_bytes;
constexpr std::uint32_t shared_bytes = barrier + 8;
constexpr std::uint64_t input = 0, output = 128 * 64 * 2, memory_bytes = output + tile_bytes;
} // namespace single_tile

namespace load_store { // s32, 64 x 32 elements, a box of 32 x 16
constexpr std::uint32_t threads = 128;
constexpr std::uint32_t tile = 0, tile_bytes = 32 * 16 * 4, barrier = tile_bytes;
constexpr std::uint32_t shared_bytes = barrier + 8;
constexpr std::uint64_t matrix_bytes = 64 * 32 * 4, input = 0, output = matrix_bytes;
constexpr std::uint64_t memory_bytes = 2 * matrix_bytes;
} // namespace load_store

namespace load_reduce { // f32, tiles of 32 x 8 elements, added up
constexpr std::uint32_t tiles = 4, rows = 8;
constexpr std::uint32_t tile = 0, tile_bytes = 32 * rows * 4, barrier = tile_bytes;
constexpr std::uint32_t shared_bytes = barrier + 8;
constexpr std::uint64_t input = 0, sum = tiles * tile_bytes, memory_bytes = sum + tile_bytes;
} // namespace load_reduce

namespace swizzled_grid { // f16, a matrix of 256 rows of 128, tiles of 128 rows of 64
constexpr std::uint32_t warps = 4, tile_rows = 128, tile_columns = 64;
constexpr std::uint32_t tile = 0, tile_bytes = tile_rows * tile_columns * 2, barrier = tile_bytes;
constexpr std::uint32_t shared_bytes = barrier + 8, row_bytes = 128 * 2;
constexpr std::uint64_t matrix_bytes = 256 * row_bytes, input = 0, output = matrix_bytes;
constexpr std::uint64_t memory_bytes = 2 * matrix_bytes;

// Where the 128B swizzle puts column `column` of row `row` of the tile, in bytes.
constexpr std::uint32_t swizzled(std::uint32_t row, std::uint32_t column) {
  const std::uint32_t chunk = column / 8; // of 16 bytes
  return row * 128 + (chunk ^ row % 8) * 16 + column % 8 * 2;
}
} // namespace swizzled_grid

namespace pipeline { // u32, tiles of 32 x 4 elements through 4 buffers to 2 consumers
constexpr std::uint32_t stages = 4, consumers = 2, tiles = 12, rows = 4;
constexpr std::uint32_t tile_bytes = 32 * rows * 4, half_bytes = tile_bytes / consumers;
constexpr std::uint32_t full = stages * tile_bytes, empty = full + stages * 8; // barriers
constexpr std::uint32_t shared_bytes = empty + stages * 8;
constexpr std::uint64_t input = 0, sums = tiles * tile_bytes, memory_bytes = sums + consumers * 4;
} // namespace pipeline

namespace multicast { // u8, one tile of 128 x 16 to 4 blocks
constexpr std::uint32_t blocks = 4;
constexpr std::uint32_t tile = 0, tile_bytes = 128 * 16, barrier = tile_bytes;
constexpr std::uint32_t shared_bytes = barrier + 8;
constexpr std::uint64_t input = 0, output = tile_bytes, memory_bytes = output + blocks * tile_bytes;
} // namespace multicast

} // namespace examples
