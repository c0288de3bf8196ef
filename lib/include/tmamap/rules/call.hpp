// SPDX-License-Identifier: MIT
// Rows on what kind of call it is: the map pointer, data type, rank, and the argument arrays.
#pragma once

#include <tmamap/rule.hpp>

namespace tmamap::rules {

// An array that is null, or that holds fewer values than the rank makes the driver read.
template <class T>
constexpr Breach holds_values(const Question &q, NullArgument null, const List<T> &list,
                              std::uint32_t wanted) {
  return q.has_null(null) ? broken(0u, wanted) : at_least(list.size(), wanted);
}
// The rank that the values at hand suffice for, or the null pointer replaced where they would do.
constexpr Fix rank_that_fits(const Question &q, NullArgument null, std::size_t values,
                             std::uint32_t beyond) {
  if (q.has_null(null) && values + beyond < q.rank())
    return {};
  if (q.has_null(null))
    return {set(Field::null_arguments, q.context.null_arguments & ~std::uint32_t{null}), {}};
  return {set(Field::tensor_rank, static_cast<std::uint32_t>(values) + beyond), {}};
}
constexpr std::uint32_t strides_read(const Question &q) { return q.rank() == 0 ? 0 : q.rank() - 1; }
constexpr std::uint32_t axes_read(const Question &q) { return q.rank() < 2 ? 0 : q.rank() - 2; }

inline constexpr Rule call[] = {
    RuleRow("TMAP-encode-tensorMap-01", "tensorMap")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.has_null(null_tensor_map) || q.context.descriptor_address == std::uint64_t{0}
                     ? broken(0u, 64u)
                     : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          if (q.has_null(null_tensor_map))
            return {set(Field::null_arguments, q.context.null_arguments & ~null_tensor_map), {}};
          return {set(Field::descriptor_address, std::uint64_t{64}), {}};
        })
        .leads_to(Effect::reject)
        .says("tensorMap is null")
        .advice("pass the address of a CUtensorMap, which is alignas(64) by its type")
        .why("The driver writes the 128 bytes through this pointer.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, tensorMap")
        .evidence(Evidence::driver, "null pointers passed on an H200"),

    RuleRow("TMAP-encode-tensorMap-02", "tensorMap")
        .needs("TMAP-encode-tensorMap-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.context.descriptor_address ? multiple_of(*q.context.descriptor_address, 64)
                                              : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::uint64_t address = *q.context.descriptor_address;
          const std::uint64_t up = round_up(address, 64);
          return {set(Field::descriptor_address, up < address ? round_down(address, 64) : up), {}};
        })
        .leads_to(Effect::warning, Effect::reject)
        .in_unit(Unit::bytes)
        .says("tensorMap lies at {descriptor}, not at a multiple of {limit} B")
        .why("The driver writes the map wherever it is told to and does not check this address. "
             "That is harmless for a map that is copied to a kernel parameter; an instruction that "
             "reads it in place traps.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, tensorMap")
        .evidence(Evidence::disputed, "the document demands 64 B; the H200's driver encodes at any "
                                      "address, the copy then traps"),

    RuleRow("TMAP-encode-tensorDataType-01", "tensorDataType")
        .broken_if([](const Question &q, std::uint32_t) {
          return at_most(static_cast<std::uint32_t>(q.spec.data_type),
                         static_cast<std::uint32_t>(DataType::u6x16_align16b));
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::data_type, DataType::u8), {}};
        })
        .leads_to(Effect::reject)
        .says("tensorDataType is {observed}, which is no CUtensorMapDataType (0 to {limit})")
        .advice("pass the enumerator of the tensor's element type")
        .why("Element size, and with it every byte rule, follows from the data type.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, tensorDataType")
        .evidence(Evidence::driver, "encode.jsonl.gz; 13 to 15 and 16 refused on an H200"),

    RuleRow("TMAP-encode-tensorDataType-02", "tensorDataType")
        .needs("TMAP-encode-tensorDataType-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return at_most(static_cast<std::uint32_t>(q.spec.data_type),
                         static_cast<std::uint32_t>(DataType::tf32_ftz));
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::target, Target::sm_100), choose(Field::data_type, DataType::u8)};
        })
        .leads_to(Effect::reject, Effect::not_asked)
        .says("tensorDataType {type} (packed 4- and 6-bit values) does not exist on {target}")
        .advice("on sm_90 move the packed bytes as u8")
        .why("The driver API names no architecture for the packed types, PTX gives them to sm_100 "
             "and later, and the driver refuses them on an H200.")
        .cite("PTX ISA 9.1, 9.7.9.28 (elemtype); CUDA driver API 13.0, tensorDataType")
        .evidence(Evidence::driver, "encode.jsonl.gz: types 13, 14, 15 refused on an H200"),

    RuleRow("TMAP-encode-tensorRank-01", "tensorRank")
        .in(tiled)
        .broken_if([](const Question &q, std::uint32_t) { return within(q.rank(), 1, max_rank); })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          return {set(Field::tensor_rank, q.rank() == 0 ? 1 : max_rank), {}};
        })
        .leads_to(Effect::reject)
        .says("tensorRank is {observed}; a tiled map has 1 to 5 dimensions")
        .advice("merge dimensions that are contiguous in memory, or slice one of them by address")
        .why("A descriptor has room for five extents and four strides.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, tensorRank")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-tensorRank-02", "tensorRank")
        .in(tiled)
        .needs("TMAP-encode-tensorRank-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.interleaved() ? at_least(q.rank(), 3) : fine;
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::interleave, Interleave::none), {}};
        })
        .leads_to(Effect::reject)
        .says("tensorRank is {observed}; interleave {interleave} needs 3 to 5 dimensions")
        .why("Interleaved layouts are NC/8HWC8 and NC/16HWC16: width, channel slices and images at "
             "least.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, tensorRank; PTX ISA 9.1, 5.5.6")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-tensorRank-03", "tensorRank")
        .in(im2col | wide)
        .broken_if([](const Question &q, std::uint32_t) { return within(q.rank(), 3, max_rank); })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          return {set(Field::tensor_rank, q.rank() < 3 ? 3 : max_rank), {}};
        })
        .leads_to(Effect::reject)
        .says("tensorRank is {observed}; an {mode} map has 3 to 5 dimensions (NWC, NHWC, NDHWC)")
        .advice("give the tensor as channels, one to three spatial extents, images; an extent may "
                "be 1")
        .why("im2col walks one to three spatial axes between channels and images.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2col, tensorRank")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-globalDim-01", "globalDim")
        .needs("TMAP-encode-tensorRank-01", "TMAP-encode-tensorRank-03")
        .broken_if([](const Question &q, std::uint32_t) {
          return holds_values(q, null_global_dim, q.spec.global_dim, q.rank());
        })
        .fixed_by([](const Question &q, std::uint32_t) {
          return rank_that_fits(q, null_global_dim, q.spec.global_dim.size(), 0);
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::elements)
        .says("globalDim holds {observed} values; tensorRank {rank} makes the driver read {limit}")
        .advice("give one extent a dimension, innermost first")
        .why("The driver refuses a null pointer. A short array it cannot see: it reads past the "
             "end, and what it finds there decides.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, globalDim")
        .evidence(Evidence::driver, "null refused on an H200; a short array is never legal C"),

    RuleRow("TMAP-encode-globalStrides-01", "globalStrides")
        .needs("TMAP-encode-tensorRank-01", "TMAP-encode-tensorRank-03")
        .broken_if([](const Question &q, std::uint32_t) {
          return holds_values(q, null_global_strides, q.spec.global_strides, strides_read(q));
        })
        .fixed_by([](const Question &q, std::uint32_t) {
          return rank_that_fits(q, null_global_strides, q.spec.global_strides.size(), 1);
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::elements)
        .says("globalStrides holds {observed} values; tensorRank {rank} needs {limit} and a "
              "non-null pointer")
        .advice("give the bytes of dimensions 1 to rank-1; at rank 1 pass any valid pointer")
        .why("A null pointer is refused even at rank 1, where no stride is read.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, globalStrides")
        .evidence(Evidence::driver, "null refused at ranks 1 and 2 on an H200"),

    RuleRow("TMAP-encode-globalStrides-02", "globalStrides")
        .needs("TMAP-encode-tensorRank-01", "TMAP-encode-tensorRank-03")
        .broken_if([](const Question &q, std::uint32_t) {
          return at_most(q.spec.global_strides.size(), strides_read(q));
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const auto values = static_cast<std::uint32_t>(q.spec.global_strides.size());
          if (values + 1 > max_rank || values + 1 > q.spec.global_dim.size())
            return {};
          return {set(Field::tensor_rank, values + 1), {}};
        })
        .leads_to(Effect::warning)
        .in_unit(Unit::elements)
        .says("globalStrides holds {observed} values, of which the driver reads {limit}: the first "
              "belongs to dimension 1")
        .advice("leave out the stride of dimension 0, which is always the element size")
        .why("Frameworks list a stride for every dimension. The driver's array starts with "
             "dimension 1, so a list that starts with the element size shifts every stride.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, globalStrides"),

    RuleRow("TMAP-encode-boxDim-01", "boxDim")
        .in(tiled)
        .needs("TMAP-encode-tensorRank-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return holds_values(q, null_box_dim, q.spec.box_dim, q.rank());
        })
        .fixed_by([](const Question &q, std::uint32_t) {
          return rank_that_fits(q, null_box_dim, q.spec.box_dim.size(), 0);
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::elements)
        .says("boxDim holds {observed} values; tensorRank {rank} makes the driver read {limit}")
        .advice("give one box side a dimension, innermost first; 1 where nothing is tiled")
        .why("The driver refuses a null pointer; a short array it reads past its end.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, boxDim")
        .evidence(Evidence::driver, "null refused on an H200; a short array is never legal C"),

    RuleRow("TMAP-encode-pixelBoxLowerCorner-01", "pixelBoxLowerCorner")
        .in(im2col)
        .needs("TMAP-encode-tensorRank-03")
        .broken_if([](const Question &q, std::uint32_t) {
          return holds_values(q, null_lower_corner, q.spec.pixel_box_lower_corner, axes_read(q));
        })
        .fixed_by([](const Question &q, std::uint32_t) {
          return rank_that_fits(q, null_lower_corner, q.spec.pixel_box_lower_corner.size(), 2);
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::elements)
        .says("pixelBoxLowerCorner holds {observed} values; tensorRank {rank} needs {limit}")
        .advice("give one corner a spatial axis, W first")
        .why("There are rank-2 spatial axes. The driver does not check these pointers: it crashes "
             "the process on a null one.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2col, pixelBoxLowerCorner")
        .evidence(Evidence::driver,
                  "null ends in SIGSEGV on an H200; a short array is never legal C"),

    RuleRow("TMAP-encode-pixelBoxUpperCorner-01", "pixelBoxUpperCorner")
        .in(im2col)
        .needs("TMAP-encode-tensorRank-03")
        .broken_if([](const Question &q, std::uint32_t) {
          return holds_values(q, null_upper_corner, q.spec.pixel_box_upper_corner, axes_read(q));
        })
        .fixed_by([](const Question &q, std::uint32_t) {
          return rank_that_fits(q, null_upper_corner, q.spec.pixel_box_upper_corner.size(), 2);
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::elements)
        .says("pixelBoxUpperCorner holds {observed} values; tensorRank {rank} needs {limit}")
        .advice("give one corner a spatial axis, W first")
        .why("There are rank-2 spatial axes. The driver does not check these pointers: it crashes "
             "the process on a null one.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeIm2col, pixelBoxUpperCorner")
        .evidence(Evidence::driver,
                  "null ends in SIGSEGV on an H200; a short array is never legal C"),

    RuleRow("TMAP-encode-elementStrides-01", "elementStrides")
        .needs("TMAP-encode-tensorRank-01", "TMAP-encode-tensorRank-03")
        .broken_if([](const Question &q, std::uint32_t) {
          const bool all_ones = q.spec.element_strides.empty() && !q.has_null(null_element_strides);
          return all_ones ? fine
                          : holds_values(q, null_element_strides, q.spec.element_strides, q.rank());
        })
        .fixed_by([](const Question &q, std::uint32_t) {
          return rank_that_fits(q, null_element_strides, q.spec.element_strides.size(), 0);
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::elements)
        .says("elementStrides holds {observed} values; tensorRank {rank} makes the driver read "
              "{limit}")
        .advice("give one stride a dimension; 1 takes every element")
        .why("The driver refuses a null pointer; a short array it reads past its end.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, elementStrides")
        .evidence(Evidence::driver, "null refused on an H200; a short array is never legal C"),
};

} // namespace tmamap::rules
