// SPDX-License-Identifier: MIT
// Cases on the pixel box, channels and pixels of im2col maps.
#include "cases.hpp"

namespace tmamap::tests {

namespace {

constexpr std::int32_t highest(std::uint32_t rank) {
  return rank == 3 ? 32767 : rank == 4 ? 127 : 15;
}
// Every axis the same, so that the note on corner order stays silent.
Case uniform(std::uint32_t rank, std::int32_t lower, std::int32_t upper) {
  Case c = im2col_case(rank);
  c.spec.pixel_box_lower_corner = List<std::int32_t>::filled(rank - 2, lower);
  c.spec.pixel_box_upper_corner = List<std::int32_t>::filled(rank - 2, upper);
  return c;
}
// Spatial extents that leave a box whatever the corners of the rank.
Case roomy(std::uint32_t rank, std::int32_t lower, std::int32_t upper) {
  Case c = uniform(rank, lower, upper);
  const std::uint64_t extent = rank == 3 ? 70000 : rank == 4 ? 300 : 40;
  for (std::uint32_t d = 1; d + 1 < rank; ++d) {
    c.spec.global_dim[d] = extent + d;
    c.spec.global_strides[d] = c.spec.global_strides[d - 1] * (extent + d);
  }
  return c;
}
// An im2col_wide map on sm_90 always has its warning; on sm_100 it needs a listed swizzle.
Case wide_case(std::uint32_t rank, std::int32_t lower, std::int32_t upper) {
  Case c = roomy(rank, 0, 0);
  c.spec.mode = Mode::im2col_wide;
  c.spec.pixel_box_lower_corner = {};
  c.spec.pixel_box_upper_corner = {};
  c.spec.pixel_box_lower_corner_width = lower;
  c.spec.pixel_box_upper_corner_width = upper;
  c.spec.channels_per_pixel = 64;
  c.spec.swizzle = Swizzle::b128;
  c.context.target = Target::sm_100;
  return c;
}

} // namespace

std::vector<RuleCase> im2col_cases() {
  return {
      {"TMAP-encode-pixelBoxLowerCorner-02", "below",
       [](std::uint32_t axis, bool past) {
         const std::uint32_t rank = axis + 3;
         Case c = roomy(rank, -highest(rank) - 1, 0);
         c.spec.pixel_box_lower_corner[axis] -= past ? 1 : 0;
         return c;
       }},
      {"TMAP-encode-pixelBoxLowerCorner-02", "above, first axis",
       [](std::uint32_t axis, bool past) {
         Case c = roomy(5, 15, 3);
         c.spec.pixel_box_lower_corner[axis] += past ? 1 : 0;
         return c;
       }},
      {"TMAP-encode-pixelBoxUpperCorner-02", "below",
       [](std::uint32_t axis, bool past) {
         const std::uint32_t rank = axis + 3;
         Case c = roomy(rank, 0, -highest(rank) - 1);
         c.spec.pixel_box_upper_corner[axis] -= past ? 1 : 0;
         return c;
       }},
      {"TMAP-encode-pixelBoxUpperCorner-02", "above, every axis of rank 5",
       [](std::uint32_t axis, bool past) {
         Case c = roomy(5, 0, 15);
         c.spec.pixel_box_upper_corner[axis] += past ? 1 : 0;
         return c;
       }},
      {"TMAP-encode-pixelBoxUpperCorner-03", "one pixel left",
       [](std::uint32_t axis, bool past) {
         // All extents differ, so the axis under test is the narrow one.
         Case c = uniform(5, 3, -5);
         const std::uint64_t dims[] = {20, 22, 24};
         for (std::uint32_t a = 0; a < 3; ++a)
           c.spec.global_dim[a + 1] = a == axis ? (past ? 8 : 9) : dims[a];
         c.spec.global_strides = {144, 144 * 30, 144 * 900, 144 * 27000};
         return c;
       }},
      {"TMAP-encode-pixelBoxUpperCorner-03", "wraps at 2^31",
       [](std::uint32_t axis, bool past) {
         // The long axis is the innermost in memory, the others lie far outside it.
         Case c = uniform(5, 0, 0);
         c.spec.global_dim = {8, 2, 2, 2, 2};
         c.spec.channels_per_pixel = 8;
         for (std::uint32_t k = 0; k < 4; ++k)
           c.spec.global_strides[k] = std::uint64_t{1} << (36 + k);
         c.spec.global_dim[axis + 1] = (std::uint64_t{1} << 31) - (past ? 0 : 1);
         c.spec.global_strides[axis] = 16;
         return c;
       }},
      {"TMAP-encode-pixelBoxLowerCorner-03", "corners that differ",
       [](std::uint32_t, bool past) {
         Case c = uniform(5, -1, -2);
         c.spec.pixel_box_lower_corner[0] -= past ? 1 : 0;
         return c;
       }},
      {"TMAP-encode-pixelBoxLowerCornerWidth-01", "below",
       [](std::uint32_t, bool past) { return wide_case(4, -32768 - (past ? 1 : 0), 0); }},
      {"TMAP-encode-pixelBoxUpperCornerWidth-01", "above",
       [](std::uint32_t, bool past) { return wide_case(4, 0, 32767 + (past ? 1 : 0)); }},
      {"TMAP-encode-pixelBoxUpperCornerWidth-02", "one pixel left",
       [](std::uint32_t, bool past) { return wide_case(4, 300, past ? -1 : 0); }},
      {"TMAP-encode-im2colWideMode-01", "past the last value",
       [](std::uint32_t, bool past) {
         Case c = wide_case(4, 0, 0);
         c.spec.im2col_wide_mode = past ? static_cast<Im2colWideMode>(2) : Im2colWideMode::w128;
         return c;
       }},
      {"TMAP-encode-im2colWideMode-02", "on sm_90",
       [](std::uint32_t, bool past) {
         Case c = wide_case(4, 0, 0);
         c.context.target = past ? Target::sm_90 : Target::sm_100;
         return c;
       }},
      {"TMAP-encode-globalDim-08", "wraps at 2^31",
       [](std::uint32_t axis, bool past) {
         // Axis 0 is the width, which has its own row: nothing to break there.
         Case c = wide_case(5, 0, 0);
         const std::uint32_t d = axis + 1;
         c.spec.global_dim[d] = (std::uint64_t{1} << 31) - (past ? 0 : 1);
         c.spec.global_strides = {144, 5904, 247968, 10662624};
         // Far apart, within 2^40, so that nothing overlaps: the long axis is the outermost in
         // memory.
         for (std::uint32_t k = 0; k < 4; ++k)
           if (k + 1 == d)
             c.spec.global_strides[k] = std::uint64_t{1} << 39;
         return c;
       }},
      {"TMAP-encode-channelsPerPixel-01", "256",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(4);
         c.spec.data_type = DataType::u8;
         c.spec.channels_per_pixel = 256 + (past ? 1 : 0);
         return c;
       }},
      {"TMAP-encode-channelsPerPixel-01", "zero",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(4);
         c.spec.channels_per_pixel = past ? 0 : 8;
         return c;
       }},
      {"TMAP-encode-channelsPerPixel-02", "16 bytes",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(4);
         c.spec.channels_per_pixel = past ? 23 : 24;
         return c;
       }},
      {"TMAP-encode-channelsPerPixel-03", "span 32",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(4);
         c.spec.swizzle = Swizzle::b32;
         c.spec.channels_per_pixel = past ? 24 : 16;
         return c;
       }},
      {"TMAP-encode-channelsPerPixel-03", "span 128",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(4);
         c.spec.swizzle = Swizzle::b128;
         c.spec.channels_per_pixel = past ? 72 : 64;
         return c;
       }},
      {"TMAP-encode-channelsPerPixel-04", "128 values",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(4);
         c.spec.data_type = DataType::u4x16_align16b;
         c.spec.global_dim[0] = 256;
         c.spec.global_strides = {160, 1600, 19200};
         c.spec.channels_per_pixel = past ? 96 : 128;
         c.context.target = Target::sm_100;
         return c;
       }},
      {"TMAP-encode-channelsPerPixel-05", "narrower than the span",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(4);
         c.spec.swizzle = Swizzle::b64;
         c.spec.channels_per_pixel = past ? 24 : 32;
         return c;
       }},
      {"TMAP-encode-channelsPerPixel-06", "one slice",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(4);
         c.spec.interleave = Interleave::b16;
         c.spec.global_strides = {1152, 11520, 138240};
         c.spec.channels_per_pixel = past ? 16 : 8;
         return c;
       }},
      {"TMAP-encode-pixelsPerColumn-01", "1024",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(4);
         c.spec.pixels_per_column = 1024 + (past ? 1 : 0);
         return c;
       }},
      {"TMAP-encode-pixelsPerColumn-01", "zero",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(4);
         c.spec.pixels_per_column = past ? 0 : 1;
         return c;
       }},
      {"TMAP-encode-pixelsPerColumn-02", "228 KiB",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(4);
         c.spec.data_type = DataType::u8;
         c.spec.channels_per_pixel = 256; // 256 x 912 = 233,472
         c.spec.pixels_per_column = 912 + (past ? 1 : 0);
         return c;
       }},
      {"TMAP-encode-pixelsPerColumn-03", "227 KiB",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(4);
         c.spec.data_type = DataType::u8;
         c.spec.channels_per_pixel = 256;
         c.spec.pixels_per_column = 908 + (past ? 1 : 0);
         return c;
       }},
  };
}

} // namespace tmamap::tests
