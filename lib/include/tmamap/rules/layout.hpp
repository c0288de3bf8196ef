// SPDX-License-Identifier: MIT
// Rows on the four enumerations: interleave, swizzle, L2 promotion and out-of-bounds fill.
#pragma once

#include <tmamap/rule.hpp>

namespace tmamap::rules {

// Swizzles that the packed padded types and the wide im2col mode leave to choose from.
constexpr bool one_of(Swizzle swizzle, std::initializer_list<Swizzle> set) {
  for (const Swizzle s : set)
    if (s == swizzle)
      return true;
  return false;
}

inline constexpr Rule layout[] = {
    RuleRow("TMAP-encode-interleave-01", "interleave")
        .broken_if([](const Question &q, std::uint32_t) {
          return at_most(static_cast<std::uint32_t>(q.spec.interleave), 2);
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::interleave, Interleave::none), {}};
        })
        .leads_to(Effect::reject)
        .says("interleave is {observed}, which is no CUtensorMapInterleave (0 to {limit})")
        .why("The values are CU_TENSOR_MAP_INTERLEAVE_NONE, _16B and _32B.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, interleave")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-swizzle-01", "swizzle")
        .broken_if([](const Question &q, std::uint32_t) {
          return at_most(static_cast<std::uint32_t>(q.spec.swizzle),
                         static_cast<std::uint32_t>(Swizzle::b128_atom_64b));
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::swizzle, Swizzle::b128), choose(Field::swizzle, Swizzle::none)};
        })
        .leads_to(Effect::reject)
        .says("swizzle is {observed}, which is no CUtensorMapSwizzle (0 to {limit})")
        .why("The values are CU_TENSOR_MAP_SWIZZLE_NONE to _128B_ATOM_64B.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, swizzle")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-swizzle-02", "swizzle")
        .needs("TMAP-encode-swizzle-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return at_most(static_cast<std::uint32_t>(q.spec.swizzle),
                         static_cast<std::uint32_t>(Swizzle::b128));
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::swizzle, Swizzle::b128), choose(Field::target, Target::sm_100)};
        })
        .leads_to(Effect::reject, Effect::not_asked)
        .says("swizzle {swizzle} does not exist on {target}")
        .why("The driver API names no architecture for the 128B_ATOM modes, PTX gives "
             ".swizzle_atomicity to sm_100 and later, and the driver refuses them on an H200.")
        .cite("PTX ISA 9.1, 9.7.9.28 (swizzle_atomicity); CUDA driver API 13.0, swizzle")
        .evidence(Evidence::driver, "encode.jsonl.gz: values 4, 5, 6 refused on an H200"),

    RuleRow("TMAP-encode-swizzle-03", "swizzle")
        .in(tiled | im2col)
        .needs("TMAP-encode-interleave-01", "TMAP-encode-swizzle-01", "TMAP-encode-swizzle-02")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.spec.interleave == Interleave::b32
                     ? equals(static_cast<std::uint32_t>(q.spec.swizzle),
                              static_cast<std::uint32_t>(Swizzle::b32))
                     : fine;
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::swizzle, Swizzle::b32), {}};
        })
        .leads_to(Effect::warning, Effect::reject)
        .says("interleave 32B with swizzle {swizzle}: the document allows swizzle 32B alone")
        .why("The driver accepts any swizzle here and the copy follows it, but only the documented "
             "pair is promised by another driver or chip.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, swizzle")
        .evidence(Evidence::disputed, "the document demands 32B; the H200's driver accepts every "
                                      "swizzle and its copies follow it (interleave.jsonl.gz)"),

    RuleRow("TMAP-encode-swizzle-04", "swizzle")
        .in(tiled | im2col)
        .needs("TMAP-encode-swizzle-01", "TMAP-encode-tensorDataType-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.spec.data_type != DataType::u6x16_align16b ||
                         one_of(q.spec.swizzle, {Swizzle::none, Swizzle::b128,
                                                 Swizzle::b128_atom_32b, Swizzle::b128_atom_64b})
                     ? fine
                     : broken(static_cast<std::uint32_t>(q.spec.swizzle),
                              static_cast<std::uint32_t>(Swizzle::b128));
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::swizzle, Swizzle::b128), choose(Field::swizzle, Swizzle::none)};
        })
        .leads_to(Effect::not_asked, Effect::reject)
        .says("{type} with swizzle {swizzle}: none, 128B, 128B_atom_32B and (stores only) "
              "128B_atom_64B exist")
        .why("A 6-bit row of 128 values always fills 128 bytes of shared memory.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, swizzle; PTX ISA 9.1, 5.5.7"),

    RuleRow("TMAP-encode-swizzle-05", "swizzle")
        .in(tiled | im2col)
        .needs("TMAP-encode-swizzle-01", "TMAP-encode-tensorDataType-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.spec.data_type != DataType::u4x16_align16b ||
                         one_of(q.spec.swizzle,
                                {Swizzle::none, Swizzle::b128, Swizzle::b128_atom_32b})
                     ? fine
                     : broken(static_cast<std::uint32_t>(q.spec.swizzle),
                              static_cast<std::uint32_t>(Swizzle::b128));
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::swizzle, Swizzle::b128), choose(Field::swizzle, Swizzle::none)};
        })
        .leads_to(Effect::not_asked, Effect::reject)
        .says("{type} with swizzle {swizzle}: none, 128B and 128B_atom_32B exist")
        .why("A padded 4-bit row of 128 values always fills 128 bytes of shared memory. PTX also "
             "lists 128B_atom_64B, the driver API does not.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, swizzle; PTX ISA 9.1, 5.5.7"),

    RuleRow("TMAP-encode-interleave-02", "interleave")
        .needs("TMAP-encode-interleave-01", "TMAP-encode-tensorDataType-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.spec.data_type == DataType::u6x16_align16b && q.interleaved()
                     ? broken(static_cast<std::uint32_t>(q.spec.interleave), 0u)
                     : fine;
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::interleave, Interleave::none), {}};
        })
        .leads_to(Effect::not_asked, Effect::reject)
        .says("{type} with interleave {interleave}: only none is allowed")
        .why("Six-bit values do not fill a channel slice.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, interleave"),

    RuleRow("TMAP-encode-l2Promotion-01", "l2Promotion")
        .broken_if([](const Question &q, std::uint32_t) {
          return at_most(static_cast<std::uint32_t>(q.spec.l2_promotion), 3);
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::l2_promotion, L2Promotion::none), {}};
        })
        .leads_to(Effect::reject)
        .says("l2Promotion is {observed}, which is no CUtensorMapL2promotion (0 to {limit})")
        .why("The values are CU_TENSOR_MAP_L2_PROMOTION_NONE, _L2_64B, _L2_128B and _L2_256B.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, l2Promotion")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-oobFill-01", "oobFill")
        .broken_if([](const Question &q, std::uint32_t) {
          return at_most(static_cast<std::uint32_t>(q.spec.oob_fill), 1);
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::oob_fill, OobFill::none), {}};
        })
        .leads_to(Effect::reject)
        .says("oobFill is {observed}, which is no CUtensorMapFloatOOBfill (0 to {limit})")
        .why("The values are zero fill and NaN fill.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, oobFill")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-oobFill-02", "oobFill")
        .needs("TMAP-encode-oobFill-01", "TMAP-encode-tensorDataType-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.spec.oob_fill == OobFill::nan_request_zero_fma && !is_floating(q.spec.data_type)
                     ? broken(1u, 0u)
                     : fine;
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::oob_fill, OobFill::none), {}};
        })
        .leads_to(Effect::reject)
        .says("oobFill nan_request_zero_fma with {type}: only floating-point types have a NaN")
        .why("f16, bf16, f32, f64, f32_ftz, tf32 and tf32_ftz may be filled with NaN; integers and "
             "packed types may not.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, oobFill")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-oobFill-03", "oobFill")
        .needs("TMAP-encode-oobFill-01", "TMAP-encode-oobFill-02")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.spec.oob_fill == OobFill::nan_request_zero_fma ? broken(0x7FF7u, 0u) : fine;
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::oob_fill, OobFill::none), {}};
        })
        .leads_to(Effect::note)
        .says("out-of-bounds elements arrive as the 16-bit pattern 0x7FF7 repeated, a NaN to every "
              "instruction but fma.oob")
        .advice("keep it only if the consumer masks the tile's edge or uses fma.rn.oob")
        .why("The fill asks for a zero result from the special fma alone (PTX fma.oob, f16 and "
             "bf16). A plain add or a tensor-core product spreads the NaN.")
        .cite("CUDA driver API 13.0, oobFill; PTX ISA 9.1, 9.7.4.4")
        .evidence(Evidence::hardware, "load.jsonl.gz: f16 and bf16 0x7FF7, f32 0x7FF77FF7"),
};

} // namespace tmamap::rules
