// SPDX-License-Identifier: MIT
// The table: every row of rules/, in the order in which they are asked. A row names what it needs
// by id; here the names become positions, and the compiler proves that the table is sound.
#pragma once

#include <tmamap/rules/box.hpp>
#include <tmamap/rules/call.hpp>
#include <tmamap/rules/copy.hpp>
#include <tmamap/rules/global.hpp>
#include <tmamap/rules/im2col.hpp>
#include <tmamap/rules/layout.hpp>
#include <tmamap/rules/replace.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace tmamap {

namespace detail {

template <std::size_t... Sizes> constexpr auto concatenate(const Rule (&...groups)[Sizes]) {
  std::array<Rule, (Sizes + ...)> all = {};
  std::size_t n = 0;
  const auto append = [&](const Rule *group, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i)
      all[n++] = group[i];
  };
  (append(groups, Sizes), ...);
  return all;
}

} // namespace detail

inline constexpr auto rule_table =
    detail::concatenate(rules::call, rules::layout, rules::global, rules::box, rules::pixel_box,
                        rules::replace_address, rules::copy);
inline constexpr std::size_t rule_count = rule_table.size();

// The position of a rule by its exact id; rule_count when there is none.
constexpr std::size_t rule_position(std::string_view id) {
  std::size_t i = 0;
  while (i < rule_count && rule_table[i].id != id)
    ++i;
  return i;
}
constexpr const Rule *find_rule(std::string_view id) {
  const std::size_t i = rule_position(id);
  return i < rule_count ? &rule_table[i] : nullptr;
}

namespace detail {

inline constexpr std::size_t no_rule = rule_count;

using Needs = std::array<std::size_t, 4>;
constexpr std::array<Needs, rule_count> resolve_needs() {
  std::array<Needs, rule_count> resolved = {};
  for (std::size_t i = 0; i < rule_count; ++i)
    for (std::size_t k = 0; k < 4; ++k) {
      const std::string_view &id = rule_table[i].needs[k];
      resolved[i][k] = id.empty() ? no_rule : rule_position(id);
    }
  return resolved;
}
inline constexpr auto rule_needs = resolve_needs();

constexpr bool ids_are_unique() {
  for (std::size_t i = 0; i < rule_count; ++i)
    if (rule_position(rule_table[i].id) != i)
      return false;
  return true;
}
constexpr bool needs_stand_before() {
  for (std::size_t i = 0; i < rule_count; ++i)
    for (std::size_t k = 0; k < 4; ++k)
      if (!rule_table[i].needs[k].empty() && rule_needs[i][k] >= i)
        return false;
  return true;
}
// How often a row is asked. A rank past 5 is a finding of its own, and no reason to ask more.
constexpr std::uint32_t times_asked(Over over, std::uint32_t rank) {
  const std::uint32_t less = over == Over::strides ? 1 : over == Over::axes ? 2 : 0;
  if (over == Over::call)
    return 1;
  if (rank <= less)
    return 0;
  const std::uint32_t times = rank - less;
  return times < max_rank ? times : max_rank;
}

// The most rows that one call can break.
constexpr std::size_t most_findings(Mode mode) {
  std::size_t most = 0;
  for (const Rule &rule : rule_table)
    if (rule.subject != Subject::replace_address && (rule.modes & mask(mode)) != 0)
      most += times_asked(rule.over, max_rank);
  return most;
}

static_assert(ids_are_unique(), "an id is used twice");
static_assert(needs_stand_before(), "a row needs one that is unknown or stands after it");
static_assert(most_findings(Mode::tiled) <= max_findings &&
                  most_findings(Mode::im2col) <= max_findings &&
                  most_findings(Mode::im2col_wide) <= max_findings,
              "a report could overflow");

} // namespace detail

} // namespace tmamap
