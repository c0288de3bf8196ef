// SPDX-License-Identifier: MIT
// The raw argument lists: null pointers, wrong ranks, and not one byte read too many.
#include "fixture.hpp"

#include <sys/mman.h>
#include <unistd.h>

using namespace tmamap;

namespace {

// An array that ends where the next page begins, which cannot be read.
template <class T> class GuardedArray {
public:
  GuardedArray(std::size_t count, T value) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    size_ = 2 * page;
    memory_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(memory_ != MAP_FAILED);
    char *const end = static_cast<char *>(memory_) + page;
    REQUIRE(mprotect(end, page, PROT_NONE) == 0);
    values = reinterpret_cast<T *>(end) - count;
    for (std::size_t i = 0; i < count; ++i)
      values[i] = value;
  }
  ~GuardedArray() { munmap(memory_, size_); }
  GuardedArray(const GuardedArray &) = delete;
  GuardedArray &operator=(const GuardedArray &) = delete;

  T *values = nullptr;

private:
  void *memory_ = nullptr;
  std::size_t size_ = 0;
};

std::size_t less(cuuint32_t rank, cuuint32_t count) {
  const cuuint32_t read = rank < 5 ? rank : 5;
  return read > count ? read - count : 0;
}

const cuuint32_t ranks[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100, 0xFFFFFFFF};

} // namespace

