// SPDX-License-Identifier: MIT
// Asking the rule table: every finding (`check`), or just whether the driver accepts (`conforms`).
#pragma once

#include <tmamap/rules.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace tmamap {

namespace detail {

// The dimension that index i of a row speaks of.
constexpr std::uint32_t dimension_of(const Question &q, Over over, std::uint32_t i) {
  return over == Over::strides ? i + 1 : over == Over::axes ? q.axis_dim(i) : i;
}

// Which rows, and at which dimensions, are broken or were skipped: one bit a dimension. A row over
// the whole call sets every bit.
struct Unfit {
  std::array<std::uint16_t, rule_count> dims = {};
  bool any = false;
};
inline constexpr std::uint16_t everywhere = 0xFFFF;

constexpr bool premises_hold(const Question &q, const Unfit &unfit, std::size_t row,
                             std::uint32_t i) {
  const Over over = rule_table[row].over;
  for (const std::size_t need : rule_needs[row]) {
    if (need == no_rule || unfit.dims[need] == 0)
      continue;
    if (over == Over::call || rule_table[need].over == Over::call)
      return false;
    if ((unfit.dims[need] >> dimension_of(q, over, i) & 1) != 0)
      return false;
  }
  return true;
}

constexpr bool call_premises_hold(const Unfit &unfit, std::size_t row) {
  for (const std::size_t need : rule_needs[row])
    if (need != no_rule && unfit.dims[need] == everywhere)
      return false;
  return true;
}

constexpr Outcome outcome_of(Effect effect) {
  switch (effect) {
  case Effect::illegal_instruction: return Outcome::illegal_instruction;
  case Effect::misaligned_address: return Outcome::misaligned_address;
  case Effect::illegal_address: return Outcome::illegal_address;
  case Effect::launch_failure: return Outcome::launch_failure;
  case Effect::hang: return Outcome::hang;
  case Effect::undefined: return Outcome::undocumented;
  case Effect::not_asked:
  case Effect::note:
  case Effect::warning:
  case Effect::reject: break;
  }
  return Outcome::ok;
}

constexpr void record(Report &report, const Rule &rule, std::uint32_t index, Effect effect,
                      const Breach &breach) {
  report.add({&rule, index, severity(effect), breach.observed, breach.limit});
  if (severity(effect) == Severity::error)
    report.verdict = Verdict::reject;
  else if (severity(effect) == Severity::warning && report.verdict == Verdict::accept)
    report.verdict = Verdict::accept_with_warning;
  if (effect == Effect::reject)
    report.driver_accepts = false;
  // A trap comes before a hang, and the first trap is the one seen.
  const Outcome outcome = outcome_of(effect);
  if (outcome != Outcome::ok && (report.outcome == Outcome::ok || report.outcome == Outcome::hang ||
                                 report.outcome == Outcome::undocumented))
    report.outcome = outcome;
}

// Whether a row belongs to the question at all.
constexpr bool is_asked(const Rule &rule, Target target, Mode mode, bool replacing, bool copying) {
  if (rule.effect(target) == Effect::not_asked || (rule.modes & mask(mode)) == 0)
    return false;
  switch (rule.subject) {
  case Subject::encode: return !replacing;
  case Subject::replace_address: return replacing;
  case Subject::copy: return copying && !replacing;
  }
  return false;
}

// A row that is broken or whose premise is.
constexpr void settle(Report &report, Unfit &unfit, const Question &q, std::size_t row,
                      std::uint32_t i, bool premises, const Breach &breach) {
  const Rule &rule = rule_table[row];
  const std::uint32_t dims =
      rule.over == Over::call ? everywhere : 1u << dimension_of(q, rule.over, i);
  unfit.dims[row] = static_cast<std::uint16_t>(unfit.dims[row] | dims);
  unfit.any = true;
  if (premises)
    record(report, rule, i, rule.effect(q.context.target), breach);
}

// Asks one row at each of its indices.
[[gnu::always_inline]] constexpr void ask(Report &report, Unfit &unfit, const Question &q,
                                          std::size_t row, const Rule &rule) {
  // A premise on the whole call may be about the rank: then how often to ask is unknown.
  if (rule.over != Over::call && unfit.any && !call_premises_hold(unfit, row)) {
    unfit.dims[row] = everywhere;
    return;
  }
  const std::uint32_t times = times_asked(rule.over, q.rank());
  for (std::uint32_t i = 0; i < times; ++i) {
    const bool premises = !unfit.any || premises_hold(q, unfit, row, i);
    const Breach breach = premises ? rule.is_broken(q, i) : fine;
    if (!premises || breach.broken)
      settle(report, unfit, q, row, i, premises, breach);
  }
}

// The table, row after row: what a constant expression evaluates.
constexpr void check_by_table(Report &report, const Question &q) {
  Unfit unfit = {};
  const Context &context = q.context;
  for (std::size_t row = 0; row < rule_count; ++row)
    if (is_asked(rule_table[row], context.target, q.spec.mode,
                 context.replacement_address.has_value(), context.access.has_value()))
      ask(report, unfit, q, row, rule_table[row]);
}

// The same answer with every row unrolled by the compiler (check.cpp): what a program runs.
void check_unrolled(Report &report, const Question &q);

} // namespace detail

