// SPDX-License-Identifier: MIT
// The twin of 05_pipeline.cpp on a GPU: the same steps.
#include "device.hpp"
#include "layouts.hpp"
#include "ptx.cuh"

namespace examples {
namespace {

using namespace pipeline;

extern __shared__ __align__(1024) unsigned char shared[];

// One lane of each warp works, so that no two of them wait for each other.
__device__ void produce(const DeviceMap &map, std::uint32_t base) {
  for (std::uint32_t i = 0; i < tiles; ++i) {
    const std::uint32_t stage = i % stages, round = i / stages;
    ptx::wait(base + empty + 8 * stage, (round + 1) % 2);
    ptx::arrive_expect_tx(base + full + 8 * stage, tile_bytes);
    ptx::load(map, base + stage * tile_bytes, 0, static_cast<int>(i * rows),
              base + full + 8 * stage);
  }
}

__device__ void consume(std::uint32_t me, std::uint32_t base, unsigned char *memory) {
  std::uint32_t sum = 0;
  for (std::uint32_t i = 0; i < tiles; ++i) {
    const std::uint32_t stage = i % stages, round = i / stages;
    ptx::wait(base + full + 8 * stage, round % 2);
    const auto *const half =
        reinterpret_cast<const std::uint32_t *>(shared + stage * tile_bytes + me * half_bytes);
    for (std::uint32_t k = 0; k < half_bytes / 4; ++k)
      sum += half[k];
    ptx::arrive(base + empty + 8 * stage);
  }
  *reinterpret_cast<std::uint32_t *>(memory + sums + 4 * me) = sum;
}

__global__ void kernel(const __grid_constant__ DeviceMap map, unsigned char *memory) {
  const std::uint32_t base = ptx::shared_address(shared), warp = threadIdx.x / 32;
  if (threadIdx.x == 0) {
    for (std::uint32_t stage = 0; stage < stages; ++stage) {
      ptx::mbarrier_init(base + full + 8 * stage, 1);
      ptx::mbarrier_init(base + empty + 8 * stage, consumers);
    }
    ptx::fence_mbarrier_init();
  }
  __syncthreads();
  if (threadIdx.x % 32 != 0)
    return;
  if (warp == 0)
    produce(map, base);
  else
    consume(warp - 1, base, memory);
}

} // namespace

void launch_pipeline(const DeviceMap *maps, unsigned char *memory) {
  kernel<<<1, 32 * (1 + consumers), shared_bytes>>>(maps[0], memory);
}

} // namespace examples
