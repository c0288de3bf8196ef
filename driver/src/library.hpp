// SPDX-License-Identifier: MIT
// libcuda.so.1 and the entry points that are called in it.
#pragma once

#include <cudaTypedefs.h>

#include <string>

namespace tmamap {

struct Library {
  // Null where the driver is too old to have it.
  PFN_cuTensorMapEncodeTiled_v12000 encode_tiled = nullptr;
  PFN_cuTensorMapEncodeIm2col_v12000 encode_im2col = nullptr;
  PFN_cuTensorMapEncodeIm2colWide_v12080 encode_im2col_wide = nullptr;
  PFN_cuTensorMapReplaceAddress_v12000 replace_address = nullptr;
  PFN_cuCtxGetDevice_v2000 ctx_get_device = nullptr;
  PFN_cuDeviceGetAttribute_v2000 device_get_attribute = nullptr;
  PFN_cuGetErrorName_v6000 get_error_name = nullptr;

  int version = 0;          // of CUDA, 13000 for 13.0; 0 where the driver would not say
  std::string failure = {}; // why there is no library; empty when there is one
};

// The library stays loaded to the end of the process: the driver does not expect to be unloaded.
Library load_library(const std::string &name);

} // namespace tmamap
