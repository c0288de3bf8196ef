// SPDX-License-Identifier: MIT
// Rows on the pixel box of an im2col map, its channels and its pixels.
#pragma once

#include <tmamap/rule.hpp>
#include <tmamap/rules/call.hpp>
#include <tmamap/rules/layout.hpp>

namespace tmamap::rules {

inline constexpr std::uint32_t max_channels = 256;
inline constexpr std::uint32_t max_pixels = 1024;

// Corners take 16, 8 or 5 bits an axis at rank 3, 4 or 5.
constexpr std::int32_t corner_high(std::uint32_t rank) {
  return rank <= 3 ? 32767 : rank == 4 ? 127 : 15;
}
// The wide corner has 16 bits by the document; on sm_90 the map is a plain im2col one.
constexpr std::int32_t width_corner_high(const Question &q) {
  return q.context.target == Target::sm_90 ? corner_high(q.rank()) : 32767;
}
constexpr Breach corner_in_range(std::int32_t corner, std::int32_t high) {
  return corner < -high - 1 ? broken(corner, -high - 1)
         : corner > high    ? broken(corner, high)
                            : fine;
}
constexpr std::int32_t clamped(std::int32_t corner, std::int32_t high) {
  return corner < -high - 1 ? -high - 1 : corner > high ? high : corner;
}
// dim + upper in the driver's arithmetic: 32 bits, wrapping, read as signed.
constexpr std::int32_t wrapped_end(std::uint64_t dim, std::int32_t upper) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(dim) +
                                   static_cast<std::uint32_t>(upper));
}
// Last pixel of the bounding box on an axis, or why there is none.
constexpr Breach box_not_empty(std::int32_t lower, std::uint64_t dim, std::int32_t upper) {
  const std::int32_t end = wrapped_end(dim, upper);
  return lower < end ? fine : broken(lower, std::int64_t{end} - 1);
}
// The corner that leaves one pixel on an axis, if it is one that fits.
constexpr Fix one_pixel(const Question &q, std::uint32_t axis, std::int32_t high) {
  const std::int64_t dim =
      static_cast<std::int32_t>(static_cast<std::uint32_t>(q.dim(q.axis_dim(axis))));
  const std::int64_t lower = q.spec.pixel_box_lower_corner[axis];
  const std::int64_t upper = q.spec.pixel_box_upper_corner[axis];
  const std::int64_t new_upper = lower + 1 - dim, new_lower = dim + upper - 1;
  Fix fix;
  if (new_upper >= -high - 1 && new_upper <= high)
    fix.first = set(Field::pixel_box_upper_corner, axis, new_upper);
  if (new_lower >= -high - 1 && new_lower <= high)
    (fix.first ? fix.second : fix.first) = set(Field::pixel_box_lower_corner, axis, new_lower);
  // An extent past 2^31 reads as negative: no corner helps, a smaller extent does.
  if (!fix.first) {
    const std::int64_t smallest = lower - upper + 1;
    fix.first = set(Field::global_dim, q.axis_dim(axis),
                    static_cast<std::uint64_t>(smallest < 1 ? 1 : smallest));
  }
  return fix;
}

