// SPDX-License-Identifier: MIT
// The enumerations of a tensor-map call. Values are the driver's (cuda.h 13.0), so that a cast
// converts; a value without a name is kept as it came, and a rule reports it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tmamap {

enum class Mode : std::uint32_t { tiled, im2col, im2col_wide };

enum class Target : std::uint32_t { sm_90, sm_100 };

enum class DataType : std::uint32_t { // CUtensorMapDataType
  u8,
  u16,
  u32,
  s32,
  u64,
  s64,
  f16,
  f32,
  f64,
  bf16,
  f32_ftz,
  tf32,
  tf32_ftz,
  u4x16_align8b,  // CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B
  u4x16_align16b, // CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B
  u6x16_align16b, // CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B
};

enum class Interleave : std::uint32_t { none, b16, b32 }; // CUtensorMapInterleave

enum class Swizzle : std::uint32_t { // CUtensorMapSwizzle
  none,
  b32,
  b64,
  b128,
  b128_atom_32b,
  b128_atom_32b_flip_8b,
  b128_atom_64b,
};

enum class L2Promotion : std::uint32_t { none, b64, b128, b256 }; // CUtensorMapL2promotion

enum class OobFill : std::uint32_t { none, nan_request_zero_fma }; // CUtensorMapFloatOOBfill

enum class Im2colWideMode : std::uint32_t { w, w128 }; // CUtensorMapIm2ColWideMode

// What `cp.async.bulk.tensor`, `cp.reduce.async.bulk.tensor` and `cp.async.bulk.prefetch.tensor`
// do.
enum class Op : std::uint32_t {
  load,
  store,
  reduce_add,
  reduce_min,
  reduce_max,
  reduce_inc,
  reduce_dec,
  reduce_and,
  reduce_or,
  reduce_xor,
  prefetch,
  gather4,  // load .tile::gather4 (sm_100)
  scatter4, // store .tile::scatter4 (sm_100)
};

// How a copy ends. `undocumented`: no document says, and no chip of that target was measured.
enum class Outcome : std::uint32_t {
  ok,
  illegal_instruction, // CUDA_ERROR_ILLEGAL_INSTRUCTION (715)
  misaligned_address,  // CUDA_ERROR_MISALIGNED_ADDRESS (716)
  illegal_address,     // CUDA_ERROR_ILLEGAL_ADDRESS (700)
  hang,                // the barrier's phase never completes
  launch_failure,      // CUDA_ERROR_LAUNCH_FAILED (719)
  undocumented,
};

// One value and the names it goes by: ours (printed), the driver's after its common prefix, and
// PTX's. An empty name is one that does not exist.
template <class E> struct EnumName {
  E value;
  std::string_view name;
  std::string_view driver = {};
  std::string_view ptx = {};
};

// A reader accepts every spelling; `driver_prefix` stands before each driver name.
template <class E> struct EnumTable {
  std::string_view what; // the key in a spec
  std::string_view driver_prefix;
  const EnumName<E> *rows;
  std::size_t size;

  [[nodiscard]] constexpr std::string_view name(E value) const {
    for (std::size_t i = 0; i < size; ++i)
      if (rows[i].value == value)
        return rows[i].name;
    return {};
  }

  [[nodiscard]] constexpr std::optional<E> find(std::string_view text) const {
    const bool prefixed =
        !driver_prefix.empty() && text.substr(0, driver_prefix.size()) == driver_prefix;
    for (std::size_t i = 0; i < size; ++i) {
      const EnumName<E> &row = rows[i];
      if (prefixed ? (!row.driver.empty() && text.substr(driver_prefix.size()) == row.driver)
                   : (text == row.name || (!row.ptx.empty() && text == row.ptx)))
        return row.value;
    }
    return std::nullopt;
  }
};

