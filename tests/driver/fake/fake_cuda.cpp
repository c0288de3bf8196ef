// SPDX-License-Identifier: MIT
#include "fake_cuda.hpp"

#include <algorithm>

namespace {

FakeCuda fake;

CUresult answer(CUtensorMap *map, void *address) {
  ++fake.calls;
  fake.address = address;
  fake.null_map = map == nullptr;
  if (map != nullptr)
    std::memset(map, 0xA5, fake.bytes_written);
  return fake.result;
}

template <class From, class To>
void read(const From *values, cuuint32_t count, tmamap::List<To> &list) {
  list = {};
  for (cuuint32_t i = 0; values != nullptr && i < count; ++i)
    list.push_back(values[i]);
}

// Like the real driver, reads nothing for a rank beyond 5.
void note(tmamap::Mode mode, CUtensorMapDataType type, cuuint32_t rank, const cuuint64_t *dims,
          const cuuint64_t *strides, const cuuint32_t *element_strides,
          CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
          CUtensorMapL2promotion l2_promotion, CUtensorMapFloatOOBfill oob_fill) {
  const cuuint32_t count = rank > 5 ? 0 : rank;
  fake.spec = {};
  fake.spec.mode = mode;
  fake.spec.data_type = static_cast<tmamap::DataType>(type);
  fake.spec.tensor_rank = rank;
  read(dims, count, fake.spec.global_dim);
  read(strides, count == 0 ? 0 : count - 1, fake.spec.global_strides);
  read(element_strides, count, fake.spec.element_strides);
  fake.spec.interleave = static_cast<tmamap::Interleave>(interleave);
  fake.spec.swizzle = static_cast<tmamap::Swizzle>(swizzle);
  fake.spec.l2_promotion = static_cast<tmamap::L2Promotion>(l2_promotion);
  fake.spec.oob_fill = static_cast<tmamap::OobFill>(oob_fill);
}

CUresult encode_tiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address,
                      const cuuint64_t *dims, const cuuint64_t *strides, const cuuint32_t *box,
                      const cuuint32_t *element_strides, CUtensorMapInterleave interleave,
                      CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2_promotion,
                      CUtensorMapFloatOOBfill oob_fill) {
  note(tmamap::Mode::tiled, type, rank, dims, strides, element_strides, interleave, swizzle,
       l2_promotion, oob_fill);
  read(box, rank > 5 ? 0 : rank, fake.spec.box_dim);
  return answer(map, address);
}

CUresult encode_im2col(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *address,
                       const cuuint64_t *dims, const cuuint64_t *strides, const int *lower,
                       const int *upper, cuuint32_t channels, cuuint32_t pixels,
                       const cuuint32_t *element_strides, CUtensorMapInterleave interleave,
                       CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2_promotion,
                       CUtensorMapFloatOOBfill oob_fill) {
  note(tmamap::Mode::im2col, type, rank, dims, strides, element_strides, interleave, swizzle,
       l2_promotion, oob_fill);
  read(lower, rank < 2 || rank > 5 ? 0 : rank - 2, fake.spec.pixel_box_lower_corner);
  read(upper, rank < 2 || rank > 5 ? 0 : rank - 2, fake.spec.pixel_box_upper_corner);
  fake.spec.channels_per_pixel = channels;
  fake.spec.pixels_per_column = pixels;
  return answer(map, address);
}

CUresult encode_im2col_wide(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank,
                            void *address, const cuuint64_t *dims, const cuuint64_t *strides,
                            int lower, int upper, cuuint32_t channels, cuuint32_t pixels,
                            const cuuint32_t *element_strides, CUtensorMapInterleave interleave,
                            CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle,
                            CUtensorMapL2promotion l2_promotion, CUtensorMapFloatOOBfill oob_fill) {
  note(tmamap::Mode::im2col_wide, type, rank, dims, strides, element_strides, interleave, swizzle,
       l2_promotion, oob_fill);
  fake.spec.pixel_box_lower_corner_width = lower;
  fake.spec.pixel_box_upper_corner_width = upper;
  fake.spec.channels_per_pixel = channels;
  fake.spec.pixels_per_column = pixels;
  fake.spec.im2col_wide_mode = static_cast<tmamap::Im2colWideMode>(mode);
  return answer(map, address);
}

CUresult replace_address(CUtensorMap *map, void *address) { return answer(map, address); }

CUresult ctx_get_device(CUdevice *device) {
  *device = 3;
  return fake.context_result;
}

CUresult device_get_attribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  ++fake.attribute_queries;
  const bool major = attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
  *value = major ? fake.capability / 10 : fake.capability % 10;
  return device == 3 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult get_error_name(CUresult error, const char **text) {
  *text = error == CUDA_ERROR_INVALID_VALUE ? "CUDA_ERROR_INVALID_VALUE" : nullptr;
  return *text != nullptr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult driver_get_version(int *version) {
  *version = 12040;
  return CUDA_SUCCESS;
}

struct EntryPoint {
  const char *name;
  int since;
  void *function;
};

template <class F> EntryPoint entry(const char *name, int since, F *function) {
  return {name, since, reinterpret_cast<void *>(function)};
}

} // namespace

extern "C" __attribute__((visibility("default"))) FakeCuda *fake_cuda_script() { return &fake; }

extern "C" __attribute__((visibility("default"))) CUresult
cuGetProcAddress_v2(const char *symbol, void **function, int version, cuuint64_t,
                    CUdriverProcAddressQueryResult *found) {
  const EntryPoint entries[] = {
      entry("cuTensorMapEncodeTiled", 12000, encode_tiled),
      entry("cuTensorMapEncodeIm2col", 12000, encode_im2col),
      entry("cuTensorMapEncodeIm2colWide", 12080, encode_im2col_wide),
      entry("cuTensorMapReplaceAddress", 12000, replace_address),
      entry("cuCtxGetDevice", 2000, ctx_get_device),
      entry("cuDeviceGetAttribute", 2000, device_get_attribute),
      entry("cuGetErrorName", 6000, get_error_name),
      entry("cuDriverGetVersion", 2020, driver_get_version),
  };
  for (const EntryPoint &entry : entries)
    if (std::strcmp(entry.name, symbol) == 0 && std::strcmp(fake.missing, symbol) != 0) {
      *found = version < entry.since ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                                     : CU_GET_PROC_ADDRESS_SUCCESS;
      *function = version < entry.since ? nullptr : entry.function;
      return CUDA_SUCCESS;
    }
  *found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  *function = nullptr;
  return CUDA_SUCCESS; // as the real driver does for a name that it does not know
}
