// SPDX-License-Identifier: MIT
#include "traps.hpp"

#include <tmamap/check.hpp>

#include <cstddef>
#include <utility>

namespace tmamap::sim::detail {

namespace {

// As a report does: a trap comes before a hang, and the first trap is the one seen.
template <std::size_t Row, Target On, Mode In>
[[gnu::always_inline]] inline void ask(const Question &q, Trap &trap) {
  constexpr const Rule &rule = rule_table[Row];
  constexpr Outcome outcome = tmamap::detail::outcome_of(rule.effect(On));
  if constexpr (rule.subject == Subject::copy && outcome != Outcome::ok &&
                (rule.modes & mask(In)) != 0) {
    const bool replaces = trap.outcome == Outcome::ok || trap.outcome == Outcome::hang ||
                          trap.outcome == Outcome::undocumented;
    const std::uint32_t times = tmamap::detail::times_asked(rule.over, q.rank());
    for (std::uint32_t i = 0; i < times; ++i)
      if (rule.is_broken(q, i).broken && replaces)
        trap = {outcome, &rule};
  }
}

template <Target On, Mode In, std::size_t... Rows>
[[gnu::always_inline]] inline Trap ask_rows(const Question &q, std::index_sequence<Rows...>) {
  Trap trap;
  (ask<Rows, On, In>(q, trap), ...);
  return trap;
}

// Loads on their own: where the operation is known, most rows are answered by the compiler.
template <Target On, Mode In, std::size_t... Rows>
Trap ask_all(const Question &q, std::index_sequence<Rows...> rows) {
  return q.access().op == Op::load ? ask_rows<On, In>(q, rows) : ask_rows<On, In>(q, rows);
}

template <Target On> Trap ask_all(const Question &q) {
  constexpr std::make_index_sequence<rule_count> rows;
  switch (q.spec.mode) {
  case Mode::tiled: return ask_all<On, Mode::tiled>(q, rows);
  case Mode::im2col: return ask_all<On, Mode::im2col>(q, rows);
  case Mode::im2col_wide: return ask_all<On, Mode::im2col_wide>(q, rows);
  }
  return {};
}

} // namespace

Trap trap(const TensorMap &map, const Access &access, const Geometry &shape) {
  const Question q{map.spec(), map.context(), shape, &access};
  return map.target() == Target::sm_90 ? ask_all<Target::sm_90>(q) : ask_all<Target::sm_100>(q);
}

} // namespace tmamap::sim::detail
