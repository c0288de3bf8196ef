// SPDX-License-Identifier: MIT
#include "inputs.hpp"
#include "open_points.hpp"
#include "traps.hpp"

#include <tmamap/sim/copy.hpp>
#include <tmamap/sim/elements.hpp>

namespace tmamap::sim {

Result without_memory(const Spec &spec, const Access &access, Target target) {
  Result result;
  result.documented_only = target != Target::sm_90;
  result.input = detail::wrong_spec(spec, target);
  if (!result.input)
    result.input = detail::wrong_access(spec, access, target);
  if (result.input)
    return result;

  const Geometry shape = tile_geometry(spec, access);
  result.smem_footprint_bytes = uses_shared_memory(access.op) ? shape.smem_footprint_bytes : 0;
  if (const detail::Trap trap = detail::trap(spec, access); trap.outcome != Outcome::ok) {
    // The traps were measured with loads, stores and reductions.
    result.outcome = access.op == Op::prefetch ? Outcome::undocumented : trap.outcome;
    result.cause = trap.rule;
    return result;
  }
  result.cause = detail::open_point(spec, access, shape, target);
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

} // namespace tmamap::sim
