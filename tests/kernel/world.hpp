// SPDX-License-Identifier: MIT
// What the small kernels of these tests run in.
#pragma once

#include <tmamap/kernel/launch.hpp>

#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

namespace kernel_tests {

using namespace tmamap;
using kernel::Coordinates;
using kernel::Launch;
using kernel::SharedAddress;
using kernel::Task;
using kernel::Thread;

// 64 KiB of global memory, seen as rows of 128 bytes; copies of 8 rows.
class World {
public:
  static constexpr std::uint64_t base = 0x7f0000000000, memory_bytes = 64 << 10;
  static constexpr std::uint32_t tile_bytes = 128 * 8;
  // Where things lie in shared memory: tiles from 0 on, barriers after them.
  static constexpr std::uint32_t bar = 8192, other_bar = bar + 8, shared_bytes = 16384;

  World() : memory_(memory_bytes), in(rows(base)), out(rows(base + memory_bytes / 2)) {
    std::iota(memory_.begin(), memory_.end(), std::uint8_t{1});
    if (global.add(base, memory_.data(), memory_.size()))
      std::abort();
  }
  World(const World &) = delete;
  World &operator=(const World &) = delete;

private:
  static Spec rows(std::uint64_t address) {
    return {.data_type = DataType::u8,
            .global_address = address,
            .global_dim = {128, 256},
            .global_strides = {128},
            .box_dim = {128, 8}};
  }
  std::vector<std::uint8_t> memory_;

public:
  sim::GlobalMemory global;
  sim::TensorMap in, out;
};

// Initialises a barrier for `count` arrivals as it should be done.
inline void init(Thread &t, SharedAddress barrier, std::uint64_t count) {
  t.mbarrier_init(barrier, count);
  t.fence_mbarrier_init();
}
// Loads a tile as it should be done, up to the wait.
inline void load(Thread &t, const World &world, std::uint32_t to = 0,
                 SharedAddress barrier = World::bar) {
  t.arrive_expect_tx(barrier, World::tile_bytes);
  t.load(world.in, to, {0, 0}, barrier);
}

inline std::string text(const kernel::Result &result) {
  std::string all;
  for (const kernel::Finding &finding : result.findings)
    all += kernel::to_string(finding);
  return all;
}

} // namespace kernel_tests
