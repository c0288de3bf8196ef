// SPDX-License-Identifier: MIT
#include "state.hpp"

namespace tmamap {

ComputeCapability DriverState::device() {
  const Library &driver = library();
  CUdevice ordinal = 0;
  if (driver.ctx_get_device == nullptr || driver.device_get_attribute == nullptr ||
      driver.ctx_get_device(&ordinal) != CUDA_SUCCESS)
    return 0;
  const auto index = static_cast<std::size_t>(ordinal);
  if (index < capabilities_.size() && capabilities_[index] != 0)
    return capabilities_[index];

  int major = 0;
  int minor = 0;
  if (driver.device_get_attribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, ordinal) !=
          CUDA_SUCCESS ||
      driver.device_get_attribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, ordinal) !=
          CUDA_SUCCESS)
    return 0;
  const ComputeCapability capability = major * 10 + minor;
  if (index < capabilities_.size())
    capabilities_[index] = capability;
  return capability;
}

} // namespace tmamap
