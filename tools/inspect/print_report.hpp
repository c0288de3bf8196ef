// SPDX-License-Identifier: MIT
// A report for people.
#pragma once

#include <inspect/page.hpp>

#include <tmamap/message.hpp>

#include <optional>

namespace tmamap::inspect {

// Everything: the spec, the findings with their way out, what a copy moves, the verdict.
void print_report(Page &page, const Report &report, const Spec &spec, const Context &context);

// A line for the verdict and one for each finding: one of many.
void print_summary(Page &page, std::string_view title, const Report &report, const Spec &spec,
                   const Context &context);

// The spec after the first fix of each error, if that leaves none.
struct Fixed {
  Spec spec;
  Context context;
};
std::optional<Fixed> fixed(const Report &report, const Spec &spec, const Context &context);

// "spec access …" in the one-line form.
std::string case_text(const Spec &spec, const Context &context);

} // namespace tmamap::inspect
