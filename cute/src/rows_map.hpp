// SPDX-License-Identifier: MIT
// Rows on the map and the copies that CUTLASS's choices lead to.
#pragma once

#include "rows.hpp"

#include <algorithm>

namespace tmamap::cute {

// A box through grouped dimensions is one run only if each goes on where the one before it ends.
inline bool is_one_run(const Plan &plan, const TmaDim &dim) {
  Int expected = plan.strides.back();
  for (const auto &[side, stride] : dim.grouped) {
    if (side.value() == 1)
      continue;
    if (stride.value() != expected.value())
      return false;
    expected = expected * side;
  }
  return true;
}

inline std::uint64_t elements_of_box(const Plan &plan) {
  std::uint64_t elements = 1;
  for (const std::int64_t side : plan.box)
    elements *= static_cast<std::uint64_t>(side);
  return elements;
}

inline const Reason map_rows[] = {
    {.id = "TMAP-cute-modes-01",
     .parameter = "smem",
     .needs = {"TMAP-cute-gmem-01"},
     .broken =
         [](const Plan &plan) {
           const std::string &problem =
               plan.vector_problem.empty() ? plan.partition_problem : plan.vector_problem;
           return when(!problem.empty(), 0, 0, problem);
         },
     .way_out = WayOut::shared,
     .says = "the modes of the shared layout and of the tensor are cut at different places: "
             "{detail}",
     .why = "The shared layout is composed with the tensor; extents have to divide each other.",
     .cite = "CUTLASS 4, include/cute/layout.hpp, composition"},

    {.id = "TMAP-cute-major-01",
     .parameter = "smem",
     .needs = {"TMAP-cute-modes-01"},
     .broken = [](const Plan &plan) { return when(plan.vector.empty()); },
     .way_out = WayOut::shared,
     .says = "shared and global memory have no run of elements in common",
     .why = "A copy moves runs of elements that are neighbours in both memories, from the first "
            "element of a mode on.",
     .cite = "CUTLASS 4, include/cute/atom/copy_traits_sm90_tma.hpp, construct_tma_gbasis"},

    {.id = "TMAP-cute-major-02",
     .parameter = "smem",
     .needs = {"TMAP-cute-major-01"},
     .broken =
         [](const Plan &plan) {
           const Int stride = plan.strides.empty() ? Int::fixed(1) : plan.strides[0];
           return when(stride.value() != 1, unsigned_of(abs(stride)), 1);
         },
     .way_out = WayOut::shared,
     .unit = Unit::elements,
     .says =
         "the major modes differ: neighbours in shared memory are {observed} elements apart in the "
         "tensor",
     .advice = "TMA does not transpose",
     .why = "A row of the box is contiguous in both memories: the mode of stride 1 "
            "has to be the same in the shared layout and in the tensor.",
     .cite =
         "CUTLASS 4, include/cute/atom/copy_traits_sm90_tma.hpp, make_tma_copy_desc (majorness)"},

    {.id = "TMAP-cute-gmem-02",
     .parameter = "gmem",
     .needs = {"TMAP-cute-major-02"},
     .broken =
         [](const Plan &plan) {
           for (std::size_t i = 1; i < plan.strides.size(); ++i) {
             const Int bytes = plan.strides[i] * Int::fixed(plan.bits / 8);
             if (bytes.is_overflow() || bytes.value() < 0 ||
                 bytes.value() >= (std::int64_t{1} << 40))
               return at(i, unsigned_of(abs(plan.strides[i])), 0,
                         plan.strides[i].value() < 0 ? "negative" : "2^40 bytes or more");
           }
           return Broken{};
         },
     .unit = Unit::elements,
     .says = "the stride of dimension {i}, {observed} elements, is {detail}",
     .advice = "move the start of the tensor and turn the mode round, or describe a part of it",
     .why = "The descriptor stores strides as multiples of 16 bytes in 36 bits.",
     .cite = "CUDA driver API 13.0, cuTensorMapEncodeTiled, globalStrides",
     .evidence = Evidence::driver,
     .seen = "encode.jsonl.gz"},

    {.id = "TMAP-cute-gmem-04",
     .parameter = "gmem",
     .needs = {"TMAP-cute-gmem-02"},
     .broken =
         [](const Plan &plan) {
           constexpr std::uint64_t most = std::uint64_t{1} << 31;
           for (std::size_t i = 0; i < plan.extents.size(); ++i)
             if (const std::uint64_t extent = unsigned_of(plan.extents[i]); extent > most)
               return at(i, extent, most);
           return Broken{};
         },
     .unit = Unit::elements,
     .says = "dimension {i} has {observed} elements; copies trap where one has more than {limit}",
     .advice = "coordinates are signed 32-bit numbers: describe the tensor in parts",
     .why = "The driver makes the map, and every copy through it traps with illegal instruction.",
     .cite = "CUDA driver API 13.0, cuTensorMapEncodeTiled, globalDim, allows 2^32",
     .evidence = Evidence::disputed,
     .seen = "tmamap-hwtest: TMAP-copy-globalDim-01"},

    {.id = "TMAP-cute-gmem-03",
     .parameter = "gmem",
     .needs = {"TMAP-cute-gmem-02"},
     .broken =
         [](const Plan &plan) {
           for (std::size_t i = 1; i < plan.strides.size(); ++i)
             if (const std::uint64_t bytes = plan.bytes(unsigned_of(plan.strides[i]));
                 bytes % 16 != 0)
               return at(i, bytes, 16);
           return Broken{};
         },
     .way_out = WayOut::global,
     .unit = Unit::bytes,
     .says = "the stride of dimension {i} is {observed} B, not a multiple of {limit} B",
     .advice = "pad the rows of the tensor",
     .why = "The descriptor stores strides without their last four bits.",
     .cite = "CUDA driver API 13.0, cuTensorMapEncodeTiled, globalStrides",
     .evidence = Evidence::driver,
     .seen = "encode.jsonl.gz"},

    {.id = "TMAP-cute-cluster-01",
     .parameter = "cluster",
     .broken =
         [](const Plan &plan) {
           const std::uint32_t ctas = plan.request.cluster;
           return when(ctas < 1 || ctas > 16 || (ctas & (ctas - 1)) != 0, ctas, 16);
         },
     .says = "{observed} CTAs: multicast takes a power of two of at most {limit}",
     .why = "Each CTA of a multicast loads an equal slice, and the mask has 16 bits.",
     .cite = "CUTLASS 4, include/cute/atom/copy_traits_sm90_tma.hpp, make_tma_copy"},

    {.id = "TMAP-cute-cluster-02",
     .parameter = "cluster",
     .needs = {"TMAP-cute-cluster-01", "TMAP-cute-major-02"},
     .broken =
         [](const Plan &plan) {
           const std::uint64_t elements = unsigned_of(plan.elements_per_copy);
           return when(!plan.cluster_divides, elements, plan.request.cluster);
         },
     .unit = Unit::elements,
     .says =
         "a box of {observed} elements cannot be cut from its outermost side into {limit} slices",
     .advice = "take a cluster size that divides the outermost side of the box",
     .why = "Slices are cut from the "
            "outermost side of the box inwards, each side in equal parts.",
     .cite = "CUTLASS 4, include/cute/atom/copy_traits_sm90_tma.hpp, make_tma_copy_desc "
             "(num_multicast)"},

    {.id = "TMAP-cute-rank-01",
     .parameter = "gmem",
     .needs = {"TMAP-cute-major-02"},
     .broken =
         [](const Plan &plan) {
           const bool breaks = plan.dims.size() == max_rank && !is_one_run(plan, plan.dims.back());
           return when(breaks, plan.dims_before_grouping, max_rank);
         },
     .says = "{observed} dimensions are left after coalescing; a tensor map has {limit}, and the "
             "surplus ones do not continue each other",
     .advice = "take a tile with an extent of 1 along the outer modes, and loop over those",
     .why = "CUTLASS makes one dimension of the fifth and all later ones. A box that reaches along "
            "several "
            "of them then visits other elements than the tile.",
     .cite = "CUTLASS 4, include/cute/atom/copy_traits_sm90_tma.hpp, construct_tma_gbasis (group)"},

    {.id = "TMAP-cute-box-01",
     .parameter = "smem",
     .needs = {"TMAP-cute-cluster-02", "TMAP-cute-swizzle-02"},
     .broken =
         [](const Plan &plan) {
           const std::uint64_t bytes = plan.row_bytes();
           return when(bytes % 16 != 0, bytes, 16);
         },
     .way_out = WayOut::shared,
     .unit = Unit::bytes,
     .says = "the first mode of the box is {observed} B, not a multiple of {limit} B",
     .advice = "a tile is at least 16 B wide along the tensor's mode of stride 1",
     .why = "The first mode is as long as the run in which neighbours in shared memory are "
            "neighbours in "
            "the tensor; TMA moves it in 16-byte pieces.",
     .cite = "CUDA driver API 13.0, cuTensorMapEncodeTiled, boxDim",
     .evidence = Evidence::driver,
     .seen = "encode.jsonl.gz"},

    {.id = "TMAP-cute-box-02",
     .parameter = "smem",
     .needs = {"TMAP-cute-cluster-02", "TMAP-cute-swizzle-02"},
     .broken =
         [](const Plan &plan) {
           for (std::size_t i = 0; i < plan.box.size(); ++i)
             if (plan.box[i] > 256)
               return at(i, static_cast<std::uint64_t>(plan.box[i]), 256);
           return Broken{};
         },
     .way_out = WayOut::shared,
     .unit = Unit::elements,
     .says = "side {i} of the box is {observed} elements; a side has at most {limit}",
     .advice = "CuTe cuts no mode: write it as two, with other modes between them",
     .why = "The descriptor stores a side minus one in "
            "eight bits.",
     .cite = "CUDA driver API 13.0, cuTensorMapEncodeTiled, boxDim",
     .evidence = Evidence::driver,
     .seen = "encode.jsonl.gz"},

    {.id = "TMAP-cute-box-03",
     .parameter = "smem",
     .needs = {"TMAP-cute-box-01", "TMAP-cute-box-02"},
     .broken =
         [](const Plan &plan) {
           const std::uint32_t span = plan.span_bytes();
           return when(span != 0 && plan.row_bytes() > span, plan.row_bytes(), span);
         },
     .way_out = WayOut::swizzle,
     .unit = Unit::bytes,
     .says =
         "the first mode of the box is {observed} B; under this swizzle it has at most {limit} B",
     .why = "A swizzle permutes 16-byte chunks inside rows of its span; a row cannot be wider.",
     .cite = "CUDA driver API 13.0, cuTensorMapEncodeTiled, interleave",
     .evidence = Evidence::driver,
     .seen = "encode.jsonl.gz"},

    {.id = "TMAP-cute-pitch-01",
     .parameter = "smem",
     .needs = {"TMAP-cute-box-03"},
     .broken =
         [](const Plan &plan) {
           const bool one_row = elements_of_box(plan) * plan.bits / 8 <= plan.row_bytes();
           return when(!one_row && plan.row_bytes() < plan.span_bytes(), plan.row_bytes(),
                       plan.span_bytes());
         },
     .way_out = WayOut::swizzle,
     .unit = Unit::bytes,
     .says = "rows follow each other every {observed} B in the layout, but TMA puts them {limit} B "
             "apart under this swizzle",
     .why =
         "With a swizzle, each row of the box starts a new span, and the rest of the span is left "
         "untouched.",
     .cite = "CUDA Programming Guide, TMA, inner dimension",
     .evidence = Evidence::hardware,
     .seen = "load.jsonl.gz: narrow rows under every swizzle"},

    {.id = "TMAP-cute-pitch-02",
     .parameter = "smem",
     .needs = {"TMAP-cute-box-03", "TMAP-cute-modes-01"},
     .broken =
         [](const Plan &plan) {
           for (std::size_t i = 0; i < plan.copies.size(); ++i)
             if (const std::uint64_t start = plan.copies[i].smem_offset_bytes;
                 start % copy_alignment_bytes != 0)
               return at(i, start, copy_alignment_bytes);
           return Broken{};
         },
     .way_out = WayOut::shared,
     .unit = Unit::bytes,
     .says = "copy {i} would begin {observed} B into the tile, not at a multiple of {limit} B",
     .advice = "rows that are padded, or too short, each need a copy of their own",
     .why = "TMA makes no gaps between rows and interleaves nothing: what does not follow without "
            "a gap "
            "is "
            "another copy, and a copy traps unless its shared-memory address is a multiple of 128.",
     .cite = "CUDA Programming Guide, TMA, alignment",
     .evidence = Evidence::hardware,
     .seen = "fault.jsonl.gz"},
};

} // namespace tmamap::cute
