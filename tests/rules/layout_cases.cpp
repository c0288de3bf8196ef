// SPDX-License-Identifier: MIT
// Cases on the enumerations: interleave, swizzle, L2 promotion, fill.
#include "cases.hpp"

namespace tmamap::tests {

namespace {

Case on_sm_100(Case c) {
  c.context.target = Target::sm_100;
  return c;
}
Case with_swizzle(Case c, Swizzle swizzle) {
  c.spec.swizzle = swizzle;
  return c;
}
// A full row under any 128-byte swizzle.
Case full_rows() {
  Case c = tiled_case();
  c.spec.box_dim[0] = 64;
  return c;
}
// The padded 6-bit type: rows of 128 values are 96 bytes.
Case six_bit() {
  Case c = padded_case();
  c.spec.data_type = DataType::u6x16_align16b;
  c.spec.global_strides = {192};
  return c;
}
Case wide_on_sm_100() {
  Case c = on_sm_100(im2col_case(4));
  c.spec.mode = Mode::im2col_wide;
  c.spec.pixel_box_lower_corner = {};
  c.spec.pixel_box_upper_corner = {};
  c.spec.channels_per_pixel = 64;
  c.spec.swizzle = Swizzle::b128;
  return c;
}

} // namespace

std::vector<RuleCase> layout_cases() {
  return {
      {"TMAP-encode-interleave-01", "past the last value",
       [](std::uint32_t, bool past) {
         Case c = interleaved_case();
         c.spec.interleave = past ? static_cast<Interleave>(3) : Interleave::b16;
         c.spec.box_dim[0] = 32;
         return c;
       }},
      {"TMAP-encode-swizzle-01", "past the last value",
       [](std::uint32_t, bool past) {
         return with_swizzle(full_rows(), past ? static_cast<Swizzle>(7) : Swizzle::b128);
       }},
      {"TMAP-encode-swizzle-01", "past the last value of sm_100",
       [](std::uint32_t, bool past) {
         return on_sm_100(
             with_swizzle(full_rows(), past ? static_cast<Swizzle>(7) : Swizzle::b128_atom_64b));
       }},
      {"TMAP-encode-swizzle-02", "atoms on sm_90",
       [](std::uint32_t, bool past) {
         return with_swizzle(full_rows(), past ? Swizzle::b128_atom_32b : Swizzle::b128);
       }},
      {"TMAP-encode-swizzle-02", "the last atom on sm_90",
       [](std::uint32_t, bool past) {
         return with_swizzle(full_rows(), past ? Swizzle::b128_atom_64b : Swizzle::b128);
       }},
      {"TMAP-encode-swizzle-03", "interleave 32B without swizzle 32B",
       [](std::uint32_t, bool past) {
         Case c = interleaved_case();
         c.spec.interleave = Interleave::b32;
         c.spec.global_strides = {1600, 16000, 192000, 2688000};
         return with_swizzle(c, past ? Swizzle::none : Swizzle::b32);
       }},
      {"TMAP-encode-swizzle-04", "6 bit",
       [](std::uint32_t, bool past) {
         return with_swizzle(six_bit(),
                             past ? Swizzle::b128_atom_32b_flip_8b : Swizzle::b128_atom_64b);
       }},
      {"TMAP-encode-swizzle-05", "padded 4 bit",
       [](std::uint32_t, bool past) {
         return with_swizzle(padded_case(), past ? Swizzle::b128_atom_64b : Swizzle::b128_atom_32b);
       }},
      {"TMAP-encode-swizzle-06", "wide maps",
       [](std::uint32_t, bool past) {
         Case c = wide_on_sm_100();
         c.spec.channels_per_pixel = past ? 64 : 32;
         return with_swizzle(c, past ? Swizzle::none : Swizzle::b64);
       }},
      {"TMAP-encode-interleave-02", "6 bit",
       [](std::uint32_t, bool past) {
         Case c = six_bit();
         c.spec.global_dim = {256, 20, 6};
         c.spec.global_strides = {4096, 81920};
         c.spec.box_dim = {128, 4, 3};
         c.spec.element_strides = {1, 1, 1};
         c.spec.interleave = past ? Interleave::b16 : Interleave::none;
         return c;
       }},
      {"TMAP-encode-interleave-03", "wide maps",
       [](std::uint32_t, bool past) {
         Case c = wide_on_sm_100();
         c.spec.global_strides = {1152, 13824, 193536};
         c.spec.interleave = past ? Interleave::b16 : Interleave::none;
         return c;
       }},
      {"TMAP-encode-l2Promotion-01", "past the last value",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.l2_promotion = past ? static_cast<L2Promotion>(4) : L2Promotion::b256;
         return c;
       }},
      {"TMAP-encode-oobFill-01", "past the last value",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.oob_fill = past ? static_cast<OobFill>(2) : OobFill::none;
         return c;
       }},
      {"TMAP-encode-oobFill-02", "integers",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.oob_fill = past ? OobFill::nan_request_zero_fma : OobFill::none;
         c.spec.data_type = DataType::u16;
         return c;
       }},
      {"TMAP-encode-oobFill-03", "the pattern",
       [](std::uint32_t, bool past) {
         Case c = tiled_case();
         c.spec.oob_fill = past ? OobFill::nan_request_zero_fma : OobFill::none;
         return c;
       }},
  };
}

} // namespace tmamap::tests
