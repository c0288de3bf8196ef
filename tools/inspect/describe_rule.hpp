// SPDX-License-Identifier: MIT
// A row of the rule tables, or of the reasons against layouts of CuTe, in words and in JSON, as
// `explain` and `rules` show it.
#pragma once

#include <inspect/command.hpp>

#include <tmamap/cute/reason.hpp>
#include <tmamap/rules.hpp>

#include <span>
#include <string>

namespace tmamap::inspect {

// The validator's table, then that of the protocol around copies (tmamap/kernel).
std::span<const Rule *const> every_rule();
bool is_protocol(const Rule &rule);

// "boxDim, each dimension; tiled"
std::string scope_text(const Rule &rule);
// "reject", or "sm_90: warning; sm_100: reject"
std::string effects_text(const Rule &rule);
// The ids of the rules that must hold first.
std::string needs_text(const Rule &rule);
std::string needs_text(const cute::Reason &reason);
// What shows a reason, in the words of rules.
std::string evidence_text(const cute::Reason &reason);

void append_rule_json(std::string &out, const Rule &rule);
void append_reason_json(std::string &out, const cute::Reason &reason);

} // namespace tmamap::inspect
