// SPDX-License-Identifier: MIT
// The twin of 06_multicast.cpp on a GPU: the same steps.
#include "device.hpp"
#include "layouts.hpp"
#include "ptx.cuh"

namespace examples {
namespace {

using namespace multicast;

extern __shared__ __align__(1024) unsigned char shared[];

__global__ void __cluster_dims__(blocks, 1, 1)
    kernel(const __grid_constant__ DeviceMap map, unsigned char *memory) {
  const std::uint32_t base = ptx::shared_address(shared), rank = ptx::cluster_rank();
  ptx::mbarrier_init(base + barrier, 1);
  ptx::fence_mbarrier_init();
  ptx::arrive_expect_tx(base + barrier, tile_bytes);
  ptx::cluster_sync();

  if (rank == 0)
    ptx::load_multicast(map, base + tile, 0, 0, base + barrier, (1 << blocks) - 1);
  ptx::wait(base + barrier, 0);

  for (std::uint32_t i = 0; i < tile_bytes; ++i)
    memory[output + rank * tile_bytes + i] = shared[tile + i];
  ptx::cluster_sync();
}

} // namespace

void launch_multicast(const DeviceMap *maps, unsigned char *memory) {
  kernel<<<blocks, 1, shared_bytes>>>(maps[0], memory);
}

} // namespace examples
