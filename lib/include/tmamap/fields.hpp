// SPDX-License-Identifier: MIT
// The members of a spec and of an access as tables: one row a member. JSON, the one-line form and
// command-line flags are all made from these rows, so a new member is one row here.
#pragma once

#include <tmamap/access.hpp>
#include <tmamap/rule.hpp>
#include <tmamap/spec.hpp>

#include <cstdint>
#include <string_view>
#include <tuple>

namespace tmamap {

// How people write a member in the one-line form.
enum class Style : std::uint8_t {
  bare,    // tiled, bf16, load
  number,  // pixels=128
  address, // addr=0x7f0000000000
  sizes,   // dim=128x64: decimal, because 0x64 is the list 0, 64
  values,  // strides=256,16384
  name,    // swizzle=128B
};

enum class Presence : std::uint8_t {
  required,
  optional,
};

template <class Owner, class T> struct NamedField {
  std::string_view key;  // in JSON; with dashes, the flag
  std::string_view word; // in the one-line form
  T Owner::*member;
  Style style;
  Presence presence;
  ModeMask modes = any_mode;
};

// In the order in which they are written.
inline constexpr auto spec_fields = std::tuple{
    NamedField<Spec, Mode>{"mode", "mode", &Spec::mode, Style::bare, Presence::required},
    NamedField<Spec, DataType>{"data_type", "type", &Spec::data_type, Style::bare,
                               Presence::required},
    NamedField<Spec, std::optional<std::uint32_t>>{"tensor_rank", "rank", &Spec::tensor_rank,
                                                   Style::number, Presence::optional},
    NamedField<Spec, std::optional<std::uint64_t>>{"global_address", "addr", &Spec::global_address,
                                                   Style::address, Presence::optional},
    NamedField<Spec, List<std::uint64_t>>{"global_dim", "dim", &Spec::global_dim, Style::sizes,
                                          Presence::required},
    NamedField<Spec, List<std::uint64_t>>{"global_strides", "strides", &Spec::global_strides,
                                          Style::values, Presence::optional},
    NamedField<Spec, List<std::uint32_t>>{"box_dim", "box", &Spec::box_dim, Style::sizes,
                                          Presence::required, tiled},
    NamedField<Spec, List<std::int32_t>>{"pixel_box_lower_corner", "lower",
                                         &Spec::pixel_box_lower_corner, Style::values,
                                         Presence::required, im2col},
    NamedField<Spec, List<std::int32_t>>{"pixel_box_upper_corner", "upper",
                                         &Spec::pixel_box_upper_corner, Style::values,
                                         Presence::required, im2col},
    NamedField<Spec, std::int32_t>{"pixel_box_lower_corner_width", "lower",
                                   &Spec::pixel_box_lower_corner_width, Style::number,
                                   Presence::required, wide},
    NamedField<Spec, std::int32_t>{"pixel_box_upper_corner_width", "upper",
                                   &Spec::pixel_box_upper_corner_width, Style::number,
                                   Presence::required, wide},
    NamedField<Spec, std::uint32_t>{"channels_per_pixel", "channels", &Spec::channels_per_pixel,
                                    Style::number, Presence::required, im2col | wide},
    NamedField<Spec, std::uint32_t>{"pixels_per_column", "pixels", &Spec::pixels_per_column,
                                    Style::number, Presence::required, im2col | wide},
    NamedField<Spec, Im2colWideMode>{"im2col_wide_mode", "wide", &Spec::im2col_wide_mode,
                                     Style::name, Presence::required, wide},
    NamedField<Spec, List<std::uint32_t>>{"element_strides", "estrides", &Spec::element_strides,
                                          Style::sizes, Presence::optional},
    NamedField<Spec, Interleave>{"interleave", "interleave", &Spec::interleave, Style::name,
                                 Presence::optional},
    NamedField<Spec, Swizzle>{"swizzle", "swizzle", &Spec::swizzle, Style::name,
                              Presence::optional},
    NamedField<Spec, L2Promotion>{"l2_promotion", "l2", &Spec::l2_promotion, Style::name,
                                  Presence::optional},
    NamedField<Spec, OobFill>{"oob_fill", "oob", &Spec::oob_fill, Style::name, Presence::optional},
};

inline constexpr auto access_fields = std::tuple{
    NamedField<Access, Op>{"op", "op", &Access::op, Style::bare, Presence::required},
    NamedField<Access, List<std::int32_t>>{"coordinates", "at", &Access::coordinates, Style::values,
                                           Presence::required},
    // Optional for a prefetch alone, which has no use for it.
    NamedField<Access, std::uint64_t>{"smem_address", "smem", &Access::smem_address, Style::address,
                                      Presence::required},
    NamedField<Access, List<std::uint16_t>>{"im2col_offsets", "offsets", &Access::im2col_offsets,
                                            Style::values, Presence::optional},
    NamedField<Access, std::optional<std::uint64_t>>{
        "expect_tx_bytes", "tx", &Access::expect_tx_bytes, Style::number, Presence::optional},
    NamedField<Access, std::optional<std::uint16_t>>{
        "multicast_mask", "multicast", &Access::multicast_mask, Style::address, Presence::optional},
};

// What stands around a spec: beside it in JSON, behind it in the one-line form.
inline constexpr auto context_fields = std::tuple{
    NamedField<Context, Target>{"target", "target", &Context::target, Style::name,
                                Presence::optional},
    NamedField<Context, std::optional<std::uint64_t>>{"descriptor_address", "descriptor",
                                                      &Context::descriptor_address, Style::address,
                                                      Presence::optional},
    NamedField<Context, std::optional<std::uint64_t>>{"replacement_address", "replacement",
                                                      &Context::replacement_address, Style::address,
                                                      Presence::optional},
};

template <class Fields> inline constexpr std::size_t field_count = std::tuple_size_v<Fields>;

// Calls `visit(field, position)` for each row until one call returns false; says whether none did.
template <class Fields, class Visit>
constexpr bool for_each_field(const Fields &fields, Visit &&visit) {
  return std::apply(
      [&visit](const auto &...field) {
        std::size_t position = 0;
        return (visit(field, position++) && ...);
      },
      fields);
}

} // namespace tmamap
