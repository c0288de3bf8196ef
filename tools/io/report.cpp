// SPDX-License-Identifier: MIT
#include <io/report.hpp>

#include <algorithm>
#include <array>

namespace tmamap::io {
namespace {

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

ReportWriter::ReportWriter() {
  for (const Target target : {Target::sm_90, Target::sm_100})
    for (std::size_t i = 0; i < rule_count; ++i) {
      const Rule &rule = rule_table[i];
      Parts &parts = parts_[static_cast<std::size_t>(target)][i];
      parts.before_index = "{\"rule\":";
      append_string(parts.before_index, rule.id);
      parts.before_index += ",\"severity\":";
      append_string(parts.before_index, name(severity(rule.effect(target))));
      parts.before_index += ",\"parameter\":";
      append_string(parts.before_index, rule.parameter);
      parts.before_index += ",\"index\":";
      parts.before_message = ",\"unit\":";
      append_string(parts.before_message, rule.unit == Unit::none ? "none" : name(rule.unit));
      parts.before_message += ",\"message\":\"";
      parts.after_fix = ",\"cite\":";
      append_string(parts.after_fix, rule.cite);
      parts.after_fix += ",\"evidence\":";
      append_string(parts.after_fix, evidence_text(rule, target));
      parts.after_fix += '}';
    }
}

void ReportWriter::append_finding(std::string &out, const Finding &finding, const Spec &spec,
                                  const Context &context) const {
  const auto row = static_cast<std::size_t>(finding.rule - rule_table.data());
  const Parts &parts = parts_[static_cast<std::size_t>(context.target)][row];
  const auto number = [&out](Number value) {
    if (value.negative())
      append_integer(out, value.signed_value());
    else
      append_integer(out, value.unsigned_value());
  };
  out += parts.before_index;
  number(finding.index);
  out += ",\"observed\":";
  number(finding.observed);
  out += ",\"limit\":";
  number(finding.limit);
  out += parts.before_message;
  std::size_t start = out.size();
  append_message(out, finding, spec, context);
  close_string(out, start);
  out += ",\"fix\":\"";
  start = out.size();
  append_fix(out, finding, spec, context);
  close_string(out, start);
  out += parts.after_fix;
}

void ReportWriter::append(ObjectWriter &writer, const Report &report, const Spec &spec,
                          const Context &context) const {
  writer.text("verdict", name(report.verdict));
  writer.text("driver", report.driver_accepts ? "accept" : "reject");
  if (context.access)
    writer.text("outcome", name(report.outcome));
  std::string &out = writer.member("findings");
  out += '[';
  for (const Finding &finding : report) {
    if (&finding != report.begin())
      out += ',';
    append_finding(out, finding, spec, context);
  }
  out += ']';
  append_derived(writer.member("derived"), report.derived);
}

} // namespace tmamap::io
