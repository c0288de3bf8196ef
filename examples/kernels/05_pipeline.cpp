// SPDX-License-Identifier: MIT
// One producer and two consumers share four buffers: each has a barrier that says "full" and one
// that says "empty".
#include "example.hpp"

namespace examples {
namespace {

using namespace pipeline;

std::vector<Spec> maps(std::uint64_t memory) {
  return {{.data_type = DataType::u32,
           .global_address = memory + input,
           .global_dim = {32, rows * tiles},
           .global_strides = {128},
           .box_dim = {32, rows}}};
}

Task produce(Thread &t, const Arguments &a) {
  for (std::uint32_t i = 0; i < tiles; ++i) {
    const std::uint32_t stage = i % stages, round = i / stages;
    // In round 0 the buffers are empty: of a new barrier, the phase of parity 1 counts as over.
    co_await t.wait(empty + 8 * stage, (round + 1) % 2);
    t.arrive_expect_tx(full + 8 * stage, tile_bytes);
    t.load(a.maps[0], stage * tile_bytes, {0, static_cast<std::int32_t>(i * rows)},
           full + 8 * stage);
  }
}

Task consume(Thread &t, const Arguments &a) {
  const std::uint32_t me = t.thread() - 1;
  std::uint32_t sum = 0;
  for (std::uint32_t i = 0; i < tiles; ++i) {
    const std::uint32_t stage = i % stages, round = i / stages;
    co_await t.wait(full + 8 * stage, round % 2);
    if (a.broken)
      t.arrive(empty + 8 * stage); // the producer may start to overwrite what is read below
    const auto half = t.view(stage * tile_bytes + me * half_bytes, half_bytes);
    for (std::size_t k = 0; k < half.size() / 4; ++k)
      sum += get<std::uint32_t>(half, k);
    if (!a.broken)
      t.arrive(empty + 8 * stage);
  }
  t.write_global<std::uint32_t>(a.memory + sums + 4 * me, sum);
}

Task kernel(Thread &t, const Arguments &a) {
  if (t.thread() == 0) {
    for (std::uint32_t stage = 0; stage < stages; ++stage) {
      t.mbarrier_init(full + 8 * stage, 1);
      t.mbarrier_init(empty + 8 * stage, consumers);
    }
    t.fence_mbarrier_init();
  }
  co_await t.syncthreads();
  if (t.thread() == 0)
    co_await produce(t, a);
  else
    co_await consume(t, a);
}

void expect(Bytes memory) {
  for (std::uint64_t i = 0; i < sums / 4; ++i) {
    const std::uint64_t consumer = i * 4 / half_bytes % consumers;
    const Bytes to = memory.subspan(sums);
    set<std::uint32_t>(to, consumer,
                       get<std::uint32_t>(to, consumer) + get<std::uint32_t>(memory, i));
  }
}

} // namespace

const Example pipeline_example = {
    .name = "05_pipeline",
    .title = "a pipeline of four buffers, a producer and two consumers",
    .mistake = "says that a buffer is empty before it has read it",
    .finding = "TMAP-protocol-overwrite-01",
    .launch = {.threads = 1 + consumers, .shared_bytes = shared_bytes},
    .memory_bytes = memory_bytes,
    .thread = kernel,
    .maps = maps,
    .fill = [](Bytes memory) { count_up(memory), clear(memory.subspan(sums)); },
    .expect = expect,
};

} // namespace examples
