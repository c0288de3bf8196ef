// SPDX-License-Identifier: MIT
// Rows on the tensor in global memory: its address, extents and strides.
#pragma once

#include <tmamap/rule.hpp>
#include <tmamap/rules/call.hpp>

namespace tmamap::rules {

inline constexpr std::uint64_t address_limit = std::uint64_t{1} << 57;
inline constexpr std::uint64_t stride_limit = std::uint64_t{1} << 40;
inline constexpr std::uint64_t dim_limit = std::uint64_t{1} << 32;

// What addresses and strides must be multiples of.
constexpr std::uint64_t global_alignment(const Question &q) {
  return q.spec.interleave == Interleave::b32 ||
                 (q.context.target != Target::sm_90 && is_padded(q.spec.data_type))
             ? 32
             : 16;
}
constexpr Fix aligned_address(const Question &q, std::uint32_t) {
  const std::uint64_t unit = global_alignment(q);
  return {set(Field::global_address, round_down(*q.spec.global_address, unit)), {}};
}
constexpr Fix aligned_stride(const Question &q, std::uint32_t i) {
  const std::uint64_t unit = global_alignment(q);
  const std::uint64_t up = round_up(q.spec.global_strides[i], unit);
  return {set(Field::global_strides, i, up < stride_limit ? up : stride_limit - unit), {}};
}

// Bytes covered by the dimensions that would lie inside a stride of dimension i+1: all with a
// smaller one (dimension 0 first), extents of 1 left out. Below this, two elements share an
// address.
constexpr std::uint64_t covered_bytes(const Question &q, std::uint32_t i, std::uint64_t stride) {
  std::uint64_t covered = q.row_of_tensor_bytes();
  for (std::uint32_t k = 0; k < strides_read(q) && k < q.spec.global_strides.size(); ++k) {
    const std::uint64_t other = q.spec.global_strides[k];
    if (k != i && q.dim(k + 1) > 1 && (other < stride || (other == stride && k < i)))
      covered = saturating_add(covered, saturating_mul(other, q.dim(k + 1) - 1));
  }
  return covered;
}
constexpr std::uint64_t covered_bytes(const Question &q, std::uint32_t i) {
  return covered_bytes(q, i, q.spec.global_strides[i]);
}
// The stride that packs dimension i+1 right outside the dimensions before it, padded to the unit
// and at least one unit.
constexpr std::uint64_t packed_stride(const Question &q, std::uint32_t i) {
  const std::uint64_t unit = global_alignment(q);
  std::uint64_t bytes = round_up(q.row_of_tensor_bytes(), unit);
  for (std::uint32_t k = 0; k < i; ++k)
    bytes = round_up(saturating_mul(bytes, q.dim(k + 1)), unit);
  return bytes == 0 ? unit : bytes;
}
// The next stride under which nothing overlaps. A wider stride may step over further dimensions.
constexpr Fix spread_stride(const Question &q, std::uint32_t i) {
  std::uint64_t stride = q.spec.global_strides[i];
  while (stride < stride_limit && stride < covered_bytes(q, i, stride))
    stride = round_up(covered_bytes(q, i, stride), global_alignment(q));
  return stride < stride_limit ? Fix{set(Field::global_strides, i, stride), {}} : Fix{};
}
// The stride written as a count of elements: the product of the extents inside it.
constexpr bool stride_in_elements(const Question &q, std::uint32_t i) {
  std::uint64_t elements = q.dim(0);
  for (std::uint32_t k = 0; k < i; ++k)
    elements = saturating_mul(elements, q.dim(k + 1));
  return q.bits() > 8 && !q.interleaved() && q.dim(i + 1) > 1 &&
         q.spec.global_strides[i] == elements;
}
// The strides are exactly those of the same extents listed outermost first.
constexpr bool reads_reversed(const Question &q) {
  std::uint64_t forward = q.bytes(q.dim(0));
  std::uint64_t backward = q.bytes(q.dim(q.rank() - 1));
  bool packed_forward = true;
  for (std::uint32_t i = 0; i + 1 < q.rank(); ++i) {
    const std::uint64_t stride = q.spec.global_strides[i];
    packed_forward = packed_forward && stride == forward;
    if (stride != backward)
      return false;
    forward = saturating_mul(forward, q.dim(i + 1));
    backward = saturating_mul(backward, q.dim(q.rank() - 2 - i));
  }
  return q.rank() >= 2 && !packed_forward && !q.interleaved();
}

inline constexpr Rule global[] = {
    RuleRow("TMAP-encode-globalAddress-01", "globalAddress")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.spec.global_address ? multiple_of(*q.spec.global_address, 16) : fine;
        })
        .fixed_by(aligned_address)
        .leads_to(Effect::reject)
        .in_unit(Unit::bytes)
        .says("globalAddress {address} is not a multiple of {limit} B")
        .advice("start at an aligned element and let the coordinate of dimension 0 do the rest, or "
                "copy the tensor to an aligned buffer")
        .why("TMA moves 16-byte pieces. Slicing a tensor along its innermost dimension by pointer "
             "arithmetic is the usual cause.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, globalAddress")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-globalAddress-02", "globalAddress")
        .needs("TMAP-encode-globalAddress-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.spec.global_address && q.spec.interleave == Interleave::b32
                     ? multiple_of(*q.spec.global_address, 32)
                     : fine;
        })
        .fixed_by(aligned_address)
        .leads_to(Effect::reject)
        .in_unit(Unit::bytes)
        .says("globalAddress {address} is not a multiple of {limit} B, which interleave 32B needs")
        .why("A channel slice is 32 bytes and must not straddle two of them.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, globalAddress")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-globalAddress-03", "globalAddress")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.spec.global_address ? at_most(*q.spec.global_address, address_limit - 1) : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          return {set(Field::global_address,
                      round_down(*q.spec.global_address % address_limit, global_alignment(q))),
                  {}};
        })
        .leads_to(Effect::reject, Effect::warning)
        .says("globalAddress {address} is not below 2^57 ({limit} is the last address)")
        .advice("pass a device pointer; tags in the upper bits and sign-extended values are not "
                "addresses")
        .why("No document gives this limit; the driver enforces it.")
        .cite("no document")
        .evidence(Evidence::driver, "encode.jsonl.gz: 2^57 - 16 accepted, 2^57 refused"),

    RuleRow("TMAP-encode-globalAddress-04", "globalAddress")
        .needs("TMAP-encode-globalAddress-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.spec.global_address && is_padded(q.spec.data_type)
                     ? multiple_of(*q.spec.global_address, 32)
                     : fine;
        })
        .fixed_by(aligned_address)
        .leads_to(Effect::not_asked, Effect::reject)
        .in_unit(Unit::bytes)
        .says("globalAddress {address} is not a multiple of {limit} B, which {type} needs")
        .why("The padded packed types are read in 32-byte pieces.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, globalAddress"),

    RuleRow("TMAP-encode-globalAddress-05", "globalAddress")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.spec.global_address ? at_least(*q.spec.global_address, 1) : fine;
        })
        .leads_to(Effect::warning)
        .says("globalAddress is null: the driver accepts it, a copy through the map faults")
        .advice("encode after the allocation, or set the address later with "
                "cuTensorMapReplaceAddress")
        .why(
            "The H200's driver accepts a null base, and CUDA's own template example encodes one to "
            "patch it later; older drivers are reported to refuse it.")
        .cite("CUDA Programming Guide, asynchronous copies, TMA; CUTLASS issue 947")
        .evidence(Evidence::driver, "null base accepted on an H200 (580.159.04)"),

    RuleRow("TMAP-encode-globalAddress-06", "globalAddress")
        .needs("TMAP-encode-globalAddress-01", "TMAP-encode-globalAddress-02",
               "TMAP-encode-globalAddress-04")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.spec.global_address && swizzle_span_bytes(q.spec.swizzle) != 0
                     ? multiple_of(*q.spec.global_address, 128)
                     : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          return {set(Field::global_address, round_down(*q.spec.global_address, 128)), {}};
        })
        .leads_to(Effect::note)
        .in_unit(Unit::bytes)
        .says("globalAddress {address} is not a multiple of {limit} B, which the programming guide "
              "asks of swizzled maps")
        .advice("nothing to do: the chip copies it correctly")
        .why("The driver API asks for 16 bytes, the programming guide for 128 when a swizzle is "
             "used. The chip sides with the driver API.")
        .cite("CUDA Programming Guide, TMA, table of alignments; CUDA driver API 13.0, "
              "globalAddress")
        .evidence(Evidence::disputed,
                  "load.jsonl.gz: swizzled loads from 16-byte aligned bases are exact"),

    RuleRow("TMAP-encode-globalDim-02", "globalDim")
        .each(Over::dims)
        .needs("TMAP-encode-globalDim-01")
        .broken_if(
            [](const Question &q, std::uint32_t i) { return within(q.dim(i), 1, dim_limit); })
        .fixed_by([](const Question &q, std::uint32_t i) -> Fix {
          return {set(Field::global_dim, i, q.dim(i) == 0 ? 1 : dim_limit), {}};
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::elements)
        .says("globalDim[{i}] is {observed}; an extent is 1 to 2^32 elements")
        .advice("skip the copy when the tensor is empty")
        .why("An empty tensor has no map. The descriptor stores the extent minus one in 32 bits.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, globalDim")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-globalDim-03", "globalDim")
        .needs("TMAP-encode-globalDim-01", "TMAP-encode-tensorDataType-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return is_padded(q.spec.data_type) ? multiple_of(q.dim(0), 128) : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::uint64_t up = round_up(q.dim(0), 128);
          return {set(Field::global_dim, 0, up < dim_limit ? up : dim_limit), {}};
        })
        .leads_to(Effect::not_asked, Effect::reject)
        .in_unit(Unit::elements)
        .says("globalDim[0] is {observed}; {type} needs a multiple of {limit} values")
        .why("A padded packed row is moved 128 values at a time (64 or 96 bytes).")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, globalDim; PTX ISA 9.1, 5.5.1.1"),

    RuleRow("TMAP-encode-globalDim-04", "globalDim")
        .needs("TMAP-encode-globalDim-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.spec.data_type == DataType::u4x16_align8b ? multiple_of(q.dim(0), 2) : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          return {set(Field::global_dim, 0, q.dim(0) < dim_limit ? q.dim(0) + 1 : dim_limit), {}};
        })
        .leads_to(Effect::not_asked, Effect::reject)
        .in_unit(Unit::elements)
        .says("globalDim[0] is {observed}; {type} needs a multiple of {limit} values")
        .why("Two 4-bit values share a byte.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, globalDim"),

    RuleRow("TMAP-encode-globalDim-05", "globalDim")
        .each(Over::dims)
        .needs("TMAP-encode-globalDim-02")
        .broken_if([](const Question &q, std::uint32_t i) {
          return q.dim(i) == 1 ? broken(1u, 2u) : fine;
        })
        .leads_to(Effect::note)
        .in_unit(Unit::elements)
        .says("globalDim[{i}] is 1: one sentence of the programming guide asks for more than one")
        .advice("nothing to do: an extent of 1 works")
        .why("The driver API and the guide's own table allow 1, and the chip copies it.")
        .cite("CUDA Programming Guide, TMA, size and stride; CUDA driver API 13.0, globalDim")
        .evidence(Evidence::disputed, "load.jsonl.gz: extents of 1 at every index copy exactly"),

    RuleRow("TMAP-encode-globalStrides-03", "globalStrides")
        .each(Over::strides)
        .needs("TMAP-encode-globalStrides-01")
        .broken_if([](const Question &q, std::uint32_t i) {
          return multiple_of(q.spec.global_strides[i], 16);
        })
        .fixed_by([](const Question &q, std::uint32_t i) -> Fix {
          // An extent of 1 never uses its stride: give it the canonical one.
          const std::uint64_t packed = packed_stride(q, i);
          if (q.dim(i + 1) == 1 && packed < stride_limit)
            return {set(Field::global_strides, i, packed), {}};
          return aligned_stride(q, i);
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::bytes)
        .says("globalStrides[{i}] is {observed} B (dimension {outer} of {outer_dim}), not a "
              "multiple of {limit} B")
        .advice("pad the rows of the tensor to that pitch; the copy cannot read them as they are")
        .why("TMA reads rows from 16-byte boundaries. The stride is checked even where the extent "
             "is 1 and it is never used; frameworks leave odd strides there.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, globalStrides")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-globalStrides-04", "globalStrides")
        .each(Over::strides)
        .needs("TMAP-encode-globalStrides-03")
        .broken_if([](const Question &q, std::uint32_t i) {
          return q.spec.interleave == Interleave::b32 ? multiple_of(q.spec.global_strides[i], 32)
                                                      : fine;
        })
        .fixed_by(aligned_stride)
        .leads_to(Effect::reject)
        .in_unit(Unit::bytes)
        .says("globalStrides[{i}] is {observed} B, not a multiple of {limit} B, which interleave "
              "32B needs")
        .why("A channel slice is 32 bytes.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, globalStrides")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-globalStrides-05", "globalStrides")
        .each(Over::strides)
        .needs("TMAP-encode-globalStrides-01")
        .broken_if([](const Question &q, std::uint32_t i) {
          return at_most(q.spec.global_strides[i], stride_limit - 1);
        })
        .fixed_by([](const Question &q, std::uint32_t i) -> Fix {
          const std::uint64_t packed = packed_stride(q, i);
          const std::uint64_t last = stride_limit - global_alignment(q);
          return {set(Field::global_strides, i, packed < stride_limit ? packed : last), {}};
        })
        .leads_to(Effect::reject)
        .in_unit(Unit::bytes)
        .says("globalStrides[{i}] is {observed} B; a stride is below 2^40 B")
        .advice("a negative stride has no descriptor: flip the tensor or the coordinate")
        .why("The descriptor keeps 36 bits of the stride divided by 16. Values near 2^64 are "
             "negative or overflowed products.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, globalStrides")
        .evidence(Evidence::driver, "encode.jsonl.gz"),

    RuleRow("TMAP-encode-globalStrides-06", "globalStrides")
        .each(Over::strides)
        .needs("TMAP-encode-globalStrides-03", "TMAP-encode-tensorDataType-01")
        .broken_if([](const Question &q, std::uint32_t i) {
          return is_padded(q.spec.data_type) ? multiple_of(q.spec.global_strides[i], 32) : fine;
        })
        .fixed_by(aligned_stride)
        .leads_to(Effect::not_asked, Effect::reject)
        .in_unit(Unit::bytes)
        .says("globalStrides[{i}] is {observed} B, not a multiple of {limit} B, which {type} needs")
        .why("The padded packed types are read in 32-byte pieces.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, globalStrides"),

    RuleRow("TMAP-encode-globalStrides-07", "globalStrides")
        .each(Over::strides)
        .needs("TMAP-encode-globalStrides-03", "TMAP-encode-globalDim-02")
        .broken_if([](const Question &q, std::uint32_t i) {
          return q.spec.global_strides[i] == 0 && q.dim(i + 1) > 1 ? broken(0u, q.dim(i + 1))
                                                                   : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t i) -> Fix {
          const std::uint64_t packed = packed_stride(q, i);
          const Amendment stride =
              packed < stride_limit ? set(Field::global_strides, i, packed) : Amendment{};
          return {stride, set(Field::global_dim, i + 1, std::uint64_t{1})};
        })
        .leads_to(Effect::warning)
        .in_unit(Unit::bytes)
        .says("globalStrides[{i}] is 0: all {limit} positions of dimension {outer} read the same "
              "memory")
        .advice("keep it if a broadcast is meant; never store through it")
        .why("Loads broadcast. Stores and reductions visit each address many times, and which "
             "value stays is not defined.")
        .cite("CUDA driver API 13.0, globalStrides (formula); cuda::make_tma_descriptor allows 0")
        .evidence(Evidence::disputed, "the document's formula forbids it; the H200 accepts it and "
                                      "broadcasts (encode.jsonl.gz)"),

    RuleRow("TMAP-encode-globalStrides-08", "globalStrides")
        .each(Over::strides)
        .needs("TMAP-encode-globalStrides-07", "TMAP-encode-tensorDataType-01")
        .broken_if([](const Question &q, std::uint32_t i) {
          return stride_in_elements(q, i) && q.spec.global_strides[i] < covered_bytes(q, i)
                     ? broken(q.spec.global_strides[i], packed_stride(q, i))
                     : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t i) -> Fix {
          const std::uint64_t stride = saturating_mul(q.spec.global_strides[i], q.bits() / 8);
          return stride < stride_limit ? Fix{set(Field::global_strides, i, stride), {}} : Fix{};
        })
        .leads_to(Effect::warning)
        .in_unit(Unit::bytes)
        .says("globalStrides[{i}] is {observed} B, exactly the number of elements inside it: given "
              "in elements instead of bytes?")
        .why("Tensor libraries count strides in elements, this argument in bytes; the rows of such "
             "a map overlap.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, globalStrides"),

    RuleRow("TMAP-encode-globalDim-06", "globalDim")
        .needs("TMAP-encode-globalStrides-01", "TMAP-encode-globalStrides-08",
               "TMAP-encode-globalStrides-07", "TMAP-encode-globalDim-02")
        .broken_if([](const Question &q, std::uint32_t) {
          return reads_reversed(q) && q.spec.global_strides[0] < q.row_of_tensor_bytes()
                     ? broken(q.dim(0), q.dim(q.rank() - 1))
                     : fine;
        })
        .leads_to(Effect::warning)
        .in_unit(Unit::elements)
        .says("globalDim looks listed outermost first: the strides are those of the reversed "
              "extents, and rows overlap")
        .advice("globalDim = {reversed_dims}, and the box the same way round")
        .why("Frameworks list the outermost dimension first, the driver the innermost.")
        .cite("PTX ISA 9.1, 5.5.2; CUDA driver API 13.0, cuTensorMapEncodeTiled, globalDim"),

    RuleRow("TMAP-encode-globalDim-07", "globalDim")
        .needs("TMAP-encode-globalStrides-01", "TMAP-encode-globalStrides-08",
               "TMAP-encode-globalStrides-07", "TMAP-encode-globalDim-02")
        .broken_if([](const Question &q, std::uint32_t) {
          return reads_reversed(q) && q.spec.global_strides[0] >= q.row_of_tensor_bytes()
                     ? broken(q.dim(0), q.dim(q.rank() - 1))
                     : fine;
        })
        .leads_to(Effect::note)
        .in_unit(Unit::elements)
        .says("the strides are those of the extents in reverse order: globalDim[0] is {observed}, "
              "dimension {last} is {limit}")
        .advice("nothing to do for a slice of a wider tensor; else globalDim = {reversed_dims}")
        .why("A tensor listed outermost first looks like this when its rows are longer than it has "
             "rows; so does a slice of a square one.")
        .cite("PTX ISA 9.1, 5.5.2; CUDA driver API 13.0, cuTensorMapEncodeTiled, globalDim"),

    RuleRow("TMAP-encode-globalStrides-09", "globalStrides")
        .each(Over::strides)
        .needs("TMAP-encode-globalStrides-08", "TMAP-encode-globalDim-06",
               "TMAP-encode-globalStrides-05")
        .broken_if([](const Question &q, std::uint32_t i) {
          return q.spec.global_strides[i] != 0 && q.dim(i + 1) > 1
                     ? at_least(q.spec.global_strides[i], q.row_of_tensor_bytes())
                     : fine;
        })
        .fixed_by(spread_stride)
        .leads_to(Effect::warning)
        .in_unit(Unit::bytes)
        .says("globalStrides[{i}] is {observed} B, less than the row of {limit} B that it steps "
              "over")
        .advice("keep it for a sliding window that is only read")
        .why("Positions of dimension {outer} share memory with the row before them. Loads repeat "
             "bytes; stores overwrite each other in no defined order.")
        .cite("CUDA driver API 13.0, globalStrides (formula)")
        .evidence(Evidence::disputed,
                  "the document's formula forbids it; the H200 accepts and loads it"),

    RuleRow("TMAP-encode-globalStrides-10", "globalStrides")
        .each(Over::strides)
        .needs("TMAP-encode-globalStrides-09")
        .broken_if([](const Question &q, std::uint32_t i) {
          return q.spec.global_strides[i] != 0 && q.dim(i + 1) > 1
                     ? at_least(q.spec.global_strides[i], covered_bytes(q, i))
                     : fine;
        })
        .fixed_by(spread_stride)
        .leads_to(Effect::warning)
        .in_unit(Unit::bytes)
        .says("globalStrides[{i}] is {observed} B, less than the {limit} B covered by the "
              "dimensions inside it: elements overlap")
        .advice("keep it for a sliding window that is only read")
        .why("Two coordinates name the same bytes. Loads repeat them; stores overwrite each other "
             "in no defined order.")
        .cite("CUDA driver API 13.0, globalStrides (formula)")
        .evidence(Evidence::disputed,
                  "the document's formula forbids it; the H200 accepts and loads it"),
};

} // namespace tmamap::rules
