// SPDX-License-Identifier: MIT
#include "instructions.cuh"
#include "kernel.hpp"

#include <tmamap/enums.hpp>

namespace tmamap::capture {

namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

// Long enough for the largest tile on a busy chip; what has not come then never comes.
constexpr long long patience_cycles = 20'000'000;

__device__ u64 mix(u64 x) { // splitmix64
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

__device__ void fill(void *to, const DevicePattern &pattern) {
  for (u64 i = threadIdx.x; i < pattern.bytes / 8; i += blockDim.x)
    static_cast<u64 *>(to)[i] = (mix(pattern.seed + i) & pattern.and_mask) | pattern.or_mask;
}

__device__ u32 shared_address(const void *pointer) {
  return static_cast<u32>(__cvta_generic_to_shared(pointer));
}

// --- mbarrier

__device__ void barrier_init(u32 barrier) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ void arrive_expecting(u32 barrier, u32 bytes) {
  asm volatile(
      "{.reg .b64 t; mbarrier.arrive.expect_tx.shared::cta.b64 t, [%0], %1;}" ::"r"(barrier),
      "r"(bytes)
      : "memory");
}
__device__ void arrive(u32 barrier) {
  asm volatile("{.reg .b64 t; mbarrier.arrive.shared::cta.b64 t, [%0];}" ::"r"(barrier) : "memory");
}
__device__ void complete(u32 barrier, u32 bytes) {
  asm volatile("mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%0], %1;" ::"r"(barrier),
               "r"(bytes)
               : "memory");
}
__device__ bool phase_done(u32 barrier, u32 parity) {
  u32 done;
  asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2; "
               "selp.u32 %0, 1, 0, p;}"
               : "=r"(done)
               : "r"(barrier), "r"(parity)
               : "memory");
  return done != 0;
}
__device__ bool wait_phase(u32 barrier, u32 parity, long long cycles) {
  for (const long long start = clock64(); !phase_done(barrier, parity);)
    if (clock64() - start > cycles)
      return phase_done(barrier, parity);
  return true;
}
__device__ void pause(long long cycles) {
  for (const long long start = clock64(); clock64() - start < cycles;)
    __nanosleep(100);
}

// Whether the phase ended for good: bytes beyond those expected would spoil the next phase, which
// expects none.
__device__ bool next_phase_is_clean(u32 barrier) {
  pause(2000);
  arrive(barrier);
  return wait_phase(barrier, 1, 20'000);
}

// Bytes that arrived where `expect` of them never all came: gives the barrier the rest, 16 at a
// time, and counts.
__device__ u32 measured_bytes(u32 barrier, u32 expect) {
  for (u32 given = 0; given < expect;) {
    complete(barrier, 16);
    given += 16;
    if (phase_done(barrier, 0))
      return expect - given;
  }
  return UINT32_MAX;
}

// --- one case

extern __shared__ __align__(1024) unsigned char memory[];

__device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::
                   : "memory");
}

__device__ void await_load(const DeviceCase &c, u32 barrier, DeviceResult &result) {
  result.passed = wait_phase(barrier, 0, patience_cycles);
  if (!c.exact)
    return;
  if (result.passed)
    result.tx_bytes = next_phase_is_clean(barrier) ? c.expect : UINT32_MAX;
  else
    result.tx_bytes = measured_bytes(barrier, c.expect);
}

template <bool cluster>
__device__ void run(const DeviceCase &c, const void *map, bool fence, DeviceResult *results) {
  u32 block = 0;
  if (cluster)
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(block));
  unsigned char *data = memory + 1024;
  const u32 barrier = shared_address(memory) + c.barrier_offset;
  const bool receives = !cluster || (c.mask >> block & 1) != 0;
  if (block == 0)
    fill(reinterpret_cast<void *>(c.global_address), c.global);
  fill(data, c.shared);
  if (threadIdx.x == 0)
    barrier_init(barrier);
  __threadfence();
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  if (cluster)
    cluster_sync();

  DeviceResult result = {0, 0, 0};
  const Op op = static_cast<Op>(c.op);
  if (threadIdx.x == 0) {
    const bool load = op == Op::load;
    if (load && receives)
      arrive_expecting(barrier, c.expect);
    if (block == 0) {
      if (fence)
        asm volatile("fence.proxy.tensormap::generic.acquire.sys [%0], 128;" ::"l"(map) : "memory");
      Operands x = {map, shared_address(data) + c.smem_address, barrier, {}, {}, c.mask};
      for (int i = 0; i < 5; ++i)
        x.c[i] = c.coordinates[i];
      for (int i = 0; i < 3; ++i)
        x.o[i] = c.offsets[i];
      issue<cluster>(op, c.rank, c.im2col != 0, x);
    }
    if (load && receives)
      await_load(c, barrier, result);
    if (op == Op::prefetch)
      pause(c.settle_cycles);
    if (!load && op != Op::prefetch) {
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
  }
  __syncthreads();
  if (cluster)
    cluster_sync();
  if (c.window != nullptr)
    for (u64 i = threadIdx.x; i < c.shared.bytes / 8; i += blockDim.x)
      reinterpret_cast<u64 *>(c.window + block * c.shared.bytes)[i] =
          reinterpret_cast<volatile u64 *>(data)[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    result.finished = 1;
    results[block] = result;
  }
}

