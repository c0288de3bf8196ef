// SPDX-License-Identifier: MIT
#include "look_ahead.hpp"

#include "inputs.hpp"
#include "open_points.hpp"
#include "traps.hpp"

#include <tmamap/sim/elements.hpp>

namespace tmamap::sim {

Result detail::look_ahead(const Spec &spec, const Access &access, const Geometry &shape,
                          Target target) {
  Result result;
  result.documented_only = target != Target::sm_90;
  if (wrong_spec(spec, target, result.input) || wrong_access(spec, access, target, result.input))
    return result;

  if (uses_shared_memory(access.op))
    result.smem_footprint_bytes = shape.smem_footprint_bytes;
  const Trap trapped = trap(spec, access, shape, target);
  result.outcome = trapped.outcome;
  result.cause = trapped.rule;
  if (!moves(result))
    return result;
  if (const std::string_view point = open_point(spec, access, shape, target); !point.empty()) {
    result.outcome = Outcome::undocumented;
    result.cause = point;
    return result;
  }
  // A multicast to no CTA signals no barrier.
  if (signals_mbarrier(access.op) && access.multicast_mask.value_or(1) != 0)
    result.tx_bytes = shape.tx_bytes;
  return result;
}

Result without_memory(const Spec &spec, const Access &access, Target target) {
  return detail::look_ahead(spec, access, tile_geometry(spec, access), target);
}

} // namespace tmamap::sim
