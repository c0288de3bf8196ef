// SPDX-License-Identifier: MIT
// What a run of a kernel found: which rule of protocol_rules.hpp, where, and with which values.
#pragma once

#include <tmamap/kernel/step.hpp>
#include <tmamap/rule.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tmamap::kernel {

struct Finding {
  const Rule *rule = nullptr;
  Where where = {}; // the step that shows the mistake
  Where other = {}; // the step that it collides with, if there is one
  std::string message = {};
  std::string fix = {};
  std::uint64_t times = 1; // the same rule at the same two steps, by any thread
};

// In the form of the validator's: the rule, what, where, fix and citation, a line each.
std::string to_string(const Finding &finding);

using Findings = std::vector<Finding>;

} // namespace tmamap::kernel
