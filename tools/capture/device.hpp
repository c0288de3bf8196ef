// SPDX-License-Identifier: MIT
// The GPU and its driver. The driver's functions are looked up at run time, so that the program
// starts, and says what is missing, on a machine without one.
#pragma once

#include "cases.hpp"
#include "kernel.hpp"

#include <cuda.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tmamap::capture {

struct DeviceName {
  std::string device, compute_capability, driver, toolkit;
};

// Where the memory of the copies is mapped, if that range is free, so that captures can be made
// again to the byte.
inline constexpr std::uint64_t arena_address = 0x7f0000000000;

class Device {
public:
  // Opens device 0 and makes a context; the reason where that fails or the device has no TMA.
  [[nodiscard]] static std::optional<std::string> open(Device &out);

  // Maps `bytes`, rounded up to 2 MiB, at `address` exactly, with unmapped memory behind it.
  [[nodiscard]] std::optional<std::string> map(std::uint64_t address, std::uint64_t bytes);

  // The driver's own encoders: a CUresult, and 128 bytes where that is 0.
  int encode(const Spec &spec, CUtensorMap &out) const;

  [[nodiscard]] DeviceName name() const;

private:
  template <class F> bool find(const char *symbol, unsigned version, F &function);

  void *encode_tiled_ = nullptr, *encode_im2col_ = nullptr, *encode_im2col_wide_ = nullptr;
  decltype(&cuMemAddressReserve) reserve_ = nullptr;
  decltype(&cuMemCreate) create_ = nullptr;
  decltype(&cuMemMap) map_ = nullptr;
  decltype(&cuMemSetAccess) set_access_ = nullptr;
};

// A CUDA error as captures name it; nothing for one that no copy is known to raise.
[[nodiscard]] std::optional<Outcome> outcome_of(cudaError_t error);

} // namespace tmamap::capture
