// SPDX-License-Identifier: MIT
// tmamap-inspect explain
#include <inspect/describe_rule.hpp>
#include <inspect/page.hpp>

#include <tmamap/message.hpp>
#include <tmamap/words.hpp>

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace tmamap::inspect {
namespace {

constexpr std::size_t most_suggestions = 3;

bool same_id(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

const Rule *find_rule(std::string_view id) {
  for (const Rule *const rule : every_rule())
    if (same_id(rule->id, id))
      return rule;
  return nullptr;
}

const cute::Reason *find_reason(std::string_view id) {
  for (const cute::Reason &reason : cute::reason_table())
    if (same_id(reason.id, id))
      return &reason;
  return nullptr;
}

std::string nearest_ids(std::string_view id) {
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (const Rule *const rule : every_rule())
    near.emplace_back(edit_distance(id, rule->id), rule->id);
  for (const cute::Reason &reason : cute::reason_table())
    near.emplace_back(edit_distance(id, reason.id), reason.id);
  std::stable_sort(near.begin(), near.end(),
                   [](const auto &a, const auto &b) { return a.first < b.first; });
  near.resize(std::min(near.size(), most_suggestions));
  std::string text;
  for (const auto &[distance, known] : near)
    text += fmt::format("{}{}", text.empty() ? "" : ", ", known);
  return text;
}

void print_rule(Page &page, const Rule &rule) {
  page.heading(Colour::bold, rule.id, "");
  page.labelled("says", rule.says);
  page.labelled("why", rule.why);
  if (!rule.advice.empty())
    page.labelled("advice", rule.advice);
  page.labelled("parameter", scope_text(rule));
  page.labelled("leads to", effects_text(rule));
  if (const std::string needs = needs_text(rule); !needs.empty())
    page.labelled("asked if", needs);
  page.labelled("cite", rule.cite);
  page.labelled("evidence", evidence_text(rule, Target::sm_90));
}

void print_reason(Page &page, const cute::Reason &reason) {
  page.heading(Colour::bold, reason.id, "");
  page.labelled("says", reason.says);
  page.labelled("why", reason.why);
  if (!reason.advice.empty())
    page.labelled("advice", reason.advice);
  page.labelled("parameter", fmt::format("{} (layouts of CuTe)", reason.parameter));
  page.labelled("leads to", "no tensor map");
  if (const std::string needs = needs_text(reason); !needs.empty())
    page.labelled("asked if", needs);
  page.labelled("cite", reason.cite);
  page.labelled("evidence", evidence_text(reason));
}

} // namespace

Run add_explain(CLI::App &app, Shell &shell) {
  struct Options {
    std::string id;
    bool json = false;
  };
  const auto options = std::make_shared<Options>();
  app.add_option("RULE", options->id, "The id of a rule, in any case")->required();
  app.add_flag("--json", options->json, "Print the rule as JSON");
  app.footer("\nExample\n  tmamap-inspect explain " + std::string(rule_table[0].id) +
             "\n\nIn `says`, words in braces stand for a finding's own values.");
  return [options, &shell]() -> int {
    const cute::Reason *const reason = find_reason(options->id);
    if (reason != nullptr) {
      if (options->json) {
        append_reason_json(shell.out.buffer(), *reason);
        shell.out.buffer() += '\n';
      } else {
        Page page(shell.out.buffer(), shell.colour);
        print_reason(page, *reason);
      }
      return clean;
    }
    const Rule *const rule = find_rule(options->id);
    if (rule == nullptr) {
      spdlog::error("{} is no rule; nearest: {}", in_quotes(options->id), nearest_ids(options->id));
      return unreadable;
    }
    if (options->json) {
      append_rule_json(shell.out.buffer(), *rule);
      shell.out.buffer() += '\n';
    } else {
      Page page(shell.out.buffer(), shell.colour);
      print_rule(page, *rule);
    }
    return clean;
  };
}

} // namespace tmamap::inspect
