// SPDX-License-Identifier: MIT
// One thread, one tile: initialise, fence, load, expect, wait, copy out.
#include "example.hpp"

namespace examples {
namespace {

using namespace single_tile;

// The box starts at column 96 of 128 and is 64 wide: its right half is out of bounds.
std::vector<Spec> maps(std::uint64_t memory) {
  return {{.data_type = DataType::bf16,
           .global_address = memory + input,
           .global_dim = {128, 64},
           .global_strides = {256},
           .box_dim = {64, 32}}};
}

Task kernel(Thread &t, const Arguments &a) {
  t.mbarrier_init(barrier, 1);
  t.fence_mbarrier_init(); // the copy engine must see the barrier

  // What is out of bounds is filled with zeros, and counted like the rest.
  const std::uint32_t bytes = a.broken ? tile_bytes / 2 : tile_bytes;
  t.load(a.maps[0], tile, {96, 16}, barrier);
  t.arrive_expect_tx(barrier, bytes);
  co_await t.wait(barrier, 0);

  const auto from = t.view(tile, tile_bytes);
  const auto to = t.edit_global(a.memory + output, tile_bytes);
  for (std::size_t i = 0; i < from.size() && i < to.size(); ++i)
    to[i] = from[i];
}

void expect(Bytes memory) {
  for (std::uint64_t y = 0; y < 32; ++y)
    for (std::uint64_t x = 0; x < 64; ++x)
      set<std::uint16_t>(memory.subspan(output), y * 64 + x,
                         x < 32 ? get<std::uint16_t>(memory, (y + 16) * 128 + x + 96) : 0);
}

} // namespace

const Example single_tile_example = {
    .name = "01_single_tile",
    .title = "a tile loaded by one thread",
    .mistake = "expects only the bytes that are inside of the tensor",
    .finding = "TMAP-protocol-expectTx-02",
    .launch = {.shared_bytes = shared_bytes},
    .memory_bytes = memory_bytes,
    .thread = kernel,
    .maps = maps,
    .fill = count_up,
    .expect = expect,
};

} // namespace examples
