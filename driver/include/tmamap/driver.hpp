// SPDX-License-Identifier: MIT
// The driver's four tensor-map calls, checked first: every broken rule is named, and what comes
// back from the driver is explained. libcuda.so.1 is looked for when it is first needed.
//
// Code that calls the driver changes by one line, in its function or its namespace:
//
//   using tmamap::cuTensorMapEncodeTiled;
//
// Code that has a Spec, or wants the report, calls encode() or a CheckedDriver.
#pragma once

#include <tmamap/report.hpp>
#include <tmamap/spec.hpp>

#include <cuda.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace spdlog {
class logger;
}

namespace tmamap {

enum class Policy : std::uint8_t {
  refuse,      // arguments with an error do not reach the driver
  report_only, // the driver is called whatever the check found
};

enum class CallStatus : std::uint8_t {
  done,               // the driver wrote the map
  refused,            // an error stands: the driver was not called
  rejected,           // the driver returned CUDA_ERROR_INVALID_VALUE
  no_driver,          // no libcuda.so.1, or one too old: not called
  not_initialized,    // cuInit was not called (3)
  invalid_context,    // no context is current on this thread (201)
  unsupported_device, // the device has no tensor maps: its compute capability is below 9.0
  earlier_error,      // not these arguments: an earlier asynchronous error (700, 715, …)
  failed,             // any other result
};

struct DriverCall {
  // What the driver returned. Without a call: CUDA_ERROR_INVALID_VALUE when refused,
  // CUDA_ERROR_SHARED_OBJECT_INIT_FAILED without a driver, …_SYMBOL_NOT_FOUND with one too old.
  CUresult result = CUDA_SUCCESS;
  CallStatus status = CallStatus::done;
  bool agrees = true; // false: the driver did not answer as report.driver_accepts predicts
  std::string explanation = {}; // one sentence unless the map was written as predicted
  Report report = {};

  explicit operator bool() const { return status == CallStatus::done; }
};

// "tmamap" of spdlog's registry, where the application has one; else a logger to standard error.
std::shared_ptr<spdlog::logger> default_logger();

struct DriverOptions {
  Policy policy = Policy::refuse;
  std::shared_ptr<spdlog::logger> logger = default_logger(); // null: silent
  std::string library = "libcuda.so.1";                      // as dlopen takes it
  // Absent: the device of the current context; without a context, sm_90.
  std::optional<Target> target = std::nullopt;
};

class DriverState;

// A driver library with what to do about findings. Its calls may be made from any thread.
//
// *map is written when the driver succeeds, and only then: the driver itself leaves some failed
// maps half written.
class CheckedDriver {
public:
  explicit CheckedDriver(DriverOptions options = {});
  ~CheckedDriver();
  CheckedDriver(const CheckedDriver &) = delete;
  CheckedDriver &operator=(const CheckedDriver &) = delete;

  // The call of the spec's mode. A spec without a global address encodes address 0; one with a
  // value that no enumerator stands for is refused whatever the policy.
  DriverCall encode(CUtensorMap *map, const Spec &spec) const;
  // cuTensorMapReplaceAddress.
  DriverCall replace_address(CUtensorMap *map, std::uint64_t global_address) const;

  // The driver's own parameter lists, with the report handed back.
  DriverCall encode_tiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                          cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim,
                          const cuuint64_t *globalStrides, const cuuint32_t *boxDim,
                          const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
                          CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
                          CUtensorMapFloatOOBfill oobFill) const;
  DriverCall encode_im2col(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                           cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim,
                           const cuuint64_t *globalStrides, const int *pixelBoxLowerCorner,
                           const int *pixelBoxUpperCorner, cuuint32_t channelsPerPixel,
                           cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides,
                           CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                           CUtensorMapL2promotion l2Promotion,
                           CUtensorMapFloatOOBfill oobFill) const;
  DriverCall encode_im2col_wide(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                                cuuint32_t tensorRank, void *globalAddress,
                                const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
                                int pixelBoxLowerCornerWidth, int pixelBoxUpperCornerWidth,
                                cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
                                const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
                                CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion l2Promotion,
                                CUtensorMapFloatOOBfill oobFill) const;

private:
  std::unique_ptr<DriverState> state_;
};

// The driver behind the functions below: one for the process, with the options' defaults until an
// application puts in its own. Both may be called from any thread.
std::shared_ptr<const CheckedDriver> shared_driver();
void set_shared_driver(std::shared_ptr<const CheckedDriver> driver); // null: the defaults again

DriverCall encode(CUtensorMap *map, const Spec &spec);
DriverCall replace_address(CUtensorMap *map, std::uint64_t global_address);

namespace detail {

CUresult encode_tiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                      cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim,
                      const cuuint64_t *globalStrides, const cuuint32_t *boxDim,
                      const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
                      CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
                      CUtensorMapFloatOOBfill oobFill);
CUresult encode_im2col(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                       cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim,
                       const cuuint64_t *globalStrides, const int *pixelBoxLowerCorner,
                       const int *pixelBoxUpperCorner, cuuint32_t channelsPerPixel,
                       cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides,
                       CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                       CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill);
CUresult encode_im2col_wide(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                            cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim,
                            const cuuint64_t *globalStrides, int pixelBoxLowerCornerWidth,
                            int pixelBoxUpperCornerWidth, cuuint32_t channelsPerPixel,
                            cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides,
                            CUtensorMapInterleave interleave, CUtensorMapIm2ColWideMode mode,
                            CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
                            CUtensorMapFloatOOBfill oobFill);
CUresult replace_address(CUtensorMap *tensorMap, void *globalAddress);

} // namespace detail

// The driver's functions by name and signature. They are references: the driver's argument types
// are global, so that a call of a *function* made visible by `using` would find the driver's own
// declaration as well and be ambiguous; a reference it takes as it is.
inline constexpr auto &cuTensorMapEncodeTiled = detail::encode_tiled;
inline constexpr auto &cuTensorMapEncodeIm2col = detail::encode_im2col;
inline constexpr auto &cuTensorMapEncodeIm2colWide = detail::encode_im2col_wide;
inline constexpr auto &cuTensorMapReplaceAddress = detail::replace_address;

} // namespace tmamap