namespace detail {

inline constexpr EnumName<Mode> mode_names[] = {
    {Mode::tiled, "tiled", {}, "tile"},
    {Mode::im2col, "im2col"},
    {Mode::im2col_wide, "im2col_wide", {}, "im2col::w"},
};

inline constexpr EnumName<Target> target_names[] = {
    {Target::sm_90, "sm_90", {}, "sm_90a"},
    {Target::sm_100, "sm_100", {}, "sm_100a"},
};

inline constexpr EnumName<DataType> data_type_names[] = {
    {DataType::u8, "u8", "UINT8"},
    {DataType::u16, "u16", "UINT16"},
    {DataType::u32, "u32", "UINT32"},
    {DataType::s32, "s32", "INT32"},
    {DataType::u64, "u64", "UINT64"},
    {DataType::s64, "s64", "INT64"},
    {DataType::f16, "f16", "FLOAT16"},
    {DataType::f32, "f32", "FLOAT32"},
    {DataType::f64, "f64", "FLOAT64"},
    {DataType::bf16, "bf16", "BFLOAT16"},
    {DataType::f32_ftz, "f32_ftz", "FLOAT32_FTZ", "f32.ftz"},
    {DataType::tf32, "tf32", "TFLOAT32"},
    {DataType::tf32_ftz, "tf32_ftz", "TFLOAT32_FTZ", "tf32.ftz"},
    {DataType::u4x16_align8b, "16u4_align8b", "16U4_ALIGN8B", "b4x16"},
    {DataType::u4x16_align16b, "16u4_align16b", "16U4_ALIGN16B", "b4x16_p64"},
    {DataType::u6x16_align16b, "16u6_align16b", "16U6_ALIGN16B", "b6x16_p32"},
};

inline constexpr EnumName<Interleave> interleave_names[] = {
    {Interleave::none, "none", "NONE"},
    {Interleave::b16, "16B", "16B"},
    {Interleave::b32, "32B", "32B"},
};

inline constexpr EnumName<Swizzle> swizzle_names[] = {
    {Swizzle::none, "none", "NONE"},
    {Swizzle::b32, "32B", "32B"},
    {Swizzle::b64, "64B", "64B"},
    {Swizzle::b128, "128B", "128B"},
    {Swizzle::b128_atom_32b, "128B_atom_32B", "128B_ATOM_32B"},
    {Swizzle::b128_atom_32b_flip_8b, "128B_atom_32B_flip_8B", "128B_ATOM_32B_FLIP_8B"},
    {Swizzle::b128_atom_64b, "128B_atom_64B", "128B_ATOM_64B"},
};

inline constexpr EnumName<L2Promotion> l2_promotion_names[] = {
    {L2Promotion::none, "none", "NONE"},
    {L2Promotion::b64, "64B", "L2_64B"},
    {L2Promotion::b128, "128B", "L2_128B"},
    {L2Promotion::b256, "256B", "L2_256B"},
};

inline constexpr EnumName<OobFill> oob_fill_names[] = {
    {OobFill::none, "none", "NONE", "zero"},
    {OobFill::nan_request_zero_fma, "nan_request_zero_fma", "NAN_REQUEST_ZERO_FMA", "nan"},
};

inline constexpr EnumName<Im2colWideMode> im2col_wide_mode_names[] = {
    {Im2colWideMode::w, "w", "W", "im2col::w"},
    {Im2colWideMode::w128, "w128", "W128", "im2col::w::128"},
};

inline constexpr EnumName<Op> op_names[] = {
    {Op::load, "load"},
    {Op::store, "store"},
    {Op::reduce_add, "reduce_add", {}, ".add"},
    {Op::reduce_min, "reduce_min", {}, ".min"},
    {Op::reduce_max, "reduce_max", {}, ".max"},
    {Op::reduce_inc, "reduce_inc", {}, ".inc"},
    {Op::reduce_dec, "reduce_dec", {}, ".dec"},
    {Op::reduce_and, "reduce_and", {}, ".and"},
    {Op::reduce_or, "reduce_or", {}, ".or"},
    {Op::reduce_xor, "reduce_xor", {}, ".xor"},
    {Op::prefetch, "prefetch"},
    {Op::gather4, "gather4", {}, ".tile::gather4"},
    {Op::scatter4, "scatter4", {}, ".tile::scatter4"},
};

inline constexpr EnumName<Outcome> outcome_names[] = {
    {Outcome::ok, "ok"},
    {Outcome::illegal_instruction, "illegal_instruction"},
    {Outcome::misaligned_address, "misaligned_address"},
    {Outcome::illegal_address, "illegal_address"},
    {Outcome::hang, "hang"},
    {Outcome::launch_failure, "launch_failure"},
    {Outcome::undocumented, "undocumented"},
};

template <class E, std::size_t N>
constexpr EnumTable<E> table(std::string_view what, std::string_view prefix,
                             const EnumName<E> (&rows)[N]) {
  return {what, prefix, rows, N};
}

} // namespace detail

template <class E> inline constexpr EnumTable<E> enum_table = {};
template <>
inline constexpr EnumTable<Mode> enum_table<Mode> = detail::table("mode", "", detail::mode_names);
template <>
inline constexpr EnumTable<Target> enum_table<Target> = detail::table("target", "",
                                                                      detail::target_names);
