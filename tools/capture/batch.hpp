// SPDX-License-Identifier: MIT
// Many copies in one launch, each block its own case, in memory of its own.
#pragma once

#include "device.hpp"

#include <optional>
#include <span>
#include <vector>

namespace tmamap::capture {

// What a copy left behind.
struct Observed {
  Outcome outcome = Outcome::ok;
  std::optional<std::uint64_t> tx_bytes;           // loads that did not expect a given count
  std::span<const std::byte> global;               // stores and reductions
  std::vector<std::span<const std::byte>> windows; // loads: of each block of the cluster
};

class Batch {
public:
  // For up to `cases` cases with slots of `slot_bytes` from `address` on, mapped by the caller.
  Batch(std::uint64_t address, unsigned cases, std::uint64_t slot_bytes);
  ~Batch();
  Batch(const Batch &) = delete;
  Batch &operator=(const Batch &) = delete;

  [[nodiscard]] Slot slot(unsigned i) const { return {address_ + i * slot_bytes_, slot_bytes_}; }

  // The first CUDA error; what was observed is valid until the next run. All of one run are
  // multicasts, or none is.
  cudaError_t run(const Device &device, std::span<const CopyCase> cases,
                  Placement placement = Placement::global, std::uint32_t barrier_offset = 0);
  [[nodiscard]] const Observed &observed(std::size_t i) const { return observed_[i]; }

private:
  cudaError_t prepare(const Device &device, std::span<const CopyCase> cases,
                      std::uint32_t barrier_offset);
  cudaError_t collect(std::span<const CopyCase> cases, bool multicast);

  std::uint64_t address_, slot_bytes_;
  unsigned capacity_;
  cudaStream_t stream_ = nullptr;
  DeviceCase *cases_ = nullptr;      // pinned; the device reads it in place
  DeviceResult *results_ = nullptr;  // pinned; the device writes it in place
  std::byte *descriptors_ = nullptr; // on the device, 256 bytes a case
  std::byte *descriptors_host_ = nullptr;
  std::byte *windows_ = nullptr;                               // on the device
  std::byte *windows_host_ = nullptr, *global_host_ = nullptr; // pinned
  std::uint64_t windows_bytes_ = 0, needed_bytes_ = 0, largest_window_ = 0;
  std::vector<Observed> observed_;
};

} // namespace tmamap::capture