// Every broken rule at every index, each once; rows whose premise is broken are left out.
// Defined for every value of its arguments.
constexpr Report check(const Spec &spec, const Context &context = {}) {
  Report report;
  report.derived = geometry(spec, context);
  const Question q{spec, context, report.derived};
  if (__builtin_is_constant_evaluated())
    detail::check_by_table(report, q);
  else
    detail::check_unrolled(report, q);
  return report;
}

// The first rule for which the driver's encoder rejects the call; null if it accepts.
constexpr const Rule *first_rejecting_rule(const Spec &spec, const Context &context = {}) {
  for (const Finding &finding : check(spec, context))
    if (finding.rule->effect(context.target) == Effect::reject)
      return finding.rule;
  return nullptr;
}

namespace detail {

// Each row is a constant here, so that the compiler inlines its test and drops the rows of other
// modes and targets. Rows that lead to `reject` are defined for every input, broken premises
// included, so nothing needs to be asked in order and nothing branches.
template <std::size_t Row, Target On, Mode In, Over For>
constexpr unsigned row_holds(const Question &q, std::uint32_t i) {
  constexpr const Rule &rule = rule_table[Row];
  if constexpr (rule.subject == Subject::encode && rule.effect(On) == Effect::reject &&
                rule.over == For && (rule.modes & mask(In)) != 0)
    return rule.is_broken(q, i).broken ? 0 : 1;
  return 1;
}
template <Target On, Mode In, Over For, std::size_t... Rows>
constexpr unsigned rows_hold(const Question &q, std::uint32_t i, std::index_sequence<Rows...>) {
  return (row_holds<Rows, On, In, For>(q, i) & ...);
}
// A constant number of times, so that the loop unrolls; indices past the rank are masked out.
template <Target On, Mode In, Over For> constexpr unsigned each_holds(const Question &q) {
  constexpr std::make_index_sequence<rule_count> rows;
  const std::uint32_t times = times_asked(For, q.rank());
  unsigned holds = 1;
  for (std::uint32_t i = 0; i < times_asked(For, max_rank); ++i)
    holds &= static_cast<unsigned>(i >= times) | rows_hold<On, In, For>(q, i, rows);
  return holds;
}
template <Target On, Mode In> constexpr bool driver_accepts(const Question &q) {
  constexpr std::make_index_sequence<rule_count> rows;
  unsigned holds = rows_hold<On, In, Over::call>(q, 0, rows) & each_holds<On, In, Over::dims>(q) &
                   each_holds<On, In, Over::strides>(q);
  if constexpr (In != Mode::tiled)
    holds &= each_holds<On, In, Over::axes>(q);
  return holds != 0;
}
template <Target On> constexpr bool driver_accepts(const Question &q) {
  switch (q.spec.mode) {
  case Mode::tiled: return driver_accepts<On, Mode::tiled>(q);
  case Mode::im2col: return driver_accepts<On, Mode::im2col>(q);
  case Mode::im2col_wide: return driver_accepts<On, Mode::im2col_wide>(q);
  }
  return false;
}

} // namespace detail

// Whether the driver's encoder accepts the call: the rows of `check` that say so, without a report.
constexpr bool conforms(const Spec &spec, const Context &context = {}) {
  constexpr Geometry not_read = {};
  const Question q{spec, context, not_read};
  return context.target == Target::sm_90 ? detail::driver_accepts<Target::sm_90>(q)
                                         : detail::driver_accepts<Target::sm_100>(q);
}

} // namespace tmamap
