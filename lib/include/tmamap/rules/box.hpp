// SPDX-License-Identifier: MIT
// Rows on the box of a tiled map and on element strides.
#pragma once

#include <tmamap/rule.hpp>
#include <tmamap/rules/call.hpp>

namespace tmamap::rules {

inline constexpr std::uint32_t max_box = 256;
inline constexpr std::uint32_t max_element_stride = 8;

// What the driver adds up for a box: floor(box / stride), though the copy moves the ceiling. Exact
// for sides within max_box; larger ones are refused before.
constexpr std::uint64_t driver_box_elements(const Question &q) {
  std::uint64_t elements = 1;
  for (std::uint32_t i = 0; i < q.rank() && i < max_rank; ++i) {
    const std::uint32_t stride = q.element_stride(i);
    elements *= stride <= 1 ? q.box(i) : q.box(i) / stride;
  }
  return elements;
}

// The nearest inner box whose bytes are a multiple of 16, within the swizzle span and 256.
constexpr Fix whole_chunks(const Question &q, std::uint32_t) {
  const std::uint32_t unit = q.chunk_elements();
  const std::uint32_t span = q.interleaved() ? 0 : swizzle_span_bytes(q.spec.swizzle);
  const auto most = span == 0 ? max_box : static_cast<std::uint32_t>(q.elements_in(span));
  const auto up = static_cast<std::uint32_t>(round_up(q.box(0), unit));
  const std::uint32_t limit = most < max_box ? most : max_box;
  return {set(Field::box_dim, 0, up <= limit && up != 0 ? up : unit), {}};
}

inline constexpr Rule box[] = {
    RuleRow("TMAP-encode-boxDim-02", "boxDim")
        .in(tiled)
        .each(Over::dims)
        .needs("TMAP-encode-boxDim-01")
        .broken_if([](const Question &q, std::uint32_t i) { return within(q.box(i), 1, max_box); })
        .fixed_by([](const Question &q, std::uint32_t i) -> Fix {
          return {set(Field::box_dim, i, q.box(i) == 0 ? 1 : max_box), {}};
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::elements)
        .says("boxDim[{i}] is {observed} elements; a box side is 1 to 256")
        .advice("move a longer side with several copies")
        .why("The descriptor stores the box side minus one in eight bits.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, boxDim")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-boxDim-03", "boxDim")
        .in(tiled)
        .needs("TMAP-encode-boxDim-02", "TMAP-encode-tensorDataType-01",
               "TMAP-encode-tensorDataType-02", "TMAP-encode-interleave-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.interleaved() ? fine : whole_pieces(q, q.box(0));
        })
        .fixed_by(whole_chunks)
        .leads_to(Effect::reject)
        .in_unit(Unit::bytes)
        .says("boxDim[0] is {box0} x {element} = {box0_bytes}, not a multiple of 16 B")
        .advice("move the whole 16-byte pieces and ignore the rest of the tile")
        .why("A row of the box is moved in 16-byte pieces.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, boxDim; PTX ISA 9.1, 5.5.3.1")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-boxDim-04", "boxDim")
        .in(tiled)
        .needs("TMAP-encode-boxDim-02", "TMAP-encode-tensorDataType-01",
               "TMAP-encode-tensorDataType-02", "TMAP-encode-interleave-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.interleaved() ? whole_pieces(q, q.box(0)) : fine;
        })
        .fixed_by(whole_chunks)
        .leads_to(Effect::reject, Effect::warning)
        .in_unit(Unit::bytes)
        .says("boxDim[0] is {box0} x {element} = {box0_bytes}, not a multiple of 16 B; interleave "
              "{interleave} does not lift that")
        .advice("boxDim[0] counts channel slices in the copy, but the driver checks it as elements")
        .why("The document asks for multiples of 16 bytes only without interleave. The driver asks "
             "always, though the copy then takes boxDim[0] as slices.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, boxDim")
        .evidence(Evidence::disputed,
                  "the document exempts interleaved maps; the H200's driver does not "
                  "(encode.jsonl.gz)"),