inline constexpr Rule pixel_box[] = {
    RuleRow("TMAP-encode-pixelBoxLowerCorner-02", "pixelBoxLowerCorner")
        .in(im2col)
        .each(Over::axes)
        .needs("TMAP-encode-pixelBoxLowerCorner-01")
        .broken_if([](const Question &q, std::uint32_t axis) {
          return corner_in_range(q.spec.pixel_box_lower_corner[axis], corner_high(q.rank()));
        })
        .fixed_by([](const Question &q, std::uint32_t axis) -> Fix {
          return {set(Field::pixel_box_lower_corner, axis,
                      clamped(q.spec.pixel_box_lower_corner[axis], corner_high(q.rank()))),
                  {}};
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::pixels)
        .says("pixelBoxLowerCorner[{i}] is {observed}; at rank {rank} a corner lies in "
              "[{corner_low}, {corner_high}]")
        .why("The descriptor keeps 16, 8 or 5 bits of a corner at rank 3, 4 or 5.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2col, pixelBoxLowerCorner")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-pixelBoxUpperCorner-02", "pixelBoxUpperCorner")
        .in(im2col)
        .each(Over::axes)
        .needs("TMAP-encode-pixelBoxUpperCorner-01")
        .broken_if([](const Question &q, std::uint32_t axis) {
          return corner_in_range(q.spec.pixel_box_upper_corner[axis], corner_high(q.rank()));
        })
        .fixed_by([](const Question &q, std::uint32_t axis) -> Fix {
          return {set(Field::pixel_box_upper_corner, axis,
                      clamped(q.spec.pixel_box_upper_corner[axis], corner_high(q.rank()))),
                  {}};
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::pixels)
        .says("pixelBoxUpperCorner[{i}] is {observed}; at rank {rank} a corner lies in "
              "[{corner_low}, {corner_high}]")
        .why("The descriptor keeps 16, 8 or 5 bits of a corner at rank 3, 4 or 5.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2col, pixelBoxUpperCorner")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-pixelBoxUpperCorner-03", "pixelBoxUpperCorner")
        .in(im2col)
        .each(Over::axes)
        .needs("TMAP-encode-pixelBoxLowerCorner-02", "TMAP-encode-pixelBoxUpperCorner-02",
               "TMAP-encode-globalDim-02", "TMAP-encode-interleave-01")
        .broken_if([](const Question &q, std::uint32_t axis) {
          return box_not_empty(q.spec.pixel_box_lower_corner[axis], q.dim(q.axis_dim(axis)),
                               q.spec.pixel_box_upper_corner[axis]);
        })
        .fixed_by([](const Question &q, std::uint32_t axis) {
          return one_pixel(q, axis, corner_high(q.rank()));
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::pixels)
        .says(
            "the bounding box on spatial axis {i} is empty: its lower corner {observed} lies past "
            "its last pixel {limit} (extent {axis_extent} - 1 + upper corner {upper})")
        .advice("a convolution has lower = -padding, upper = padding - (filter - 1) * dilation")
        .why("The box runs from the lower corner to extent - 1 + upper corner. The driver computes "
             "this in wrapping 32-bit arithmetic, so that an extent of 2^31 or more reads as "
             "negative.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2col, pixelBoxUpperCorner")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-pixelBoxLowerCorner-03", "pixelBoxLowerCorner")
        .in(im2col)
        .needs("TMAP-encode-tensorRank-03", "TMAP-encode-pixelBoxLowerCorner-02",
               "TMAP-encode-pixelBoxUpperCorner-02")
        .broken_if([](const Question &q, std::uint32_t) {
          const std::uint32_t last = axes_read(q) - 1;
          const auto &lower = q.spec.pixel_box_lower_corner;
          const auto &upper = q.spec.pixel_box_upper_corner;
          return lower[0] != lower[last] || upper[0] != upper[last] ? broken(lower[0], lower[last])
                                                                    : fine;
        })
        .leads_to(Effect::note)
        .in_unit(Unit::pixels)
        .says(
            "corner index 0 is the innermost spatial axis (W): the lower corner is {observed} on W "
            "and {limit} on the outermost axis")
        .advice("nothing to do if the corners are listed W first")
        .why(
            "The driver's document names the order D, H, W. The chip, CUTLASS and TensorRT-LLM use "
            "the order of the dimensions, W first.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2col, pixelBoxLowerCorner; CUTLASS "
              "copy_traits_sm90_im2col.hpp")
        .evidence(Evidence::disputed, "the document says D, H, W; im2col.jsonl.gz shows W first"),

    RuleRow("TMAP-encode-pixelBoxLowerCornerWidth-01", "pixelBoxLowerCornerWidth")
        .in(wide)
        .needs("TMAP-encode-tensorRank-03")
        .broken_if([](const Question &q, std::uint32_t) {
          return corner_in_range(q.spec.pixel_box_lower_corner_width, width_corner_high(q));
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          return {set(Field::pixel_box_lower_corner_width,
                      clamped(q.spec.pixel_box_lower_corner_width, width_corner_high(q))),
                  {}};
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::pixels)
        .says("pixelBoxLowerCornerWidth is {observed}; the bound at rank {rank} is {limit}")
        .why("The document allows 16 bits whatever the rank. On sm_90 the driver writes a plain "
             "im2col map, with 16, 8 or 5 bits a corner at rank 3, 4 or 5.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2colWide, pixelBoxLowerCornerWidth")
        .evidence(Evidence::disputed,
                  "the document allows [-32768, 32767] at every rank; the H200's "
                  "driver takes the im2col range of the rank (wide.jsonl.gz)"),

    RuleRow("TMAP-encode-pixelBoxUpperCornerWidth-01", "pixelBoxUpperCornerWidth")
        .in(wide)
        .needs("TMAP-encode-tensorRank-03")
        .broken_if([](const Question &q, std::uint32_t) {
          return corner_in_range(q.spec.pixel_box_upper_corner_width, width_corner_high(q));
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          return {set(Field::pixel_box_upper_corner_width,
                      clamped(q.spec.pixel_box_upper_corner_width, width_corner_high(q))),
                  {}};
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::pixels)
        .says("pixelBoxUpperCornerWidth is {observed}; the bound at rank {rank} is {limit}")
        .why("The document allows 16 bits whatever the rank. On sm_90 the driver writes a plain "
             "im2col map, with 16, 8 or 5 bits a corner at rank 3, 4 or 5.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2colWide, pixelBoxUpperCornerWidth")
        .evidence(Evidence::disputed,
                  "the document allows [-32768, 32767] at every rank; the H200's "
                  "driver takes the im2col range of the rank (wide.jsonl.gz)"),

    RuleRow("TMAP-encode-pixelBoxUpperCornerWidth-02", "pixelBoxUpperCornerWidth")
        .in(wide)
        .needs("TMAP-encode-pixelBoxLowerCornerWidth-01", "TMAP-encode-pixelBoxUpperCornerWidth-01",
               "TMAP-encode-globalDim-02", "TMAP-encode-interleave-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return box_not_empty(q.spec.pixel_box_lower_corner_width, q.dim(q.axis_dim(0)),
                               q.spec.pixel_box_upper_corner_width);
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::int64_t high = width_corner_high(q);
          const std::int64_t lower = q.spec.pixel_box_lower_corner_width;
          const std::int64_t upper = q.spec.pixel_box_upper_corner_width;
          const std::int64_t dim = wrapped_end(q.dim(q.axis_dim(0)), 0);
          if (lower + 1 - dim >= -high - 1 && lower + 1 - dim <= high)
            return {set(Field::pixel_box_upper_corner_width, lower + 1 - dim), {}};
          if (dim + upper - 1 >= -high - 1 && dim + upper - 1 <= high)
            return {set(Field::pixel_box_lower_corner_width, dim + upper - 1), {}};
          const std::int64_t smallest = lower - upper + 1;
          return {set(Field::global_dim, q.axis_dim(0),
                      static_cast<std::uint64_t>(smallest < 1 ? 1 : smallest)),
                  {}};
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::pixels)
        .says("the bounding box along W is empty: its lower corner {observed} lies past its last "
              "pixel {limit}")
        .why("The box runs from the lower corner to extent - 1 + upper corner, in wrapping 32-bit "
             "arithmetic.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2colWide, pixelBoxUpperCornerWidth")
        .evidence(Evidence::driver, "wide.jsonl.gz"),

    RuleRow("TMAP-encode-globalDim-08", "globalDim")
        .in(wide)
        .each(Over::axes)
        .needs("TMAP-encode-globalDim-02", "TMAP-encode-interleave-01")
        .broken_if([](const Question &q, std::uint32_t axis) {
          const std::uint64_t dim = q.dim(q.axis_dim(axis));
          return axis == 0 || wrapped_end(dim, 0) > 0 ? fine : broken(dim, 0x7FFFFFFFu);
        })
        .fixed_by([](const Question &q, std::uint32_t axis) -> Fix {
          return {set(Field::global_dim, q.axis_dim(axis), std::uint64_t{0x7FFFFFFF}), {}};
        })
        .leads_to(Effect::reject, Effect::warning)
        .in_unit(Unit::pixels)
        .says("the extent of spatial axis {i} is {observed}; cuTensorMapEncodeIm2colWide takes at "
              "most {limit}")
        .why(
            "The driver tests these axes with corners of zero in wrapping 32-bit arithmetic, where "
            "2^31 and more read as negative.")
        .cite("no document")
        .evidence(Evidence::driver, "wide.jsonl.gz"),

    RuleRow("TMAP-encode-im2colWideMode-01", "mode")
        .in(wide)
        .broken_if([](const Question &q, std::uint32_t) {
          return at_most(static_cast<std::uint32_t>(q.spec.im2col_wide_mode), 1);
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::im2col_wide_mode, Im2colWideMode::w), {}};
        })
        .leads_to(Effect::reject)
        .says("mode is {observed}, which is no CUtensorMapIm2ColWideMode (0 or {limit})")
        .why("The values are W and W128.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2colWide, mode")
        .evidence(Evidence::driver, "wide.jsonl.gz: 2 and 3 refused on an H200"),

    RuleRow("TMAP-encode-im2colWideMode-02", "mode")
        .in(wide)
        .broken_if([](const Question &, std::uint32_t) { return broken(90u, 100u); })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::target, Target::sm_100), {}};
        })
        .leads_to(Effect::warning, Effect::not_asked)
        .says("cuTensorMapEncodeIm2colWide on {target} writes a plain im2col map: im2col::w exists "
              "from sm_100 on")
        .advice("use cuTensorMapEncodeIm2col")
        .why("The document gives the function to compute capability 10.0 and later. On sm_90 the "
             "driver accepts it and leaves no trace of the mode in the map.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2colWide; PTX ISA 9.1, 9.7.9.27.1.2")
        .evidence(Evidence::disputed,
                  "the document demands sm_100; the H200's driver accepts it and "
                  "writes an im2col map (wide.jsonl.gz)"),

    RuleRow("TMAP-encode-swizzle-06", "swizzle")
        .in(wide)
        .needs("TMAP-encode-swizzle-01")
        .broken_if([](const Question &q, std::uint32_t) {
          const bool packed = is_padded(q.spec.data_type);
          const bool listed = one_of(q.spec.swizzle, {Swizzle::b128, Swizzle::b128_atom_32b}) ||
                              (q.spec.swizzle == Swizzle::b64 && !packed);
          return listed ? fine
                        : broken(static_cast<std::uint32_t>(q.spec.swizzle),
                                 static_cast<std::uint32_t>(Swizzle::b128));
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::swizzle, Swizzle::b128), {}};
        })
        .leads_to(Effect::not_asked, Effect::reject)
        .says("swizzle {swizzle}: im2col wide maps of {type} take 128B, 128B_atom_32B and, unless "
              "packed, 64B")
        .why("The wide modes are listed with these swizzles alone.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2colWide, swizzle"),

    RuleRow("TMAP-encode-interleave-03", "interleave")
        .in(wide)
        .needs("TMAP-encode-interleave-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.interleaved() ? broken(static_cast<std::uint32_t>(q.spec.interleave), 0u) : fine;
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::interleave, Interleave::none), {}};
        })
        .leads_to(Effect::not_asked, Effect::warning)
        .says("interleave {interleave} in an im2col wide map: PTX does not support it")
        .why(
            "PTX rules interleave out for im2col::w and im2col::w::128; the driver API still lists "
            "all three values.")
        .cite("PTX ISA 9.1, 5.5.6; CUDA driver API 13.0, cuTensorMapEncodeIm2colWide, interleave"),

    RuleRow("TMAP-encode-channelsPerPixel-01", "channelsPerPixel")
        .in(im2col | wide)
        .broken_if([](const Question &q, std::uint32_t) {
          return within(q.spec.channels_per_pixel, 1, max_channels);
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          return {set(Field::channels_per_pixel,
                      q.spec.channels_per_pixel == 0 ? q.chunk_elements() : max_channels),
                  {}};
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::elements)
        .says("channelsPerPixel is {observed}; it is 1 to 256")
        .advice("move more channels with several copies")
        .why("The descriptor stores the channels minus one in eight bits.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2col, channelsPerPixel")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-channelsPerPixel-02", "channelsPerPixel")
        .in(im2col | wide)
        .needs("TMAP-encode-channelsPerPixel-01", "TMAP-encode-tensorDataType-01",
               "TMAP-encode-tensorDataType-02")
        .broken_if([](const Question &q, std::uint32_t) {
          return whole_pieces(q, q.spec.channels_per_pixel);
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::uint32_t unit = q.chunk_elements();
          const std::uint32_t span = q.interleaved() ? 0 : swizzle_span_bytes(q.spec.swizzle);
          const auto most =
              span == 0 ? max_channels : static_cast<std::uint32_t>(q.elements_in(span));
          const auto up = static_cast<std::uint32_t>(round_up(q.spec.channels_per_pixel, unit));
          return {set(Field::channels_per_pixel, up <= most && up <= max_channels ? up : unit), {}};
        })
        .leads_to(Effect::reject, Effect::warning)
        .says(
            "channelsPerPixel is {channels} x {element} = {channel_bytes}, not a multiple of 16 B")
        .advice("pad the channels of the tensor")
        .why("The document does not say so, but the driver asks for whole 16-byte pieces.")
        .cite("no document for im2col; CUDA driver API 13.0, boxDim, for tiled maps")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-channelsPerPixel-03", "channelsPerPixel")
        .in(im2col | wide)
        .needs("TMAP-encode-channelsPerPixel-02", "TMAP-encode-swizzle-01",
               "TMAP-encode-swizzle-02", "TMAP-encode-interleave-01")
        .broken_if([](const Question &q, std::uint32_t) {
          const std::uint32_t span = swizzle_span_bytes(q.spec.swizzle);
          return q.interleaved() || span == 0 ? fine
                                              : at_most(q.bytes(q.spec.channels_per_pixel), span);
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::uint64_t bytes = q.bytes(q.spec.channels_per_pixel);
          const auto fits =
              static_cast<std::uint32_t>(q.elements_in(swizzle_span_bytes(q.spec.swizzle)));
          return {set(Field::channels_per_pixel, fits),
                  choose(Field::swizzle, bytes <= 64    ? Swizzle::b64
                                         : bytes <= 128 ? Swizzle::b128
                                                        : Swizzle::none)};
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::bytes)
        .says("channelsPerPixel is {channels} x {element} = {observed} B; swizzle {swizzle} allows "
              "at most {limit} B")
        .advice("move more channels with several copies, one a swizzle span")
        .why("A swizzle permutes 16-byte chunks inside rows of its span; a pixel's row cannot be "
             "wider.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2col, interleave")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-channelsPerPixel-04", "channelsPerPixel")
        .in(im2col | wide)
        .needs("TMAP-encode-channelsPerPixel-01", "TMAP-encode-tensorDataType-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return is_padded(q.spec.data_type) ? equals(q.spec.channels_per_pixel, 128) : fine;
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {set(Field::channels_per_pixel, 128u), {}};
        })
        .leads_to(Effect::not_asked, Effect::reject)
        .in_unit(Unit::elements)
        .says("channelsPerPixel is {observed}; {type} needs exactly {limit}")
        .why("A padded packed row is 128 values.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2col, channelsPerPixel"),

    RuleRow("TMAP-encode-pixelsPerColumn-01", "pixelsPerColumn")
        .in(im2col | wide)
        .broken_if([](const Question &q, std::uint32_t) {
          return within(q.spec.pixels_per_column, 1, max_pixels);
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          return {set(Field::pixels_per_column, q.spec.pixels_per_column == 0 ? 1 : max_pixels),
                  {}};
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::pixels)
        .says("pixelsPerColumn is {observed}; it is 1 to 1024")
        .advice("move more pixels with several copies")
        .why("The descriptor stores the pixels minus one in ten bits.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2col, pixelsPerColumn")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-pixelsPerColumn-02", "pixelsPerColumn")
        .in(im2col | wide)
        .needs("TMAP-encode-channelsPerPixel-01", "TMAP-encode-pixelsPerColumn-01",
               "TMAP-encode-tensorDataType-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return at_most(
              q.bytes(std::uint64_t{q.spec.channels_per_pixel} * q.spec.pixels_per_column),
              sm_smem_bytes);
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          return {set(Field::pixels_per_column,
                      static_cast<std::uint32_t>(q.elements_in(sm_smem_bytes) /
                                                 q.spec.channels_per_pixel)),
                  {}};
        })
        .leads_to(Effect::reject, Effect::warning)
        .in_unit(Unit::bytes)
        .says("channelsPerPixel x pixelsPerColumn is {observed} B; the driver allows at most "
              "{limit} B (228 KiB)")
        .advice("move fewer pixels in one copy")
        .why("No document gives this limit; the driver enforces it.")
        .cite("no document")
        .evidence(Evidence::driver, "encode.jsonl.gz: 233,472 B accepted, more refused"),

    RuleRow("TMAP-encode-pixelsPerColumn-03", "pixelsPerColumn")
        .in(im2col | wide)
        .needs("TMAP-encode-pixelsPerColumn-02", "TMAP-encode-channelsPerPixel-03")
        .broken_if([](const Question &q, std::uint32_t) {
          return at_most(q.geometry.smem_footprint_bytes, max_smem_bytes);
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::uint64_t fits =
              q.geometry.row_pitch_bytes == 0 ? 0 : max_smem_bytes / q.geometry.row_pitch_bytes;
          return {set(Field::pixels_per_column, static_cast<std::uint32_t>(fits)), {}};
        })
        .leads_to(Effect::warning)
        .in_unit(Unit::bytes)
        .says("the tile takes {observed} B of shared memory; a block has at most {limit} B")
        .advice("move fewer pixels, or drop the swizzle that pads their rows")
        .why("The driver compares unpadded bytes with the SM's 228 KiB, of which a block may use "
             "227; no launch can hold this tile.")
        .cite("CUDA Programming Guide, technical specifications, shared memory of a block")
        .evidence(Evidence::driver, "encode.jsonl.gz: such maps are accepted"),

    RuleRow("TMAP-encode-channelsPerPixel-05", "channelsPerPixel")
        .in(im2col | wide)
        .needs("TMAP-encode-pixelsPerColumn-02", "TMAP-encode-channelsPerPixel-03")
        .broken_if([](const Question &q, std::uint32_t) {
          return at_least(q.geometry.row_bytes, q.geometry.row_pitch_bytes);
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::uint64_t row = q.geometry.row_bytes;
          return {choose(Field::swizzle, row == 64   ? Swizzle::b64
                                         : row == 32 ? Swizzle::b32
                                                     : Swizzle::none),
                  {}};
        })
        .leads_to(Effect::warning)
        .in_unit(Unit::bytes)
        .says("pixels of {observed} B lie {limit} B apart under swizzle {swizzle}: the tile takes "
              "{footprint} B of shared memory for {tx} B of data")
        .advice("size the buffer for the footprint, expect the transaction bytes")
        .why("Each pixel starts a new swizzle span. The padding is neither written nor counted.")
        .cite("CUDA Programming Guide, TMA, inner dimension")
        .evidence(Evidence::hardware, "im2col.jsonl.gz: narrow pixels under every swizzle"),

    RuleRow("TMAP-encode-channelsPerPixel-06", "channelsPerPixel")
        .in(im2col)
        .needs("TMAP-encode-channelsPerPixel-03", "TMAP-encode-interleave-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.interleaved()
                     ? equals(q.bytes(q.spec.channels_per_pixel), slice_bytes(q.spec.interleave))
                     : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::uint64_t slice = q.elements_in(slice_bytes(q.spec.interleave));
          return {set(Field::channels_per_pixel, static_cast<std::uint32_t>(slice)), {}};
        })
        .leads_to(Effect::warning, Effect::not_asked)
        .in_unit(Unit::bytes)
        .says("channelsPerPixel is {observed} B, and every pixel moves one slice of {limit} B: "
              "{tx} B in all")
        .advice("load each channel slice with a copy of its own, at its own coordinate")
        .why("With an interleave a copy reads one slice of channels, chosen by the coordinate of "
             "dimension rank-2; the driver checks channelsPerPixel and the chip ignores it. The "
             "spatial axes start at dimension 0.")
        .cite("no document")
        .evidence(Evidence::hardware, "240 loads, ranks 3 to 5, with both interleaves: places, "
                                      "counts and traps"),
};

} // namespace tmamap::rules
