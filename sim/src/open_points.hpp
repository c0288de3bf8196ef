// SPDX-License-Identifier: MIT
// Where neither a document nor a measured chip says what a copy does: then the outcome is
// `undocumented`, and one of these names is the cause.
#pragma once

#include <tmamap/access.hpp>
#include <tmamap/geometry.hpp>
#include <tmamap/spec.hpp>

#include <string_view>

namespace tmamap::sim::detail {

// The first open point that the spec and the access alone show, or nothing.
[[nodiscard]] std::string_view open_point(const Spec &spec, const Access &access,
                                          const Geometry &shape, Target target);

// Open points that depend on where the tile lies in the tensor.
[[nodiscard]] constexpr bool fill_is_open(const Spec &spec, Target target) {
  return target != Target::sm_90 && spec.oob_fill == OobFill::nan_request_zero_fma;
}
// Whether a store past global_dim[0] is rounded up to 16 bytes is measured on sm_90 alone.
[[nodiscard]] constexpr bool spill_is_open(Target target) { return target != Target::sm_90; }
// Where a copy writes an address twice, sm_90 writes row after row: the last value stays.
[[nodiscard]] constexpr bool order_is_open(Target target) { return target != Target::sm_90; }

namespace open {
inline constexpr std::string_view nan_fill = "open: the bits of the NaN fill on this target";
inline constexpr std::string_view spill =
    "open: what a store does past global_dim[0] within 16 bytes, on this target";
inline constexpr std::string_view order =
    "open: which value wins where a copy writes an address twice, on this target";
inline constexpr std::string_view sum =
    "open: the sum of these values (a NaN, cancelling infinities or flushed subnormals)";
inline constexpr std::string_view prefetch_address =
    "open: a prefetch of memory outside every range";
} // namespace open

} // namespace tmamap::sim::detail
