// SPDX-License-Identifier: MIT
#include "cases.hpp"

#include <tmamap/geometry.hpp>

#include <algorithm>

namespace tmamap::capture {

namespace {

constexpr std::uint64_t p(unsigned bits) { return std::uint64_t{1} << bits; }

std::uint32_t inner(Random &random, const Spec &spec) {
  const std::uint32_t bits = std::max(element_bits(spec.data_type), 4u);
  const std::uint32_t least = std::max(128 / bits, 1u);
  const std::uint32_t span = swizzle_span_bytes(spec.swizzle);
  const std::uint32_t most = std::max(1u, span != 0 ? span / 16 : 256 / least);
  return std::min(256u, least * random.pick({1u, most, random.u32(1, most)}));
}

Spec acceptable_spec(Random &random) {
  Spec spec;
  const std::uint64_t kind = random.below(20);
  spec.mode = kind < 11 ? Mode::tiled : kind < 17 ? Mode::im2col : Mode::im2col_wide;
  spec.data_type = random.any<DataType>(13);
  if (random.one_in(4))
    spec.interleave = random.any<Interleave>(3);
  const bool spatial = spec.interleave != Interleave::none || spec.mode != Mode::tiled;
  const std::uint32_t rank = random.u32(spatial ? 3 : 1, 5);
  spec.swizzle = random.any<Swizzle>(4);
  spec.l2_promotion = random.any<L2Promotion>(4);
  spec.oob_fill = is_floating(spec.data_type) ? random.any<OobFill>(2) : OobFill::none;
  spec.global_address = 32 * random.below(p(random.u32(1, 52)));
  const bool strided = random.one_in(2);
  for (std::uint32_t i = 0; i < rank; ++i) {
    spec.global_dim.push_back(1 + random.below(p(random.u32(0, 32))));
    if (i != 0)
      spec.global_strides.push_back(32 * random.below(p(random.u32(0, 35))));
    spec.element_strides.push_back(strided ? random.u32(1, 8) : 1);
    if (spec.mode == Mode::tiled)
      spec.box_dim.push_back(random.u32(1, random.pick({2u, 12u, 64u})));
  }
  if (spec.mode == Mode::tiled) {
    spec.box_dim[0] = inner(random, spec);
    return spec;
  }
  spec.channels_per_pixel = inner(random, spec);
  spec.pixels_per_column = random.u32(1, random.pick({16u, 128u, 1024u}));
  const std::int64_t reach = rank == 3 ? 32768 : rank == 4 ? 128 : 16;
  const auto corner = [&](std::int64_t most) {
    const std::int64_t low = random.one_in(3) ? -reach : -std::min<std::int64_t>(reach, 4);
    return static_cast<std::int32_t>(random.between(low, std::min(most, reach - 1)));
  };
  if (spec.mode == Mode::im2col)
    for (std::uint32_t axis = 0; axis + 2 < rank; ++axis) {
      spec.pixel_box_lower_corner.push_back(corner(4));
      spec.pixel_box_upper_corner.push_back(corner(reach));
    }
  if (spec.mode == Mode::im2col_wide) {
    spec.pixel_box_lower_corner_width = corner(4);
    spec.pixel_box_upper_corner_width = corner(32767);
    spec.im2col_wide_mode = random.any<Im2colWideMode>(2);
  }
  return spec;
}

std::int32_t any_corner(Random &random) {
  return random.pick({0, -1, 1, -16, -17, 15, 16, -128, -129, 127, 128, -32768, -32769, 32767,
                      32768, INT32_MIN, INT32_MAX,
                      static_cast<std::int32_t>(random.between(-20, 20))});
}

// A box, or channels and pixels, whose product is about as large as the driver takes.
void near_total(Random &random, Spec &spec) {
  const std::uint64_t bytes = std::max(element_bits(spec.data_type) / 8, 1u);
  const std::int64_t limit = 233472 + random.pick({0, 16, -16, 512, -512, 4096});
  if (spec.mode != Mode::tiled) {
    const std::uint64_t pixel = spec.channels_per_pixel * bytes;
    if (pixel != 0)
      spec.pixels_per_column =
          static_cast<std::uint32_t>(static_cast<std::uint64_t>(limit) / pixel + random.below(2));
    return;
  }
  std::uint64_t product = bytes * spec.box_dim[0];
  for (std::uint32_t i = 1; i < spec.rank() && product != 0; ++i) {
    const std::uint64_t left = static_cast<std::uint64_t>(limit) / product;
    spec.box_dim[i] = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
        i + 1 == spec.rank() ? left + random.below(2) : random.u32(1, left + 1), 1, 256));
    spec.box_dim[i] =
        std::min(256u, spec.box_dim[i] * (random.one_in(3) ? spec.element_strides[i] : 1));
    product *= std::max(1u, spec.box_dim[i] / std::max(1u, spec.element_strides[i]));
  }
}

