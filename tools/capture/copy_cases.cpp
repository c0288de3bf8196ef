// SPDX-License-Identifier: MIT
#include "cases.hpp"

#include <tmamap/check.hpp>
#include <tmamap/rules/copy.hpp>

#include <algorithm>
#include <utility>

namespace tmamap::capture {

namespace {

std::uint64_t unit_bytes(const Spec &spec) { return spec.interleave == Interleave::b32 ? 32 : 16; }

// Bytes of one step along dimension 0.
std::uint64_t step_bytes(const Spec &spec) {
  const std::uint32_t slice = slice_bytes(spec.interleave);
  return slice != 0 ? slice : element_bits(spec.data_type) / 8;
}

void choose_kind(Random &random, Spec &spec) {
  const std::uint64_t kind = random.below(20);
  spec.mode = kind < 14 ? Mode::tiled : Mode::im2col;
  spec.data_type = random.any<DataType>(13);
  const bool interleaved = kind >= 11 && kind < 16;
  if (interleaved)
    spec.interleave = random.one_in(2) ? Interleave::b16 : Interleave::b32;
  const bool spatial = interleaved || spec.mode == Mode::im2col;
  spec.global_dim = List<std::uint64_t>::filled(random.u32(spatial ? 3 : 1, 5), 1);
  spec.swizzle = random.any<Swizzle>(4);
  spec.l2_promotion = random.any<L2Promotion>(4);
  if (is_floating(spec.data_type) && random.one_in(2))
    spec.oob_fill = OobFill::nan_request_zero_fma;
}

void choose_inner(Random &random, Spec &spec) {
  const auto least = 128 / element_bits(spec.data_type);
  const std::uint32_t span = swizzle_span_bytes(spec.swizzle);
  const std::uint64_t most =
      span != 0 && spec.interleave == Interleave::none ? span / 16 : 256 / least;
  std::uint64_t chunks = random.pick<std::uint64_t>({1, most, random.u32(1, most)});
  if (spec.interleave != Interleave::none && !random.one_in(8))
    chunks = random.u32(1, 2);
  const auto inner = static_cast<std::uint32_t>(std::min<std::uint64_t>(chunks, most) * least);
  if (spec.mode == Mode::tiled)
    spec.box_dim[0] = inner;
  else
    spec.channels_per_pixel = inner;
}

void choose_box(Random &random, Spec &spec) {
  const std::uint32_t rank = spec.rank();
  const bool strided = random.one_in(3);
  for (std::uint32_t i = 0; i < rank; ++i) {
    spec.element_strides.push_back(strided ? random.u32(1, random.one_in(3) ? 8 : 3) : 1);
    if (spec.mode != Mode::tiled)
      continue;
    const std::uint64_t most = rank <= 2 ? 40 : rank == 3 ? 12 : 5;
    spec.box_dim.push_back(random.pick({1u, 2u, random.u32(1, most), random.u32(1, most)}));
    if (random.one_in(40))
      spec.box_dim[i] = random.pick({255u, 256u});
  }
  choose_inner(random, spec);
  if (spec.mode == Mode::im2col)
    spec.pixels_per_column = random.one_in(40)
                                 ? random.pick({1023u, 1024u})
                                 : random.pick({1u, random.u32(1, 40), random.u32(1, 200)});
}

void choose_dims(Random &random, Spec &spec) {
  const std::uint32_t rank = spec.rank();
  const bool slices = spec.interleave != Interleave::none;
  for (std::uint32_t i = 0; i < rank; ++i) {
    const std::uint64_t box = i < spec.box_dim.size() ? spec.box_dim[i] : 4;
    const std::uint64_t most = i == 0 ? (slices ? 20 : 90) : rank <= 2 ? 60 : rank == 3 ? 12 : 6;
    std::uint64_t dim = random.u32(1, most);
    switch (random.below(6)) {
    case 0: dim = 1; break;
    case 1: dim = std::min(box, most); break;
    case 2:
      dim = std::min(box + random.below(2) * 2, most) - (box > 1 ? random.below(2) : 0);
      break;
    default: break;
    }
    spec.global_dim[i] = std::max<std::uint64_t>(dim, 1);
  }
}

void choose_strides(Random &random, Spec &spec) {
  const std::uint64_t unit = unit_bytes(spec);
  std::uint64_t stride = spec.global_dim[0] * step_bytes(spec);
  for (std::uint32_t i = 1; i < spec.rank(); ++i) {
    stride = round_up(std::max(stride, unit), unit);
    if (random.one_in(3))
      stride += unit * random.below(4);
    spec.global_strides.push_back(stride);
    stride *= spec.global_dim[i];
  }
  if (spec.rank() < 2 || !random.one_in(8))
    return;
  const auto at = random.below(spec.global_strides.size());
  switch (random.below(4)) {
  case 0: spec.global_strides[at] = 0; break;
  case 1: spec.global_strides[at] = unit * random.below(3); break;                      // overlap
  case 2: spec.global_strides[at] = round_up(spec.global_strides[at] / 2, unit); break; // overlap
  default: std::swap(spec.global_strides[0], spec.global_strides[spec.global_strides.size() - 1]);
  }
}

void choose_corners(Random &random, Spec &spec, bool store) {
  for (std::uint32_t axis = 0; axis + 2 < spec.rank(); ++axis) {
    const std::uint32_t dimension = spec.interleave != Interleave::none ? axis : axis + 1;
    const auto dim = static_cast<std::int64_t>(spec.global_dim[dimension]);
    const std::int64_t low = store ? 0 : random.one_in(6) ? -12 : -2;
    std::int64_t lower =
        random.one_in(3) ? 0 : random.between(low, std::min<std::int64_t>(3, dim - 1));
    lower = std::min(lower, dim - 1);
    const std::int64_t least = lower + 1 - dim;
    std::int64_t upper = random.between(std::max<std::int64_t>(-3, least), store              ? 0
                                                                           : random.one_in(6) ? 12
                                                                                              : 3);
    upper = std::max(random.one_in(3) ? std::int64_t{0} : upper, least);
    spec.pixel_box_lower_corner.push_back(static_cast<std::int32_t>(lower));
    spec.pixel_box_upper_corner.push_back(static_cast<std::int32_t>(upper));
  }
}

Op choose_op(Random &random, const Spec &spec) {
  const std::uint64_t kind = random.below(20);
  if (kind < 9)
    return Op::load;
  if (kind < 13)
    return Op::store;
  for (int tries = 0; tries < 4; ++tries)
    if (const Op op = static_cast<Op>(random.u32(2, 9)); rules::reduces(op, spec.data_type))
      return op;
  return rules::reduces(Op::reduce_add, spec.data_type) ? Op::reduce_add : Op::store;
}

// Around 0, the extent and the box; now and then at the ends of 32 bits.
std::int64_t coordinate(Random &random, std::int64_t dim, std::int64_t box, bool writes) {
  const std::int64_t low = writes ? 0 : -box - 2;
  switch (random.below(9)) {
  case 0:
  case 1: return 0;
  case 2: return std::clamp<std::int64_t>(dim - random.between(0, 2), low, INT32_MAX);
  case 3: return std::clamp<std::int64_t>(dim - box + random.between(-1, 1), low, INT32_MAX);
  case 4: return writes ? random.between(0, dim) : random.pick({-1l, -box, 1 - box, -box - 1});
  case 5:
    return random.one_in(20)
               ? random.pick<std::int64_t>({writes ? 0 : INT32_MIN, INT32_MAX, INT32_MAX - 255})
               : random.between(0, dim);
  default: return random.between(low, dim + (random.one_in(4) ? box : 0));
  }
}

void choose_coordinates(Random &random, CopyCase &c) {
  const Spec &spec = c.spec;
  const bool writes = writes_global(c.access.op);
  for (std::uint32_t i = 0; i < spec.rank(); ++i) {
    const auto dim = static_cast<std::int64_t>(spec.global_dim[i]);
    const std::int64_t box = spec.mode == Mode::tiled ? spec.box_dim[i]
                             : i == 0                 ? spec.channels_per_pixel
                                                      : 2;
    std::int64_t at = coordinate(random, dim, box, writes);
    const bool interleaved = spec.interleave != Interleave::none;
    const std::int64_t axis = interleaved ? i : std::int64_t{i} - 1;
    if (spec.mode == Mode::im2col && axis >= 0 && axis + 2 < spec.rank()) {
      const std::int64_t first = spec.pixel_box_lower_corner[static_cast<std::size_t>(axis)];
      const std::int64_t last =
          dim - 1 + spec.pixel_box_upper_corner[static_cast<std::size_t>(axis)];
      at = random.one_in(3) ? random.pick({first, last}) : random.between(first, last);
    } else if (i == 0 && !interleaved) {
      const std::int64_t unit = 128 / element_bits(spec.data_type);
      at = at >= 0 ? at / unit * unit : -((-at + unit - 1) / unit * unit);
    }
    c.access.coordinates.push_back(static_cast<std::int32_t>(at));
  }
  if (spec.mode == Mode::im2col && reads_global(c.access.op))
    for (std::uint32_t axis = 0; axis + 2 < spec.rank(); ++axis) {
      const std::uint32_t most = spec.rank() == 3 ? 65535 : spec.rank() == 4 ? 255 : 31;
      c.access.im2col_offsets.push_back(static_cast<std::uint16_t>(
          random.one_in(8) ? random.pick({most, most - 1, random.u32(0, most)})
                           : random.u32(0, 3)));
    }
}

// One dimension of 2^31 elements or more, and a copy far along it: the base is moved back so that
// the copy still meets the slot.
void stretch(Random &random, CopyCase &c) {
  Spec &spec = c.spec;
  const auto i = static_cast<std::uint32_t>(random.below(spec.rank()));
  if (spec.mode != Mode::tiled || c.access.coordinates[i] < 0)
    return;
  spec.global_dim[i] = random.pick<std::uint64_t>(
      {(1ull << 31) - 1, 1ull << 31, (1ull << 31) + 1, (1ull << 32) - 1, 1ull << 32});
  const std::uint64_t step = i == 0 ? step_bytes(spec) : spec.global_strides[i - 1];
  const std::int64_t at = random.pick<std::int64_t>({INT32_MAX & ~255, 1 << 30, 1 << 20, 0}) -
                          256 * static_cast<std::int64_t>(random.below(4));
  const auto back = static_cast<std::uint64_t>(std::max<std::int64_t>(at, 0)) * step;
  if (back > *spec.global_address || at < 0)
    return;
  c.access.coordinates[i] = static_cast<std::int32_t>(at);
  spec.global_address = *spec.global_address - back;
}

std::uint64_t tensor_bytes(const Spec &spec) {
  std::uint64_t bytes = spec.global_dim[0] * step_bytes(spec);
  for (std::uint32_t i = 1; i < spec.rank(); ++i)
    bytes += (spec.global_dim[i] - 1) * spec.global_strides[i - 1];
  return round_up(bytes, 32);
}

// Value classes: masks over 64-bit words, each element of which then is an ordinary number, a
// subnormal, an infinity, a NaN or a mixture.
io::Memory values(Random &random, const Spec &spec) {
  io::Memory memory;
  memory.is_pattern = true;
  memory.seed = random.bits() >> 16;
  if (!is_floating(spec.data_type)) {
    if (random.one_in(4)) // few different values: equal ones meet
      memory.and_mask = 0x0003000300000003;
    return memory;
  }
  const std::uint32_t bits = element_bits(spec.data_type);
  const std::uint64_t all = bits == 64 ? 1 : bits == 32 ? 0x0000000100000001 : 0x0001000100010001;
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  const std::uint32_t fraction = spec.data_type == DataType::bf16  ? 7
                                 : spec.data_type == DataType::f16 ? 10
                                 : bits == 32                      ? 23
                                                                   : 52;
  const std::uint64_t below = (std::uint64_t{1} << fraction) - 1;
  const std::uint64_t exponent = sign - 1 - below;
  switch (random.below(10)) {
  case 0: memory.and_mask = all * (sign | below | (below + 1)); break; // subnormal or just normal
  case 1: memory.and_mask = all * (sign | below); break;               // subnormal
  case 2:
    memory.and_mask = all * (sign | (below & ~(below >> 2)) | exponent),
    memory.or_mask = all * exponent;
    break;
  case 3: memory.and_mask = all * sign, memory.or_mask = all * exponent; break;       // infinities
  case 4: memory.and_mask = all * (sign | 1), memory.or_mask = all * exponent; break; // or a NaN
  case 5: memory.and_mask = all * (sign | exponent); break; // powers of two
  case 6:                                                   // close together: sums that cancel
    memory.and_mask = all * (sign | below | (3 * (below + 1)));
    memory.or_mask = all * (exponent & (exponent >> 1) & ~(3 * (below + 1)));
    break;
  default: break; // any bits
  }
  return memory;
}

bool acceptable(const CopyCase &c) {
  Spec spec = c.spec;
  return conforms(spec) && c.shared.bytes <= max_window_bytes &&
         geometry(spec).tx_bytes <= max_tx_count;
}

CopyCase attempt(Random &random, const Slot &slot, bool loads_only) {
  CopyCase c;
  choose_kind(random, c.spec);
  c.access.op = loads_only ? Op::load : choose_op(random, c.spec);
  choose_box(random, c.spec);
  choose_dims(random, c.spec);
  choose_strides(random, c.spec);
  if (c.spec.mode == Mode::im2col)
    choose_corners(random, c.spec, writes_global(c.access.op));
  choose_coordinates(random, c);
  const std::uint64_t bytes = tensor_bytes(c.spec);
  const std::uint64_t room = bytes < slot.bytes ? slot.bytes - bytes : 0;
  const std::uint64_t unit = unit_bytes(c.spec);
  // At the end of the memory, its start, or anywhere.
  const std::uint64_t offset = random.pick<std::uint64_t>({0, room, random.below(room + 1)});
  c.spec.global_address = slot.address + round_down(offset, unit);
  if (random.one_in(12))
    stretch(random, c);
  c.access.smem_address = 128 * random.below(random.one_in(8) ? 1024 : 17);
  c.global = values(random, c.spec);
  c.global.address = slot.address;
  c.global.bytes = slot.bytes;
  c.shared = values(random, c.spec);
  const std::uint64_t end = c.access.smem_address + geometry(c.spec).smem_footprint_bytes;
  c.shared.bytes = round_up(end + random.below(2) * 128, 1024);
  if (reads_global(c.access.op)) {
    c.shared = {.address = 0, .bytes = c.shared.bytes, .is_pattern = false, .fill = 0xA5};
    if (random.one_in(2)) {
      c.global.and_mask = UINT64_MAX;
      c.global.or_mask = 0;
    }
  }
  return c;
}

CopyCase acceptable_case(Random &random, const Slot &slot, bool loads_only) {
  for (;;) {
    CopyCase c = attempt(random, slot, loads_only);
    const bool large =
        c.shared.bytes > 24 * 1024; // slow, and told apart from a small one by little
    if (acceptable(c) && (!large || random.one_in(10)))
      return c;
  }
}

} // namespace

CopyCase copy_case(Random &random, const Slot &slot) {
  return acceptable_case(random, slot, false);
}

CopyCase multicast_case(Random &random, const Slot &slot) {
  CopyCase c = acceptable_case(random, slot, true);
  c.access.multicast_mask = static_cast<std::uint16_t>(random.u32(1, 15));
  return c;
}

} // namespace tmamap::capture
