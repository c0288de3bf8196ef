// SPDX-License-Identifier: MIT
// The process's shared driver and the functions that have no other to ask.
#include <tmamap/driver.hpp>

#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdint>
#include <mutex>
#include <utility>

namespace tmamap {

namespace {

// A function with the driver's signature has no argument to name its options by: this is the one
// place in the process that remembers them.
struct Shared {
  std::mutex mutex;
  std::shared_ptr<const CheckedDriver> driver;
};

Shared &shared() {
  static Shared shared;
  return shared;
}

} // namespace

std::shared_ptr<spdlog::logger> default_logger() {
  if (std::shared_ptr<spdlog::logger> application = spdlog::get("tmamap"))
    return application;
  static const auto logger = std::make_shared<spdlog::logger>(
      "tmamap", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
  return logger;
}

std::shared_ptr<const CheckedDriver> shared_driver() {
  Shared &place = shared();
  const std::lock_guard lock(place.mutex);
  if (place.driver == nullptr)
    place.driver = std::make_shared<const CheckedDriver>();
  return place.driver;
}

void set_shared_driver(std::shared_ptr<const CheckedDriver> driver) {
  Shared &place = shared();
  const std::lock_guard lock(place.mutex);
  place.driver.swap(driver); // the old one goes when `driver` does, after the lock
}

DriverCall encode(CUtensorMap *map, const Spec &spec) { return shared_driver()->encode(map, spec); }

DriverCall replace_address(CUtensorMap *map, std::uint64_t global_address) {
  return shared_driver()->replace_address(map, global_address);
}

namespace detail {

CUresult encode_tiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                      cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim,
                      const cuuint64_t *globalStrides, const cuuint32_t *boxDim,
                      const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
                      CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
                      CUtensorMapFloatOOBfill oobFill) {
  return shared_driver()
      ->encode_tiled(tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides,
                     boxDim, elementStrides, interleave, swizzle, l2Promotion, oobFill)
      .result;
}

CUresult encode_im2col(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                       cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim,
                       const cuuint64_t *globalStrides, const int *pixelBoxLowerCorner,
                       const int *pixelBoxUpperCorner, cuuint32_t channelsPerPixel,
                       cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides,
                       CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                       CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
  return shared_driver()
      ->encode_im2col(tensorMap, tensorDataType, tensorRank, globalAddress, globalDim,
                      globalStrides, pixelBoxLowerCorner, pixelBoxUpperCorner, channelsPerPixel,
                      pixelsPerColumn, elementStrides, interleave, swizzle, l2Promotion, oobFill)
      .result;
}

CUresult encode_im2col_wide(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                            cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim,
                            const cuuint64_t *globalStrides, int pixelBoxLowerCornerWidth,
                            int pixelBoxUpperCornerWidth, cuuint32_t channelsPerPixel,
                            cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides,
                            CUtensorMapInterleave interleave, CUtensorMapIm2ColWideMode mode,
                            CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
                            CUtensorMapFloatOOBfill oobFill) {
  return shared_driver()
      ->encode_im2col_wide(tensorMap, tensorDataType, tensorRank, globalAddress, globalDim,
                           globalStrides, pixelBoxLowerCornerWidth, pixelBoxUpperCornerWidth,
                           channelsPerPixel, pixelsPerColumn, elementStrides, interleave, mode,
                           swizzle, l2Promotion, oobFill)
      .result;
}

CUresult replace_address(CUtensorMap *tensorMap, void *globalAddress) {
  return shared_driver()
      ->replace_address(tensorMap, reinterpret_cast<std::uintptr_t>(globalAddress))
      .result;
}

} // namespace detail
} // namespace tmamap
