// SPDX-License-Identifier: MIT
#include "inputs.hpp"

#include <tmamap/check.hpp>
#include <tmamap/sim/elements.hpp>

#include <bit>
#include <functional>

namespace tmamap::sim::detail {

namespace {

bool refuse(InputError &error, std::string_view field, std::string_view problem) {
  error = {field, problem};
  return true;
}

bool overlap(const std::uint8_t *a, std::uint64_t a_bytes, const std::uint8_t *b,
             std::uint64_t b_bytes) {
  const std::less<> before;
  return before(a, b + b_bytes) && before(b, a + a_bytes);
}

bool wrong_window(const SharedWindow &window, std::uint64_t needed, const GlobalMemory &global,
                  InputError &error) {
  if (window.data == nullptr)
    return refuse(error, "shared_memory", "a window without a buffer");
  if (window.bytes < needed)
    return refuse(error, "shared_memory.bytes",
                  "smaller than the address and footprint of the tile");
  for (const GlobalRange &range : global.ranges())
    if (overlap(window.data, window.bytes, range.data, range.bytes))
      return refuse(error, "shared_memory", "a buffer shared with global memory");
  return false;
}

} // namespace

bool wrong_spec(const Spec &spec, Target target, InputError &error) {
  Context context;
  context.target = target;
  if (!conforms(spec, context)) {
    const Rule *rule = first_rejecting_rule(spec, context);
    return rule != nullptr ? refuse(error, rule->parameter, rule->id)
                           : refuse(error, "mode", "there is no encoder of this mode");
  }
  if (!spec.global_address)
    return refuse(error, "globalAddress", "a copy needs one");
  return false;
}

bool wrong_access(const Spec &spec, const Access &access, Target target, InputError &error) {
  const Op op = access.op;
  if (op > Op::scatter4)
    return refuse(error, "op", "no operation of this number");
  if (is_gather4(op)) {
    if (target == Target::sm_90)
      return refuse(error, "op", "sm_90 has no gather4 and scatter4");
    if (spec.mode != Mode::tiled || spec.rank() != 2 || spec.interleave != Interleave::none)
      return refuse(error, "op", "gather4 and scatter4 need a tiled 2D map without interleave");
    if (spec.box_dim[1] != 1)
      return refuse(error, "box_dim", "gather4 and scatter4 need box_dim[1] = 1");
  }
  if (access.coordinates.size() != (is_gather4(op) ? 5 : spec.rank()))
    return refuse(error, "coordinates", "as many as the rank, or five for gather4 and scatter4");
  const bool walks_filter = spec.mode != Mode::tiled && reads_global(op);
  const std::size_t offsets = spec.mode == Mode::im2col_wide ? 2 : spec.rank() - 2;
  if (!access.im2col_offsets.empty() && !(walks_filter && access.im2col_offsets.size() == offsets))
    return refuse(error, "im2col_offsets",
                  "one a spatial axis, in im2col loads and prefetches alone");
  if (access.multicast_mask && !signals_mbarrier(op))
    return refuse(error, "multicast_mask", "only a load can be multicast");
  if (access.expect_tx_bytes && !signals_mbarrier(op))
    return refuse(error, "expect_tx_bytes", "only a load signals a barrier");
  return false;
}

bool wrong_memory(const Spec &spec, const Access &access, const Geometry &shape,
                  const GlobalMemory &global, SharedMemory shared, InputError &error) {
  if (!uses_shared_memory(access.op))
    return false;
  // A swizzle permutes within its span: the last row of an interleaved tile may reach past its end.
  const std::uint64_t span = swizzle_span_bytes(spec.swizzle);
  const std::uint64_t end = saturating_add(access.smem_address, shape.smem_footprint_bytes);
  const std::uint64_t needed = span == 0 ? end : saturating_add(end, span - 1) & ~(span - 1);
  const auto receivers =
      static_cast<std::size_t>(access.multicast_mask ? std::bit_width(*access.multicast_mask) : 1);
  if (shared.windows == nullptr || shared.count < receivers)
    return refuse(error, "shared_memory", "no window for a CTA that takes part");
  if (!access.multicast_mask)
    return wrong_window(shared.windows[0], needed, global, error);
  const SharedWindow *previous[16]; // of which `count` are set
  std::size_t count = 0;
  for_each_window(access, shared, [&](const SharedWindow &window) {
    if (error || wrong_window(window, needed, global, error))
      return;
    for (std::size_t i = 0; i < count; ++i)
      if (overlap(window.data, window.bytes, previous[i]->data, previous[i]->bytes))
        error = {"shared_memory", "a buffer shared by two windows"};
    previous[count++] = &window;
  });
  return static_cast<bool>(error);
}

} // namespace tmamap::sim::detail
