// SPDX-License-Identifier: MIT
// One rule is one row. This file is the vocabulary in which the rows of rules/ are written.
#pragma once

#include <tmamap/report.hpp>

#include <array>
#include <cstdint>
#include <string_view>

namespace tmamap {

// Which call or instruction a row speaks of.
enum class Subject : std::uint8_t { encode, copy, replace_address };

// What a row is asked for: once a call, or once for each of its dimensions, strides or spatial
// axes.
enum class Over : std::uint8_t { call, dims, strides, axes };

// What breaking a row leads to on one target. From `reject` on, an error.
enum class Effect : std::uint8_t {
  not_asked, // the row does not exist on this target
  note,
  warning,
  reject, // the driver's encoder returns CUDA_ERROR_INVALID_VALUE
  illegal_instruction,
  misaligned_address,
  illegal_address,
  launch_failure,
  hang,
  undefined, // an error whose outcome no document and no capture gives
};

constexpr Severity severity(Effect effect) {
  return effect >= Effect::reject    ? Severity::error
         : effect == Effect::warning ? Severity::warning
                                     : Severity::note;
}

enum class Unit : std::uint8_t { none, bytes, elements, pixels };

enum class Evidence : std::uint8_t {
  documented, // a document says it; no machine was asked
  driver,     // the driver accepts the limit and refuses one past it
  hardware,   // seen in a copy
  disputed,   // document and machine differ; the row predicts the machine
};

using ModeMask = std::uint32_t;
constexpr ModeMask mask(Mode mode) { return 1u << static_cast<std::uint32_t>(mode) % 32; }
inline constexpr ModeMask tiled = mask(Mode::tiled);
inline constexpr ModeMask im2col = mask(Mode::im2col);
inline constexpr ModeMask wide = mask(Mode::im2col_wide);
inline constexpr ModeMask any_mode = tiled | im2col | wide;

// Whether a row is broken, with the value seen and the limit in the same unit.
struct Breach {
  bool broken = false;
  Number observed;
  Number limit;
};

inline constexpr Breach fine = {};
constexpr Breach broken(Number observed, Number limit) { return {true, observed, limit}; }
constexpr Breach at_most(std::uint64_t observed, std::uint64_t limit) {
  return {observed > limit, observed, limit};
}
constexpr Breach at_least(std::uint64_t observed, std::uint64_t limit) {
  return {observed < limit, observed, limit};
}
constexpr Breach within(std::uint64_t observed, std::uint64_t low, std::uint64_t high) {
  return {observed < low || observed > high, observed, observed < low ? low : high};
}
constexpr Breach multiple_of(std::uint64_t observed, std::uint64_t unit) {
  return {observed % unit != 0, observed, unit};
}
constexpr Breach equals(std::uint64_t observed, std::uint64_t wanted) {
  return {observed != wanted, observed, wanted};
}

// Of the tile that the context's access moves, if it has one.
constexpr Geometry geometry(const Spec &spec, const Context &context) {
  return context.access ? tile_geometry(spec, *context.access) : geometry(spec);
}

// What a row is asked about. Values past the end of a list read as 0.
struct Question {
  const Spec &spec;
  const Context &context;
  // Rows whose effect is `reject` must not read it: the accept-or-reject path leaves it empty.
  const Geometry &geometry;
  // Of the context, unless it is given beside one that serves many copies.
  const Access *used = context.access ? &*context.access : nullptr;

