// SPDX-License-Identifier: MIT
// without_memory() for those who know the geometry of the access already.
#pragma once

#include <tmamap/geometry.hpp>
#include <tmamap/sim/copy.hpp>

namespace tmamap::sim::detail {

// The cause of an illegal_address that the caller's ranges explain: no rule knows them.
inline constexpr std::string_view outside_memory = "memory outside every range";

[[nodiscard]] Result look_ahead(const TensorMap &map, const Access &access, const Geometry &shape);

// Whether the copy runs as far as its memories.
[[nodiscard]] inline bool moves(const Result &result) {
  return !result.input && (result.outcome == Outcome::ok || result.outcome == Outcome::hang);
}

} // namespace tmamap::sim::detail
