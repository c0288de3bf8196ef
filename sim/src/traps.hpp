// SPDX-License-Identifier: MIT
// What an instruction traps on, or hangs on, though its descriptor was accepted: the rows on copies
// of the rule table.
#pragma once

#include <tmamap/access.hpp>
#include <tmamap/geometry.hpp>
#include <tmamap/rule.hpp>
#include <tmamap/sim/tensor_map.hpp>

namespace tmamap::sim::detail {

// Small enough to come back in registers.
struct Trap {
  Outcome outcome = Outcome::ok;
  const Rule *rule = nullptr; // that explains it
};

// For a spec and an access that inputs.hpp found nothing wrong with.
[[nodiscard]] Trap trap(const TensorMap &map, const Access &access, const Geometry &shape);

} // namespace tmamap::sim::detail
