// SPDX-License-Identifier: MIT
// Why a pair of layouts has no tensor map, as rows of a table.
#pragma once

#include <tmamap/cute/tma_copy.hpp>
#include <tmamap/rule.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tmamap::cute {

struct Plan; // everything that is known of a request, see src/plan.hpp

struct ReasonBreach {
  std::uint32_t index = 0;
  Number observed;
  Number limit;
  std::string detail; // what {detail} stands for
};

// Ways to the nearest pair of layouts that works.
enum class WayOut : std::uint8_t {
  none,
  constants, // the same layout with every integer known while compiling
  swizzle,   // the same layout under another swizzle, or else as `shared`
  shared,    // another layout of shared memory for the same tile
  global,    // other strides of the tensor
};

struct Reason {
  // Permanent and never reused: TMAP-cute-<parameter>-<number>.
  std::string_view id = {};
  std::string_view parameter = {};            // of make_tma_copy
  std::array<std::string_view, 4> needs = {}; // rows that must hold first
  std::optional<ReasonBreach> (*broken)(const Plan &) = nullptr;
  WayOut way_out = WayOut::none;
  Unit unit = Unit::none;       // of the breach's numbers
  std::string_view says = {};   // with {observed}, {limit}, {i} and {detail}
  std::string_view advice = {}; // what to do beyond, or in place of, the nearest layout
  std::string_view why = {};
  std::string_view cite = {};
  Evidence evidence = Evidence::documented;
  std::string_view seen = {};
};

// All rows; a row stands behind those it needs.
struct ReasonTable {
  const Reason *rows;
  std::size_t count;

  [[nodiscard]] const Reason *begin() const { return rows; }
  [[nodiscard]] const Reason *end() const { return rows + count; }
};
[[nodiscard]] ReasonTable reason_table();

} // namespace tmamap::cute
