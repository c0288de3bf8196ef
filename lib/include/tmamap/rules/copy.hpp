// SPDX-License-Identifier: MIT
// Rows on one copy through a map: what traps, what hangs, and what runs but is hardly meant.
#pragma once

#include <tmamap/rule.hpp>
#include <tmamap/rules/global.hpp>
#include <tmamap/rules/im2col.hpp>

namespace tmamap::rules {

constexpr bool in_shared_memory(const Question &q) { return uses_shared_memory(q.access().op); }

// The multiple of `unit` at or below a coordinate of either sign.
constexpr std::int64_t coordinate_down(std::int64_t value, std::int64_t unit) {
  const std::int64_t rest = value % unit;
  return value - (rest < 0 ? rest + unit : rest);
}
constexpr Fix aligned_coordinate(const Question &q, std::int64_t unit) {
  const std::int64_t down = coordinate_down(q.coordinate(0), unit);
  const Amendment lower = set(Field::coordinates, 0, down),
                  upper = set(Field::coordinates, 0, down + unit);
  if (down < INT32_MIN)
    return {upper, {}};
  return {lower, down + unit <= INT32_MAX ? upper : Amendment{}};
}

constexpr Fix expect_what_is_signalled(const Question &q, std::uint32_t) {
  const std::uint64_t tx = q.geometry.tx_bytes;
  return {set(Field::expect_tx_bytes, tx < max_tx_count ? tx : max_tx_count), {}};
}

// The window in which shared-memory addresses are checked.
inline constexpr std::uint64_t smem_window_bytes = 256 * 1024;

constexpr std::uint64_t tile_end(const Question &q) {
  return saturating_add(q.access().smem_address, q.geometry.smem_footprint_bytes);
}
constexpr Fix tile_moved_inside(const Question &q, std::uint32_t) {
  if (q.geometry.smem_footprint_bytes > max_smem_bytes)
    return {};
  const std::uint64_t room = max_smem_bytes - q.geometry.smem_footprint_bytes;
  return {set(Field::smem_address, round_down(room, q.geometry.smem_alignment_bytes)), {}};
}

// Reductions the chip performs, by data type (reduce.jsonl.gz, fault.jsonl.gz).
constexpr bool reduces(Op op, DataType type) {
  const bool integer = type >= DataType::u32 && type <= DataType::s64;
  switch (op) {
  case Op::reduce_add:
    return type >= DataType::u32 && type <= DataType::tf32_ftz && type != DataType::s64;
  case Op::reduce_min:
  case Op::reduce_max: return integer || type == DataType::f16 || type == DataType::bf16;
  case Op::reduce_inc:
  case Op::reduce_dec: return type == DataType::u32;
  case Op::reduce_and:
  case Op::reduce_or:
  case Op::reduce_xor: return integer && type != DataType::s64;
  case Op::load:
  case Op::store:
  case Op::prefetch:
  case Op::gather4:
  case Op::scatter4: return true;
  }
  return false;
}

// Elements of a store's rows that lie past globalDim[0] and are written all the same.
constexpr std::uint64_t spilled_elements(const Question &q) {
  const std::int64_t start = q.coordinate(0);
  if (!writes_global(q.access().op) || q.interleaved() || start < 0 || q.geometry.elements.empty())
    return 0;
  const std::uint64_t end = static_cast<std::uint64_t>(start) + q.geometry.elements[0];
  const std::uint64_t chunks = round_up(q.dim(0), q.chunk_elements());
  const std::uint64_t last = end < chunks ? end : chunks;
  return static_cast<std::uint64_t>(start) < q.dim(0) && last > q.dim(0) ? last - q.dim(0) : 0;
}

inline constexpr Rule copy[] = {
    RuleRow("TMAP-copy-tensorMap-01", "tensorMap")
        .of(Subject::copy)
        .needs("TMAP-encode-tensorMap-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.context.descriptor_address ? multiple_of(*q.context.descriptor_address, 64)
                                              : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::uint64_t address = *q.context.descriptor_address;
          const std::uint64_t up = round_up(address, 64);
          return {set(Field::descriptor_address, up < address ? round_down(address, 64) : up), {}};
        })
        .leads_to(Effect::misaligned_address)
        .in_unit(Unit::bytes)
        .says(
            "the {op} reads its tensor map at {descriptor}, not a multiple of {limit} B: it traps "
            "with misaligned address")
        .advice("pass the map as a __grid_constant__ parameter, or align its copy to 64")
        .why("The encoder does not check where it writes; the instruction checks where it reads.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, tensorMap")
        .evidence(Evidence::hardware,
                  "43 of 43 loads through maps off by 1 to 48 bytes trapped; 64 is enough"),