    RuleRow("TMAP-encode-boxDim-05", "boxDim")
        .in(tiled)
        .needs("TMAP-encode-boxDim-03", "TMAP-encode-swizzle-01", "TMAP-encode-swizzle-02")
        .broken_if([](const Question &q, std::uint32_t) {
          const std::uint32_t span = swizzle_span_bytes(q.spec.swizzle);
          return q.interleaved() || span == 0 ? fine : at_most(q.bytes(q.box(0)), span);
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::uint64_t bytes = q.bytes(q.box(0));
          const auto fits =
              static_cast<std::uint32_t>(q.elements_in(swizzle_span_bytes(q.spec.swizzle)));
          return {set(Field::box_dim, 0, fits),
                  choose(Field::swizzle, bytes <= 64    ? Swizzle::b64
                                         : bytes <= 128 ? Swizzle::b128
                                                        : Swizzle::none)};
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::bytes)
        .says("boxDim[0] is {box0} x {element} = {observed} B; swizzle {swizzle} allows at most "
              "{limit} B")
        .advice("move a wider tile with several copies, one a swizzle span")
        .why("A swizzle permutes 16-byte chunks inside rows of its span; a row cannot be wider.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, interleave")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-elementStrides-02", "elementStrides")
        .each(Over::dims)
        .needs("TMAP-encode-elementStrides-01", "TMAP-encode-interleave-01")
        .broken_if([](const Question &q, std::uint32_t i) {
          return i != 0 || q.interleaved() ? within(q.element_stride(i), 1, max_element_stride)
                                           : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t i) -> Fix {
          return {set(Field::element_strides, i, q.element_stride(i) == 0 ? 1 : max_element_stride),
                  {}};
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::elements)
        .says("elementStrides[{i}] is {observed}; a stride is 1 to 8")
        .advice("for a longer step use globalStrides")
        .why("The descriptor stores the stride minus one in three bits.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, elementStrides")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-elementStrides-03", "elementStrides")
        .needs("TMAP-encode-elementStrides-01", "TMAP-encode-interleave-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.interleaved() ? fine : within(q.element_stride(0), 1, max_element_stride);
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {set(Field::element_strides, 0, 1u), {}};
        })
        .leads_to(Effect::reject, Effect::warning)
        .in_unit(Unit::elements)
        .says(
            "elementStrides[0] is {observed}; the driver wants 1 to 8 although it is then ignored")
        .why(
            "The document says that dimension 0 has no stride without interleave, PTX that it must "
            "be 1, and the driver refuses 0 and anything above 8.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, elementStrides; PTX ISA 9.1, 5.5.3.2")
        .evidence(Evidence::disputed,
                  "the document ignores index 0; the H200's driver checks it (encode.jsonl.gz)"),

    RuleRow("TMAP-encode-elementStrides-04", "elementStrides")
        .needs("TMAP-encode-elementStrides-03")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.interleaved() ? fine : at_most(q.element_stride(0), 1);
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {set(Field::element_strides, 0, 1u), {}};
        })
        .leads_to(Effect::warning)
        .in_unit(Unit::elements)
        .says("elementStrides[0] is {observed} and has no effect: every element of a row is moved")
        .advice("make the step an extra dimension if elements should be skipped")
        .why("TMA has no element stride along dimension 0 unless the map is interleaved.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, elementStrides; PTX ISA 9.1, 5.5.3.2")
        .evidence(Evidence::hardware, "load.jsonl.gz: loads with elementStrides[0] of 2 to 8"),

    RuleRow("TMAP-encode-elementStrides-05", "elementStrides")
        .in(tiled)
        .each(Over::dims)
        .needs("TMAP-encode-elementStrides-02", "TMAP-encode-boxDim-02")
        .broken_if([](const Question &q, std::uint32_t i) {
          const bool ignored = i == 0 && !q.interleaved();
          return ignored ? fine : multiple_of(q.box(i), q.element_stride(i));
        })
        .fixed_by([](const Question &q, std::uint32_t i) -> Fix {
          const std::uint32_t stride = q.element_stride(i);
          const auto up = static_cast<std::uint32_t>(round_up(q.box(i), stride));
          return {set(Field::box_dim, i, up <= max_box ? up : up - stride), {}};
        })
        .leads_to(Effect::warning)
        .in_unit(Unit::elements)
        .says("boxDim[{i}] {observed} is not a multiple of elementStrides[{i}] {limit}: {moved} "
              "elements are moved, and boxes side by side repeat some")
        .why(
            "A box moves ceil(box / stride) elements. When the stride does not divide the box, the "
            "next box starts off the stride's grid.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, elementStrides")
        .evidence(Evidence::hardware, "load.jsonl.gz: the ceiling is moved"),

    RuleRow("TMAP-encode-boxDim-06", "boxDim")
        .in(tiled)
        .needs("TMAP-encode-boxDim-02", "TMAP-encode-elementStrides-02",
               "TMAP-encode-elementStrides-03", "TMAP-encode-tensorDataType-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return at_most(q.bytes(driver_box_elements(q)), sm_smem_bytes);
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          // Shrink the outermost side that can make up for it alone.
          const std::uint64_t elements = driver_box_elements(q);
          for (std::uint32_t i = q.rank(); i-- > 1;) {
            const std::uint64_t others = elements / (q.box(i) / q.element_stride(i));
            const std::uint64_t fits = q.elements_in(sm_smem_bytes) / others;
            if (fits > 0)
              return {
                  set(Field::box_dim, i, static_cast<std::uint32_t>(fits) * q.element_stride(i)),
                  {}};
          }
          return {};
        })
        .leads_to(Effect::reject, Effect::warning)
        .in_unit(Unit::bytes)
        .says("the box holds {observed} B; the driver allows at most {limit} B (228 KiB)")
        .advice("shrink the box; a block has 227 KiB of shared memory in all")
        .why("No document gives this limit; the driver enforces it, with floor(boxDim / "
             "elementStrides) elements along each dimension.")
        .cite("no document")
        .evidence(Evidence::driver, "encode.jsonl.gz: 233,472 B accepted, more refused"),

    RuleRow("TMAP-encode-boxDim-07", "boxDim")
        .in(tiled)
        .needs("TMAP-encode-boxDim-02", "TMAP-encode-tensorDataType-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return is_padded(q.spec.data_type) ? equals(q.box(0), 128) : fine;
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {set(Field::box_dim, 0, 128u), {}};
        })
        .leads_to(Effect::not_asked, Effect::reject)
        .in_unit(Unit::elements)
        .says("boxDim[0] is {observed}; {type} needs exactly {limit} values")
        .why("A padded packed row is 128 values: 64 or 96 bytes in global memory, 128 in shared.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, boxDim; PTX ISA 9.1, 5.5.1.1"),

    RuleRow("TMAP-encode-boxDim-08", "boxDim")
        .in(tiled)
        .each(Over::dims)
        .needs("TMAP-encode-boxDim-02", "TMAP-encode-globalDim-02", "TMAP-encode-boxDim-06")
        .broken_if([](const Question &q, std::uint32_t i) {
          // The last 16-byte piece of a row cannot be left out.
          const std::uint64_t chunk = i == 0 && !q.interleaved() ? q.chunk_elements() : 1;
          return at_most(q.box(i), round_up(q.dim(i), chunk)).broken ? broken(q.box(i), q.dim(i))
                                                                     : fine;
        })
        .leads_to(Effect::note)
        .in_unit(Unit::elements)
        .says("boxDim[{i}] is {observed}, more than the tensor's {limit}: every tile has fill")
        .advice("nothing to do if the padding is wanted; the fill counts in the transaction bytes")
        .why("The driver accepts it. Each load writes and signals the full box; stores leave the "
             "part outside alone.")
        .cite("no document; cuda::make_tma_descriptor refuses it")
        .evidence(Evidence::hardware, "load.jsonl.gz: boxes larger than the tensor"),

    RuleRow("TMAP-encode-boxDim-09", "boxDim")
        .needs("TMAP-encode-boxDim-02", "TMAP-encode-boxDim-05", "TMAP-encode-boxDim-06")
        .in(tiled)
        .broken_if([](const Question &q, std::uint32_t) {
          return at_least(q.geometry.row_bytes, q.geometry.row_pitch_bytes);
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::uint64_t row = q.geometry.row_bytes;
          const Swizzle narrower = row == 64   ? Swizzle::b64
                                   : row == 32 ? Swizzle::b32
                                               : Swizzle::none;
          const bool widens = !q.interleaved() && !is_padded(q.spec.data_type);
          const std::uint64_t wide = q.elements_in(swizzle_span_bytes(q.spec.swizzle));
          return {choose(Field::swizzle, narrower),
                  widens && wide <= max_box
                      ? set(Field::box_dim, 0, static_cast<std::uint32_t>(wide))
                      : Amendment{}};
        })
        .leads_to(Effect::warning)
        .in_unit(Unit::bytes)
        .says("rows of {observed} B lie {limit} B apart under swizzle {swizzle}: the tile takes "
              "{footprint} B of shared memory for {tx} B of data")
        .advice("size the buffer for the footprint, expect the transaction bytes")
        .why(
            "Each row starts a new swizzle span. The padding is neither written nor counted, and a "
            "buffer sized by the data is overrun.")
        .cite("CUDA Programming Guide, TMA, inner dimension")
        .evidence(Evidence::hardware, "load.jsonl.gz: narrow rows under every swizzle"),

    RuleRow("TMAP-encode-boxDim-10", "boxDim")
        .in(tiled)
        .needs("TMAP-encode-boxDim-06", "TMAP-encode-boxDim-02")
        .broken_if([](const Question &q, std::uint32_t) {
          return at_most(q.geometry.smem_footprint_bytes, max_smem_bytes);
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          // As many outermost rows as fit.
          const std::uint32_t i = q.rank() - 1;
          if (i == 0 || i >= q.geometry.elements.size() || q.geometry.elements[i] == 0)
            return {};
          const std::uint64_t each = q.geometry.smem_footprint_bytes / q.geometry.elements[i];
          const std::uint64_t fits = each == 0 ? 0 : max_smem_bytes / each;
          if (fits == 0)
            return {};
          return {set(Field::box_dim, i, static_cast<std::uint32_t>(fits) * q.element_stride(i)),
                  {}};
        })
        .leads_to(Effect::warning)
        .in_unit(Unit::bytes)
        .says("the tile takes {observed} B of shared memory; a block has at most {limit} B")
        .advice("shrink the box, or drop the swizzle that pads its rows")
        .why("The driver compares unpadded bytes with the SM's 228 KiB, of which a block may use "
             "227; no launch can hold this tile.")
        .cite("CUDA Programming Guide, technical specifications, shared memory of a block")
        .evidence(Evidence::driver, "encode.jsonl.gz: such maps are accepted"),
};

} // namespace tmamap::rules
