// SPDX-License-Identifier: MIT
// Rows on what is given: data type, shared layout, swizzle, tile.
#pragma once

#include "rows.hpp"

#include <tmamap/cute/algebra.hpp>

namespace tmamap::cute {

inline Broken first_dynamic(const Plan &plan) {
  std::vector<Leaf> all = leaves(plan.request.smem.layout.shape);
  append_leaves(all, plan.request.smem.layout.stride);
  append_leaves(all, plan.tile);
  for (const Leaf &leaf : all)
    if (!leaf.value.is_static())
      return when(true, 0, 0, to_text(Tuple(leaf)));
  return std::nullopt;
}

inline const Reason layout_rows[] = {
    {.id = "TMAP-cute-layout-01",
     .parameter = "gmem, smem, tile",
     .broken = [](const Plan &plan) { return when(!plan.is_sound); },
     .says = "a layout has an extent below 1, strides that nest otherwise than its shape, indices "
             "beyond 64 bits, or a swizzle that is none",
     .advice = "layouts that were parsed are sound",
     .why = "Such a layout is no function.",
     .cite = "CUTLASS 4, include/cute/layout.hpp, Layout"},

    {.id = "TMAP-cute-dataType-01",
     .parameter = "data_type",
     .needs = {"TMAP-cute-layout-01"},
     .broken =
         [](const Plan &plan) {
           return when(plan.bits == 0, element_bits(plan.request.data_type), 8);
         },
     .says = "elements of {observed} bits have no layout in whole bytes",
     .advice = "describe the tensor by the bytes that hold its elements (u8)",
     .why = "An index of a layout is turned into a byte offset; packed types share bytes.",
     .cite = "CUTLASS 4, include/cute/arch/copy_sm90_desc.hpp, to_CUtensorMapDataType"},

    {.id = "TMAP-cute-smem-01",
     .parameter = "smem",
     .needs = {"TMAP-cute-dataType-01"},
     .broken = [](const Plan &plan) { return plan.is_static ? Broken{} : first_dynamic(plan); },
     .way_out = WayOut::constants,
     .says = "{detail} is not known while compiling (static integers are written _64)",
     .why = "The box, the number of copies and the swizzle are chosen by types: every extent and "
            "stride "
            "of the shared layout and of the tile has to be an integral constant.",
     .cite = "CUTLASS 4, include/cute/layout.hpp, right_inverse (is_static)"},

    {.id = "TMAP-cute-smem-02",
     .parameter = "smem",
     .needs = {"TMAP-cute-dataType-01"},
     .broken =
         [](const Plan &plan) {
           const std::uint32_t bits = plan.request.smem.element_bits.value_or(plan.bits);
           return when(bits != plan.bits, bits, plan.bits);
         },
     .way_out = WayOut::swizzle,
     .says = "the shared layout counts elements of {observed} bits, the data type has {limit}",
     .advice = "recast the layout, or name the data type that it is made for",
     .why = "A layout counts elements: with a width that differs every offset is off.",
     .cite = "CUTLASS 4, include/cute/pointer.hpp, smem_ptr_flag_bits"},

    {.id = "TMAP-cute-smem-03",
     .parameter = "smem",
     .needs = {"TMAP-cute-smem-01", "TMAP-cute-smem-02"},
     .broken =
         [](const Plan &plan) {
           return when(plan.smem_bytes > max_smem_bytes, plan.smem_bytes, max_smem_bytes);
         },
     .unit = Unit::bytes,
     .says = "the tile takes {observed} B of shared memory; a block has at most {limit} B",
     .advice = "make the tile smaller",
     .why = "The tile of one stage has to lie in the shared memory of one block.",
     .cite = "CUDA Programming Guide, technical specifications, shared memory of a block"},

    {.id = "TMAP-cute-smem-04",
     .parameter = "smem",
     .needs = {"TMAP-cute-smem-03"},
     .broken =
         [](const Plan &plan) { return when(plan.doubled.has_value(), plan.doubled.value_or(0)); },
     .way_out = WayOut::shared,
     .unit = Unit::elements,
     .says = "two elements of the tile lie at index {observed} of shared memory, or one lies that "
             "far before its start",
     .why = "A copy writes each element once, to a place of its own: strides of 0, "
            "negative ones and overlapping modes have no inverse.",
     .cite = "CUTLASS 4, include/cute/layout.hpp, right_inverse"},

    {.id = "TMAP-cute-swizzle-01",
     .parameter = "smem",
     .needs = {"TMAP-cute-smem-02"},
     .broken =
         [](const Plan &plan) {
           const SwizzleFn &fn = plan.request.smem.swizzle;
           const bool small = !fn.is_identity() && fn.base < 4;
           return when(small, small ? static_cast<std::uint64_t>(fn.base) : 0, 4, to_text(fn));
         },
     .way_out = WayOut::swizzle,
     .says = "{detail}: M is {observed} and must be at least {limit}, because TMA exchanges pieces "
             "of 16 B",
     .advice = "CUTLASS takes a swizzle for one of byte addresses: write Sw<3,3,3> of 2-byte "
               "elements as Sw<3,4,3> o smem_ptr[16b](unset)",
     .why = "TMA swizzles whole 16-byte chunks of shared-memory addresses.",
     .cite = "CUTLASS 4, include/cute/atom/copy_traits_sm90_tma_swizzle.hpp, get_tma_swizzle_base"},

    {.id = "TMAP-cute-swizzle-02",
     .parameter = "smem",
     .needs = {"TMAP-cute-swizzle-01"},
     .broken =
         [](const Plan &plan) {
           return when(!plan.swizzle, 0, 0, plan.fn ? to_text(*plan.fn) : "the swizzle");
         },
     .way_out = WayOut::swizzle,
     .says = "{detail} on byte addresses is no swizzle of TMA: those are Sw<1,4,3>, Sw<2,4,3> and "
             "Sw<3,4,3>",
     .why =
         "A tensor map names one of a few patterns; Hopper has 32B, 64B and 128B, which XOR bits 4 "
         "and up with the bits three places higher.",
     .cite = "CUTLASS 4, include/cute/atom/copy_traits_sm90_tma_swizzle.hpp, get_tma_swizzle_bits; "
             "PTX ISA "
             "9.1, 5.5.7"},

    {.id = "TMAP-cute-tile-01",
     .parameter = "tile",
     .needs = {"TMAP-cute-smem-01"},
     .broken =
         [](const Plan &plan) {
           const Int tile = product(plan.tile), smem = size(plan.request.smem.layout);
           return when(tile != smem, unsigned_of(tile), unsigned_of(smem));
         },
     .unit = Unit::elements,
     .says = "the tile has {observed} elements, the shared layout {limit}",
     .advice = "leave out the mode of the pipeline stages: a copy fills one stage",
     .why = "The shared layout places exactly the elements of one tile.",
     .cite = "CUTLASS 4, include/cute/atom/copy_traits_sm90_tma.hpp, construct_tma_gbasis"},

    {.id = "TMAP-cute-tile-02",
     .parameter = "tile",
     .needs = {"TMAP-cute-smem-04", "TMAP-cute-tile-01"},
     .broken =
         [](const Plan &plan) { return when(!plan.tile_problem.empty(), 0, 0, plan.tile_problem); },
     .says = "the tile cannot be taken from the tensor: {detail}",
     .advice = "give the tile as many modes as the tensor, of extents that divide nested ones",
     .why = "The tile is composed with the tensor's shape, mode by mode.",
     .cite = "CUTLASS 4, include/cute/layout.hpp, composition"},

    {.id = "TMAP-cute-gmem-01",
     .parameter = "gmem",
     .needs = {"TMAP-cute-tile-02"},
     .broken =
         [](const Plan &plan) {
           for (std::size_t i = 0; i < plan.vector.size(); ++i)
             if (!plan.vector[i].first.is_static())
               return at(i, unsigned_of(plan.vector[i].first), 0);
           return Broken{};
         },
     .unit = Unit::elements,
     .says = "a box side would be {observed}, which is not known while compiling",
     .advice = "make the inner extents of a nested mode of the tensor integral constants (_32)",
     .why = "A tile that runs through several nested modes takes its box from their extents.",
     .cite = "CUTLASS 4, include/cute/atom/copy_traits_sm90_tma.hpp, make_tma_copy_desc"},
};

} // namespace tmamap::cute
