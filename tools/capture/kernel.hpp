// SPDX-License-Identifier: MIT
// The device side of a copy: one block a case, or one cluster of four.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace tmamap::capture {

inline constexpr unsigned cluster_blocks = 4;
inline constexpr std::uint64_t max_dynamic_bytes =
    227 * 1024; // a kilobyte for the barrier, the rest for the tile

struct DevicePattern {
  std::uint64_t bytes, seed, and_mask, or_mask; // and_mask 0: every word is or_mask
};

struct DeviceCase {
  const void *map; // in global memory
  std::uint64_t global_address;
  DevicePattern global, shared;
  std::uint8_t *window; // receives what shared memory holds afterwards, cluster or not
  std::int32_t coordinates[5];
  std::uint16_t offsets[3];
  std::uint16_t mask; // of a multicast
  std::uint32_t op;   // tmamap::Op
  std::uint32_t rank;
  std::uint32_t im2col; // else tiled
  std::uint32_t smem_address;
  std::uint32_t expect; // transaction bytes to expect
  std::uint32_t exact;  // measure the bytes that really arrive
  std::uint32_t barrier_offset;
  std::uint32_t settle_cycles; // to wait after a prefetch, for its trap to arrive
};

struct DeviceResult {
  std::uint32_t finished; // the block came to its end
  std::uint32_t passed;   // the barrier's phase completed
  std::uint32_t tx_bytes; // that arrived; UINT32_MAX: other than expected, and not found out
};

enum class Placement { global, global_unfenced, parameter, constant };

// The first error of the launch, if any; those of the copies come with the next synchronisation.
cudaError_t launch_copies(const DeviceCase *cases, DeviceResult *results, unsigned count,
                          std::uint64_t window_bytes, cudaStream_t stream);
cudaError_t launch_multicasts(const DeviceCase *cases, DeviceResult *results, unsigned count,
                              std::uint64_t window_bytes, cudaStream_t stream);
// One case whose descriptor lies elsewhere, `offset` bytes from a 128-byte aligned start.
cudaError_t launch_placed(const DeviceCase *one, DeviceResult *result, Placement placement,
                          const void *descriptor, unsigned offset, std::uint64_t window_bytes);

} // namespace tmamap::capture
