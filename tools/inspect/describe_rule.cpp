// SPDX-License-Identifier: MIT
#include <inspect/describe_rule.hpp>

#include <io/json_write.hpp>

#include <tmamap/kernel/protocol_rules.hpp>
#include <tmamap/message.hpp>

#include <vector>

#include <fmt/format.h>

namespace tmamap::inspect {
namespace {

constexpr std::string_view words(Subject subject) {
  switch (subject) {
  case Subject::encode: return "encode";
  case Subject::copy: return "copy";
  case Subject::replace_address: return "replace_address";
  }
  return {};
}

constexpr std::string_view words(Over over) {
  switch (over) {
  case Over::call: return "call";
  case Over::dims: return "each dimension";
  case Over::strides: return "each stride";
  case Over::axes: return "each spatial axis";
  }
  return {};
}

std::string modes_text(ModeMask modes) {
  if (modes == any_mode)
    return "every mode";
  std::string text;
  for (const Mode mode : {Mode::tiled, Mode::im2col, Mode::im2col_wide})
    if ((modes & mask(mode)) != 0)
      text += fmt::format("{}{}", text.empty() ? "" : ", ", name(mode));
  return text;
}

using Needs = std::array<std::string_view, 4>;

std::string needs_text_of(const Needs &needs) {
  std::string text;
  for (const std::string_view need : needs)
    if (!need.empty())
      text += fmt::format("{}{}", text.empty() ? "" : ", ", need);
  return text.empty() ? text : text + " hold" + (text.find(',') == std::string::npos ? "s" : "");
}

void append_needs(io::ObjectWriter &writer, const Needs &ids) {
  std::string &needs = writer.member("needs");
  needs += '[';
  for (std::size_t i = 0; i < ids.size() && !ids[i].empty(); ++i) {
    needs += i == 0 ? "" : ",";
    io::append_string(needs, ids[i]);
  }
  needs += ']';
}

} // namespace

std::span<const Rule *const> every_rule() {
  static const std::vector<const Rule *> rules = [] {
    std::vector<const Rule *> all;
    for (const Rule &rule : rule_table)
      all.push_back(&rule);
    for (const Rule &rule : kernel::protocol_rules())
      all.push_back(&rule);
    return all;
  }();
  return rules;
}

bool is_protocol(const Rule &rule) { return kernel::find_protocol_rule(rule.id) != nullptr; }

std::string scope_text(const Rule &rule) {
  std::string text(rule.parameter);
  if (is_protocol(rule))
    return text;
  if (rule.over != Over::call)
    text += fmt::format(", {}", words(rule.over));
  return text + fmt::format(" ({})", modes_text(rule.modes));
}

std::string effects_text(const Rule &rule) {
  const Effect sm_90 = rule.effect(Target::sm_90), sm_100 = rule.effect(Target::sm_100);
  if (sm_90 == sm_100)
    return std::string(name(sm_90));
  return fmt::format("sm_90: {}; sm_100: {}", name(sm_90), name(sm_100));
}

std::string needs_text(const Rule &rule) { return needs_text_of(rule.needs); }
std::string needs_text(const cute::Reason &reason) { return needs_text_of(reason.needs); }

std::string evidence_text(const cute::Reason &reason) {
  Rule rule;
  rule.evidence = reason.evidence;
  rule.seen = reason.seen;
  return evidence_text(rule, Target::sm_90);
}

void append_rule_json(std::string &out, const Rule &rule) {
  io::ObjectWriter writer(out);
  writer.text("rule", rule.id);
  writer.text("subject", is_protocol(rule) ? "protocol" : words(rule.subject));
  writer.text("parameter", rule.parameter);
  writer.text("over", words(rule.over));
  std::string &modes = writer.member("modes");
  modes += '[';
  bool first = true;
  for (const Mode mode : {Mode::tiled, Mode::im2col, Mode::im2col_wide})
    if ((rule.modes & mask(mode)) != 0) {
      modes += first ? "" : ",";
      io::append_string(modes, name(mode));
      first = false;
    }
  modes += ']';
  {
    io::ObjectWriter effects(writer.member("effect"));
    for (const Target target : {Target::sm_90, Target::sm_100})
      effects.text(name(target), name(rule.effect(target)));
  }
  append_needs(writer, rule.needs);
  writer.text("unit", rule.unit == Unit::none ? "none" : name(rule.unit));
  writer.text("says", rule.says);
  writer.text("advice", rule.advice);
  writer.text("why", rule.why);
  writer.text("cite", rule.cite);
  writer.text("evidence", evidence_text(rule, Target::sm_90));
}

void append_reason_json(std::string &out, const cute::Reason &reason) {
  io::ObjectWriter writer(out);
  writer.text("rule", reason.id);
  writer.text("subject", "cute");
  writer.text("parameter", reason.parameter);
  append_needs(writer, reason.needs);
  writer.text("unit", reason.unit == Unit::none ? "none" : name(reason.unit));
  writer.text("says", reason.says);
  writer.text("advice", reason.advice);
  writer.text("why", reason.why);
  writer.text("cite", reason.cite);
  writer.text("evidence", evidence_text(reason));
}

} // namespace tmamap::inspect
