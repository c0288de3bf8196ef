// SPDX-License-Identifier: MIT
#include "device.hpp"

#include <tmamap/geometry.hpp>

#include <cstdio>
#include <cstring>
#include <fstream>

namespace tmamap::capture {

namespace {

// The driver's signatures, with its enumerations as plain integers: a value that is none of theirs
// is passed on as it is.
using EncodeTiled = int (*)(CUtensorMap *, unsigned, unsigned, void *, const cuuint64_t *,
                            const cuuint64_t *, const unsigned *, const unsigned *, unsigned,
                            unsigned, unsigned, unsigned);
using EncodeIm2col = int (*)(CUtensorMap *, unsigned, unsigned, void *, const cuuint64_t *,
                             const cuuint64_t *, const int *, const int *, unsigned, unsigned,
                             const unsigned *, unsigned, unsigned, unsigned, unsigned);
using EncodeIm2colWide = int (*)(CUtensorMap *, unsigned, unsigned, void *, const cuuint64_t *,
                                 const cuuint64_t *, int, int, unsigned, unsigned, const unsigned *,
                                 unsigned, unsigned, unsigned, unsigned, unsigned);

static_assert(sizeof(cuuint64_t) == sizeof(std::uint64_t));

// The driver's version as its kernel module gives it: 580.159.04.
std::string driver_version() {
  std::ifstream file("/proc/driver/nvidia/version");
  for (std::string word; file >> word;)
    if (word.find('.') != std::string::npos &&
        word.find_first_not_of("0123456789.") == std::string::npos)
      return word;
  return "unknown";
}

} // namespace

template <class F> bool Device::find(const char *symbol, unsigned version, F &function) {
  void *address = nullptr;
  cudaDriverEntryPointQueryResult found = cudaDriverEntryPointSymbolNotFound;
  if (cudaGetDriverEntryPointByVersion(symbol, &address, version, cudaEnableDefault, &found) !=
          cudaSuccess ||
      found != cudaDriverEntryPointSuccess)
    return false;
  function = reinterpret_cast<F>(address);
  return true;
}

std::optional<std::string> Device::open(Device &out) {
  int count = 0, major = 0;
  if (const cudaError_t error = cudaGetDeviceCount(&count); error != cudaSuccess || count == 0)
    return "no CUDA device: " + std::string(cudaGetErrorString(error));
  if (cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0) != cudaSuccess ||
      major < 9)
    return "device 0 has no tensor maps: they need compute capability 9.0";
  if (const cudaError_t error = cudaFree(nullptr); error != cudaSuccess)
    return "no CUDA context: " + std::string(cudaGetErrorString(error));
  if (!out.find("cuTensorMapEncodeTiled", 12000, out.encode_tiled_) ||
      !out.find("cuTensorMapEncodeIm2col", 12000, out.encode_im2col_) ||
      !out.find("cuMemAddressReserve", 10020, out.reserve_) ||
      !out.find("cuMemCreate", 10020, out.create_) || !out.find("cuMemMap", 10020, out.map_) ||
      !out.find("cuMemSetAccess", 10020, out.set_access_))
    return "the driver lacks a function of CUDA 12.0";
  out.find("cuTensorMapEncodeIm2colWide", 12080, out.encode_im2col_wide_);
  return std::nullopt;
}

std::optional<std::string> Device::map(std::uint64_t address, std::uint64_t bytes) {
  constexpr std::uint64_t page = 2 << 20;
  bytes = round_up(bytes, page);
  CUdeviceptr reserved = 0;
  const CUresult result = reserve_(&reserved, bytes + 64 * page, page, address, 0);
  if (result != CUDA_SUCCESS || reserved != address)
    return "device address " + std::to_string(address) + " is taken";
  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  CUmemGenericAllocationHandle handle = 0;
  CUmemAccessDesc access = {};
  access.location = properties.location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  if (create_(&handle, bytes, &properties, 0) != CUDA_SUCCESS ||
      map_(reserved, bytes, 0, handle, 0) != CUDA_SUCCESS ||
      set_access_(reserved, bytes, &access, 1) != CUDA_SUCCESS)
    return "cannot map " + std::to_string(bytes) + " bytes of device memory";
  return std::nullopt;
}

int Device::encode(const Spec &spec, CUtensorMap &out) const {
  List<std::uint32_t> strides = spec.element_strides;
  if (strides.empty())
    strides = List<std::uint32_t>::filled(spec.rank(), 1);
  void *const address = reinterpret_cast<void *>(spec.global_address.value_or(0));
  const auto *const dims = reinterpret_cast<const cuuint64_t *>(spec.global_dim.begin());
  const auto *const bytes = reinterpret_cast<const cuuint64_t *>(spec.global_strides.begin());
  const auto number = [](auto value) { return static_cast<unsigned>(value); };
  switch (spec.mode) {
  case Mode::tiled:
    return reinterpret_cast<EncodeTiled>(encode_tiled_)(
        &out, number(spec.data_type), spec.rank(), address, dims, bytes, spec.box_dim.begin(),
        strides.begin(), number(spec.interleave), number(spec.swizzle), number(spec.l2_promotion),
        number(spec.oob_fill));
  case Mode::im2col:
    return reinterpret_cast<EncodeIm2col>(encode_im2col_)(
        &out, number(spec.data_type), spec.rank(), address, dims, bytes,
        spec.pixel_box_lower_corner.begin(), spec.pixel_box_upper_corner.begin(),
        spec.channels_per_pixel, spec.pixels_per_column, strides.begin(), number(spec.interleave),
        number(spec.swizzle), number(spec.l2_promotion), number(spec.oob_fill));
  case Mode::im2col_wide: break;
  }
  if (encode_im2col_wide_ == nullptr)
    return CUDA_ERROR_NOT_FOUND;
  return reinterpret_cast<EncodeIm2colWide>(encode_im2col_wide_)(
      &out, number(spec.data_type), spec.rank(), address, dims, bytes,
      spec.pixel_box_lower_corner_width, spec.pixel_box_upper_corner_width, spec.channels_per_pixel,
      spec.pixels_per_column, strides.begin(), number(spec.interleave),
      number(spec.im2col_wide_mode), number(spec.swizzle), number(spec.l2_promotion),
      number(spec.oob_fill));
}

DeviceName Device::name() const {
  cudaDeviceProp properties = {};
  int runtime = 0;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess ||
      cudaRuntimeGetVersion(&runtime) != cudaSuccess)
    return {};
  const auto dotted = [](int major, int minor) {
    return std::to_string(major) + "." + std::to_string(minor);
  };
  return {properties.name, dotted(properties.major, properties.minor), driver_version(),
          dotted(runtime / 1000, runtime % 1000 / 10)};
}

std::optional<Outcome> outcome_of(cudaError_t error) {
  switch (static_cast<int>(error)) {
  case cudaSuccess: return Outcome::ok;
  case cudaErrorIllegalInstruction: return Outcome::illegal_instruction;
  case cudaErrorMisalignedAddress: return Outcome::misaligned_address;
  case cudaErrorIllegalAddress: return Outcome::illegal_address;
  case cudaErrorLaunchFailure: return Outcome::launch_failure;
  default: return std::nullopt;
  }
}

} // namespace tmamap::capture
