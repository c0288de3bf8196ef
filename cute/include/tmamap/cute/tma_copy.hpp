// SPDX-License-Identifier: MIT
// cute::make_tma_copy for Hopper, answered without CUTLASS: which tensor map and which copies a
// pair of layouts stands for, or why there is none.
#pragma once

#include <tmamap/cute/text.hpp>
#include <tmamap/report.hpp>
#include <tmamap/spec.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tmamap::cute {

// The arguments of make_tma_copy(SM90_TMA_LOAD{}, gmem tensor, smem layout, tile, cluster size).
struct TmaRequest {
  DataType data_type = DataType::f16;
  Layout gmem = {}; // in elements
  std::optional<std::uint64_t> global_address = std::nullopt;
  SmemLayout smem = {};                     // of one tile
  std::optional<Tuple> tile = std::nullopt; // absent: the extents of smem's modes
  std::uint32_t cluster = 1;                // CTAs that share the tile by multicast
  Target target = Target::sm_90;
};

// One bulk tensor copy of the tile at the origin of the tensor.
struct TmaInstruction {
  List<std::int32_t> coordinates = {}; // innermost first
  std::uint64_t smem_offset_bytes = 0; // from the start of the tile
  std::uint32_t cta = 0;               // of the cluster: who issues it
};

struct TmaCopy {
  Spec spec;
  Tuple tile;                      // the extents of a tile
  std::vector<std::uint64_t> grid; // tiles along each mode of gmem
  // How often a kernel calls cute::copy for a tile: the product of the modes behind the first one
  // of CUTLASS's own partition. Each call issues `copies`, a CTA of a cluster its own ones.
  std::uint64_t instructions = 1;
  std::vector<TmaInstruction> copies;
  std::uint64_t tx_bytes = 0;   // that the barrier of each CTA waits for: the whole tile
  std::uint64_t smem_bytes = 0; // from the first byte of the tile to its last
  // What get_tma_tensor(shape(gmem)) has: the coordinates of each element.
  Layout tma_tensor;
  // What partition_S and partition_D of the first tile print: ((TMA,TMA_Iter),Rest…).
  CoordinateTensor source;
  Layout destination;
};

// One reason why TMA cannot make the shared layout: a row of reason_table.
struct Reason;
struct ReasonFinding {
  const Reason *reason = nullptr;
  std::uint32_t index = 0; // of the dimension or copy, where the row speaks of one
  Number observed;
  Number limit;
  std::string message;
  // A change that makes a descriptor possible, tried before it is told: `smem = Sw<3,4,3> o …`.
  std::string nearest;
};

struct TmaAnswer {
  std::optional<TmaCopy> copy; // there when nothing stands against it
  std::vector<ReasonFinding> reasons;
  // What the rules of specs say of the map, where no reason stands against one: its errors are why
  // there is no copy.
  std::optional<Spec> spec;
  Report report;
};

[[nodiscard]] TmaAnswer tma_copy(const TmaRequest &request);

} // namespace tmamap::cute
