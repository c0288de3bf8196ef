// SPDX-License-Identifier: MIT
// The driver's own call, checked: what is wrong goes to the log, with or without a driver.
#include <tmamap/driver.hpp>

#include <iostream>

using tmamap::CallStatus;

int main() {
  using tmamap::cuTensorMapEncodeTiled; // the one line that adopts it
  CUtensorMap map;
  const cuuint64_t dims[] = {128, 96};
  const cuuint64_t strides[] = {256};
  const cuuint32_t box[] = {88, 32};
  const cuuint32_t ones[] = {1, 1};
  const CUresult result =
      cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, nullptr, dims, strides, box,
                             ones, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                             CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);

  tmamap::Spec spec;
  spec.data_type = tmamap::DataType::bf16;
  spec.global_dim = {128, 96};
  spec.global_strides = {256};
  spec.box_dim = {64, 32};
  spec.swizzle = tmamap::Swizzle::b128;
  const tmamap::DriverCall call = tmamap::encode(&map, spec);
  std::cout << "refused: " << result << "; mended: " << call.result << '\n';
  return result == CUDA_ERROR_INVALID_VALUE && call.status != CallStatus::refused && call.agrees
             ? 0
             : 1;
}
