// SPDX-License-Identifier: MIT
#include <io/report.hpp>

#include <algorithm>
#include <array>

namespace tmamap::io {
namespace {

void append_finding(std::string &out, std::string &scratch, const Finding &finding,
                    const Spec &spec, const Context &context) {
  const Rule &rule = *finding.rule;
  ObjectWriter writer(out);
  writer.text("rule", rule.id);
  writer.text("severity", name(finding.severity));
  writer.text("parameter", rule.parameter);
  writer.number("index", std::uint64_t{finding.index});
  writer.number("observed", finding.observed);
  writer.number("limit", finding.limit);
  writer.text("unit", rule.unit == Unit::none ? "none" : name(rule.unit));
  const auto text = [&](std::string_view key, const auto &append) {
    scratch.clear();
    append(scratch);
    writer.text(key, scratch);
  };
  text("message", [&](std::string &to) { append_message(to, finding, spec, context); });
  text("fix", [&](std::string &to) { append_fix(to, finding, spec, context); });
  writer.text("cite", rule.cite);
  writer.text("evidence", evidence_text(rule, context.target));
}

void append_derived(std::string &out, const Geometry &derived) {
  ObjectWriter writer(out);
  writer.number("tx_bytes", derived.tx_bytes);
  writer.number("smem_footprint_bytes", derived.smem_footprint_bytes);
  writer.number("smem_alignment_bytes", derived.smem_alignment_bytes);
  writer.number("row_pitch_bytes", derived.row_pitch_bytes);
  std::string &elements = writer.member("elements");
  elements += '[';
  for (std::size_t i = 0; i < derived.elements.size(); ++i) {
    elements += i == 0 ? "" : ",";
    append_integer(elements, std::uint64_t{derived.elements[i]});
  }
  elements += ']';
}

} // namespace

bool is_report_key(std::string_view key) {
  constexpr std::array<std::string_view, 6> keys = {"verdict",  "driver",  "outcome",
                                                    "findings", "derived", "fixed"};
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

void append_report(ObjectWriter &writer, const Report &report, const Spec &spec,
                   const Context &context) {
  writer.text("verdict", name(report.verdict));
  writer.text("driver", report.driver_accepts ? "accept" : "reject");
  if (context.access)
    writer.text("outcome", name(report.outcome));
  std::string &out = writer.member("findings");
  std::string scratch;
  out += '[';
  for (const Finding &finding : report) {
    out += &finding == report.begin() ? "" : ",";
    append_finding(out, scratch, finding, spec, context);
  }
  out += ']';
  append_derived(writer.member("derived"), report.derived);
}

} // namespace tmamap::io
