// SPDX-License-Identifier: MIT
#include "inputs.hpp"

#include <tmamap/sim/elements.hpp>

#include <bit>
#include <functional>

namespace tmamap::sim::detail {

namespace {

bool refuse(InputError &error, std::string_view field, std::string_view problem) {
  error = {field, problem};
  return true;
}

// Faster than looking for the name; the enumerations have no gaps.
template <class E> constexpr bool is_past(E value, E last) { return value > last; }

bool wrong_enumerators(const Spec &spec, Target target, InputError &error) {
  if (is_past(target, Target::sm_100))
    return refuse(error, "target", "no target of this number");
  if (is_past(spec.mode, Mode::im2col_wide))
    return refuse(error, "mode", "no mode of this number");
  if (is_past(spec.data_type, DataType::u6x16_align16b))
    return refuse(error, "data_type", "no data type of this number");
  if (is_past(spec.interleave, Interleave::b32))
    return refuse(error, "interleave", "no interleave of this number");
  if (is_past(spec.swizzle, Swizzle::b128_atom_64b))
    return refuse(error, "swizzle", "no swizzle of this number");
  if (is_past(spec.oob_fill, OobFill::nan_request_zero_fma))
    return refuse(error, "oob_fill", "no fill of this number");
  if (is_past(spec.im2col_wide_mode, Im2colWideMode::w128))
    return refuse(error, "im2col_wide_mode", "no mode of this number");
  if (target == Target::sm_90 && is_packed(spec.data_type))
    return refuse(error, "data_type", "the driver rejects packed types on sm_90");
  if (target == Target::sm_90 && spec.swizzle > Swizzle::b128)
    return refuse(error, "swizzle", "the driver rejects the ATOM swizzles on sm_90");
  if (spec.oob_fill == OobFill::nan_request_zero_fma && !is_floating(spec.data_type))
    return refuse(error, "oob_fill", "NaN fill needs a floating-point type");
  return false;
}

bool wrong_dims(const Spec &spec, InputError &error) {
  const std::uint32_t rank = spec.rank();
  const std::uint32_t least =
      spec.interleave != Interleave::none || spec.mode != Mode::tiled ? 3 : 1;
  if (rank < least || rank > max_rank)
    return refuse(error, "tensor_rank", "1 to 5, or 3 to 5 with interleave or im2col");
  if (spec.global_dim.size() < rank)
    return refuse(error, "global_dim", "fewer entries than the rank");
  if (spec.global_strides.size() + 1 < rank)
    return refuse(error, "global_strides", "fewer entries than the rank less one");
  if (!spec.element_strides.empty() && spec.element_strides.size() < rank)
    return refuse(error, "element_strides", "fewer entries than the rank");
  const std::uint64_t unit =
      spec.interleave == Interleave::b32 || is_padded(spec.data_type) ? 32 : 16;
  if (!spec.global_address)
    return refuse(error, "global_address", "a copy needs one");
  if ((*spec.global_address & (unit - 1)) != 0)
    return refuse(error, "global_address",
                  "not a multiple of 16 (32 with interleave 32B or a padded type)");
  // One test for all entries of a list: this runs on every copy.
  std::uint64_t past_range = 0, stride_bits = 0;
  for (std::uint32_t i = 0; i < rank; ++i)
    past_range |= (spec.global_dim[i] - 1) >> 32;
  if (past_range != 0)
    return refuse(error, "global_dim", "outside 1 to 2^32");
  for (std::uint32_t i = 0; i + 1 < rank; ++i)
    stride_bits |= spec.global_strides[i];
  if ((stride_bits & (unit - 1)) != 0 || stride_bits >> 40 != 0)
    return refuse(error, "global_strides", "not a multiple of 16 (32), or not below 2^40");
  if (!spec.element_strides.empty()) {
    for (std::uint32_t i = 0; i < rank; ++i)
      past_range |= (spec.element_strides[i] - 1) >> 3;
    if (past_range != 0)
      return refuse(error, "element_strides", "outside 1 to 8");
  }
  if (is_padded(spec.data_type) && spec.global_dim[0] % 128 != 0)
    return refuse(error, "global_dim", "not a multiple of 128 with a padded type");
  if (spec.data_type == DataType::u4x16_align8b && spec.global_dim[0] % 2 != 0)
    return refuse(error, "global_dim", "odd with a 4-bit type");
  return false;
}

bool wrong_inner(const Spec &spec, std::uint32_t elements, std::string_view field,
                 InputError &error) {
  if (elements == 0 || elements > 256)
    return refuse(error, field, "outside 1 to 256");
  if (is_padded(spec.data_type) && elements != 128)
    return refuse(error, field, "other than 128 with a padded type");
  const std::uint32_t bytes = elements * smem_element_bits(spec.data_type) / 8;
  if (bytes % 16 != 0)
    return refuse(error, field, "not a multiple of 16 bytes");
  const std::uint32_t span = swizzle_span_bytes(spec.swizzle);
  if (spec.interleave == Interleave::none && span != 0 && bytes > span)
    return refuse(error, field, "wider than the swizzle span");
  return false;
}

bool wrong_box(const Spec &spec, InputError &error) {
  if (spec.mode == Mode::tiled) {
    if (spec.box_dim.size() < spec.rank())
      return refuse(error, "box_dim", "fewer entries than the rank");
    std::uint32_t past_range = 0;
    for (std::uint32_t i = 1; i < spec.rank(); ++i)
      past_range |= (spec.box_dim[i] - 1) >> 8;
    if (past_range != 0)
      return refuse(error, "box_dim", "outside 1 to 256");
    return wrong_inner(spec, spec.box_dim[0], "box_dim", error);
  }
  if (spec.mode == Mode::im2col) {
    if (spec.pixel_box_lower_corner.size() + 2 < spec.rank())
      return refuse(error, "pixel_box_lower_corner", "fewer entries than spatial axes");
    if (spec.pixel_box_upper_corner.size() + 2 < spec.rank())
      return refuse(error, "pixel_box_upper_corner", "fewer entries than spatial axes");
  }
  if (spec.pixels_per_column == 0 || spec.pixels_per_column > 1024)
    return refuse(error, "pixels_per_column", "outside 1 to 1024");
  return wrong_inner(spec, spec.channels_per_pixel, "channels_per_pixel", error);
}

bool overlap(const std::uint8_t *a, std::uint64_t a_bytes, const std::uint8_t *b,
             std::uint64_t b_bytes) {
  const std::less<> before;
  return before(a, b + b_bytes) && before(b, a + a_bytes);
}

} // namespace

bool wrong_spec(const Spec &spec, Target target, InputError &error) {
  return wrong_enumerators(spec, target, error) || wrong_dims(spec, error) ||
         wrong_box(spec, error);
}

bool wrong_access(const Spec &spec, const Access &access, Target target, InputError &error) {
  const Op op = access.op;
  if (is_past(op, Op::scatter4))
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
  const SharedWindow *previous[16]; // of which `count` are set
  std::size_t count = 0;
  for_each_window(access, shared, [&](const SharedWindow &window) {
    if (window.data == nullptr)
      error = {"shared_memory", "a window without a buffer"};
    else if (window.bytes < needed)
      error = {"shared_memory.bytes", "smaller than the address and footprint of the tile"};
    if (error)
      return;
    for (const GlobalRange &range : global.ranges())
      if (overlap(window.data, window.bytes, range.data, range.bytes))
        error = {"shared_memory", "a buffer shared with global memory"};
    for (std::size_t i = 0; i < count; ++i)
      if (overlap(window.data, window.bytes, previous[i]->data, previous[i]->bytes))
        error = {"shared_memory", "a buffer shared by two windows"};
    previous[count++] = &window;
  });
  return static_cast<bool>(error);
}

} // namespace tmamap::sim::detail
