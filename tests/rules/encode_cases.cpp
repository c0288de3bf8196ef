// SPDX-License-Identifier: MIT
// Cases on the call, the tensor in global memory, the box and cuTensorMapReplaceAddress.
#include "cases.hpp"

#include <utility>

namespace tmamap::tests {

namespace {

template <class T> List<T> shortened(const List<T> &list, std::size_t count) {
  List<T> kept;
  for (std::size_t i = 0; i < count && i < list.size(); ++i)
    kept.push_back(list[i]);
  return kept;
}
template <class T> List<T> without_last(const List<T> &list) {
  return shortened(list, list.size() - 1);
}

// The dimensions of a tiled case from `i` on dropped, so that dimension i is the outermost and may
// take any extent.
Case outermost(std::uint32_t i) { return tiled_case(i + 1); }

Case replacing(std::uint64_t address) {
  Case c = tiled_case();
  c.context.replacement_address = address;
  return c;
}
Case replacing_interleaved(std::uint64_t address) {
  Case c = interleaved_case();
  c.spec.interleave = Interleave::b32;
  c.spec.swizzle = Swizzle::b32;
  c.context.replacement_address = address;
  return c;
}

// A matrix with boxes of `rows` whole rows of 256 u8.
Case wide_box(std::uint32_t rows, std::uint32_t slabs) {
  Case c;
  c.spec = {.data_type = DataType::u8,
            .global_address = 0x7f0000000000,
            .global_dim = {512, 1024, 300},
            .global_strides = {512, 512 * 1024},
            .box_dim = {256, rows, slabs},
            .element_strides = {1, 1, 1}};
  return c;
}

} // namespace

std::vector<RuleCase> encode_cases() {
  return {
      {"TMAP-encode-tensorMap-01", "null pointer",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.context.null_arguments = past ? std::uint32_t{null_tensor_map} : 0u;
         return c;
       }},
      {"TMAP-encode-tensorMap-01", "address 0",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.context.descriptor_address = past ? 0 : 64;
         return c;
       }},
      {"TMAP-encode-tensorMap-02", "64 bytes",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.context.descriptor_address = past ? 4096 + 65 : 4096 + 64;
         return c;
       }},
      {"TMAP-encode-tensorDataType-01", "past the last value",
       [](std::uint32_t, bool past) {
         Case c = padded_case();
         c.spec = tiled_case().spec;
         c.spec.box_dim[0] = 128;
         c.spec.global_dim[0] = 128;
         c.spec.global_strides = {256, 2560, 30720, 430080};
         c.spec.data_type = past ? static_cast<DataType>(16) : DataType::bf16;
         return c;
       }},
      {"TMAP-encode-tensorDataType-01", "on sm_90",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.data_type = past ? static_cast<DataType>(16) : DataType::tf32_ftz;
         if (!past)
           c.spec.global_strides = {288, 2880, 34560, 483840};
         return c;
       }},
      {"TMAP-encode-tensorDataType-02", "packed on sm_90",
       [](std::uint32_t, bool past) {
         Case c = padded_case();
         c.spec.swizzle = Swizzle::none;
         c.spec.data_type = past ? DataType::u4x16_align8b : DataType::u8;
         c.context.target = Target::sm_90;
         if (!past)
           c.spec.global_strides[0] = 256;
         return c;
       }},
      {"TMAP-encode-tensorRank-01", "6 dimensions",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         if (past) {
           c.spec.global_dim.push_back(22);
           c.spec.global_strides.push_back(4354560);
           c.spec.box_dim.push_back(3);
           c.spec.element_strides.push_back(1);
         }
         return c;
       }},
      {"TMAP-encode-tensorRank-01", "0 dimensions",
       [](std::uint32_t, bool past) {
         Case c = tiled_case(1);
         c.spec.tensor_rank = past ? 0 : 1;
         return c;
       }},
      {"TMAP-encode-tensorRank-01", "a rank that is no rank",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         if (past)
           c.spec.tensor_rank = 0xFFFFFFFF;
         return c;
       }},
      {"TMAP-encode-tensorRank-02", "interleaved",
       [](std::uint32_t, bool past) {
         return past ? [] {
           Case c = interleaved_case(3);
           c.spec.global_dim = {50, 10};
           c.spec.global_strides = {800};
           c.spec.box_dim = {32, 1};
           c.spec.element_strides = {1, 1};
           return c;
         }()
                                                  : interleaved_case(3);
       }},
      {"TMAP-encode-tensorRank-03", "im2col, 2 dimensions",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(3);
         if (past)
           c.spec.tensor_rank = 2;
         return c;
       }},
      {"TMAP-encode-tensorRank-03", "im2col, 6 dimensions",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(5);
         if (past)
           c.spec.tensor_rank = 6;
         return c;
       }},
      {"TMAP-encode-globalDim-01", "one extent short",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.tensor_rank = 5;
         if (past)
           c.spec.global_dim = without_last(c.spec.global_dim);
         return c;
       }},
      {"TMAP-encode-globalDim-01", "null",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.context.null_arguments = past ? std::uint32_t{null_global_dim} : 0u;
         return c;
       }},
      {"TMAP-encode-globalStrides-01", "one stride short",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         if (past)
           c.spec.global_strides = without_last(c.spec.global_strides);
         return c;
       }},
      {"TMAP-encode-globalStrides-01", "null at rank 1",
       [](std::uint32_t, bool past) {
         Case c = tiled_case(1);
         c.context.null_arguments = past ? std::uint32_t{null_global_strides} : 0u;
         return c;
       }},
      {"TMAP-encode-globalStrides-02", "a stride for dimension 0",
       [](std::uint32_t, bool past) {
         Case c = tiled_case(3);
         if (past)
           c.spec.global_strides.push_back(17280);
         return c;
       }},
      {"TMAP-encode-boxDim-01", "one side short",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         if (past)
           c.spec.box_dim = without_last(c.spec.box_dim);
         return c;
       }},
      {"TMAP-encode-boxDim-01", "null",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.context.null_arguments = past ? std::uint32_t{null_box_dim} : 0u;
         return c;
       }},
      {"TMAP-encode-elementStrides-01", "one short",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         if (past)
           c.spec.element_strides = without_last(c.spec.element_strides);
         return c;
       }},
      {"TMAP-encode-elementStrides-01", "null",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.context.null_arguments = past ? std::uint32_t{null_element_strides} : 0u;
         return c;
       }},
      {"TMAP-encode-pixelBoxLowerCorner-01", "one short",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(4);
         if (past)
           c.spec.pixel_box_lower_corner = without_last(c.spec.pixel_box_lower_corner);
         return c;
       }},
      {"TMAP-encode-pixelBoxLowerCorner-01", "null",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(4);
         c.context.null_arguments = past ? std::uint32_t{null_lower_corner} : 0u;
         return c;
       }},
      {"TMAP-encode-pixelBoxUpperCorner-01", "one short",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(4);
         if (past)
           c.spec.pixel_box_upper_corner = without_last(c.spec.pixel_box_upper_corner);
         return c;
       }},
      {"TMAP-encode-pixelBoxUpperCorner-01", "null",
       [](std::uint32_t, bool past) {
         Case c = im2col_case(4);
         c.context.null_arguments = past ? std::uint32_t{null_upper_corner} : 0u;
         return c;
       }},

      {"TMAP-encode-globalAddress-01", "16 bytes",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.global_address = 0x7f0000000010 + (past ? 8 : 0);
         return c;
       }},
      {"TMAP-encode-globalAddress-02", "32 bytes",
       [](std::uint32_t, bool past) {
         Case c = replacing_interleaved(0);
         c.context.replacement_address.reset();
         c.spec.global_address = 0x7f0000000100 + (past ? 16 : 0);
         c.spec.global_strides = {1600, 16000, 192000, 2688000};
         return c;
       }},
      {"TMAP-encode-globalAddress-03", "2^57",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.global_address = (std::uint64_t{1} << 57) - (past ? 0 : 16);
         return c;
       }},
      {"TMAP-encode-globalAddress-04", "32 bytes",
       [](std::uint32_t, bool past) {
         Case c = padded_case();
         c.spec.global_address = 0x7f0000000000 + (past ? 16u : 0u);
         return c;
       }},
      {"TMAP-encode-globalAddress-05", "null",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.global_address = past ? 0 : 16;
         return c;
       }},
      {"TMAP-encode-globalAddress-06", "128 bytes",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.box_dim[0] = 64;
         c.spec.swizzle = Swizzle::b128;
         c.spec.global_address = 0x7f0000000080 + (past ? 16u : 0u);
         return c;
       }},
      {"TMAP-encode-globalDim-02", "2^32",
       [](std::uint32_t i, bool past) {
         Case c = outermost(i);
         c.spec.global_dim[i] = (std::uint64_t{1} << 32) + (past ? 1 : 0);
         return c;
       }},
      {"TMAP-encode-globalDim-02", "empty",
       [](std::uint32_t i, bool past) {
         Case c = outermost(i);
         c.spec.global_dim[i] = past ? 0 : 64;
         return c;
       }},
      {"TMAP-encode-globalDim-03", "128 values",
       [](std::uint32_t, bool past) {
         Case c = padded_case();
         c.spec.global_dim[0] = past ? 255 : 256;
         return c;
       }},
      {"TMAP-encode-globalDim-04", "2 values",
       [](std::uint32_t, bool past) {
         Case c = padded_case();
         c.spec.data_type = DataType::u4x16_align8b;
         c.spec.swizzle = Swizzle::b64;
         c.spec.global_dim[0] = past ? 255 : 254;
         return c;
       }},
      {"TMAP-encode-globalDim-05", "one",
       [](std::uint32_t i, bool past) {
         Case c = outermost(i);
         c.spec.global_dim[i] = past ? 1 : 2;
         c.spec.box_dim[i] = i == 0 ? 8 : 1;
         return c;
       }},
      {"TMAP-encode-globalStrides-03", "16 bytes",
       [](std::uint32_t i, bool past) {
         Case c = tiled_case(i + 2);
         c.spec.global_strides[i] += past ? 8 : 16;
         return c;
       }},
      {"TMAP-encode-globalStrides-04", "32 bytes",
       [](std::uint32_t i, bool past) {
         Case c = interleaved_case();
         c.spec.interleave = Interleave::b32;
         c.spec.swizzle = Swizzle::b32;
         c.spec.global_strides = {1600, 16000, 192000, 2688000};
         for (std::uint32_t k = i; k < 4; ++k)
           c.spec.global_strides[k] += std::uint64_t{3200} << (4 * k);
         c.spec.global_strides[i] += past ? 16 : 32;
         return c;
       }},
      {"TMAP-encode-globalStrides-05", "2^40",
       [](std::uint32_t i, bool past) {
         Case c = tiled_case(i + 2);
         c.spec.global_strides[i] = (std::uint64_t{1} << 40) - (past ? 0 : 16);
         return c;
       }},
      {"TMAP-encode-globalStrides-06", "32 bytes",
       [](std::uint32_t i, bool past) {
         Case c = padded_case();
         c.spec.global_dim = {256, 20, 6, 4, 2};
         c.spec.global_strides = {128, 2560, 15360, 61440};
         c.spec.box_dim = {128, 4, 3, 2, 1};
         c.spec.element_strides = {1, 1, 1, 1, 1};
         for (std::uint32_t k = i; k < 4; ++k)
           c.spec.global_strides[k] += std::uint64_t{256} << (5 * k);
         c.spec.global_strides[i] += past ? 16 : 32;
         return c;
       }},
      {"TMAP-encode-globalStrides-07", "zero",
       [](std::uint32_t i, bool past) {
         Case c = tiled_case(i + 2);
         if (past)
           c.spec.global_strides[i] = 0;
         return c;
       }},
      {"TMAP-encode-globalStrides-08", "in elements",
       [](std::uint32_t i, bool past) {
         Case c = tiled_case(i + 2);
         c.spec.global_dim[0] = 80; // a multiple of 16 in elements too
         const std::uint64_t row[] = {160, 1600, 19200, 268800};
         for (std::uint32_t k = 0; k <= i; ++k)
           c.spec.global_strides[k] = row[k];
         if (past)
           c.spec.global_strides[i] = row[i] / 2;
         return c;
       }},
      {"TMAP-encode-globalDim-06", "tall, listed outermost first",
       [](std::uint32_t, bool past) {
         Case c = tiled_case(2);
         c.spec.global_dim = {4096, 128};
         c.spec.global_strides = {past ? 256u : 8192u};
         return c;
       }},
      {"TMAP-encode-globalDim-07", "wide, listed outermost first",
       [](std::uint32_t, bool past) {
         Case c = tiled_case(2);
         c.spec.global_dim = {128, 4096};
         c.spec.global_strides = {past ? 8192u : 8208u};
         return c;
       }},
      {"TMAP-encode-globalStrides-09", "less than a row",
       [](std::uint32_t i, bool past) {
         Case c = tiled_case(i + 2);
         // The other dimensions are wider, so that only stride i is less than a row.
         for (std::uint32_t k = 0; k < 4 && k < c.spec.global_strides.size(); ++k)
           c.spec.global_strides[k] =
               k == i ? (past ? 128u : 144u) : std::uint64_t{1} << (20 + 4 * k);
         return c;
       }},
      {"TMAP-encode-globalStrides-10", "less than the dimensions inside",
       [](std::uint32_t i, bool past) {
         // Stride i steps over all of a dimension of 10 rows of 144 bytes, or over one row less.
         Case c = tiled_case(5);
         c.spec.global_dim = {72, 18, 18, 18, 18};
         const std::uint32_t inner = i == 0 ? 1 : 0;
         for (std::uint32_t k = 0; k < 4; ++k)
           c.spec.global_strides[k] = k == inner ? 144 : std::uint64_t{1} << (20 + 5 * k);
         c.spec.global_strides[i] = past ? 17 * 144 : 18 * 144;
         return c;
       }},

      {"TMAP-encode-boxDim-02", "256",
       [](std::uint32_t i, bool past) {
         Case c = tiled_case();
         c.spec.data_type = DataType::u8;
         c.spec.global_dim = List<std::uint64_t>::filled(5, 512);
         c.spec.global_strides = {512, 512 * 512, std::uint64_t{512} * 512 * 512,
                                  std::uint64_t{512} * 512 * 512 * 512};
         c.spec.box_dim = {32, 3, 2, 4, 1};
         c.spec.box_dim[i] = 256 + (past ? 1 : 0);
         return c;
       }},
      {"TMAP-encode-boxDim-02", "zero",
       [](std::uint32_t i, bool past) {
         Case c = tiled_case();
         c.spec.box_dim[i] = past ? 0 : i == 0 ? 8 : 1;
         return c;
       }},
      {"TMAP-encode-boxDim-03", "16 bytes",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.box_dim[0] = past ? 25 : 24;
         return c;
       }},
      {"TMAP-encode-boxDim-04", "16 bytes, interleaved",
       [](std::uint32_t, bool past) {
         Case c = interleaved_case();
         c.spec.box_dim[0] = past ? 33 : 32;
         return c;
       }},
      {"TMAP-encode-boxDim-05", "span 32",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.swizzle = Swizzle::b32;
         c.spec.box_dim[0] = past ? 24 : 16;
         return c;
       }},
      {"TMAP-encode-boxDim-05", "span 64",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.swizzle = Swizzle::b64;
         c.spec.box_dim[0] = past ? 40 : 32;
         return c;
       }},
      {"TMAP-encode-boxDim-05", "span 128",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.swizzle = Swizzle::b128;
         c.spec.box_dim[0] = past ? 72 : 64;
         return c;
       }},
      {"TMAP-encode-elementStrides-02", "8",
       [](std::uint32_t i, bool past) {
         Case c = interleaved_case();
         c.spec.box_dim = List<std::uint32_t>::filled(5, 8);
         c.spec.box_dim[0] = 16;
         c.spec.element_strides[i] = past ? 9 : 8;
         return c;
       }},
      {"TMAP-encode-elementStrides-02", "zero",
       [](std::uint32_t i, bool past) {
         Case c = interleaved_case();
         c.spec.element_strides[i] = past ? 0 : 1;
         return c;
       }},
      {"TMAP-encode-elementStrides-03", "8, ignored",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.element_strides[0] = past ? 9 : 1;
         return c;
       }},
      {"TMAP-encode-elementStrides-03", "zero, ignored",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.element_strides[0] = past ? 0 : 1;
         return c;
       }},
      {"TMAP-encode-elementStrides-04", "no effect",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.element_strides[0] = past ? 2 : 1;
         return c;
       }},
      {"TMAP-encode-elementStrides-05", "does not divide the box",
       [](std::uint32_t i, bool past) {
         Case c = interleaved_case();
         c.spec.box_dim[i] = i == 0 ? 32 : 6;
         c.spec.element_strides[i] = past ? 5 : 2;
         return c;
       }},
      {"TMAP-encode-boxDim-06", "228 KiB",
       [](std::uint32_t, bool past) {
         return wide_box(past ? 229 : 228, 4); // 256 x 228 x 4 = 233,472
       }},
      {"TMAP-encode-boxDim-07", "128 values",
       [](std::uint32_t, bool past) {
         Case c = padded_case();
         c.spec.box_dim[0] = past ? 96 : 128;
         c.spec.swizzle = Swizzle::none;
         return c;
       }},
      {"TMAP-encode-boxDim-08", "larger than the tensor",
       [](std::uint32_t i, bool past) {
         Case c = tiled_case();
         c.spec.box_dim[i] =
             static_cast<std::uint32_t>(c.spec.global_dim[i]) + (past ? (i == 0 ? 8 : 1) : 0);
         return c;
       }},
      {"TMAP-encode-boxDim-09", "narrower than the span",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.swizzle = Swizzle::b128;
         c.spec.box_dim[0] = past ? 56 : 64;
         return c;
       }},
      {"TMAP-encode-boxDim-10", "227 KiB",
       [](std::uint32_t, bool past) { return wide_box(past ? 228 : 227, 4); }},

      {"TMAP-replace-tensorMap-01", "null",
       [](std::uint32_t, bool past) {
         Case c = replacing(4096);
         c.context.null_arguments = past ? std::uint32_t{null_tensor_map} : 0u;
         return c;
       }},
      {"TMAP-replace-globalAddress-01", "null",
       [](std::uint32_t, bool past) { return replacing(past ? 0 : 16); }},
      {"TMAP-replace-globalAddress-02", "16 bytes",
       [](std::uint32_t, bool past) { return replacing(past ? 4104 : 4112); }},
      {"TMAP-replace-globalAddress-03", "2^57",
       [](std::uint32_t, bool past) {
         return replacing((std::uint64_t{1} << 57) - (past ? 0 : 16));
       }},
      {"TMAP-replace-globalAddress-04", "32 bytes",
       [](std::uint32_t, bool past) { return replacing_interleaved(past ? 4112 : 4128); }},
  };
}

} // namespace tmamap::tests