TEST_CASE("arrays are read no further than the rank says") {
  const Log log;
  CUtensorMap map = filled_map(0x11);
  for (const Policy policy : {Policy::refuse, Policy::report_only})
    for (const cuuint32_t rank : ranks) {
      CAPTURE(rank);
      FakeCuda &fake = fresh_fake();
      const bool legal = rank >= 1 && rank <= 5;
      fake.result = legal ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
      const CheckedDriver driver(on_fake(log, policy));
      const GuardedArray<cuuint64_t> dims(less(rank, 0), 64);
      const GuardedArray<cuuint64_t> strides(less(rank, 1), 128);
      const GuardedArray<cuuint32_t> box(less(rank, 0), 8);
      const GuardedArray<cuuint32_t> element_strides(less(rank, 0), 1);
      const GuardedArray<int> corners(less(rank, 2), 0);

      const DriverCall tiled =
          driver.encode_tiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, rank, nullptr, dims.values,
                              strides.values, box.values, element_strides.values,
                              CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                              CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
      CHECK((tiled.status == CallStatus::done) == legal);
      CHECK(has_rule(tiled.report, "tensorRank") == !legal);
      CHECK(tiled.agrees);

      fake.result = rank >= 3 && rank <= 5 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
      const DriverCall im2col = driver.encode_im2col(
          &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, rank, nullptr, dims.values, strides.values,
          corners.values, corners.values, 64, 16, element_strides.values,
          CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
          CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
      CHECK((im2col.status == CallStatus::done) == (rank >= 3 && rank <= 5));
      CHECK(im2col.agrees);
    }
}

TEST_CASE("a null pointer is a finding of its own and is not read") {
  const cuuint64_t dims[] = {64, 48, 32, 4};
  const cuuint64_t strides[] = {128, 6144, 196608};
  const cuuint32_t box[] = {64, 4, 2, 1};
  const cuuint32_t ones[] = {1, 1, 1, 1};
  const int corners[] = {0, 0};
  const char *const tiled_names[] = {"tensorMap", "globalDim", "globalStrides", "boxDim",
                                     "elementStrides"};
  const char *const im2col_names[] = {"tensorMap",           "globalDim",
                                      "globalStrides",       "pixelBoxLowerCorner",
                                      "pixelBoxUpperCorner", "elementStrides"};
  const Log log;
  CUtensorMap map = filled_map(0x11);
  for (const Policy policy : {Policy::refuse, Policy::report_only}) {
    FakeCuda &fake = fresh_fake();
    fake.result = CUDA_ERROR_INVALID_VALUE;
    const CheckedDriver driver(on_fake(log, policy));
    for (int null = 0; null < 5; ++null) {
      const DriverCall call = driver.encode_tiled(
          null == 0 ? nullptr : &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 4, nullptr,
          null == 1 ? nullptr : dims, null == 2 ? nullptr : strides, null == 3 ? nullptr : box,
          null == 4 ? nullptr : ones, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
          CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
      CAPTURE(tiled_names[null]);
      CHECK(has_rule(call.report, tiled_names[null]));
      CHECK(call.status == (policy == Policy::refuse ? CallStatus::refused : CallStatus::rejected));
      CHECK(call.agrees);
      if (policy == Policy::report_only)
        CHECK(fake.null_map == (null == 0));
    }
    for (int null = 0; null < 6; ++null) {
      const DriverCall call = driver.encode_im2col(
          null == 0 ? nullptr : &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 4, nullptr,
          null == 1 ? nullptr : dims, null == 2 ? nullptr : strides, null == 3 ? nullptr : corners,
          null == 4 ? nullptr : corners, 64, 16, null == 5 ? nullptr : ones,
          CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
          CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
      CAPTURE(im2col_names[null]);
      CHECK(has_rule(call.report, im2col_names[null]));
      CHECK(call.agrees);
    }
    CHECK(fake.calls == (policy == Policy::refuse ? 0 : 11));
  }
  CHECK(all_bytes(map, 0x11));
  CHECK(log.has(" pixelBoxUpperCorner=null"));
}

TEST_CASE("a spec with a value that is no enumerator never reaches the driver") {
  FakeCuda &fake = fresh_fake();
  const Log log;
  const CheckedDriver driver(on_fake(log, Policy::report_only));
  CUtensorMap map = filled_map(0x11);
  Spec spec = good_spec();
  spec.swizzle = static_cast<Swizzle>(0xFFFFFFFF);
  const DriverCall call = driver.encode(&map, spec);
  CHECK(call.status == CallStatus::refused);
  CHECK(has_rule(call.report, "swizzle"));
  CHECK(fake.calls == 0);
  CHECK(all_bytes(map, 0x11));
}

TEST_CASE("the new address of a map") {
  const Log log;
  struct Case {
    std::uint64_t address;
    bool accepted;
  };
  const Case cases[] = {{0, false},
                        {8, false},
                        {16, true},
                        {0x7f0000001010, true},
                        {(std::uint64_t{1} << 57) - 16, true},
                        {std::uint64_t{1} << 57, false}};
  for (const Case &one : cases) {
    CAPTURE(one.address);
    FakeCuda &fake = fresh_fake();
    const CheckedDriver driver(on_fake(log));
    CUtensorMap map = filled_map(0);
    const DriverCall call = driver.replace_address(&map, one.address);
    CHECK((call.status == CallStatus::done) == one.accepted);
    CHECK(fake.calls == (one.accepted ? 1 : 0));
    CHECK(all_bytes(map, one.accepted ? 0xA5 : 0));
  }
  CHECK(log.has(
      "cuTensorMapReplaceAddress was not called, since errors stand: new globalAddress 0x8"));
}

TEST_CASE("a replacement changes the map it was given, and only when it succeeds") {
  FakeCuda &fake = fresh_fake();
  fake.bytes_written = 8;
  const Log log;
  const CheckedDriver driver(on_fake(log));
  CUtensorMap map = filled_map(0);
  map.opaque[5] = 0x1234;
  CHECK(driver.replace_address(&map, 0x7000));
  CHECK(map.opaque[0] == 0xA5A5A5A5A5A5A5A5);
  CHECK(map.opaque[5] == 0x1234);

  fake.result = CUDA_ERROR_INVALID_CONTEXT;
  map.opaque[0] = 0;
  CHECK(driver.replace_address(&map, 0x7000).status == CallStatus::invalid_context);
  CHECK(map.opaque[0] == 0);
  CHECK(driver.replace_address(nullptr, 0x7000).status == CallStatus::refused);
}

TEST_CASE("an interleave 32B map warns of an address that its encoding would have refused") {
  fresh_fake();
  const Log log;
  const CheckedDriver driver(on_fake(log));
  CUtensorMap map = filled_map(0);
  map.opaque[1] = std::uint64_t{2} << 11;
  const DriverCall call = driver.replace_address(&map, 0x7010);
  CHECK(call.status == CallStatus::done);
  CHECK(call.report.verdict == Verdict::accept_with_warning);
  CHECK(driver.replace_address(&map, 0x7020).report.verdict == Verdict::accept);
}
