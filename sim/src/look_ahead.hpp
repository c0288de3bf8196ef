// SPDX-License-Identifier: MIT
// without_memory() for those who know the tile's geometry already.
#pragma once

#include <tmamap/geometry.hpp>
#include <tmamap/sim/copy.hpp>

namespace tmamap::sim::detail {

[[nodiscard]] Result look_ahead(const Spec &spec, const Access &access, const Geometry &shape,
                                Target target);

// Whether the copy runs as far as its memories.
[[nodiscard]] inline bool moves(const Result &result) {
  return !result.input && (result.outcome == Outcome::ok || result.outcome == Outcome::hang);
}

} // namespace tmamap::sim::detail