template <>
inline constexpr EnumTable<DataType> enum_table<DataType> =
    detail::table("data_type", "CU_TENSOR_MAP_DATA_TYPE_", detail::data_type_names);
template <>
inline constexpr EnumTable<Interleave> enum_table<Interleave> =
    detail::table("interleave", "CU_TENSOR_MAP_INTERLEAVE_", detail::interleave_names);
template <>
inline constexpr EnumTable<Swizzle>
    enum_table<Swizzle> = detail::table("swizzle", "CU_TENSOR_MAP_SWIZZLE_", detail::swizzle_names);
template <>
inline constexpr EnumTable<L2Promotion> enum_table<L2Promotion> =
    detail::table("l2_promotion", "CU_TENSOR_MAP_L2_PROMOTION_", detail::l2_promotion_names);
template <>
inline constexpr EnumTable<OobFill> enum_table<OobFill> =
    detail::table("oob_fill", "CU_TENSOR_MAP_FLOAT_OOB_FILL_", detail::oob_fill_names);
template <>
inline constexpr EnumTable<Im2colWideMode> enum_table<Im2colWideMode> = detail::table(
    "im2col_wide_mode", "CU_TENSOR_MAP_IM2COL_WIDE_MODE_", detail::im2col_wide_mode_names);
template <>
inline constexpr EnumTable<Op> enum_table<Op> = detail::table("op", "", detail::op_names);
template <>
inline constexpr EnumTable<Outcome> enum_table<Outcome> = detail::table("outcome", "",
                                                                        detail::outcome_names);

// The printed name; empty for a value that has none.
template <class E> constexpr std::string_view name(E value) { return enum_table<E>.name(value); }

// Any accepted spelling: ours, the driver's with its prefix, PTX's.
template <class E> constexpr std::optional<E> find(std::string_view text) {
  return enum_table<E>.find(text);
}

constexpr bool is_reduction(Op op) { return op >= Op::reduce_add && op <= Op::reduce_xor; }
constexpr bool reads_global(Op op) {
  return op == Op::load || op == Op::prefetch || op == Op::gather4;
}
// Signals an mbarrier with its transaction bytes (PTX: complete-tx::bytes).
constexpr bool signals_mbarrier(Op op) { return op == Op::load || op == Op::gather4; }
constexpr bool writes_global(Op op) { return !reads_global(op); }
constexpr bool uses_shared_memory(Op op) { return op != Op::prefetch; }

constexpr bool is_packed(DataType type) {
  return type >= DataType::u4x16_align8b && type <= DataType::u6x16_align16b;
}
// The two packed types that are padded to 16 bytes per 16 values in shared memory.
constexpr bool is_padded(DataType type) {
  return type == DataType::u4x16_align16b || type == DataType::u6x16_align16b;
}
constexpr bool is_floating(DataType type) {
  return type >= DataType::f16 && type <= DataType::tf32_ftz;
}

namespace detail {
// Not inside the functions: there, each call would build them on its stack.
inline constexpr std::uint8_t bits_by_type[] = {8,  16, 32, 32, 64, 64, 16, 32,
                                                64, 16, 32, 32, 32, 4,  4,  6};
inline constexpr std::uint8_t span_by_swizzle[] = {0, 32, 64, 128, 128, 128, 128};
} // namespace detail

// Bits of one element in global memory; 0 for a value that is no data type.
constexpr std::uint32_t element_bits(DataType type) {
  const auto i = static_cast<std::uint32_t>(type);
  return i < sizeof detail::bits_by_type ? detail::bits_by_type[i] : 0;
}
// Bits of one element in shared memory: the padded types take a byte a value.
constexpr std::uint32_t smem_element_bits(DataType type) {
  return is_padded(type) ? 8 : element_bits(type);
}

// Bytes within which a swizzle permutes 16-byte chunks; 0 for none and for unknown values.
constexpr std::uint32_t swizzle_span_bytes(Swizzle swizzle) {
  const auto i = static_cast<std::uint32_t>(swizzle);
  return i < sizeof detail::span_by_swizzle ? detail::span_by_swizzle[i] : 0;
}

// Bytes of one channel slice (NC/8HWC8, NC/16HWC16); 0 when not interleaved.
constexpr std::uint32_t slice_bytes(Interleave interleave) {
  return interleave == Interleave::b16 ? 16 : interleave == Interleave::b32 ? 32 : 0;
}

} // namespace tmamap
