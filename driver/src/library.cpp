// SPDX-License-Identifier: MIT
#include "library.hpp"

#include <dlfcn.h>

namespace tmamap {

namespace {

template <class F>
void find(PFN_cuGetProcAddress_v12000 query, const char *symbol, int version, F &function) {
  void *address = nullptr;
  CUdriverProcAddressQueryResult found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  const CUresult result = query(symbol, &address, version, CU_GET_PROC_ADDRESS_DEFAULT, &found);
  if (result == CUDA_SUCCESS && found == CU_GET_PROC_ADDRESS_SUCCESS)
    function = reinterpret_cast<F>(address);
}

} // namespace

Library load_library(const std::string &name) {
  Library library;
  void *const handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char *const reason = dlerror();
    library.failure = "no CUDA driver: " + std::string(reason != nullptr ? reason : name);
    return library;
  }
  // The only symbol taken by its plain name. "_v2" is CUDA 12.0's, the first with tensor maps.
  const auto query =
      reinterpret_cast<PFN_cuGetProcAddress_v12000>(dlsym(handle, "cuGetProcAddress_v2"));
  if (query == nullptr) {
    library.failure = name + " has no cuGetProcAddress_v2: tensor maps need a driver of CUDA 12.0 "
                             "or newer";
    return library;
  }
  find(query, "cuTensorMapEncodeTiled", 12000, library.encode_tiled);
  find(query, "cuTensorMapEncodeIm2col", 12000, library.encode_im2col);
  find(query, "cuTensorMapEncodeIm2colWide", 12080, library.encode_im2col_wide);
  find(query, "cuTensorMapReplaceAddress", 12000, library.replace_address);
  find(query, "cuCtxGetDevice", 2000, library.ctx_get_device);
  find(query, "cuDeviceGetAttribute", 2000, library.device_get_attribute);
  find(query, "cuGetErrorName", 6000, library.get_error_name);

  PFN_cuDriverGetVersion_v2020 get_version = nullptr;
  find(query, "cuDriverGetVersion", 2020, get_version);
  if (get_version != nullptr && get_version(&library.version) != CUDA_SUCCESS)
    library.version = 0;
  return library;
}

} // namespace tmamap
