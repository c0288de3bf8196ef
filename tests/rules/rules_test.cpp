// SPDX-License-Identifier: MIT
// Every rule at its limit and one past it, at every index, and every fix applied.
#include "catch.hpp"

#include "cases.hpp"

#include <tmamap/message.hpp>

#include <set>
#include <string>

using namespace tmamap;
using namespace tmamap::tests;

namespace {

std::vector<RuleCase> all_cases() {
  std::vector<RuleCase> all;
  for (const auto &group : {encode_cases(), layout_cases(), im2col_cases(), copy_cases()})
    all.insert(all.end(), group.begin(), group.end());
  return all;
}

std::string listed(const Report &report, const Case &c) {
  std::string text;
  for (const Finding &finding : report) {
    text += std::string(finding.rule->id) + '[' + std::to_string(finding.index) + "] ";
    append_message(text, finding, c.spec, c.context);
    text += '\n';
  }
  return text;
}

bool has(const Report &report, std::string_view id, std::uint32_t index) {
  for (const Finding &finding : report)
    if (finding.rule->id == id && finding.index == index)
      return true;
  return false;
}

std::uint32_t indices_of(const Rule &rule) { return detail::times_asked(rule.over, max_rank); }

// The same mistake may be one in the call and one in the copy through it: these come in pairs.
bool accompanies(std::string_view id, std::string_view other) {
  const std::string_view pairs[][2] = {
      {"TMAP-copy-tensorMap-01", "TMAP-encode-tensorMap-02"},
      {"TMAP-copy-globalStrides-01", "TMAP-encode-globalStrides-09"},
      {"TMAP-copy-globalStrides-01", "TMAP-encode-globalStrides-10"},
      {"TMAP-copy-pixelBox-01", "TMAP-encode-pixelBoxLowerCorner-03"},
      {"TMAP-copy-coordinates-06", "TMAP-encode-globalDim-05"},
  };
  for (const auto &pair : pairs)
    if (pair[0] == id && pair[1] == other)
      return true;
  return false;
}

} // namespace

TEST_CASE("every rule has a case") {
  std::set<std::string_view> covered;
  for (const RuleCase &c : all_cases()) {
    INFO(c.id);
    CHECK(find_rule(c.id) != nullptr);
    covered.insert(c.id);
  }
  for (const Rule &rule : rule_table) {
    INFO(rule.id);
    CHECK(covered.count(rule.id) == 1);
  }
}

TEST_CASE("a rule holds at its limit and is the only one broken past it") {
  for (const RuleCase &rule_case : all_cases()) {
    const Rule *rule = find_rule(rule_case.id);
    REQUIRE(rule != nullptr);
    for (std::uint32_t i = 0; i < indices_of(*rule); ++i) {
      if (rule->id == "TMAP-encode-globalDim-08" && i == 0)
        continue; // axis 0 is the width, which has rows of its own
      const Case good = rule_case.make(i, false), bad = rule_case.make(i, true);
      const Report at_limit = check(good.spec, good.context), past = check(bad.spec, bad.context);
      INFO(rule_case.id << " index " << i << " (" << rule_case.what << ")");
      {
        INFO("at the limit:\n" << listed(at_limit, good));
        CHECK_FALSE(has(at_limit, rule->id, i));
      }
      INFO("past it:\n" << listed(past, bad));
      CHECK(has(past, rule->id, i));
      for (const Finding &finding : past)
        if (!accompanies(rule->id, finding.rule->id)) {
          CHECK(finding.rule->id == rule->id);
          CHECK(finding.index == i);
        }
    }
  }
}

TEST_CASE("applying a fix removes its finding") {
  for (const RuleCase &rule_case : all_cases()) {
    const Rule *rule = find_rule(rule_case.id);
    REQUIRE(rule != nullptr);
    for (std::uint32_t i = 0; i < indices_of(*rule); ++i) {
      const Case bad = rule_case.make(i, true);
      for (const Finding &finding : check(bad.spec, bad.context)) {
        const Fix ways = fix(finding, bad.spec, bad.context);
        INFO(finding.rule->id << '[' << finding.index << "] " << rule_case.what);
        if (finding.severity == Severity::error && finding.rule->id != "TMAP-copy-coordinates-01")
          CHECK(ways.first);
        for (const Amendment &way : {ways.first, ways.second}) {
          if (!way)
            continue;
          Case mended = bad;
          REQUIRE(apply(way, mended.spec, mended.context));
          const Report after = check(mended.spec, mended.context);
          INFO("after:\n" << listed(after, mended));
          CHECK_FALSE(has(after, finding.rule->id, finding.index));
        }
      }
    }
  }
}

TEST_CASE("messages and fixes have no unknown placeholder, and say something") {
  for (const RuleCase &rule_case : all_cases()) {
    const Rule *rule = find_rule(rule_case.id);
    REQUIRE(rule != nullptr);
    const std::uint32_t i = rule->id == "TMAP-encode-globalDim-08" ? 1 : 0;
    const Case bad = rule_case.make(i, true);
    for (const Finding &finding : check(bad.spec, bad.context)) {
      std::string message, way_out;
      append_message(message, finding, bad.spec, bad.context);
      append_fix(way_out, finding, bad.spec, bad.context);
      INFO(finding.rule->id << ": " << message << " / " << way_out);
      CHECK(message.find('{') == std::string::npos);
      CHECK(way_out.find('{') == std::string::npos);
      CHECK_FALSE(message.empty());
      CHECK_FALSE(way_out.empty());
    }
  }
}

TEST_CASE("rows are complete") {
  for (const Rule &rule : rule_table) {
    INFO(rule.id);
    CHECK_FALSE(rule.parameter.empty());
    CHECK(rule.is_broken != nullptr);
    CHECK_FALSE(rule.says.empty());
    CHECK_FALSE(rule.why.empty());
    CHECK_FALSE(rule.cite.empty());
    CHECK((rule.fix != nullptr || !rule.advice.empty()));
    CHECK((rule.evidence == Evidence::documented || !rule.seen.empty()));
    CHECK((rule.effects[0] != Effect::not_asked || rule.effects[1] != Effect::not_asked));
  }
}
