// SPDX-License-Identifier: MIT
// Checking a spec of constants while compiling (C++20). A spec that the driver would reject stops
// the compiler at a line that shows the rule:
//
//   constexpr auto tile = tmamap::conforming<[] { return tmamap::Spec{.data_type = …}; }>();
//   error: static assertion failed …
//   note: 'rule_holds<RuleId{"TMAP-encode-boxDim-05"}, 0, 96, 32>::value' evaluates to false
//
// C++17 has `static_assert(tmamap::conforms(spec))`, which names no rule.
#pragma once

#include <tmamap/check.hpp>

#if __cplusplus >= 202002L

#include <algorithm>

namespace tmamap {

namespace detail {

// The id of a rule as a template argument, so that a compiler prints it.
struct RuleId {
  char text[48] = {};
  consteval RuleId(std::string_view id) { std::copy(id.begin(), id.end(), text); }
};

// `Holds` is false for the rule that the driver would reject the call for.
template <RuleId Id, std::uint32_t Index, std::uint64_t Observed, std::uint64_t Limit>
struct rule_holds {
  static constexpr bool value = Id.text[0] == '\0';
};

consteval Finding first_rejecting_finding(const Spec &spec, const Context &context) {
  for (const Finding &finding : check(spec, context))
    if (finding.rule->effect(context.target) == Effect::reject)
      return finding;
  return {};
}

} // namespace detail

// Fails to compile, naming the rule, its index, the value and the limit, unless the driver of the
// target accepts the call. `Make` is a captureless lambda that returns the spec, since a Spec has
// members that cannot be template arguments themselves.
template <auto Make, Target On = Target::sm_90> consteval Spec conforming() {
  constexpr Spec spec = Make();
  constexpr Context context{.target = On};
  constexpr Finding finding = detail::first_rejecting_finding(spec, context);
  constexpr std::string_view id = finding.rule == nullptr ? std::string_view() : finding.rule->id;
  static_assert(
      detail::rule_holds<detail::RuleId(id), finding.index, finding.observed.unsigned_value(),
                         finding.limit.unsigned_value()>::value,
      "the driver rejects this tensor map: see the rule named in rule_holds<…>");
  return spec;
}

} // namespace tmamap

#endif
