// SPDX-License-Identifier: MIT
// tmamap-inspect rules
#include <inspect/describe_rule.hpp>
#include <inspect/page.hpp>

#include <tmamap/message.hpp>

#include <memory>

#include <fmt/format.h>

namespace tmamap::inspect {
namespace {

constexpr auto markdown_opening =
    R"(<!-- Made by `tmamap-inspect rules --markdown`; a test compares. -->
# Rules

Every rule that `tmamap-inspect check` asks, in the order in which it asks, and those that the model
of kernels (`tmamap::kernel`, [PROTOCOL.md](PROTOCOL.md)) watches. Words in braces stand for a
finding's own values. *Leads to* says what a broken rule does: the driver rejects the map
(CUDA_ERROR_INVALID_VALUE), or the copy traps or hangs; a `warning` runs but is probably not meant, a
`note` is worth knowing. *Evidence* is for sm_90, measured on an H200; on sm_100, where nothing was
measured, the documents are all there is.
)";

std::string_view title(Subject subject) {
  switch (subject) {
  case Subject::encode: return "Encoding a map";
  case Subject::copy: return "Copies through a map";
  case Subject::replace_address: return "Replacing a map's address";
  }
  return {};
}

// The parts that are not empty as a list.
void append_rows(std::string &out,
                 std::initializer_list<std::pair<std::string_view, std::string>> rows) {
  for (const auto &[label, text] : rows)
    if (!text.empty())
      fmt::format_to(std::back_inserter(out), "* {}: {}\n", label, text);
}

void append_markdown(std::string &out, const Rule &rule) {
  fmt::format_to(std::back_inserter(out), "\n### {}\n\n> {}\n\n{}\n\n", rule.id, rule.says,
                 rule.why);
  append_rows(out, {{"parameter", scope_text(rule)},
                    {"leads to", effects_text(rule)},
                    {"asked if", needs_text(rule)},
                    {"advice", std::string(rule.advice)},
                    {"cite", std::string(rule.cite)},
                    {"evidence", evidence_text(rule, Target::sm_90)}});
}

void append_markdown(std::string &out, const cute::Reason &reason) {
  fmt::format_to(std::back_inserter(out), "\n### {}\n\n> {}\n\n{}\n\n", reason.id, reason.says,
                 reason.why);
  append_rows(out, {{"parameter", std::string(reason.parameter)},
                    {"asked if", needs_text(reason)},
                    {"advice", std::string(reason.advice)},
                    {"cite", std::string(reason.cite)},
                    {"evidence", evidence_text(reason)}});
}

void print_markdown(std::string &out) {
  out += markdown_opening;
  for (const Subject subject : {Subject::encode, Subject::replace_address, Subject::copy}) {
    fmt::format_to(std::back_inserter(out), "\n## {}\n", title(subject));
    for (const Rule &rule : rule_table)
      if (rule.subject == subject)
        append_markdown(out, rule);
  }
  out += "\n## The protocol around copies\n";
  for (const Rule *const rule : every_rule())
    if (is_protocol(*rule))
      append_markdown(out, *rule);
  out += "\n## Layouts of CuTe\n\nWhy `tmamap-inspect cute` finds no tensor map for two layouts.\n";
  for (const cute::Reason &reason : cute::reason_table())
    append_markdown(out, reason);
}

void print_list(Page &page) {
  for (const Rule *const rule : every_rule()) {
    page.heading(Colour::bold, rule->id, effects_text(*rule));
    page.labelled("", rule->says);
  }
  for (const cute::Reason &reason : cute::reason_table()) {
    page.heading(Colour::bold, reason.id, "no tensor map");
    page.labelled("", reason.says);
  }
}

} // namespace

Run add_rules(CLI::App &app, Shell &shell) {
  struct Options {
    bool json = false;
    bool markdown = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::Option *const json = app.add_flag("--json", options->json, "One line of JSON for each rule");
  app.add_flag("--markdown", options->markdown, "The reference page, docs/RULES.md")
      ->excludes(json);
  app.footer("\nExamples\n  tmamap-inspect rules | grep -A1 boxDim\n"
             "  tmamap-inspect rules --markdown > docs/RULES.md");
  return [options, &shell]() -> int {
    std::string &out = shell.out.buffer();
    if (options->markdown) {
      print_markdown(out);
    } else if (options->json) {
      for (const Rule *const rule : every_rule()) {
        append_rule_json(out, *rule);
        out += '\n';
      }
      for (const cute::Reason &reason : cute::reason_table()) {
        append_reason_json(out, reason);
        out += '\n';
      }
    } else {
      Page page(out, shell.colour);
      print_list(page);
    }
    return clean;
  };
}

} // namespace tmamap::inspect
