// SPDX-License-Identifier: MIT
#include "look_ahead.hpp"

#include "inputs.hpp"
#include "open_points.hpp"
#include "traps.hpp"

#include <tmamap/sim/elements.hpp>

namespace tmamap::sim {

TensorMap::TensorMap(const Spec &spec, Target target,
                     std::optional<std::uint64_t> descriptor_address)
    : spec_(spec), geometry_(tmamap::geometry(spec)) {
  context_.target = target;
  context_.descriptor_address = descriptor_address;
  detail::wrong_spec(spec, target, error_);
}

Result detail::look_ahead(const TensorMap &map, const Access &access, const Geometry &shape) {
  const Spec &spec = map.spec();
  const Target target = map.target();
  Result result;
  result.documented_only = target != Target::sm_90;
  if (map.error())
    result.input = map.error();
  if (map.error() || wrong_access(spec, access, target, result.input))
    return result;

  if (uses_shared_memory(access.op))
    result.smem_footprint_bytes = shape.smem_footprint_bytes;
  const Trap trapped = trap(map, access, shape);
  result.outcome = trapped.outcome;
  if (trapped.rule != nullptr)
    result.cause = trapped.rule->id;
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

Result without_memory(const TensorMap &map, const Access &access) {
  return detail::look_ahead(map, access,
                            is_gather4(access.op) ? gathered(map.geometry()) : map.geometry());
}

} // namespace tmamap::sim