    RuleRow("TMAP-copy-op-01", "op")
        .of(Subject::copy)
        .broken_if([](const Question &q, std::uint32_t) {
          return is_gather4(q.access().op) ? broken(4u, 0u) : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          return {choose(Field::op, q.access().op == Op::gather4 ? Op::load : Op::store),
                  choose(Field::target, Target::sm_100)};
        })
        .leads_to(Effect::undefined, Effect::not_asked)
        .says("{op} does not exist on {target}")
        .advice("move four boxes of one row with four instructions")
        .why("tile::gather4 and tile::scatter4 came with sm_100.")
        .cite("PTX ISA 9.1, 9.7.9.27.1.2"),

    RuleRow("TMAP-copy-op-02", "op")
        .of(Subject::copy)
        .needs("TMAP-copy-op-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return is_gather4(q.access().op) && !can_gather(q.spec) ? broken(q.rank(), 2u) : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          return {choose(Field::op, q.access().op == Op::gather4 ? Op::load : Op::store), {}};
        })
        .leads_to(Effect::not_asked, Effect::undefined)
        .says("{op} needs a tiled map of rank 2 with boxDim[1] = 1 and no interleave")
        .why("It moves four single rows of a matrix.")
        .cite("PTX ISA 9.1, 5.5.3.4"),

    RuleRow("TMAP-copy-coordinates-01", "tensorCoords")
        .of(Subject::copy)
        .needs("TMAP-encode-tensorRank-01", "TMAP-encode-tensorRank-03")
        .broken_if([](const Question &q, std::uint32_t) {
          return equals(q.access().coordinates.size(), is_gather4(q.access().op) ? 5 : q.rank());
        })
        .leads_to(Effect::undefined)
        .in_unit(Unit::elements)
        .says("{op} has {observed} coordinates, the map's rank {rank} needs {limit}")
        .advice("use the instruction form of the map's rank, one coordinate a dimension")
        .why("The .dim of the instruction must be the rank of the map.")
        .cite("PTX ISA 9.1, 9.7.9.27.1.2"),

    RuleRow("TMAP-copy-globalDim-01", "globalDim")
        .of(Subject::copy)
        .each(Over::dims)
        .needs("TMAP-encode-tensorRank-01", "TMAP-encode-globalDim-02")
        .broken_if([](const Question &q, std::uint32_t i) {
          return at_most(q.dim(i), std::uint64_t{1} << 31);
        })
        .fixed_by([](const Question &, std::uint32_t i) -> Fix {
          return {set(Field::global_dim, i, std::uint64_t{1} << 31), {}};
        })
        .leads_to(Effect::illegal_instruction, Effect::not_asked)
        .in_unit(Unit::elements)
        .says("globalDim[{i}] is {observed}: the driver accepts it, but every {op} through the map "
              "traps with illegal instruction beyond {limit}")
        .advice("coordinates are signed 32-bit numbers: describe the tensor in parts")
        .why("The map holds the extent less one, and the chip reads it as a signed number.")
        .cite("CUDA driver API 13.0, cuTensorMapEncodeTiled, globalDim, allows 2^32")
        .evidence(Evidence::disputed, "tmamap-hwtest: loads, stores and reductions with extents of "
                                      "2^31 + 1, 2^32 - 1 and 2^32 trap wherever they start; 2^31 "
                                      "runs"),

    RuleRow("TMAP-copy-smemAddress-01", "smemAddress")
        .of(Subject::copy)
        .broken_if([](const Question &q, std::uint32_t) {
          return in_shared_memory(q) ? multiple_of(q.access().smem_address, copy_alignment_bytes)
                                     : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::uint64_t period = q.geometry.smem_alignment_bytes;
          const std::uint64_t address = q.access().smem_address;
          const std::uint64_t up = round_up(address, period);
          return {set(Field::smem_address, up < address ? round_down(address, period) : up), {}};
        })
        .leads_to(Effect::misaligned_address)
        .in_unit(Unit::bytes)
        .says("shared-memory address {smem} is not a multiple of {limit} B: the {op} traps with "
              "misaligned address")
        .advice("declare the buffer __align__({alignment}); an array before it can shift it")
        .why("Every swizzle mode, none included, wants 128 bytes; PTX names no number.")
        .cite("CUDA Programming Guide, TMA, table of alignments")
        .evidence(Evidence::hardware, "fault.jsonl.gz"),

    RuleRow("TMAP-copy-smemAddress-02", "smemAddress")
        .of(Subject::copy)
        .needs("TMAP-copy-smemAddress-01", "TMAP-encode-swizzle-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return in_shared_memory(q)
                     ? multiple_of(q.access().smem_address, q.geometry.smem_alignment_bytes)
                     : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::uint64_t period = q.geometry.smem_alignment_bytes;
          const std::uint64_t address = q.access().smem_address;
          const std::uint64_t up = round_up(address, period);
          return {set(Field::smem_address, up < address ? round_down(address, period) : up), {}};
        })
        .leads_to(Effect::warning)
        .in_unit(Unit::bytes)
        .says(
            "shared-memory address {smem} is not a multiple of {limit} B: swizzle {swizzle} starts "
            "at row {phase} of its pattern")
        .advice("or index the tile with the swizzle of absolute addresses")
        .why(
            "The swizzle is a function of the absolute shared-memory address. A tile that starts "
            "inside the pattern is permuted differently from one that starts at its beginning, and "
            "code that swizzles tile-relative offsets reads other elements.")
        .cite("PTX ISA 9.1, 5.5.7; CUDA Programming Guide, TMA, swizzle")
        .evidence(Evidence::hardware, "load.jsonl.gz: every phase"),

    RuleRow("TMAP-copy-smemAddress-03", "smemAddress")
        .of(Subject::copy)
        .needs("TMAP-encode-boxDim-02", "TMAP-encode-channelsPerPixel-01",
               "TMAP-encode-pixelsPerColumn-01")
        .broken_if([](const Question &q, std::uint32_t) {
          const std::uint64_t end = tile_end(q);
          return signals_mbarrier(q.access().op) && end < smem_window_bytes
                     ? at_most(end, max_smem_bytes)
                     : fine;
        })
        .fixed_by(tile_moved_inside)
        .leads_to(Effect::illegal_address)
        .in_unit(Unit::bytes)
        .says("the tile ends at {observed} B of shared memory, a block has at most {limit} B: the "
              "{op} traps with illegal address")
        .advice("allocate the whole footprint, padding and out-of-bounds rows included")
        .why(
            "A load needs shared memory for every row of its box. The limit that traps is the "
            "block's own allocation rounded up to 128 bytes, which only the launch knows; this row "
            "checks the most that a launch can ask for.")
        .cite("CUDA Programming Guide, technical specifications, shared memory of a block")
        .evidence(Evidence::hardware, "41 loads one 128-byte step past the allocation"),

    RuleRow("TMAP-copy-smemAddress-04", "smemAddress")
        .of(Subject::copy)
        .needs("TMAP-copy-smemAddress-03")
        .broken_if([](const Question &q, std::uint32_t) {
          return signals_mbarrier(q.access().op) ? at_most(tile_end(q), max_smem_bytes) : fine;
        })
        .fixed_by(tile_moved_inside)
        .leads_to(Effect::undefined)
        .in_unit(Unit::bytes)
        .says(
            "the tile ends at {observed} B, past the 256 KiB shared-memory window; a block has at "
            "most {limit} B")
        .why(
            "Past the window a load hung, trapped with illegal address or with illegal instruction "
            "in the few cases tried.")
        .cite("no document")
        .evidence(Evidence::hardware, "8 copies past 256 KiB, with differing outcomes"),

    RuleRow("TMAP-copy-smemAddress-05", "smemAddress")
        .of(Subject::copy)
        .needs("TMAP-encode-boxDim-02", "TMAP-encode-channelsPerPixel-01",
               "TMAP-encode-pixelsPerColumn-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return writes_global(q.access().op) ? at_most(tile_end(q), max_smem_bytes) : fine;
        })
        .fixed_by(tile_moved_inside)
        .leads_to(Effect::warning)
        .in_unit(Unit::bytes)
        .says("the tile ends at {observed} B of shared memory; a block has at most {limit} B")
        .advice("only rows inside the tensor are read; the others may lie past the end")
        .why("A store that reads past the block's shared memory traps with illegal address.")
        .cite("CUDA Programming Guide, technical specifications, shared memory of a block")
        .evidence(Evidence::hardware, "stores past the allocation, with rows in and out of bounds"),

    RuleRow("TMAP-copy-coordinates-02", "tensorCoords")
        .of(Subject::copy)
        .needs("TMAP-copy-coordinates-01", "TMAP-encode-tensorDataType-01",
               "TMAP-encode-interleave-01")
        .broken_if([](const Question &q, std::uint32_t) {
          const std::int64_t bits = std::int64_t{q.coordinate(0)} * q.bits();
          return !q.interleaved() && !is_padded(q.spec.data_type) && bits % 128 != 0
                     ? broken(q.coordinate(0), q.chunk_elements())
                     : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) {
          return aligned_coordinate(q, q.chunk_elements());
        })
        .leads_to(Effect::illegal_instruction)
        .in_unit(Unit::elements)
        .says(
            "tensorCoords[0] is {observed} x {element}, not a multiple of 16 B ({limit} elements): "
            "the {op} traps with illegal instruction")
        .advice("load the aligned tile around it and shift in shared memory")
        .why(
            "PTX asks that the address of the box be 16-byte aligned and does not say what happens "
            "otherwise.")
        .cite("PTX ISA 9.1, 5.5.3.1")
        .evidence(Evidence::hardware,
                  "fault.jsonl.gz: loads, stores, reductions, tiled and im2col"),

    RuleRow("TMAP-copy-coordinates-03", "tensorCoords")
        .of(Subject::copy)
        .each(Over::dims)
        .needs("TMAP-copy-coordinates-01")
        .broken_if([](const Question &q, std::uint32_t i) {
          return writes_global(q.access().op) && q.coordinate(i) < 0 ? broken(q.coordinate(i), 0u)
                                                                     : fine;
        })
        .fixed_by([](const Question &, std::uint32_t i) -> Fix {
          return {set(Field::coordinates, i, 0u), {}};
        })
        .leads_to(Effect::illegal_instruction)
        .in_unit(Unit::elements)
        .says(
            "tensorCoords[{i}] is {observed}: a {op} with a negative coordinate traps with illegal "
            "instruction")
        .advice("loads may start outside the tensor, stores and reductions may not")
        .why("Stores clip at the far end only.")
        .cite("PTX ISA 9.1, 9.7.9.27.1.1; CUDA Programming Guide, TMA")
        .evidence(Evidence::hardware, "fault.jsonl.gz"),

    RuleRow("TMAP-copy-op-03", "op")
        .of(Subject::copy)
        .needs("TMAP-encode-tensorDataType-01", "TMAP-copy-op-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return reduces(q.access().op, q.spec.data_type)
                     ? fine
                     : broken(static_cast<std::uint32_t>(q.spec.data_type), 0u);
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          return {reduces(Op::reduce_add, q.spec.data_type) ? choose(Field::op, Op::reduce_add)
                                                            : choose(Field::op, Op::store),
                  {}};
        })
        .leads_to(Effect::illegal_instruction)
        .says("{op} is not defined for {type}: the instruction traps with illegal instruction")
        .advice(
            "add: u32 s32 u64 and all floats; min, max: 32- and 64-bit integers, f16, bf16; inc, "
            "dec: u32; and, or, xor: u32 s32 u64")
        .why("The operation is in the instruction, the element type in the map: the assembler "
             "cannot see the mismatch. PTX lists no f64 add here; the chip performs it.")
        .cite("PTX ISA 9.1, 9.7.9.27.1.3")
        .evidence(Evidence::hardware, "fault.jsonl.gz, reduce.jsonl.gz"),

    RuleRow("TMAP-copy-coordinates-04", "tensorCoords")
        .of(Subject::copy)
        .in(im2col)
        .each(Over::axes)
        .needs("TMAP-copy-coordinates-01", "TMAP-encode-pixelBoxUpperCorner-03",
               "TMAP-copy-coordinates-03")
        .broken_if([](const Question &q, std::uint32_t axis) -> Breach {
          const std::int64_t start = q.coordinate(q.axis_dim(axis));
          const std::int64_t lower = q.spec.pixel_box_lower_corner[axis];
          const std::int64_t last = std::int64_t{wrapped_end(q.dim(q.axis_dim(axis)),
                                                             q.spec.pixel_box_upper_corner[axis])} -
                                    1;
          return start < lower ? broken(start, lower) : start > last ? broken(start, last) : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t axis) -> Fix {
          const std::uint32_t d = q.axis_dim(axis);
          const std::int64_t lower = q.spec.pixel_box_lower_corner[axis];
          const std::int64_t last =
              std::int64_t{wrapped_end(q.dim(d), q.spec.pixel_box_upper_corner[axis])} - 1;
          return {set(Field::coordinates, d, q.coordinate(d) < lower ? lower : last), {}};
        })
        .leads_to(Effect::illegal_instruction)
        .in_unit(Unit::pixels)
        .says("the start pixel {observed} on spatial axis {i} lies outside the bounding box (bound "
              "{limit}): the {op} traps with illegal instruction")
        .advice("start coordinates are positions of the filter's base, not of the filter tap: that "
                "is what the im2col offsets are for")
        .why("The start pixel must lie in [lower, extent - 1 + upper] before offsets are added, in "
             "loads, stores, reductions and prefetches alike.")
        .cite("PTX ISA 9.1, 5.5.4.1")
        .evidence(Evidence::hardware, "fault.jsonl.gz; 80 stores and reductions"),

    RuleRow("TMAP-copy-coordinates-05", "tensorCoords")
        .of(Subject::copy)
        .needs("TMAP-copy-coordinates-01")
        .broken_if([](const Question &q, std::uint32_t) {
          const std::int64_t c = q.coordinate(0);
          return is_padded(q.spec.data_type) && c % 128 != 0 ? broken(c, 128u) : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) { return aligned_coordinate(q, 128); })
        .leads_to(Effect::not_asked, Effect::illegal_instruction)
        .in_unit(Unit::elements)
        .says("tensorCoords[0] is {observed}; {type} needs a multiple of {limit} values")
        .why("A padded packed row is moved 128 values at a time. PTX gives the rule; that it traps "
             "is what aligned maps do.")
        .cite("PTX ISA 9.1, 5.5.1.1, restriction 7"),

    RuleRow("TMAP-copy-op-04", "op")
        .of(Subject::copy)
        .broken_if([](const Question &q, std::uint32_t) {
          const bool store = writes_global(q.access().op);
          return (q.spec.data_type == DataType::u4x16_align16b && store) ||
                         (q.spec.swizzle == Swizzle::b128_atom_32b_flip_8b && store)
                     ? broken(1u, 0u)
                     : fine;
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::op, Op::load), {}};
        })
        .leads_to(Effect::not_asked, Effect::undefined)
        .says("{op} through a {type} map with swizzle {swizzle}: this map is for loads only")
        .why("16u4_align16b and the 8-byte flip exist from global to shared memory alone.")
        .cite("PTX ISA 9.1, 5.5.1.1, restriction 2; PTX ISA 9.4, 5.5.7"),

    RuleRow("TMAP-copy-coordinates-06", "tensorCoords")
        .of(Subject::copy)
        .needs("TMAP-copy-coordinates-01", "TMAP-copy-coordinates-03", "TMAP-encode-globalDim-02",
               "TMAP-encode-tensorDataType-01")
        .broken_if([](const Question &q, std::uint32_t) {
          const std::uint64_t spilled = spilled_elements(q);
          return spilled != 0 ? broken(spilled, q.dim(0)) : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t) -> Fix {
          const std::uint64_t up = round_up(q.dim(0), q.chunk_elements());
          return up <= dim_limit ? Fix{set(Field::global_dim, 0, up), {}} : Fix{};
        })
        .leads_to(Effect::warning)
        .in_unit(Unit::elements)
        .says("the {op} writes {observed} elements past globalDim[0] = {limit} in every row it "
              "reaches: stores are clipped at 16-byte pieces")
        .advice("keep the row padding free, or write the last piece with ordinary stores")
        .why("Loads clip per element; stores and reductions clip dimension 0 at the next 16-byte "
             "boundary.")
        .cite("no document")
        .evidence(Evidence::hardware, "store.jsonl.gz, reduce.jsonl.gz, im2colstore.jsonl.gz"),

    RuleRow("TMAP-copy-globalStrides-01", "globalStrides")
        .of(Subject::copy)
        .in(tiled)
        .each(Over::strides)
        .needs("TMAP-encode-globalStrides-01", "TMAP-encode-globalDim-02", "TMAP-encode-boxDim-02")
        .broken_if([](const Question &q, std::uint32_t i) {
          const bool moved = i + 1 < q.geometry.elements.size() && q.geometry.elements[i + 1] > 1;
          return writes_global(q.access().op) && moved && q.dim(i + 1) > 1
                     ? at_least(q.spec.global_strides[i], covered_bytes(q, i))
                     : fine;
        })
        .fixed_by(spread_stride)
        .leads_to(Effect::warning)
        .in_unit(Unit::bytes)
        .says("the {op} writes overlapping memory: globalStrides[{i}] is {observed} B where the "
              "dimensions inside it cover {limit} B")
        .advice("store through a map whose elements do not share memory")
        .why("No document says which of several values written to one address stays. An H200 wrote "
             "row after row, so that the last one did.")
        .cite("PTX ISA 9.1, 9.7.9.25.1")
        .evidence(Evidence::hardware, "about 50,000 stores and reductions, all in the order of "
                                      "their rows"),

    RuleRow("TMAP-copy-im2colOffsets-01", "im2colOffsets")
        .of(Subject::copy)
        .in(im2col)
        .each(Over::axes)
        .needs("TMAP-encode-tensorRank-03")
        .broken_if([](const Question &q, std::uint32_t axis) {
          const std::uint32_t bits = q.rank() <= 3 ? 16 : q.rank() == 4 ? 8 : 5;
          return at_most(q.access().im2col_offset(axis), (1u << bits) - 1);
        })
        .fixed_by([](const Question &q, std::uint32_t axis) -> Fix {
          const std::uint32_t bits = q.rank() <= 3 ? 16 : q.rank() == 4 ? 8 : 5;
          return {set(Field::im2col_offsets, axis, (1u << bits) - 1), {}};
        })
        .leads_to(Effect::undefined)
        .in_unit(Unit::pixels)
        .says("im2colOffsets[{i}] is {observed}; at rank {rank} an offset is at most {limit}")
        .why("The instruction keeps 16, 8 or 5 bits of an offset at rank 3, 4 or 5.")
        .cite("PTX ISA 9.1, 5.5.4.1"),

    RuleRow("TMAP-copy-pixelBox-01", "pixelBoxLowerCorner")
        .of(Subject::copy)
        .in(im2col)
        .each(Over::axes)
        .needs("TMAP-encode-pixelBoxUpperCorner-03")
        .broken_if([](const Question &q, std::uint32_t axis) -> Breach {
          const std::int32_t lower = q.spec.pixel_box_lower_corner[axis];
          const std::int32_t upper = q.spec.pixel_box_upper_corner[axis];
          if (reads_global(q.access().op))
            return fine;
          return lower < 0 ? broken(lower, 0u) : upper > 0 ? broken(upper, 0u) : fine;
        })
        .fixed_by([](const Question &q, std::uint32_t axis) -> Fix {
          const Amendment lower = set(Field::pixel_box_lower_corner, axis, 0u);
          const Amendment upper = set(Field::pixel_box_upper_corner, axis, 0u);
          const bool low = q.spec.pixel_box_lower_corner[axis] < 0;
          const bool high = q.spec.pixel_box_upper_corner[axis] > 0;
          return low && high ? Fix{} : Fix{low ? lower : upper, {}};
        })
        .leads_to(Effect::illegal_instruction)
        .in_unit(Unit::pixels)
        .says("{op} through an im2col map whose box leaves the tensor on spatial axis {i} (corner "
              "{observed}): it traps with illegal instruction")
        .advice("store through a map with lower corners >= 0 and upper corners <= 0")
        .why(
            "PTX restricts im2col_no_offs stores to boxes inside the tensor; the chip traps on the "
            "map's corners even where the walk stays inside.")
        .cite("PTX ISA 9.1, 9.7.9.27.1.1")
        .evidence(Evidence::hardware, "71 stores and reductions, all trapped"),

    RuleRow("TMAP-copy-expectTx-02", "expectTx")
        .of(Subject::copy)
        .broken_if([](const Question &q, std::uint32_t) {
          return q.access().expect_tx_bytes ? at_most(*q.access().expect_tx_bytes, max_tx_count)
                                            : fine;
        })
        .fixed_by(expect_what_is_signalled)
        .leads_to(Effect::launch_failure)
        .in_unit(Unit::bytes)
        .says("the barrier expects {observed} B; a transaction count is at most {limit} B (2^20 - "
              "1): "
              "the kernel ends with unspecified launch failure")
        .advice("split the stage over several barriers or phases")
        .why("The count has 20 bits and a sign.")
        .cite("PTX ISA 9.1, 9.7.13.15.2")
        .evidence(Evidence::hardware, "2^20 and more: error 719 in 70 of 70 launches"),

    RuleRow("TMAP-copy-expectTx-01", "expectTx")
        .of(Subject::copy)
        .needs("TMAP-encode-boxDim-02", "TMAP-encode-channelsPerPixel-01",
               "TMAP-encode-pixelsPerColumn-01", "TMAP-copy-expectTx-02")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.access().expect_tx_bytes && signals_mbarrier(q.access().op)
                     ? at_most(*q.access().expect_tx_bytes, q.geometry.tx_bytes)
                     : fine;
        })
        .fixed_by(expect_what_is_signalled)
        .leads_to(Effect::hang)
        .in_unit(Unit::bytes)
        .says("the barrier expects {observed} B, the {op} signals {limit} B: the wait hangs")
        .advice("the padding of rows narrower than the swizzle span is not signalled")
        .why("The phase completes when the pending transaction bytes reach zero.")
        .cite("PTX ISA 9.1, 9.7.9.27.1.2 and 9.7.13.15")
        .evidence(Evidence::hardware, "expecting more: 3,500 of 3,500 launches hung"),

    RuleRow("TMAP-copy-expectTx-03", "expectTx")
        .of(Subject::copy)
        .needs("TMAP-encode-boxDim-02", "TMAP-encode-channelsPerPixel-01",
               "TMAP-encode-pixelsPerColumn-01", "TMAP-copy-expectTx-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.access().expect_tx_bytes && signals_mbarrier(q.access().op)
                     ? at_least(*q.access().expect_tx_bytes, q.geometry.tx_bytes)
                     : fine;
        })
        .fixed_by(expect_what_is_signalled)
        .leads_to(Effect::hang)
        .in_unit(Unit::bytes)
        .says("the barrier expects {observed} B, the {op} signals {limit} B: the wait hangs, or "
              "passes "
              "before the tile is complete")
        .advice("expect the full box, whatever part of it lies outside the tensor")
        .why(
            "Out-of-bounds elements are filled and counted. The count passes zero while the tile "
            "arrives: unless a waiting thread happens to see that moment, the phase never ends; if "
            "it does, data is missing and the next phase is off.")
        .cite("PTX ISA 9.1, 9.7.9.27.1.2 and 9.7.13.15")
        .evidence(Evidence::hardware, "expecting less, multiples of 32 B: 1,850 of 2,900 launches "
                                      "hung, the others passed early; other counts: all hung; 0 "
                                      "passes at once"),

    RuleRow("TMAP-copy-multicast-01", "multicastMask")
        .of(Subject::copy)
        .broken_if([](const Question &q, std::uint32_t) {
          return q.access().multicast_mask && !signals_mbarrier(q.access().op)
                     ? broken(std::uint32_t{*q.access().multicast_mask}, 0u)
                     : fine;
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {choose(Field::op, Op::load), {}};
        })
        .leads_to(Effect::undefined)
        .says("{op} with a multicast mask: only loads are multicast")
        .why("The mask names the CTAs of the cluster that receive the tile.")
        .cite("PTX ISA 9.1, 9.7.9.27.1.2"),

    RuleRow("TMAP-copy-multicast-02", "multicastMask")
        .of(Subject::copy)
        .needs("TMAP-copy-multicast-01")
        .broken_if([](const Question &q, std::uint32_t) {
          return q.access().multicast_mask ? at_least(*q.access().multicast_mask, 1) : fine;
        })
        .fixed_by([](const Question &, std::uint32_t) -> Fix {
          return {set(Field::multicast_mask, 1u), {}};
        })
        .leads_to(Effect::warning)
        .says("the multicast mask is 0: no CTA receives the tile, and no barrier is signalled")
        .why("Each set bit is one receiving CTA.")
        .cite("PTX ISA 9.1, 9.7.9.27.1.2"),
};

} // namespace tmamap::rules
