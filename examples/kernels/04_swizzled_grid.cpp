// SPDX-License-Identifier: MIT
// A matrix of halves moved by a 2 x 2 grid in tiles of 16,384 bytes, read through the swizzle.
//
// One coroutine stands for a warp here: its lanes read their rows together, as one view.
#include "example.hpp"

namespace examples {
namespace {

using namespace swizzled_grid;

std::vector<Spec> maps(std::uint64_t memory) {
  return {{.data_type = DataType::f16,
           .global_address = memory + input,
           .global_dim = {128, 256},
           .global_strides = {row_bytes},
           .box_dim = {tile_columns, tile_rows},
           .swizzle = Swizzle::b128}};
}

} // namespace

namespace swizzled_grid {
// Rows of a tile, as they lie in shared memory, to where they belong in a matrix.
void unswizzle(std::span<const std::uint8_t> from, Bytes to, std::uint32_t rows) {
  for (std::uint32_t row = 0; row < rows; ++row)
    for (std::uint32_t column = 0; column < tile_columns; ++column)
      std::memcpy(&to[row * row_bytes + column * 2], &from[swizzled(row, column)], 2);
}
} // namespace swizzled_grid

namespace {

Task kernel(Thread &t, const Arguments &a) {
  const std::uint32_t x = t.block() % 2 * tile_columns, y = t.block() / 2 * tile_rows;
  const std::uint32_t warp = t.thread();
  if (warp == 0) {
    t.mbarrier_init(barrier, 1);
    t.fence_mbarrier_init();
  }
  co_await t.syncthreads();

  if (warp == 0) {
    t.arrive_expect_tx(barrier, tile_bytes);
    t.load(a.maps[0], tile, {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)}, barrier);
  }
  co_await t.wait(barrier, a.broken ? 1 : 0);

  const std::uint32_t rows = tile_rows / warps, first = warp * rows;
  const auto from = t.view(tile + swizzled(first, 0), rows * 128);
  const std::uint64_t to_address = a.memory + output + (y + first) * row_bytes + x * 2;
  const auto to = t.edit_global(to_address, (rows - 1) * row_bytes + tile_columns * 2);
  if (!from.empty() && !to.empty())
    unswizzle(from, to, rows);
}

void expect(Bytes memory) { std::memcpy(&memory[output], &memory[input], matrix_bytes); }

} // namespace

const Example swizzled_grid_example = {
    .name = "04_swizzled_grid",
    .title = "a matrix moved by a grid, through the 128B swizzle",
    .mistake = "waits for parity 1 first, which returns at once",
    .finding = "TMAP-protocol-parity-01",
    .launch = {.blocks = 4, .threads = warps, .shared_bytes = shared_bytes},
    .memory_bytes = memory_bytes,
    .thread = kernel,
    .maps = maps,
    .fill = [](Bytes memory) { count_up(memory), clear(memory.subspan(output)); },
    .expect = expect,
};

} // namespace examples
