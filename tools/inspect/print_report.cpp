// SPDX-License-Identifier: MIT
#include <inspect/print_report.hpp>

#include <tmamap/text.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace tmamap::inspect {
namespace {

constexpr Colour colour_of(Severity severity) {
  switch (severity) {
  case Severity::error: return Colour::red;
  case Severity::warning: return Colour::yellow;
  case Severity::note: return Colour::cyan;
  }
  return Colour::none;
}

constexpr Colour colour_of(Verdict verdict) {
  switch (verdict) {
  case Verdict::accept: return Colour::green;
  case Verdict::accept_with_warning: return Colour::yellow;
  case Verdict::reject: return Colour::red;
  }
  return Colour::none;
}

std::string headline(const Finding &finding, const Spec &spec, const Context &context) {
  std::string text = fmt::format("{}: ", finding.rule->id);
  append_message(text, finding, spec, context);
  return text;
}

void print_finding(Page &page, const Finding &finding, const Spec &spec, const Context &context) {
  page.heading(colour_of(finding.severity), name(finding.severity),
               headline(finding, spec, context));
  std::string fix;
  append_fix(fix, finding, spec, context);
  if (!fix.empty())
    page.labelled("fix", fix);
  page.labelled("cite", finding.rule->cite, "evidence",
                evidence_text(*finding.rule, context.target));
}

std::string copy_text(const Geometry &derived, const Context &context) {
  std::string text;
  for (std::size_t i = 0; i < derived.elements.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : "x", derived.elements[i]);
  const bool signals = !context.access || signals_mbarrier(context.access->op);
  return text +
         fmt::format(" elements, {} {}bytes; shared memory: {} B, row pitch {} B, phase zero "
                     "at a multiple of {} B",
                     derived.tx_bytes, signals ? "transaction " : "", derived.smem_footprint_bytes,
                     derived.row_pitch_bytes, derived.smem_alignment_bytes);
}

std::string counted(const Report &report) {
  std::string text;
  for (const Severity severity : {Severity::error, Severity::warning, Severity::note}) {
    const auto count = std::count_if(report.begin(), report.end(), [severity](const Finding &f) {
      return f.severity == severity;
    });
    if (count != 0)
      text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", count, name(severity),
                          count == 1 ? "" : "s");
  }
  return text;
}

std::string verdict_text(const Report &report, const Context &context) {
  const std::string counts = counted(report);
  std::string text = counts.empty() ? "" : fmt::format("{}; ", counts);
  if (context.replacement_address)
    text += report.driver_accepts ? "the driver replaces the address"
                                  : "the driver returns CUDA_ERROR_INVALID_VALUE";
  else
    text += report.driver_accepts ? "the driver encodes it"
                                  : "the driver returns CUDA_ERROR_INVALID_VALUE";
  if (context.access && report.driver_accepts)
    text += fmt::format("; the copy: {}", name(report.outcome));
  return text;
}

} // namespace

std::string case_text(const Spec &spec, const Context &context) {
  std::string text = to_text(spec);
  append_text(text, context);
  return text;
}

void print_report(Page &page, const Report &report, const Spec &spec, const Context &context) {
  for (const Finding &finding : report)
    print_finding(page, finding, spec, context);
  page.labelled("spec", case_text(spec, context));
  page.labelled("copy", copy_text(report.derived, context));
  page.heading(colour_of(report.verdict), fmt::format("{}:", name(report.verdict)),
               verdict_text(report, context));
}

void print_summary(Page &page, std::string_view title, const Report &report, const Spec &spec,
                   const Context &context) {
  page.heading(colour_of(report.verdict), name(report.verdict),
               fmt::format("{}  {}", title, case_text(spec, context)));
  for (const Finding &finding : report)
    if (finding.severity != Severity::note)
      page.labelled(name(finding.severity), headline(finding, spec, context));
}

std::optional<Fixed> fixed(const Report &report, const Spec &spec, const Context &context) {
  // A fix may bring another rule into question; more rounds than this would be going in circles.
  constexpr int most_rounds = 16;
  Fixed result{spec, context};
  Report now = report;
  for (int round = 0; round < most_rounds; ++round) {
    bool changed = false;
    for (const Finding &finding : now)
      if (finding.severity == Severity::error)
        changed |=
            apply(fix(finding, result.spec, result.context).first, result.spec, result.context);
    if (!changed)
      return std::nullopt;
    now = check(result.spec, result.context);
    if (now.verdict != Verdict::reject)
      return result;
  }
  return std::nullopt;
}

} // namespace tmamap::inspect
