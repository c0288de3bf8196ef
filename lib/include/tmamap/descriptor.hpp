// SPDX-License-Identifier: MIT
// The 128 bytes of a CUtensorMap: from a spec, back to one, and no bit lost between.
#pragma once

#include <tmamap/check.hpp>
#include <tmamap/descriptor_fields.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace tmamap {

inline constexpr std::size_t descriptor_bytes = 128;

struct Descriptor {
  std::uint64_t words[descriptor_words] = {};

  // In memory order.
  static constexpr Descriptor from_bytes(const std::uint8_t *bytes) {
    Descriptor map;
    for (std::size_t i = 0; i < descriptor_words; ++i)
      for (std::size_t k = 0; k < 8; ++k)
        map.words[i] |= std::uint64_t{bytes[8 * i + k]} << (8 * k);
    return map;
  }
  [[nodiscard]] constexpr std::uint8_t byte(std::size_t i) const {
    return static_cast<std::uint8_t>(words[i / 8] >> (i % 8 * 8));
  }
  constexpr void to_bytes(std::uint8_t *bytes) const {
    for (std::size_t i = 0; i < descriptor_bytes; ++i)
      bytes[i] = byte(i);
  }

  [[nodiscard]] constexpr std::uint64_t get(const BitField &field) const {
    return words[field.word] >> field.lsb & field.mask();
  }
  constexpr void set(const BitField &field, std::uint64_t bits) {
    words[field.word] = (words[field.word] & ~(field.mask() << field.lsb)) | (bits & field.mask())
                                                                                 << field.lsb;
  }

  // The mode and the rank that stand in it.
  [[nodiscard]] constexpr bool is_im2col() const { return (words[1] & 1) != 0; }
  [[nodiscard]] constexpr std::uint32_t rank() const {
    return static_cast<std::uint32_t>(words[1] >> 4 & 7) + 1;
  }
  [[nodiscard]] constexpr std::uint32_t layout() const { return layout_of(is_im2col(), rank()); }

  friend constexpr bool operator==(const Descriptor &a, const Descriptor &b) {
    for (std::size_t i = 0; i < descriptor_words; ++i)
      if (a.words[i] != b.words[i])
        return false;
    return true;
  }
  friend constexpr bool operator!=(const Descriptor &a, const Descriptor &b) { return !(a == b); }
  friend constexpr Descriptor operator^(Descriptor a, const Descriptor &b) {
    for (std::size_t i = 0; i < descriptor_words; ++i)
      a.words[i] ^= b.words[i];
    return a;
  }
};

namespace detail {

// Each row is a constant here, so that the compiler turns it into a load, a shift and an or; rows
// of other words are nothing.
template <std::size_t Word, std::size_t Row>
constexpr std::uint64_t bits_of_row(const Spec &spec, std::uint32_t layout) {
  constexpr const BitField &field = descriptor_fields[Row];
  if constexpr (field.word == Word && field.holds != Holds::nothing) {
    const std::uint64_t bits = (field.to_bits(spec) & field.mask()) << field.lsb;
    if constexpr (field.layouts == every_layout)
      return bits;
    else
      return field.exists_in(layout) ? bits : 0;
  }
  return 0;
}
template <std::size_t Word, std::size_t... Rows>
constexpr std::uint64_t word_of(const Spec &spec, std::uint32_t layout,
                                std::index_sequence<Rows...>) {
  return (bits_of_row<Word, Rows>(spec, layout) | ...);
}
template <std::size_t... Words>
constexpr Descriptor encode_words(const Spec &spec, std::index_sequence<Words...>) {
  const std::uint32_t layout = layout_of(spec.mode != Mode::tiled, spec.rank());
  return {{word_of<Words>(spec, layout, std::make_index_sequence<descriptor_field_count>())...}};
}

// The same, compiled once (descriptor.cpp).
Descriptor encode_compiled(const Spec &spec);

} // namespace detail

// The bytes that the driver writes on sm_90 for a spec that it accepts, its own two words included.
// Defined for every spec: of one that it refuses, each value is cut to the width of its field.
constexpr Descriptor encode(const Spec &spec) {
  if (!__builtin_is_constant_evaluated())
    return detail::encode_compiled(spec);
  return detail::encode_words(spec, std::make_index_sequence<descriptor_words>());
}

// The same, if the driver accepts the spec.
constexpr std::optional<Descriptor> encode_if_accepted(const Spec &spec,
                                                       const Context &context = {}) {
  if (context.target != Target::sm_90 || !conforms(spec, context))
    return std::nullopt;
  return encode(spec);
}

struct Decoded {
  Spec spec;
  // The bits that the driver would not have written for this spec, or would have written
  // otherwise: map == encode(spec) ^ unexplained, for every map.
  Descriptor unexplained;
};

