// SPDX-License-Identifier: MIT
// What a check answers: findings as plain values. Text is made from them in message.hpp.
#pragma once

#include <tmamap/access.hpp>
#include <tmamap/geometry.hpp>
#include <tmamap/spec.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>

namespace tmamap {

struct Rule;

enum class Severity : std::uint8_t { error, warning, note };
enum class Verdict : std::uint8_t { accept, accept_with_warning, reject };

// An integer of either sign, -2^63 to 2^64-1.
class Number {
public:
  constexpr Number() = default;
  constexpr Number(std::uint64_t value) : bits_(value) {}
  constexpr Number(std::uint32_t value) : bits_(value) {}
  constexpr Number(std::int64_t value)
      : bits_(static_cast<std::uint64_t>(value)), negative_(value < 0) {}
  constexpr Number(std::int32_t value) : Number(std::int64_t{value}) {}

  [[nodiscard]] constexpr bool negative() const { return negative_; }
  [[nodiscard]] constexpr std::uint64_t unsigned_value() const { return bits_; }
  [[nodiscard]] constexpr std::int64_t signed_value() const {
    return static_cast<std::int64_t>(bits_);
  }
  friend constexpr bool operator==(const Number &a, const Number &b) {
    return a.bits_ == b.bits_ && a.negative_ == b.negative_;
  }
  friend constexpr bool operator!=(const Number &a, const Number &b) { return !(a == b); }

private:
  std::uint64_t bits_ = 0;
  bool negative_ = false;
};

// Everything around a spec that a rule may ask about.
struct Context {
  Target target = Target::sm_90;
  std::optional<std::uint64_t> descriptor_address = std::nullopt; // where the 128 bytes live
  std::optional<Access> access = std::nullopt;
  // The new address of cuTensorMapReplaceAddress; the spec is then the map that it changes.
  std::optional<std::uint64_t> replacement_address = std::nullopt;
  // Pointer arguments that were null, as bits of NullArgument.
  std::uint32_t null_arguments = 0;
};

enum NullArgument : std::uint32_t {
  null_tensor_map = 1u << 0,
  null_global_dim = 1u << 1,
  null_global_strides = 1u << 2,
  null_box_dim = 1u << 3,
  null_lower_corner = 1u << 4,
  null_upper_corner = 1u << 5,
  null_element_strides = 1u << 6,
};

// One broken rule at one index.
struct Finding {
  const Rule *rule = nullptr;
  std::uint32_t index = 0; // of the dimension or axis; 0 for a rule over the whole call
  Severity severity = Severity::error;
  Number observed;
  Number limit;
};

// One change of one value that removes a finding.
enum class Field : std::uint8_t {
  none, // no such change
  mode,
  data_type,
  tensor_rank,
  global_address,
  global_dim,
  global_strides,
  box_dim,
  pixel_box_lower_corner,
  pixel_box_upper_corner,
  pixel_box_lower_corner_width,
  pixel_box_upper_corner_width,
  channels_per_pixel,
  pixels_per_column,
  im2col_wide_mode,
  element_strides,
  interleave,
  swizzle,
  l2_promotion,
  oob_fill,
  target,
  descriptor_address,
  replacement_address,
  null_arguments,
  op,
  coordinates,
  smem_address,
  im2col_offsets,
  expect_tx_bytes,
  multicast_mask,
};

struct Amendment {
  Field field = Field::none;
  std::uint32_t index = 0;
  Number value; // an enumerator's value where the field is an enumeration

  constexpr explicit operator bool() const { return field != Field::none; }
};

// Up to two ways out, each enough by itself; the first is the one to prefer.
struct Fix {
  Amendment first;
  Amendment second;
};

inline constexpr std::size_t max_findings = 144; // the rule table asserts that it suffices

class Report {
public:
  constexpr void add(const Finding &finding) { findings_[size_++] = finding; }
  [[nodiscard]] constexpr const Finding *begin() const { return findings_; }
  [[nodiscard]] constexpr const Finding *end() const { return findings_ + size_; }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  constexpr const Finding &operator[](std::size_t i) const { return findings_[i]; }

  Verdict verdict = Verdict::accept;
  bool driver_accepts = true;    // what cuTensorMapEncode* on the target returns
  Outcome outcome = Outcome::ok; // what the access does, when the context has one
  Geometry derived = {};

private:
  Finding findings_[max_findings] = {};
  std::size_t size_ = 0;
};

} // namespace tmamap
