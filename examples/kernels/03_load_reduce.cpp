// SPDX-License-Identifier: MIT
// Tiles added up in global memory, through one buffer: the wait before the buffer is used again.
#include "example.hpp"

namespace examples {
namespace {

using namespace load_reduce;

std::vector<Spec> maps(std::uint64_t memory) {
  Spec tiles_map{.data_type = DataType::f32,
                 .global_address = memory + input,
                 .global_dim = {32, rows * tiles},
                 .global_strides = {128},
                 .box_dim = {32, rows}};
  Spec sum_map = tiles_map;
  sum_map.global_address = memory + sum;
  sum_map.global_dim = {32, rows};
  return {tiles_map, sum_map};
}

Task kernel(Thread &t, const Arguments &a) {
  t.mbarrier_init(barrier, 1);
  t.fence_mbarrier_init();

  for (std::uint32_t i = 0; i < tiles; ++i) {
    t.arrive_expect_tx(barrier, tile_bytes);
    t.load(a.maps[0], tile, {0, static_cast<std::int32_t>(i * rows)}, barrier);
    co_await t.wait(barrier, i % 2); // the parity of phase i

    t.reduce(Op::reduce_add, a.maps[1], {0, 0}, tile);
    t.commit_group();
    if (!a.broken)
      co_await t.wait_group_read(0); // the buffer is free; the sum may still be under way
  }
  co_await t.wait_group(0);
}

void fill(Bytes memory) { // small whole numbers: their sums are exact in any order
  for (std::uint64_t i = 0; i < memory.size() / 4; ++i)
    set<float>(memory, i, static_cast<float>(i % 13 + i / 256));
}

void expect(Bytes memory) {
  const std::uint64_t count = tile_bytes / 4;
  for (std::uint64_t i = 0; i < tiles * count; ++i)
    set<float>(memory.subspan(sum), i % count,
               get<float>(memory.subspan(sum), i % count) + get<float>(memory, i));
}

} // namespace

const Example load_reduce_example = {
    .name = "03_load_reduce",
    .title = "tiles added up in global memory",
    .mistake = "loads the next tile without wait_group.read for the last one",
    .finding = "TMAP-protocol-bulkGroup-01",
    .launch = {.shared_bytes = shared_bytes},
    .memory_bytes = memory_bytes,
    .thread = kernel,
    .maps = maps,
    .fill = fill,
    .expect = expect,
};

} // namespace examples
