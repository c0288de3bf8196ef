// SPDX-License-Identifier: MIT
// Rows on cuTensorMapReplaceAddress: a new address for a map that exists.
#pragma once

#include <tmamap/rule.hpp>
#include <tmamap/rules/global.hpp>

namespace tmamap::rules {

inline constexpr Rule replace_address[] = {
    RuleRow("TMAP-replace-tensorMap-01", "tensorMap")
        .of(Subject::replace_address)
        .broken_if([](const Question &q, std::uint32_t) {
          return q.has_null(null_tensor_map) ? broken(0u, 64u) : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          return {set(Field::null_arguments, q.context.null_arguments & ~null_tensor_map), {}};
        })
        .leads_to(Effect::reject)
        .says("tensorMap is null")
        .advice("pass the address of an encoded map")
        .why("The driver changes the map in place and does not check this pointer: it crashes the "
             "process on a null one.")
        .cite("CUDA driver API 13.0, cuTensorMapReplaceAddress, tensorMap")
        .evidence(Evidence::driver, "null ends in SIGSEGV on an H200"),

    RuleRow("TMAP-replace-globalAddress-01", "globalAddress")
        .of(Subject::replace_address)
        .broken_if([](const Question &q, std::uint32_t) {
          return at_least(*q.context.replacement_address, 1);
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {set(Field::replacement_address, std::uint64_t{32}), {}};
        })
        .leads_to(Effect::reject)
        .says("the new globalAddress is null, which cuTensorMapReplaceAddress refuses")
        .advice("pass the address of an allocation")
        .why("cuTensorMapEncodeTiled accepts a null base; replacing by one is refused.")
        .cite("CUDA driver API 13.0, cuTensorMapReplaceAddress, globalAddress")
        .evidence(Evidence::driver, "0 refused on an H200"),

    RuleRow("TMAP-replace-globalAddress-02", "globalAddress")
        .of(Subject::replace_address)
        .broken_if([](const Question &q, std::uint32_t) {
          return multiple_of(*q.context.replacement_address, 16);
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::uint64_t unit = global_alignment(q);
          const std::uint64_t down = round_down(*q.context.replacement_address, unit);
          return {set(Field::replacement_address, down == 0 ? unit : down), {}};
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::bytes)
        .says("the new globalAddress {replacement} is not a multiple of {limit} B")
        .advice("start at an aligned element")
        .why("TMA moves 16-byte pieces.")
        .cite("CUDA driver API 13.0, cuTensorMapReplaceAddress, globalAddress")
        .evidence(Evidence::driver, "multiples of 8 refused on an H200"),

    RuleRow("TMAP-replace-globalAddress-03", "globalAddress")
        .of(Subject::replace_address)
        .broken_if([](const Question &q, std::uint32_t) {
          return at_most(*q.context.replacement_address, address_limit - 1);
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::uint64_t down =
              round_down(*q.context.replacement_address % address_limit, global_alignment(q));
          return {set(Field::replacement_address, down == 0 ? global_alignment(q) : down), {}};
        })
        .leads_to(Effect::reject, Effect::warning)
        .says("the new globalAddress {replacement} is not below 2^57 ({limit} is the last address)")
        .advice("pass a device pointer; tags in the upper bits are not part of an address")
        .why("No document gives this limit; the driver enforces it.")
        .cite("no document")
        .evidence(Evidence::driver, "2^57 refused on an H200"),

    RuleRow("TMAP-replace-globalAddress-04", "globalAddress")
        .of(Subject::replace_address)
        .needs("TMAP-replace-globalAddress-02")
        .broken_if([](const Question &q, std::uint32_t) {
          return global_alignment(q) == 32 ? multiple_of(*q.context.replacement_address, 32) : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::uint64_t down = round_down(*q.context.replacement_address, 32);
          return {set(Field::replacement_address, down == 0 ? 32 : down), {}};
        })
        .leads_to(Effect::warning, Effect::reject)
        .in_unit(Unit::bytes)
        .says("the new globalAddress {replacement} is not a multiple of {limit} B, which this map "
              "needed when it was made")
        .advice("the driver does not look; keep the alignment yourself")
        .why("The document asks for the alignment of the original call. The driver checks 16 bytes "
             "only, so an interleave 32B map can be given an address that encoding refuses.")
        .cite("CUDA driver API 13.0, cuTensorMapReplaceAddress, globalAddress")
        .evidence(Evidence::disputed, "the document demands 32 B; the H200's driver accepts 16 B"),
};

} // namespace tmamap::rules
