// SPDX-License-Identifier: MIT
// The calls of a CheckedDriver: each reads its arguments into a spec and hands them on as they
// came.
#include "arguments.hpp"
#include "checked_call.hpp"

#include <functional>

namespace tmamap {

namespace {

Context context_of(const Arguments &arguments) {
  Context context;
  context.null_arguments = arguments.null_arguments;
  return context;
}

// Without the entry point there is nothing to call.
template <class EntryPoint, class Call>
DriverFunction function(EntryPoint entry, const Call &call) {
  return entry != nullptr ? DriverFunction(std::cref(call)) : DriverFunction();
}

} // namespace

CheckedDriver::CheckedDriver(DriverOptions options)
    : state_(std::make_unique<DriverState>(std::move(options))) {}
CheckedDriver::~CheckedDriver() = default;

DriverCall CheckedDriver::encode_tiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                                       cuuint32_t tensorRank, void *globalAddress,
                                       const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
                                       const cuuint32_t *boxDim, const cuuint32_t *elementStrides,
                                       CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                       CUtensorMapL2promotion l2Promotion,
                                       CUtensorMapFloatOOBfill oobFill) const {
  ArgumentReader reader(tensorRank);
  reader.shared(tensorDataType, globalAddress, globalDim, globalStrides, elementStrides, interleave,
                swizzle, l2Promotion, oobFill);
  reader.box(boxDim);

  const auto entry = state_->library().encode_tiled;
  const auto call = [&](CUtensorMap *map) {
    return entry(map, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, boxDim,
                 elementStrides, interleave, swizzle, l2Promotion, oobFill);
  };
  return checked_call(
      *state_, {"cuTensorMapEncodeTiled", reader.spec(), context_of(reader.arguments()), tensorMap},
      function(entry, call));
}

DriverCall CheckedDriver::encode_im2col(
    CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
    void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
    const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner, cuuint32_t channelsPerPixel,
    cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
    CUtensorMapFloatOOBfill oobFill) const {
  ArgumentReader reader(tensorRank);
  reader.shared(tensorDataType, globalAddress, globalDim, globalStrides, elementStrides, interleave,
                swizzle, l2Promotion, oobFill);
  reader.spec().mode = Mode::im2col;
  reader.corners(pixelBoxLowerCorner, pixelBoxUpperCorner);
  reader.spec().channels_per_pixel = channelsPerPixel;
  reader.spec().pixels_per_column = pixelsPerColumn;

  const auto entry = state_->library().encode_im2col;
  const auto call = [&](CUtensorMap *map) {
    return entry(map, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides,
                 pixelBoxLowerCorner, pixelBoxUpperCorner, channelsPerPixel, pixelsPerColumn,
                 elementStrides, interleave, swizzle, l2Promotion, oobFill);
  };
  return checked_call(
      *state_,
      {"cuTensorMapEncodeIm2col", reader.spec(), context_of(reader.arguments()), tensorMap},
      function(entry, call));
}

DriverCall CheckedDriver::encode_im2col_wide(
    CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
    void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
    int pixelBoxLowerCornerWidth, int pixelBoxUpperCornerWidth, cuuint32_t channelsPerPixel,
    cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
    CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
    CUtensorMapFloatOOBfill oobFill) const {
  ArgumentReader reader(tensorRank);
  reader.shared(tensorDataType, globalAddress, globalDim, globalStrides, elementStrides, interleave,
                swizzle, l2Promotion, oobFill);
  reader.spec().mode = Mode::im2col_wide;
  reader.spec().pixel_box_lower_corner_width = pixelBoxLowerCornerWidth;
  reader.spec().pixel_box_upper_corner_width = pixelBoxUpperCornerWidth;
  reader.spec().channels_per_pixel = channelsPerPixel;
  reader.spec().pixels_per_column = pixelsPerColumn;
  reader.spec().im2col_wide_mode = enum_cast<Im2colWideMode>(mode);

  const auto entry = state_->library().encode_im2col_wide;
  const auto call = [&](CUtensorMap *map) {
    return entry(map, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides,
                 pixelBoxLowerCornerWidth, pixelBoxUpperCornerWidth, channelsPerPixel,
                 pixelsPerColumn, elementStrides, interleave, mode, swizzle, l2Promotion, oobFill);
  };
  return checked_call(
      *state_,
      {"cuTensorMapEncodeIm2colWide", reader.spec(), context_of(reader.arguments()), tensorMap},
      function(entry, call));
}

DriverCall CheckedDriver::replace_address(CUtensorMap *map, std::uint64_t global_address) const {
  const Spec spec = map != nullptr ? alignment_of(*map) : Spec{};
  Context context;
  context.replacement_address = global_address;

  const auto entry = state_->library().replace_address;
  const auto call = [&](CUtensorMap *to) { return entry(to, pointer(global_address)); };
  return checked_call(*state_, {"cuTensorMapReplaceAddress", spec, context, map, true},
                      function(entry, call));
}

} // namespace tmamap
