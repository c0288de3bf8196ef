// SPDX-License-Identifier: MIT
// The twin of 04_swizzled_grid.cpp on a GPU: the same steps.
#include "device.hpp"
#include "layouts.hpp"
#include "ptx.cuh"

namespace examples {
namespace {

using namespace swizzled_grid;

extern __shared__ __align__(1024) unsigned char shared[];

__global__ void kernel(const __grid_constant__ DeviceMap map, unsigned char *memory) {
  const std::uint32_t x = blockIdx.x % 2 * tile_columns, y = blockIdx.x / 2 * tile_rows;
  const std::uint32_t base = ptx::shared_address(shared);
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(base + barrier, 1);
    ptx::fence_mbarrier_init();
  }
  __syncthreads();

  if (threadIdx.x == 0) {
    ptx::arrive_expect_tx(base + barrier, tile_bytes);
    ptx::load(map, base + tile, static_cast<int>(x), static_cast<int>(y), base + barrier);
  }
  ptx::wait(base + barrier, 0);

  const std::uint32_t row = threadIdx.x; // one a thread
  unsigned char *const to = memory + output + (y + row) * row_bytes;
  for (std::uint32_t column = 0; column < tile_columns; ++column)
    *reinterpret_cast<std::uint16_t *>(to + (x + column) * 2) =
        *reinterpret_cast<const std::uint16_t *>(shared + tile + swizzled(row, column));
}

} // namespace

void launch_swizzled_grid(const DeviceMap *maps, unsigned char *memory) {
  kernel<<<4, tile_rows, shared_bytes>>>(maps[0], memory);
}

} // namespace examples
