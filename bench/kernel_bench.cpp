// SPDX-License-Identifier: MIT
// What the model of threads and barriers costs beside the bare copy model, on the fourth example
// (a 256 x 128 matrix of halves in tiles of 16,384 bytes) repeated 1,000 times:
//
//   kernel   the example against the same copies and the same loops over elements, without threads
//   copies   the example without those loops, against the copies alone
//   pipeline one schedule of the fifth example, as explore() runs it
//
// The two sides of a ratio alternate in short rounds, and the best round of each counts.
#include <kernels/example.hpp>

#include <tmamap/sim/copy.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>

using namespace examples;

namespace {

constexpr int repeats = 1000;
constexpr double at_most = 2; // times the bare side

template <class Work> double nanoseconds(Work work) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i)
    work(i);
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
  return took.count() / repeats;
}

// The grid without threads and barriers: its copies and, if asked for, its loops over elements.
class Bare {
public:
  Bare(Memory &memory, const Arguments &args)
      : memory_(memory), args_(args), shared_(swizzled_grid::shared_bytes) {}

  void run(bool elements) {
    using namespace swizzled_grid;
    const sim::SharedWindow window{shared_.data(), shared_.size()};
    for (std::uint32_t block = 0; block < 4; ++block) {
      const std::uint32_t x = block % 2 * tile_columns, y = block / 2 * tile_rows;
      const Access access{
          .coordinates = {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)}};
      benchmark::DoNotOptimize(sim::copy(args_.maps[0], access, memory_.global(), window));
      benchmark::ClobberMemory();
      if (elements)
        unswizzle(shared_, memory_.bytes().subspan(output + y * row_bytes + x * 2), tile_rows);
    }
  }

private:
  Memory &memory_;
  const Arguments &args_;
  std::vector<std::uint8_t> shared_;
};

// The example up to the wait.
Task copies_only(Thread &t, const Arguments &a) {
  using namespace swizzled_grid;
  if (t.thread() == 0) {
    t.mbarrier_init(barrier, 1);
    t.fence_mbarrier_init();
  }
  co_await t.syncthreads();
  if (t.thread() == 0) {
    t.arrive_expect_tx(barrier, tile_bytes);
    t.load(a.maps[0], tile,
           {static_cast<std::int32_t>(t.block() % 2 * tile_columns),
            static_cast<std::int32_t>(t.block() / 2 * tile_rows)},
           barrier);
  }
  co_await t.wait(barrier, 0);
}

void ratio(benchmark::State &state, bool elements, std::uint32_t warps) {
  const Example &example = swizzled_grid_example;
  Memory memory(example);
  const Arguments args = arguments(example, Memory::address, false);
  kernel::Launch launch = example.launch;
  launch.threads = warps;
  const kernel::Body body = [&](Thread &t) {
    return elements ? example.thread(t, args) : copies_only(t, args);
  };
  Bare bare(memory, args);
  kernel::Machine machine;
  double model_ns = 1e12, bare_ns = 1e12;
  for (auto _ : state) {
    model_ns = std::min(model_ns, nanoseconds([&](int i) {
                          const kernel::Result result =
                              machine.run(launch, body, memory.global(),
                                          {.seed = static_cast<std::uint64_t>(i)});
                          if (!result.clean())
                            state.SkipWithError("the kernel has findings");
                        }));
    bare_ns = std::min(bare_ns, nanoseconds([&](int) { bare.run(elements); }));
  }
  state.counters["model_ns"] = model_ns;
  state.counters["bare_ns"] = bare_ns;
  state.counters["ratio"] = model_ns / bare_ns;
  state.counters["at_most"] = at_most;
}

void schedule(benchmark::State &state) {
  const Example &example = pipeline_example;
  Memory memory(example);
  const Arguments args = arguments(example, Memory::address, false);
  const kernel::Body body = [&](Thread &t) { return example.thread(t, args); };
  kernel::Machine machine;
  std::uint64_t seed = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(machine.run(example.launch, body, memory.global(), {.seed = seed++}));
}

} // namespace

int main(int argc, char **argv) {
  benchmark::RegisterBenchmark("grid/kernel", ratio, true, swizzled_grid::warps)->Iterations(20);
  benchmark::RegisterBenchmark("grid/copies", ratio, false, swizzled_grid::warps)->Iterations(20);
  benchmark::RegisterBenchmark("grid/copies_of_one_warp", ratio, false, 1u)->Iterations(20);
  benchmark::RegisterBenchmark("pipeline/schedule", schedule);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
