// SPDX-License-Identifier: MIT
// What CUTLASS computes on the way from two layouts to a tensor map, step by step
// (include/cute/atom/copy_traits_sm90_tma.hpp). A step that fails leaves what follows empty, so
// that the rows of the reason table can ask.
#pragma once

#include <tmamap/cute/reason.hpp>
#include <tmamap/cute/tma_copy.hpp>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tmamap::cute {

// One dimension of the map: the modes of gmem that it runs along and how far the box reaches. More
// than one where static strides continue each other, or beyond the fifth dimension.
struct TmaDim {
  Int box = Int::fixed(1);
  std::vector<Basis> modes;
  // Of the dimensions that were made one because a map has five: box side and stride of each.
  std::vector<std::pair<Int, Int>> grouped = {};
};

struct Plan {
  const TmaRequest &request;

  bool is_sound = false;
  std::uint32_t bits = 0;           // of an element; 0: TMA through CuTe has no such type
  bool is_static = false;           // smem and tile
  std::optional<SwizzleFn> fn = {}; // of byte addresses
  std::optional<Swizzle> swizzle = {};
  std::uint64_t smem_bytes = 0;              // saturates
  std::optional<std::uint64_t> doubled = {}; // an index of shared memory that two elements have
  Tuple tile = {};

  std::string tile_problem = {}; // why the tile cannot be taken from gmem
  Layout tile_of_gmem = {};      // index in the tile -> coordinate of gmem (cta_v_map)
  Layout inverse = {};           // index in shared memory -> index in the tile
  std::string vector_problem = {};
  // The run of shared memory that one copy can fill: modes whose coordinates of gmem step by one.
  std::vector<std::pair<Int, Basis>> vector = {};

  std::vector<TmaDim> dims = {};
  std::size_t dims_before_grouping = 0;
  std::vector<Int> extents = {};      // of the map's dimensions, in elements
  std::vector<Int> strides = {};      // in elements; [0] must be 1
  std::vector<std::int64_t> box = {}; // of one copy of one CTA
  bool cluster_divides = true;

  std::string partition_problem = {};
  Int elements_per_copy = Int::fixed(1); // of all CTAs together
  Layout tma_tensor = {};
  Layout source = {};      // ((TMA),Iter) -> coordinates
  Layout destination = {}; // ((TMA),Iter) -> index in shared memory
  std::vector<TmaInstruction> copies = {};

  [[nodiscard]] std::uint64_t bytes(std::uint64_t elements) const { return elements * bits / 8; }
  [[nodiscard]] std::uint64_t row_bytes() const {
    return box.empty() ? 0 : bytes(static_cast<std::uint64_t>(box[0]));
  }
  [[nodiscard]] std::uint32_t span_bytes() const {
    return swizzle ? swizzle_span_bytes(*swizzle) : 0;
  }
};

[[nodiscard]] Plan make_plan(const TmaRequest &request);
// The map of a plan without a reason against it.
[[nodiscard]] Spec spec_of(const Plan &plan);
// The rows that the plan breaks, without their way out.
[[nodiscard]] std::vector<ReasonFinding> broken_reasons(const Plan &plan);
// The nearest layouts that work, in words; empty when none was found.
[[nodiscard]] std::string nearest(const Plan &plan, WayOut way_out);

} // namespace tmamap::cute
