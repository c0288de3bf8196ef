// SPDX-License-Identifier: MIT
// Every rule has a kernel that breaks it, and nothing else, on every schedule; and the same kernel
// without the mistake is clean.
#include "cases.hpp"

#include <tmamap/kernel/protocol_rules.hpp>
#include <tmamap/rules.hpp>

#include "catch.hpp"

#include <set>

using namespace kernel_tests;

namespace {

constexpr std::uint64_t schedules = 300;

std::vector<Case> all_cases() {
  std::vector<Case> all;
  for (const std::span<const Case> group : {wait_cases(), memory_cases(), cluster_cases()})
    all.insert(all.end(), group.begin(), group.end());
  return all;
}

} // namespace

TEST_CASE("a mistake is exactly one finding, and its correction none, on every schedule") {
  World world;
  kernel::Machine machine;
  for (const Case &each : all_cases())
    for (const bool broken : {true, false})
      for (std::uint64_t seed = 0; seed < schedules; ++seed) {
        const kernel::Result result =
            machine.run(each.launch, [&](Thread &t) { return each.thread(t, world, broken); },
                        world.global, {.seed = seed});
        INFO(each.id << ": " << each.what << (broken ? "" : ", mended") << ", seed " << seed << '\n'
                     << text(result));
        REQUIRE(result.findings.size() == (broken ? 1 : 0));
        if (broken) {
          REQUIRE(result.findings[0].rule->id == each.id);
          if (each.outcome)
            REQUIRE(result.outcome == *each.outcome);
        } else {
          REQUIRE(result.outcome == Outcome::ok);
        }
      }
}

TEST_CASE("every rule of the table is shown by a kernel") {
  std::set<std::string_view> shown;
  for (const Case &each : all_cases())
    shown.insert(each.id);
  // These two are about the launch and the scheduler: see launch_test.cpp.
  shown.insert("TMAP-protocol-launch-01");
  shown.insert("TMAP-protocol-wait-03");
  for (const Rule &rule : kernel::protocol_rules()) {
    INFO(rule.id);
    CHECK(shown.count(rule.id) == 1);
    CHECK_FALSE(rule.says.empty());
    CHECK_FALSE(rule.advice.empty());
    CHECK_FALSE(rule.why.empty());
    CHECK_FALSE(rule.cite.empty());
    CHECK(&rule == kernel::find_protocol_rule(rule.id)); // no id twice
    CHECK(find_rule(rule.id) == nullptr);                // nor one of the validator's
  }
}
