// SPDX-License-Identifier: MIT
#include "batch.hpp"

#include <tmamap/geometry.hpp>

#include <algorithm>
#include <cstring>

namespace tmamap::capture {

namespace {

constexpr std::uint64_t descriptor_pitch = 256; // room for one at any offset

DevicePattern pattern(const io::Memory &memory) {
  if (memory.is_pattern)
    return {memory.bytes, memory.seed, memory.and_mask, memory.or_mask};
  return {memory.bytes, 0, 0, memory.fill * std::uint64_t{0x0101010101010101}};
}

DeviceCase device_case(const CopyCase &c) {
  DeviceCase d = {};
  d.global_address = c.global.address;
  d.global = pattern(c.global);
  d.shared = pattern(c.shared);
  std::copy(c.access.coordinates.begin(), c.access.coordinates.end(), d.coordinates);
  std::copy(c.access.im2col_offsets.begin(), c.access.im2col_offsets.end(), d.offsets);
  d.mask = c.access.multicast_mask.value_or(0);
  d.op = static_cast<std::uint32_t>(c.access.op);
  d.rank = c.spec.rank();
  d.im2col = c.spec.mode != Mode::tiled;
  d.smem_address = static_cast<std::uint32_t>(c.access.smem_address);
  d.expect =
      static_cast<std::uint32_t>(c.access.expect_tx_bytes.value_or(geometry(c.spec).tx_bytes));
  d.exact = !c.access.expect_tx_bytes;
  d.settle_cycles = 100'000;
  return d;
}

} // namespace

Batch::Batch(std::uint64_t address, unsigned cases, std::uint64_t slot_bytes)
    : address_(address), slot_bytes_(slot_bytes), capacity_(cases) {
  cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking);
  cudaMallocHost(&cases_, cases * sizeof(DeviceCase));
  cudaMallocHost(&results_, cases * sizeof(DeviceResult) * cluster_blocks);
  cudaMalloc(&descriptors_, cases * descriptor_pitch);
  cudaMallocHost(&descriptors_host_, cases * descriptor_pitch);
  cudaMallocHost(&global_host_, cases * slot_bytes);
}

Batch::~Batch() {
  cudaStreamDestroy(stream_);
  cudaFree(descriptors_);
  cudaFree(windows_);
  for (void *host : {static_cast<void *>(cases_), static_cast<void *>(results_),
                     static_cast<void *>(descriptors_host_), static_cast<void *>(windows_host_),
                     static_cast<void *>(global_host_)})
    cudaFreeHost(host);
}

cudaError_t Batch::prepare(const Device &device, std::span<const CopyCase> cases,
                           std::uint32_t barrier_offset) {
  needed_bytes_ = 0;
  largest_window_ = 0;
  observed_.assign(cases.size(), {});
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const CopyCase &c = cases[i];
    alignas(128) CUtensorMap map = {};
    if (device.encode(c.spec, map) != 0)
      return cudaErrorInvalidValue;
    std::memcpy(descriptors_host_ + i * descriptor_pitch + c.descriptor_offset, &map, sizeof map);
    cases_[i] = device_case(c);
    cases_[i].map = descriptors_ + i * descriptor_pitch + c.descriptor_offset;
    cases_[i].barrier_offset = barrier_offset;
    largest_window_ = std::max(largest_window_, c.shared.bytes);
    if (signals_mbarrier(c.access.op))
      needed_bytes_ += c.shared.bytes * (c.access.multicast_mask ? cluster_blocks : 1);
  }
  if (needed_bytes_ > windows_bytes_) {
    cudaFree(windows_);
    cudaFreeHost(windows_host_);
    windows_bytes_ = needed_bytes_ + needed_bytes_ / 2;
    cudaError_t error = cudaMalloc(&windows_, windows_bytes_);
    if (error == cudaSuccess)
      error = cudaMallocHost(&windows_host_, windows_bytes_);
    if (error != cudaSuccess)
      return error;
  }
  std::uint64_t at = 0;
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (signals_mbarrier(cases[i].access.op)) {
      cases_[i].window = reinterpret_cast<std::uint8_t *>(windows_ + at);
      at += cases[i].shared.bytes * (cases[i].access.multicast_mask ? cluster_blocks : 1);
    }
  std::memset(results_, 0, cases.size() * sizeof(DeviceResult) * cluster_blocks);
  return cudaMemcpyAsync(descriptors_, descriptors_host_, cases.size() * descriptor_pitch,
                         cudaMemcpyHostToDevice, stream_);
}

cudaError_t Batch::collect(std::span<const CopyCase> cases, bool multicast) {
  const std::size_t blocks = multicast ? cluster_blocks : 1;
  std::uint64_t at = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const CopyCase &c = cases[i];
    Observed &o = observed_[i];
    if (writes_global(c.access.op))
      o.global = {global_host_ + (c.global.address - address_), c.global.bytes};
    if (!signals_mbarrier(c.access.op))
      continue;
    if (!c.access.expect_tx_bytes)
      o.tx_bytes = geometry(c.spec).tx_bytes;
    for (std::size_t block = 0; block < blocks; ++block, at += c.shared.bytes) {
      o.windows.push_back({windows_host_ + at, c.shared.bytes});
      const DeviceResult &result = results_[i * blocks + block];
      if (multicast && (*c.access.multicast_mask >> block & 1) == 0)
        continue;
      if (result.passed == 0)
        o.outcome = Outcome::hang;
      if (o.tx_bytes && result.tx_bytes != *o.tx_bytes)
        o.tx_bytes = result.tx_bytes;
    }
  }
  return cudaSuccess;
}

cudaError_t Batch::run(const Device &device, std::span<const CopyCase> cases, Placement placement,
                       std::uint32_t barrier_offset) {
  if (cases.empty())
    return cudaSuccess;
  if (cases.size() > capacity_)
    return cudaErrorInvalidValue;
  const auto count = static_cast<unsigned>(cases.size());
  const bool multicast = cases.front().access.multicast_mask.has_value();
  if (const cudaError_t error = prepare(device, cases, barrier_offset); error != cudaSuccess)
    return error;
  cudaError_t error = cudaSuccess;
  if (placement != Placement::global) {
    error = cudaStreamSynchronize(stream_);
    if (error == cudaSuccess)
      error =
          launch_placed(cases_, results_, placement, descriptors_host_ + cases[0].descriptor_offset,
                        cases[0].descriptor_offset, largest_window_);
    if (error == cudaSuccess)
      error = cudaDeviceSynchronize();
  } else {
    const auto launch = multicast ? launch_multicasts : launch_copies;
    error = launch(cases_, results_, count, largest_window_, stream_);
  }
  if (error == cudaSuccess)
    error = cudaStreamSynchronize(stream_); // a fault shows here
  if (error == cudaSuccess && needed_bytes_ != 0)
    error =
        cudaMemcpyAsync(windows_host_, windows_, needed_bytes_, cudaMemcpyDeviceToHost, stream_);
  const bool writes = std::any_of(cases.begin(), cases.end(),
                                  [](const CopyCase &c) { return writes_global(c.access.op); });
  if (error == cudaSuccess && writes)
    error = cudaMemcpyAsync(global_host_, reinterpret_cast<const void *>(address_),
                            count * slot_bytes_, cudaMemcpyDeviceToHost, stream_);
  if (error == cudaSuccess)
    error = cudaStreamSynchronize(stream_);
  return error == cudaSuccess ? collect(cases, multicast) : error;
}

} // namespace tmamap::capture