namespace detail {

template <std::size_t Row>
constexpr void take_row(const Descriptor &map, Spec &spec, std::uint32_t layout) {
  constexpr const BitField &field = descriptor_fields[Row];
  if constexpr (field.holds == Holds::parameter || field.holds == Holds::modifier)
    if (field.layouts == every_layout || field.exists_in(layout))
      field.from_bits(map.get(field), spec);
}
// What the driver writes in the fields that hold no parameter.
template <std::size_t Row> constexpr void explain_row(Descriptor &unexplained, const Spec &spec) {
  constexpr const BitField &field = descriptor_fields[Row];
  if constexpr (field.holds == Holds::derived || field.holds == Holds::modifier)
    unexplained.words[field.word] ^= (field.to_bits(spec) & field.mask()) << field.lsb;
}
template <std::size_t... Rows>
constexpr void decode_rows(const Descriptor &map, Decoded &decoded, std::index_sequence<Rows...>) {
  const std::uint32_t layout = map.layout();
  (take_row<Rows>(map, decoded.spec, layout), ...);
  for (std::size_t i = 0; i < descriptor_words; ++i)
    decoded.unexplained.words[i] = map.words[i] & ~parameter_bits.words[layout][i];
  (explain_row<Rows>(decoded.unexplained, decoded.spec), ...);
}

constexpr Decoded decode_fields(const Descriptor &map) {
  Decoded decoded;
  Spec &spec = decoded.spec;
  const std::uint32_t rank = map.rank() < max_rank ? map.rank() : max_rank;
  spec.global_dim.resize(rank);
  spec.global_strides.resize(rank - 1);
  spec.element_strides.resize(rank);
  if (!map.is_im2col()) {
    spec.box_dim.resize(rank);
  } else if (map.rank() >= 3 && map.rank() <= max_rank) { // no other rank has corners
    spec.pixel_box_lower_corner.resize(rank - 2);
    spec.pixel_box_upper_corner.resize(rank - 2);
  }
  decode_rows(map, decoded, std::make_index_sequence<descriptor_field_count>());
  return decoded;
}

Decoded decode_compiled(const Descriptor &map);

} // namespace detail

// Defined for all 2^1024 maps. im2col wide maps of sm_90 come back as the im2col maps that they
// are, and a rank that the lists of the spec say is not repeated in tensor_rank.
constexpr Decoded decode(const Descriptor &map) {
  if (!__builtin_is_constant_evaluated())
    return detail::decode_compiled(map);
  return detail::decode_fields(map);
}

// Bits of a map that are not as the driver would have left them.
struct Oddity {
  const BitField *field = nullptr; // null: no field of any layout of this mode covers them
  bool in_use = false;             // the field exists at this rank
  std::uint32_t word = 0, lsb = 0, width = 0;
  std::uint64_t found = 0;
  std::uint64_t driver = 0; // what the driver would have written
};

namespace detail {

// The field that covers a bit: one of the layout before one of another rank.
constexpr const BitField *covering(std::uint32_t layout, std::uint32_t word, std::uint32_t bit) {
  const LayoutMask same_mode = layout < 8 ? tiled_layouts : im2col_layouts;
  const BitField *other = nullptr;
  for (const BitField &field : descriptor_fields) {
    if (field.word != word || bit < field.lsb || bit >= field.lsb + field.width ||
        (field.layouts & same_mode) == 0)
      continue;
    if (field.exists_in(layout))
      return &field;
    if (other == nullptr)
      other = &field;
  }
  return other;
}

} // namespace detail

// Calls visit(Oddity) for each field, and each run of bits outside of fields, that differs; in the
// order of the bits.
template <class Visit>
constexpr void for_each_oddity(const Descriptor &map, const Decoded &decoded, Visit &&visit) {
  const std::uint32_t layout = map.layout();
  for (std::uint32_t word = 0; word < descriptor_words; ++word) {
    std::uint64_t left = decoded.unexplained.words[word];
    for (std::uint32_t bit = 0; bit < 64 && left != 0; ++bit) {
      if ((left >> bit & 1) == 0)
        continue;
      Oddity oddity;
      oddity.field = detail::covering(layout, word, bit);
      oddity.word = word;
      oddity.lsb = bit;
      oddity.width = 1;
      if (oddity.field != nullptr) {
        oddity.in_use = oddity.field->exists_in(layout);
        oddity.lsb = oddity.field->lsb;
        oddity.width = oddity.field->width;
      } else {
        while (bit + oddity.width < 64 && (left >> (bit + oddity.width) & 1) != 0 &&
               detail::covering(layout, word, bit + oddity.width) == nullptr)
          ++oddity.width;
      }
      const std::uint64_t mask =
          oddity.width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << oddity.width) - 1;
      oddity.found = map.words[word] >> oddity.lsb & mask;
      oddity.driver = oddity.found ^ (decoded.unexplained.words[word] >> oddity.lsb & mask);
      left &= ~(mask << oddity.lsb);
      visit(static_cast<const Oddity &>(oddity));
    }
  }
}

// What cuTensorMapReplaceAddress does to an accepted address: nothing else changes.
constexpr Descriptor replace_address(Descriptor map, std::uint64_t global_address) {
  map.words[0] = global_address;
  return map;
}

} // namespace tmamap
