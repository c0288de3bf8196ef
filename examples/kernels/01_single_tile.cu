// SPDX-License-Identifier: MIT
// The twin of 01_single_tile.cpp on a GPU: the same steps.
#include "device.hpp"
#include "layouts.hpp"
#include "ptx.cuh"

namespace examples {
namespace {

using namespace single_tile;

extern __shared__ __align__(1024) unsigned char shared[];

__global__ void kernel(const __grid_constant__ DeviceMap map, unsigned char *memory) {
  const std::uint32_t base = ptx::shared_address(shared);
  ptx::mbarrier_init(base + barrier, 1);
  ptx::fence_mbarrier_init();

  ptx::load(map, base + tile, 96, 16, base + barrier);
  ptx::arrive_expect_tx(base + barrier, tile_bytes);
  ptx::wait(base + barrier, 0);

  for (std::uint32_t i = 0; i < tile_bytes; ++i)
    memory[output + i] = shared[tile + i];
}

} // namespace

void launch_single_tile(const DeviceMap *maps, unsigned char *memory) {
  kernel<<<1, 1, shared_bytes>>>(maps[0], memory);
}

} // namespace examples
