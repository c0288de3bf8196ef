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
  if (const Trap trapped = trap(spec, access); trapped.outcome != Outcome::ok) {
    // The traps were measured with loads, stores and reductions.
    result.outcome = access.op == Op::prefetch ? Outcome::undocumented : trapped.outcome;
    result.cause = trapped.rule;
    return result;
  }
  result.cause = open_point(spec, access, shape, target);
  if (!result.cause.empty()) {
    result.outcome = Outcome::undocumented;
    return result;
  }
  if (signals_mbarrier(access.op)) {
    result.tx_bytes = shape.tx_bytes;
    if (access.expect_tx_bytes && *access.expect_tx_bytes != shape.tx_bytes) {
      result.outcome = Outcome::hang;
      result.cause = "TMAP-copy-expectTxBytes-01";
    }
  }
  return result;
}

Result without_memory(const Spec &spec, const Access &access, Target target) {
  return detail::look_ahead(spec, access, tile_geometry(spec, access), target);
}

} // namespace tmamap::sim
