// SPDX-License-Identifier: MIT
// The instructions of the examples, under the names that the model gives them. Shared memory is
// addressed by its 32-bit window address.
#pragma once

#include <cstdint>

namespace examples {

// The 128 bytes of a CUtensorMap.
struct alignas(64) DeviceMap {
  std::uint64_t words[16];
};

namespace ptx {

using u32 = std::uint32_t;

__device__ inline u32 shared_address(const void *pointer) {
  return static_cast<u32>(__cvta_generic_to_shared(pointer));
}

__device__ inline void mbarrier_init(u32 barrier, u32 count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}
__device__ inline void arrive(u32 barrier) {
  asm volatile("{.reg .b64 state; mbarrier.arrive.shared::cta.b64 state, [%0];}" ::"r"(barrier)
               : "memory");
}
__device__ inline void arrive_expect_tx(u32 barrier, u32 bytes) {
  asm volatile(
      "{.reg .b64 state; mbarrier.arrive.expect_tx.shared::cta.b64 state, [%0], %1;}" ::"r"(
          barrier),
      "r"(bytes)
      : "memory");
}
__device__ inline bool try_wait(u32 barrier, u32 parity) {
  u32 done;
  asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; "
               "selp.u32 %0, 1, 0, p;}"
               : "=r"(done)
               : "r"(barrier), "r"(parity)
               : "memory");
  return done != 0;
}
__device__ inline void wait(u32 barrier, u32 parity) {
  while (!try_wait(barrier, parity)) {
  }
}

__device__ inline void fence_mbarrier_init() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ inline void fence_proxy_async() { asm volatile("fence.proxy.async;" ::: "memory"); }

__device__ inline void load(const DeviceMap &map, u32 to, int x, int y, u32 barrier) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
               "[%0], [%1, {%2, %3}], [%4];" ::"r"(to),
               "l"(&map), "r"(x), "r"(y), "r"(barrier)
               : "memory");
}
__device__ inline void load_multicast(const DeviceMap &map, u32 to, int x, int y, u32 barrier,
                                      std::uint16_t mask) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
               ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(to),
               "l"(&map), "r"(x), "r"(y), "r"(barrier), "h"(mask)
               : "memory");
}
__device__ inline void store(const DeviceMap &map, int x, int y, u32 from) {
  asm volatile(
      "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%1, {%2, %3}], [%0];" ::"r"(
          from),
      "l"(&map), "r"(x), "r"(y)
      : "memory");
}
__device__ inline void reduce_add(const DeviceMap &map, int x, int y, u32 from) {
  asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group "
               "[%1, {%2, %3}], [%0];" ::"r"(from),
               "l"(&map), "r"(x), "r"(y)
               : "memory");
}
__device__ inline void commit_group() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
__device__ inline void wait_group_0() { asm volatile("cp.async.bulk.wait_group 0;" ::: "memory"); }
__device__ inline void wait_group_read_0() {
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

__device__ inline void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
}
__device__ inline u32 cluster_rank() {
  u32 rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

} // namespace ptx
} // namespace examples
