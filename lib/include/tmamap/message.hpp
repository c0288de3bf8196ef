// SPDX-License-Identifier: MIT
// Findings as text, and amendments applied. Strings in, strings out; no streams, no colour.
#pragma once

#include <tmamap/check.hpp>

#include <string>
#include <string_view>

namespace tmamap {

// A rule's template with the finding's own values in it. The placeholders are the table in
// message.cpp; `{observed}` and `{limit}` are the finding's.
void append_template(std::string &out, std::string_view text, const Finding &finding,
                     const Spec &spec, const Context &context);

// "boxDim[0] is 48 x 2 B = 96 B; swizzle 32B allows at most 32 B"
void append_message(std::string &out, const Finding &finding, const Spec &spec,
                    const Context &context);

// The changes that remove the finding, then the advice: "boxDim[0] = 16, or swizzle = 128B; move a
// wider tile with several copies".
void append_fix(std::string &out, const Finding &finding, const Spec &spec, const Context &context);

// The fixes as values; empty ones where only the advice helps.
[[nodiscard]] Fix fix(const Finding &finding, const Spec &spec, const Context &context);

// Makes one change. False, and nothing changed, when it has no value to change (an index past the
// end, no access in the context, no amendment).
bool apply(const Amendment &amendment, Spec &spec, Context &context);

// What shows a rule on a target, for people: "driver (H200, 580.159.04): encode.jsonl.gz". No
// sm_100 was measured, so that there every rule is "documented" or "not documented".
[[nodiscard]] std::string evidence_text(const Rule &rule, Target target);

[[nodiscard]] std::string_view name(Severity severity);
[[nodiscard]] std::string_view name(Verdict verdict); // as in a report: "accept-with-warning"
[[nodiscard]] std::string_view name(Unit unit);       // empty for Unit::none
[[nodiscard]] std::string_view name(Evidence evidence);
[[nodiscard]] std::string_view name(Effect effect);

} // namespace tmamap
