// SPDX-License-Identifier: MIT
// The full check with the rows unrolled: one copy a target and mode, in which each row is a
// constant, its test inlined and the rows of other modes gone.
#include <tmamap/check.hpp>

namespace tmamap::detail {

namespace {

template <Target On, Mode In, Subject Of, std::size_t Row>
[[gnu::always_inline]] inline void ask_if_asked(Report &report, Unfit &unfit, const Question &q) {
  constexpr const Rule &rule = rule_table[Row];
  if constexpr (rule.subject == Of && is_asked(rule, On, In, Of == Subject::replace_address, true))
    ask(report, unfit, q, Row, rule);
}

template <Target On, Mode In, Subject Of, std::size_t... Rows>
void ask_rows(Report &report, Unfit &unfit, const Question &q, std::index_sequence<Rows...>) {
  (ask_if_asked<On, In, Of, Rows>(report, unfit, q), ...);
}

template <Target On, Mode In> void ask_all(Report &report, const Question &q) {
  constexpr std::make_index_sequence<rule_count> rows;
  Unfit unfit = {};
  if (q.context.replacement_address)
    return ask_rows<On, In, Subject::replace_address>(report, unfit, q, rows);
  ask_rows<On, In, Subject::encode>(report, unfit, q, rows);
  if (q.context.access)
    ask_rows<On, In, Subject::copy>(report, unfit, q, rows);
}

template <Target On> void ask_all(Report &report, const Question &q) {
  switch (q.spec.mode) {
  case Mode::tiled: return ask_all<On, Mode::tiled>(report, q);
  case Mode::im2col: return ask_all<On, Mode::im2col>(report, q);
  case Mode::im2col_wide: return ask_all<On, Mode::im2col_wide>(report, q);
  }
}

} // namespace

void check_unrolled(Report &report, const Question &q) {
  if (q.context.target == Target::sm_90)
    ask_all<Target::sm_90>(report, q);
  else
    ask_all<Target::sm_100>(report, q);
}

} // namespace tmamap::detail
