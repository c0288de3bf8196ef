// SPDX-License-Identifier: MIT
// One block of a cluster loads a tile for all four: each has its own copy, and its own barrier to
// arm.
#include "example.hpp"

namespace examples {
namespace {

using namespace multicast;

std::vector<Spec> maps(std::uint64_t memory) {
  return {{.data_type = DataType::u8,
           .global_address = memory + input,
           .global_dim = {128, 16},
           .global_strides = {128},
           .box_dim = {128, 16}}};
}

Task kernel(Thread &t, const Arguments &a) {
  t.mbarrier_init(barrier, 1);
  t.fence_mbarrier_init();
  const bool forgets = a.broken && t.rank() == 3;
  if (!forgets)
    t.arrive_expect_tx(barrier, tile_bytes);
  co_await t.cluster_sync(); // no signal before every barrier is there

  if (t.rank() == 0)
    t.load_multicast(a.maps[0], tile, {0, 0}, barrier, (1 << blocks) - 1);
  co_await t.wait(barrier, 0);

  const auto from = t.view(tile, tile_bytes);
  const auto to = t.edit_global(a.memory + output + t.rank() * tile_bytes, tile_bytes);
  for (std::size_t i = 0; i < from.size() && i < to.size(); ++i)
    to[i] = from[i];
  co_await t.cluster_sync(); // none ends while another may still be written to
}

void expect(Bytes memory) {
  for (std::uint64_t block = 0; block < blocks; ++block)
    std::memcpy(&memory[output + block * tile_bytes], &memory[input], tile_bytes);
}

} // namespace

const Example multicast_example = {
    .name = "06_multicast",
    .title = "one tile for a cluster of four blocks",
    .mistake = "leaves one block that never expects its bytes",
    .finding = "TMAP-protocol-multicast-01",
    .launch = {.blocks = blocks, .cluster_size = blocks, .shared_bytes = shared_bytes},
    .memory_bytes = memory_bytes,
    .thread = kernel,
    .maps = maps,
    .fill = [](Bytes memory) { count_up(memory), clear(memory.subspan(output)); },
    .expect = expect,
};

} // namespace examples
