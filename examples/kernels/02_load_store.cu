// SPDX-License-Identifier: MIT
// The twin of 02_load_store.cpp on a GPU: the same steps.
#include "device.hpp"
#include "layouts.hpp"
#include "ptx.cuh"

namespace examples {
namespace {

using namespace load_store;

extern __shared__ __align__(1024) unsigned char shared[];

__global__ void kernel(const __grid_constant__ DeviceMap matrix,
                       const __grid_constant__ DeviceMap copy) {
  const int x = 32, y = 16;
  const std::uint32_t base = ptx::shared_address(shared);
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(base + barrier, 1);
    ptx::fence_mbarrier_init();
  }
  __syncthreads();

  if (threadIdx.x == 0) {
    ptx::arrive_expect_tx(base + barrier, tile_bytes);
    ptx::load(matrix, base + tile, x, y, base + barrier);
  }
  ptx::wait(base + barrier, 0);

  constexpr std::uint32_t share = tile_bytes / threads; // 16 bytes
  auto *const mine = reinterpret_cast<std::uint32_t *>(shared + tile + threadIdx.x * share);
  for (std::uint32_t i = 0; i < share / 4; ++i)
    mine[i] += 1;
  ptx::fence_proxy_async();
  __syncthreads();

  if (threadIdx.x == 0) {
    ptx::store(copy, x, y, base + tile);
    ptx::commit_group();
    ptx::wait_group_0();
  }
}

} // namespace

void launch_load_store(const DeviceMap *maps, unsigned char *) {
  kernel<<<1, threads, shared_bytes>>>(maps[0], maps[1]);
}

} // namespace examples
