// SPDX-License-Identifier: MIT
// What holds for every call, sensible or not: the three ways to ask the table agree, and a fix that
// is offered works.
#include "catch.hpp"

#include "cases.hpp"
#include "random_spec.hpp"

#include <tmamap/message.hpp>

#include <random>

using namespace tmamap;
using namespace tmamap::tests;

namespace {

// A case of some rule with a few of its values replaced by another case's or by random ones.
class RandomCase {
public:
  explicit RandomCase(std::uint64_t seed) : random_(seed), noise_(seed) {
    for (const auto &group : {encode_cases(), layout_cases(), im2col_cases(), copy_cases()})
      cases_.insert(cases_.end(), group.begin(), group.end());
  }

  Case next() {
    Case c = any();
    for (std::uint32_t edits = below(4); edits-- > 0;)
      edit(c, any(), below(12));
    if (below(64) == 0)
      c.spec = noise_.spec();
    if (c.context.access && below(32) == 0)
      c.context.access = noise_.access();
    return c;
  }

private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

  Case any() {
    const RuleCase &one = cases_[below(static_cast<std::uint32_t>(cases_.size()))];
    const std::uint32_t times =
        detail::times_asked(rule_table[rule_position(one.id)].over, max_rank);
    return one.make(below(times), below(2) == 0);
  }

  void edit(Case &c, const Case &other, std::uint32_t what) {
    switch (what) {
    case 0: c.spec.data_type = other.spec.data_type; break;
    case 1: c.spec.swizzle = other.spec.swizzle; break;
    case 2: c.spec.interleave = other.spec.interleave; break;
    case 3: c.spec.global_dim = other.spec.global_dim; break;
    case 4: c.spec.global_strides = other.spec.global_strides; break;
    case 5: c.spec.box_dim = other.spec.box_dim; break;
    case 6: c.spec.element_strides = other.spec.element_strides; break;
    case 7: c.spec.mode = other.spec.mode; break;
    case 8: c.context.target = other.context.target; break;
    case 9: c.context.access = other.context.access; break;
    case 10: c.spec.global_address = other.spec.global_address; break;
    case 11: c.spec.oob_fill = other.spec.oob_fill; break;
    }
  }

  std::mt19937_64 random_;
  testing::RandomSpec noise_;
  std::vector<RuleCase> cases_;
};

bool same(const Report &a, const Report &b) {
  if (a.size() != b.size() || a.verdict != b.verdict || a.driver_accepts != b.driver_accepts ||
      a.outcome != b.outcome)
    return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].rule != b[i].rule || a[i].index != b[i].index || a[i].observed != b[i].observed ||
        a[i].limit != b[i].limit || a[i].severity != b[i].severity)
      return false;
  return true;
}

} // namespace

TEST_CASE("the table, the unrolled table and conforms agree") {
  RandomCase cases(1);
  std::size_t accepted = 0;
  for (int n = 0; n < 300000; ++n) {
    const Case c = cases.next();
    const Report unrolled = check(c.spec, c.context);
    Report table;
    table.derived = geometry(c.spec, c.context);
    detail::check_by_table(table, {c.spec, c.context, table.derived});
    REQUIRE(same(unrolled, table));
    if (!c.context.replacement_address) {
      REQUIRE(conforms(c.spec, c.context) == unrolled.driver_accepts);
      accepted += unrolled.driver_accepts ? 1 : 0;
    }
  }
  CHECK(accepted > 30000); // both answers are well represented
  CHECK(accepted < 270000);
}

TEST_CASE("a fix on any call removes its finding") {
  RandomCase cases(2);
  std::size_t applied = 0;
  for (int n = 0; n < 200000; ++n) {
    const Case c = cases.next();
    for (const Finding &finding : check(c.spec, c.context)) {
      const Fix ways = fix(finding, c.spec, c.context);
      for (const Amendment &way : {ways.first, ways.second}) {
        Case mended = c;
        if (!way || !apply(way, mended.spec, mended.context))
          continue;
        ++applied;
        for (const Finding &left : check(mended.spec, mended.context))
          if (left.rule == finding.rule && left.index == finding.index) {
            std::string text;
            append_message(text, left, mended.spec, mended.context);
            FAIL(finding.rule->id << '[' << finding.index << "] stays after its fix: " << text);
          }
      }
    }
  }
  CHECK(applied > 100000);
}