// dim + upper - lower about 0, 2^31 and 2^32: the driver computes it in 32 bits.
void near_corners(Random &random, Spec &spec) {
  const std::size_t axes = spec.pixel_box_lower_corner.size();
  if (axes == 0) {
    const std::uint64_t about = random.pick({p(31), p(32), p(16), p(15)});
    spec.global_dim[random.below(spec.global_dim.size())] = about - 3 + random.below(7);
    spec.pixel_box_lower_corner_width = any_corner(random);
    spec.pixel_box_upper_corner_width = any_corner(random);
    return;
  }
  const auto axis = static_cast<std::size_t>(random.below(axes));
  const std::size_t dim = spec.interleave != Interleave::none ? axis : axis + 1;
  const std::int64_t span =
      std::int64_t{spec.pixel_box_lower_corner[axis]} - spec.pixel_box_upper_corner[axis];
  const std::int64_t about =
      random.pick<std::int64_t>({0, 0, 0, std::int64_t{1} << 31, std::int64_t{1} << 32}) + span +
      random.between(-2, 2);
  spec.global_dim[dim] =
      static_cast<std::uint64_t>(std::clamp<std::int64_t>(about, 1, std::int64_t{1} << 32));
}

void spoil(Random &random, Spec &spec) {
  const auto at = [&](const auto &list) {
    return static_cast<std::size_t>(random.below(std::max<std::size_t>(list.size(), 1)));
  };
  switch (random.below(17)) {
  case 0: spec.data_type = random.any<DataType>(18); break;
  case 1: spec.tensor_rank = random.u32(0, 7); break;
  case 2:
    spec.global_address =
        random.pick<std::uint64_t>({0, 8, 16, 32, 48, p(57) - 32, p(57) - 16, p(57), p(63), ~0ull,
                                    *spec.global_address + 16, *spec.global_address + 8});
    break;
  case 3:
    spec.global_dim[at(spec.global_dim)] = random.pick<std::uint64_t>(
        {0, 1, p(31), p(31) + 1, p(32) - 1, p(32), p(32) + 1, p(63), ~0ull});
    break;
  case 4:
    if (!spec.global_strides.empty())
      spec.global_strides[at(spec.global_strides)] = random.pick<std::uint64_t>(
          {0, 8, 16, 32, 48, 24, p(40) - 32, p(40) - 16, p(40), p(40) + 16, p(63), ~15ull});
    break;
  case 5:
    if (!spec.box_dim.empty())
      spec.box_dim[at(spec.box_dim)] =
          random.pick({0u, 1u, 255u, 256u, 257u, 1u << 16, ~0u, random.u32(1, 256)});
    break;
  case 6:
    if (spec.mode == Mode::tiled)
      spec.box_dim[0] = random.u32(1, 256);
    else
      spec.channels_per_pixel = random.u32(0, 257);
    break;
  case 7:
    spec.element_strides[at(spec.element_strides)] = random.pick({0u, 1u, 8u, 9u, 16u, ~0u, 257u});
    break;
  case 8: spec.interleave = random.any<Interleave>(4); break;
  case 9: spec.swizzle = random.any<Swizzle>(8); break;
  case 10: spec.l2_promotion = random.any<L2Promotion>(5); break;
  case 11: spec.oob_fill = random.any<OobFill>(3); break;
  case 12: near_total(random, spec); break;
  case 13: near_corners(random, spec); break;
  case 14:
    if (!spec.pixel_box_lower_corner.empty())
      (random.one_in(2) ? spec.pixel_box_lower_corner
                        : spec.pixel_box_upper_corner)[at(spec.pixel_box_lower_corner)] =
          any_corner(random);
    else
      (random.one_in(2) ? spec.pixel_box_lower_corner_width : spec.pixel_box_upper_corner_width) =
          any_corner(random);
    break;
  case 15:
    spec.pixels_per_column = random.pick({0u, 1u, 1023u, 1024u, 1025u, ~0u, 114u, 115u});
    break;
  default: spec.im2col_wide_mode = random.any<Im2colWideMode>(3); break;
  }
}

// The members of other modes are no part of a call.
void tidy(Spec &spec) {
  const bool wide = spec.mode == Mode::im2col_wide;
  if (spec.mode == Mode::tiled)
    spec.channels_per_pixel = spec.pixels_per_column = 0;
  if (!wide) {
    spec.pixel_box_lower_corner_width = spec.pixel_box_upper_corner_width = 0;
    spec.im2col_wide_mode = Im2colWideMode::w;
  }
}

bool is_named(const Spec &spec) {
  return !name(spec.data_type).empty() && !name(spec.interleave).empty() &&
         !name(spec.swizzle).empty() && !name(spec.l2_promotion).empty() &&
         !name(spec.oob_fill).empty() && !name(spec.im2col_wide_mode).empty();
}

} // namespace

Spec encode_case(Random &random, bool named) {
  for (;;) {
    Spec spec = acceptable_spec(random);
    const std::uint64_t mistakes = random.pick<std::uint64_t>({0, 1, 1, 2});
    for (std::uint64_t i = 0; i < mistakes; ++i)
      spoil(random, spec);
    tidy(spec);
    if (!named || is_named(spec))
      return spec;
  }
}

} // namespace tmamap::capture
