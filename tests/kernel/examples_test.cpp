// SPDX-License-Identifier: MIT
// Each example and its broken twin on a thousand schedules each.
#include <kernels/example.hpp>

#include "catch.hpp"

#include <algorithm>

using namespace examples;
using namespace tmamap;

namespace {

constexpr std::uint64_t schedules = 1000;

std::string all_findings(const kernel::Result &result) {
  std::string text;
  for (const kernel::Finding &finding : result.findings)
    text += kernel::to_string(finding);
  return text;
}

} // namespace

TEST_CASE("every example does on every schedule what plain loops do") {
  for (const Example *const example : all()) {
    Memory memory(*example);
    const Arguments args = arguments(*example, Memory::address, false);
    const std::vector<std::uint8_t> wanted = expected(*example);
    kernel::Machine machine;
    for (std::uint64_t seed = 0; seed < schedules; ++seed) {
      memory.fill();
      const kernel::Result result =
          machine.run(example->launch, [&](Thread &t) { return example->thread(t, args); },
                      memory.global(), {.seed = seed});
      INFO(example->name << ", seed " << seed << '\n' << all_findings(result));
      REQUIRE(result.clean());
      REQUIRE(std::equal(wanted.begin(), wanted.end(), memory.bytes().begin()));
    }
  }
}

TEST_CASE("every broken twin gives exactly its finding on every schedule") {
  for (const Example *const example : all()) {
    Memory memory(*example);
    const Arguments args = arguments(*example, Memory::address, true);
    kernel::Machine machine;
    for (std::uint64_t seed = 0; seed < schedules; ++seed) {
      memory.fill();
      const kernel::Result result =
          machine.run(example->launch, [&](Thread &t) { return example->thread(t, args); },
                      memory.global(), {.seed = seed});
      INFO(example->name << ", seed " << seed << '\n' << all_findings(result));
      REQUIRE(result.findings.size() == 1);
      REQUIRE(result.findings[0].rule->id == example->finding);
    }
  }
}
