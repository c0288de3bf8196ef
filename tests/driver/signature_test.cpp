// SPDX-License-Identifier: MIT
// The functions stand in for the driver's: same types, and one `using` adopts them.
#include "fixture.hpp"

#include <cudaTypedefs.h>

#include <type_traits>

namespace {

using namespace tmamap;

static_assert(
    std::is_same_v<decltype(&tmamap::cuTensorMapEncodeTiled), PFN_cuTensorMapEncodeTiled_v12000>);
static_assert(
    std::is_same_v<decltype(&tmamap::cuTensorMapEncodeIm2col), PFN_cuTensorMapEncodeIm2col_v12000>);
static_assert(std::is_same_v<decltype(&tmamap::cuTensorMapEncodeIm2colWide),
                             PFN_cuTensorMapEncodeIm2colWide_v12080>);
static_assert(std::is_same_v<decltype(&tmamap::cuTensorMapReplaceAddress),
                             PFN_cuTensorMapReplaceAddress_v12000>);
static_assert(
    std::is_same_v<decltype(&tmamap::cuTensorMapEncodeTiled), decltype(&::cuTensorMapEncodeTiled)>);

// Puts a driver in the place of the process's for the length of a test.
class Sharing {
public:
  explicit Sharing(DriverOptions options) {
    set_shared_driver(std::make_shared<const CheckedDriver>(std::move(options)));
  }
  ~Sharing() { set_shared_driver(nullptr); }
};

const cuuint64_t dims[] = {64, 28, 30, 8};
const cuuint64_t strides[] = {128, 3584, 107520};
const cuuint32_t box[] = {64, 4, 3, 1};
const cuuint32_t element_strides[] = {1, 1, 2, 1};

} // namespace

namespace application {

using tmamap::cuTensorMapEncodeTiled; // the one line

CUresult make_map(CUtensorMap *map) {
  return cuTensorMapEncodeTiled(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 4, nullptr, dims, strides,
                                box, element_strides, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

} // namespace application

TEST_CASE("a using declaration in a namespace adopts the checked call") {
  FakeCuda &fake = fresh_fake();
  const Log log;
  const Sharing sharing(on_fake(log));
  CUtensorMap map = filled_map(0);
  CHECK(application::make_map(&map) == CUDA_SUCCESS);
  CHECK(fake.calls == 1);
  CHECK(all_bytes(map, 0xA5));
}

TEST_CASE("a using declaration in a function adopts the checked call") {
  using tmamap::cuTensorMapReplaceAddress;
  FakeCuda &fake = fresh_fake();
  const Log log;
  const Sharing sharing(on_fake(log));
  CUtensorMap map = filled_map(0);
  CHECK(cuTensorMapReplaceAddress(&map, reinterpret_cast<void *>(0x7000)) == CUDA_SUCCESS);
  CHECK(fake.address == reinterpret_cast<void *>(0x7000));
  CHECK(cuTensorMapReplaceAddress(&map, reinterpret_cast<void *>(0x7008)) ==
        CUDA_ERROR_INVALID_VALUE);
  CHECK(fake.calls == 1);
}

TEST_CASE("the im2col functions pass their arguments on") {
  FakeCuda &fake = fresh_fake();
  const Log log;
  const Sharing sharing(on_fake(log));
  CUtensorMap map = filled_map(0);
  const int lower[] = {-1, -2};
  const int upper[] = {-3, -4};
  CHECK(tmamap::cuTensorMapEncodeIm2col(
            &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 4, reinterpret_cast<void *>(0x7000), dims,
            strides, lower, upper, 64, 128, element_strides, CU_TENSOR_MAP_INTERLEAVE_NONE,
            CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_64B,
            CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA) == CUDA_SUCCESS);
  CHECK(fake.spec == Spec{.mode = Mode::im2col,
                          .data_type = DataType::f16,
                          .tensor_rank = 4,
                          .global_dim = {64, 28, 30, 8},
                          .global_strides = {128, 3584, 107520},
                          .pixel_box_lower_corner = {-1, -2},
                          .pixel_box_upper_corner = {-3, -4},
                          .channels_per_pixel = 64,
                          .pixels_per_column = 128,
                          .element_strides = {1, 1, 2, 1},
                          .swizzle = Swizzle::b128,
                          .l2_promotion = L2Promotion::b64,
                          .oob_fill = OobFill::nan_request_zero_fma});
  CHECK(fake.address == reinterpret_cast<void *>(0x7000));
}

TEST_CASE("the wide im2col function passes its arguments on") {
  FakeCuda &fake = fresh_fake();
  fake.capability = 100;
  const Log log;
  const Sharing sharing(on_fake(log));
  CUtensorMap map = filled_map(0);
  CHECK(tmamap::cuTensorMapEncodeIm2colWide(
            &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 4, reinterpret_cast<void *>(0x7000), dims,
            strides, -1, -3, 64, 128, element_strides, CU_TENSOR_MAP_INTERLEAVE_NONE,
            CU_TENSOR_MAP_IM2COL_WIDE_MODE_W, CU_TENSOR_MAP_SWIZZLE_128B,
            CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS);
  INFO(log.text());
  CHECK(fake.spec == Spec{.mode = Mode::im2col_wide,
                          .data_type = DataType::f16,
                          .tensor_rank = 4,
                          .global_dim = {64, 28, 30, 8},
                          .global_strides = {128, 3584, 107520},
                          .pixel_box_lower_corner_width = -1,
                          .pixel_box_upper_corner_width = -3,
                          .channels_per_pixel = 64,
                          .pixels_per_column = 128,
                          .element_strides = {1, 1, 2, 1},
                          .swizzle = Swizzle::b128});
}
