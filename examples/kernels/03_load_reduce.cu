// SPDX-License-Identifier: MIT
// The twin of 03_load_reduce.cpp on a GPU: the same steps.
#include "device.hpp"
#include "layouts.hpp"
#include "ptx.cuh"

namespace examples {
namespace {

using namespace load_reduce;

extern __shared__ __align__(1024) unsigned char shared[];

__global__ void kernel(const __grid_constant__ DeviceMap tiles_map,
                       const __grid_constant__ DeviceMap sum_map) {
  const std::uint32_t base = ptx::shared_address(shared);
  ptx::mbarrier_init(base + barrier, 1);
  ptx::fence_mbarrier_init();

  for (std::uint32_t i = 0; i < tiles; ++i) {
    ptx::arrive_expect_tx(base + barrier, tile_bytes);
    ptx::load(tiles_map, base + tile, 0, static_cast<int>(i * rows), base + barrier);
    ptx::wait(base + barrier, i % 2);

    ptx::reduce_add(sum_map, 0, 0, base + tile);
    ptx::commit_group();
    ptx::wait_group_read_0();
  }
  ptx::wait_group_0();
}

} // namespace

void launch_load_reduce(const DeviceMap *maps, unsigned char *) {
  kernel<<<1, 1, shared_bytes>>>(maps[0], maps[1]);
}

} // namespace examples
