// SPDX-License-Identifier: MIT
// What a CheckedDriver holds: its options, the library once it is loaded, and the devices seen.
#pragma once

#include "explain.hpp"
#include "library.hpp"

#include <tmamap/driver.hpp>

#include <array>
#include <atomic>
#include <mutex>
#include <utility>

namespace tmamap {

class DriverState {
public:
  explicit DriverState(DriverOptions with) : options(std::move(with)) {}

  const Library &library() {
    std::call_once(loaded_, [this] { library_ = load_library(options.library); });
    return library_;
  }
  ComputeCapability device();

  const DriverOptions options;

private:
  std::once_flag loaded_;
  Library library_;
  // Asking the driver for an attribute costs as much as encoding a map does: once a device.
  std::array<std::atomic<ComputeCapability>, 64> capabilities_ = {};
};

} // namespace tmamap
