// SPDX-License-Identifier: MIT
// A tile loaded, changed by all threads and stored: the fence between threads and the store.
#include "example.hpp"

namespace examples {
namespace {

using namespace load_store;

std::vector<Spec> maps(std::uint64_t memory) {
  Spec matrix{.data_type = DataType::s32,
              .global_address = memory + input,
              .global_dim = {64, 32},
              .global_strides = {256},
              .box_dim = {32, 16}};
  Spec copy = matrix;
  copy.global_address = memory + output;
  return {matrix, copy};
}

Task kernel(Thread &t, const Arguments &a) {
  const std::int32_t x = 32, y = 16;
  if (t.thread() == 0) {
    t.mbarrier_init(barrier, 1);
    t.fence_mbarrier_init();
  }
  co_await t.syncthreads();

  if (t.thread() == 0) {
    t.arrive_expect_tx(barrier, tile_bytes);
    t.load(a.maps[0], tile, {x, y}, barrier);
  }
  co_await t.wait(barrier, 0);

  const std::uint32_t share = tile_bytes / threads; // 16 bytes
  const Bytes mine = t.edit(tile + t.thread() * share, share);
  for (std::size_t i = 0; i < mine.size() / 4; ++i)
    set<std::uint32_t>(mine, i, get<std::uint32_t>(mine, i) + 1);
  if (!a.broken)
    t.fence_proxy_async(); // what this thread wrote, the store shall read
  co_await t.syncthreads();

  if (t.thread() == 0) {
    t.store(a.maps[1], {x, y}, tile);
    t.commit_group();
    co_await t.wait_group(0);
  }
}

void expect(Bytes memory) {
  for (std::uint64_t y = 16; y < 32; ++y)
    for (std::uint64_t x = 32; x < 64; ++x)
      set<std::uint32_t>(memory.subspan(output), y * 64 + x,
                         get<std::uint32_t>(memory, y * 64 + x) + 1);
}

} // namespace

const Example load_store_example = {
    .name = "02_load_store",
    .title = "a tile changed by threads and stored",
    .mistake = "has no fence.proxy.async between the threads' writes and the store",
    .finding = "TMAP-protocol-proxy-01",
    .launch = {.threads = threads, .shared_bytes = shared_bytes},
    .memory_bytes = memory_bytes,
    .thread = kernel,
    .maps = maps,
    .fill = [](Bytes memory) { count_up(memory), clear(memory.subspan(output)); },
    .expect = expect,
};

} // namespace examples