__global__ void __launch_bounds__(128) copies(const DeviceCase *cases, DeviceResult *results) {
  const DeviceCase &c = cases[blockIdx.x];
  run<false>(c, c.map, true, results + blockIdx.x);
}

__global__ void __launch_bounds__(128) __cluster_dims__(cluster_blocks, 1, 1)
    multicasts(const DeviceCase *cases, DeviceResult *results) {
  const unsigned which = blockIdx.x / cluster_blocks;
  run<true>(cases[which], cases[which].map, true, results + which * cluster_blocks);
}

struct alignas(128) Holder {
  unsigned char bytes[256];
};
__constant__ Holder constant_holder;

__global__ void unfenced_copy(const DeviceCase *one, DeviceResult *result) {
  run<false>(*one, one->map, false, result);
}
__global__ void constant_copy(const DeviceCase *one, DeviceResult *result, unsigned offset) {
  run<false>(*one, constant_holder.bytes + offset, false, result);
}
__global__ void parameter_copy(const __grid_constant__ Holder holder, const DeviceCase *one,
                               DeviceResult *result, unsigned offset) {
  run<false>(*one, holder.bytes + offset, false, result);
}

template <class Kernel> cudaError_t allow(Kernel *kernel, std::uint64_t bytes) {
  return cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              static_cast<int>(bytes));
}

} // namespace

cudaError_t launch_copies(const DeviceCase *cases, DeviceResult *results, unsigned count,
                          std::uint64_t window_bytes, cudaStream_t stream) {
  const std::uint64_t bytes = window_bytes + 1024;
  if (const cudaError_t error = allow(copies, max_dynamic_bytes); error != cudaSuccess)
    return error;
  copies<<<count, 128, bytes, stream>>>(cases, results);
  return cudaGetLastError();
}

cudaError_t launch_multicasts(const DeviceCase *cases, DeviceResult *results, unsigned count,
                              std::uint64_t window_bytes, cudaStream_t stream) {
  const std::uint64_t bytes = window_bytes + 1024;
  if (const cudaError_t error = allow(multicasts, max_dynamic_bytes); error != cudaSuccess)
    return error;
  multicasts<<<count * cluster_blocks, 128, bytes, stream>>>(cases, results);
  return cudaGetLastError();
}

cudaError_t launch_placed(const DeviceCase *one, DeviceResult *result, Placement placement,
                          const void *descriptor, unsigned offset, std::uint64_t window_bytes) {
  const std::uint64_t bytes = window_bytes + 1024;
  Holder holder = {};
  for (unsigned i = 0; i < 128 && offset <= 128; ++i)
    holder.bytes[offset + i] = static_cast<const unsigned char *>(descriptor)[i];
  cudaError_t error = cudaSuccess;
  switch (placement) {
  case Placement::global: return launch_copies(one, result, 1, window_bytes, nullptr);
  case Placement::global_unfenced:
    if ((error = allow(unfenced_copy, max_dynamic_bytes)) == cudaSuccess)
      unfenced_copy<<<1, 128, bytes>>>(one, result);
    break;
  case Placement::constant:
    if ((error = cudaMemcpyToSymbol(constant_holder, &holder, sizeof holder)) == cudaSuccess &&
        (error = allow(constant_copy, max_dynamic_bytes)) == cudaSuccess)
      constant_copy<<<1, 128, bytes>>>(one, result, offset);
    break;
  case Placement::parameter:
    if ((error = allow(parameter_copy, max_dynamic_bytes)) == cudaSuccess)
      parameter_copy<<<1, 128, bytes>>>(holder, one, result, offset);
    break;
  }
  return error != cudaSuccess ? error : cudaGetLastError();
}

} // namespace tmamap::capture
