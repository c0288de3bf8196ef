// SPDX-License-Identifier: MIT
#include "json.hpp"

#include <tmamap/words.hpp>

namespace tmamap::c {
namespace {

std::string hexadecimal(std::uint64_t value) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), digits[value & 15]);
    value >>= 4;
  } while (value != 0);
  return "0x" + text;
}

void append_finding(std::string &out, const Finding &finding, const Spec &spec,
                    const Context &context) {
  out += '{';
  append_text(out, "rule", finding.rule->id);
  append_text(out, "severity", name(finding.severity));
  append_text(out, "parameter", finding.rule->parameter);
  append_number(out, "index", finding.index);
  append_key(out, "observed");
  out += to_string(finding.observed);
  append_key(out, "limit");
  out += to_string(finding.limit);
  append_text(out, "unit", finding.rule->unit == Unit::none ? "none" : name(finding.rule->unit));
  std::string text;
  append_message(text, finding, spec, context);
  append_text(out, "message", text);
  text.clear();
  append_fix(text, finding, spec, context);
  append_text(out, "fix", text);
  append_text(out, "cite", finding.rule->cite);
  append_text(out, "evidence", evidence_text(*finding.rule, context.target));
  out += '}';
}

} // namespace

void append_string(std::string &out, std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      (out += '\\') += c;
    else if (byte < ' ')
      ((out += "\\u00") += digits[byte >> 4]) += digits[byte & 15];
    else
      out += c;
  }
  out += '"';
}

void append_key(std::string &out, std::string_view key) {
  if (out.back() != '{')
    out += ',';
  append_string(out, key);
  out += ':';
}

void append_text(std::string &out, std::string_view key, std::string_view value) {
  append_key(out, key);
  append_string(out, value);
}

void append_report(std::string &out, const Report &report, const Spec &spec,
                   const Context &context) {
  append_text(out, "verdict", name(report.verdict));
  append_text(out, "driver", report.driver_accepts ? "accept" : "reject");
  if (context.access)
    append_text(out, "outcome", name(report.outcome));
  append_key(out, "findings");
  out += '[';
  for (const Finding &finding : report) {
    if (&finding != report.begin())
      out += ',';
    append_finding(out, finding, spec, context);
  }
  out += ']';
  append_key(out, "derived");
  out += '{';
  append_number(out, "tx_bytes", report.derived.tx_bytes);
  append_number(out, "smem_footprint_bytes", report.derived.smem_footprint_bytes);
  append_number(out, "smem_alignment_bytes", report.derived.smem_alignment_bytes);
  append_number(out, "row_pitch_bytes", report.derived.row_pitch_bytes);
  append_key(out, "elements");
  out += '[';
  for (std::size_t i = 0; i < report.derived.elements.size(); ++i)
    (out += i == 0 ? "" : ",") += std::to_string(report.derived.elements[i]);
  out += "]}";
}

void append_unexplained(std::string &out, const Descriptor &map, const Decoded &decoded) {
  append_key(out, "unexplained");
  out += '[';
  bool first = true;
  for_each_oddity(map, decoded, [&](const Oddity &oddity) {
    out += first ? "{" : ",{";
    first = false;
    append_number(out, "word", oddity.word);
    append_number(out, "lsb", oddity.lsb);
    append_number(out, "width", oddity.width);
    if (oddity.field != nullptr)
      append_text(out, "field", oddity.field->name);
    append_text(out, "found", hexadecimal(oddity.found));
    append_text(out, "driver", hexadecimal(oddity.driver));
    out += '}';
  });
  out += ']';
}

} // namespace tmamap::c