  [[nodiscard]] constexpr std::uint32_t rank() const { return spec.rank(); }
  [[nodiscard]] constexpr const Access &access() const { return *used; }
  [[nodiscard]] constexpr std::uint64_t dim(std::uint32_t i) const {
    return i < list_capacity ? spec.global_dim[i] : 0;
  }
  // Bytes from one element of dimension i to the next, i >= 1.
  [[nodiscard]] constexpr std::uint64_t dim_stride(std::uint32_t i) const {
    return i - 1 < spec.global_strides.size() ? spec.global_strides[i - 1] : 0;
  }
  [[nodiscard]] constexpr std::uint32_t box(std::uint32_t i) const {
    return i < list_capacity ? spec.box_dim[i] : 0;
  }
  [[nodiscard]] constexpr std::uint32_t element_stride(std::uint32_t i) const {
    return spec.element_strides.empty() ? 1 : i < list_capacity ? spec.element_strides[i] : 0;
  }
  [[nodiscard]] constexpr std::int32_t coordinate(std::uint32_t i) const {
    return i < access().coordinates.size() ? access().coordinates[i] : 0;
  }
  [[nodiscard]] constexpr bool interleaved() const { return spec.interleave != Interleave::none; }
  [[nodiscard]] constexpr bool has_null(NullArgument argument) const {
    return (context.null_arguments & argument) != 0;
  }
  [[nodiscard]] constexpr std::uint32_t bits() const { return element_bits(spec.data_type); }
  // Bytes of `count` elements in global memory.
  [[nodiscard]] constexpr std::uint64_t bytes(std::uint64_t count) const {
    return saturating_mul(count, bits()) / 8;
  }
  // Elements in `byte_count` bytes, at least one.
  [[nodiscard]] constexpr std::uint64_t elements_in(std::uint64_t byte_count) const {
    const std::uint64_t count = bits() == 0 ? 0 : byte_count * 8 / bits();
    return count == 0 ? 1 : count;
  }
  // The fewest elements that fill whole 16-byte pieces.
  [[nodiscard]] constexpr std::uint32_t chunk_elements() const {
    return bits() == 0 ? 1 : bits() == 6 ? 64 : 128 / bits();
  }
  // The tensor dimension of a spatial axis of im2col.
  [[nodiscard]] constexpr std::uint32_t axis_dim(std::uint32_t axis) const {
    return first_spatial_dim(spec) + axis;
  }
  // Bytes of one step along dimension 0: an element, or a channel slice when interleaved.
  [[nodiscard]] constexpr std::uint64_t row_of_tensor_bytes() const {
    return interleaved() ? saturating_mul(dim(0), slice_bytes(spec.interleave)) : bytes(dim(0));
  }
};

// A row of `count` elements is a multiple of 16 bytes.
constexpr Breach whole_pieces(const Question &q, std::uint32_t count) {
  return {std::uint64_t{count} * q.bits() % 128 != 0, q.bytes(count), 16u};
}

struct Rule {
  // Permanent and never reused: TMAP-<call>-<parameter>-<number>.
  std::string_view id = {};
  std::string_view parameter = {}; // the driver's or PTX's name
  Subject subject = Subject::encode;
  Over over = Over::call;
  ModeMask modes = any_mode;
  // Rows that must hold first, at the same index where both have one.
  std::array<std::string_view, 4> needs = {};
  Breach (*is_broken)(const Question &, std::uint32_t index) = nullptr;
  Fix (*fix)(const Question &, std::uint32_t index) = nullptr;
  std::array<Effect, 2> effects = {}; // by Target
  Unit unit = Unit::none;
  std::string_view says = {};   // template, see message.hpp
  std::string_view advice = {}; // template: what to do beyond, or in place of, the fix
  std::string_view why = {};    // for `explain`: what goes wrong, in a sentence or two
  std::string_view cite = {};   // document and section
  Evidence evidence = Evidence::documented;
  std::string_view seen =
      {}; // what shows it: a capture, a command, or how machine and document differ

  [[nodiscard]] constexpr Effect effect(Target target) const {
    return effects[static_cast<std::uint32_t>(target) % 2];
  }
};

// Writes a row as a chain of named parts, since C++17 has no designated initialisers.
class RuleRow {
  Rule rule_;

  template <class T> constexpr RuleRow with(T Rule::*part, T value) const {
    RuleRow row = *this;
    row.rule_.*part = value;
    return row;
  }

public:
  constexpr RuleRow(std::string_view id, std::string_view parameter) {
    rule_.id = id;
    rule_.parameter = parameter;
  }
  constexpr RuleRow of(Subject subject) const { return with(&Rule::subject, subject); }
  constexpr RuleRow each(Over over) const { return with(&Rule::over, over); }
  constexpr RuleRow in(ModeMask modes) const { return with(&Rule::modes, modes); }
  constexpr RuleRow needs(std::string_view a, std::string_view b = {}, std::string_view c = {},
                          std::string_view d = {}) const {
    RuleRow row = *this;
    row.rule_.needs[0] = a, row.rule_.needs[1] = b, row.rule_.needs[2] = c, row.rule_.needs[3] = d;
    return row;
  }
  constexpr RuleRow broken_if(Breach (*test)(const Question &, std::uint32_t)) const {
    return with(&Rule::is_broken, test);
  }
  constexpr RuleRow fixed_by(Fix (*fix)(const Question &, std::uint32_t)) const {
    return with(&Rule::fix, fix);
  }
  constexpr RuleRow leads_to(Effect everywhere) const { return leads_to(everywhere, everywhere); }
  constexpr RuleRow leads_to(Effect on_sm_90, Effect on_sm_100) const {
    RuleRow row = *this;
    row.rule_.effects[0] = on_sm_90, row.rule_.effects[1] = on_sm_100;
    return row;
  }
  constexpr RuleRow in_unit(Unit unit) const { return with(&Rule::unit, unit); }
  constexpr RuleRow says(std::string_view text) const { return with(&Rule::says, text); }
  constexpr RuleRow advice(std::string_view text) const { return with(&Rule::advice, text); }
  constexpr RuleRow why(std::string_view text) const { return with(&Rule::why, text); }
  constexpr RuleRow cite(std::string_view text) const { return with(&Rule::cite, text); }
  constexpr RuleRow evidence(Evidence kind, std::string_view seen = {}) const {
    RuleRow row = *this;
    row.rule_.evidence = kind, row.rule_.seen = seen;
    return row;
  }
  constexpr operator Rule() const { return rule_; }
};

constexpr Amendment set(Field field, Number value) { return {field, 0, value}; }
constexpr Amendment set(Field field, std::uint32_t index, Number value) {
  return {field, index, value};
}
template <class E> constexpr Amendment choose(Field field, E value) {
  return {field, 0, Number{static_cast<std::uint32_t>(value)}};
}

} // namespace tmamap
