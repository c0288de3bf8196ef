// SPDX-License-Identifier: MIT
#include "rows_layouts.hpp"
#include "rows_map.hpp"

#include <tmamap/words.hpp>

#include <algorithm>
#include <iterator>

namespace tmamap::cute {
namespace {

void append_filled(std::string &out, std::string_view text, const ReasonBreach &breach) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t close = text[i] == '{' ? text.find('}', i) : std::string_view::npos;
    if (close == std::string_view::npos) {
      out += text[i++];
      continue;
    }
    const std::string_view word = text.substr(i + 1, close - i - 1);
    if (word == "observed")
      out += tmamap::to_string(breach.observed);
    else if (word == "limit")
      out += tmamap::to_string(breach.limit);
    else if (word == "i")
      out += std::to_string(breach.index);
    else
      out += breach.detail;
    i = close + 1;
  }
}

} // namespace

ReasonTable reason_table() {
  static const std::vector<Reason> rows = [] {
    std::vector<Reason> all(std::begin(layout_rows), std::end(layout_rows));
    all.insert(all.end(), std::begin(map_rows), std::end(map_rows));
    return all;
  }();
  return {rows.data(), rows.size()};
}

std::vector<ReasonFinding> broken_reasons(const Plan &plan) {
  std::vector<ReasonFinding> findings;
  std::vector<std::string_view> not_held;
  for (const Reason &row : reason_table()) {
    const bool askable = std::none_of(row.needs.begin(), row.needs.end(), [&](std::string_view id) {
      return std::find(not_held.begin(), not_held.end(), id) != not_held.end();
    });
    const Broken breach = askable ? row.broken(plan) : std::nullopt;
    if (!askable || breach)
      not_held.push_back(row.id);
    if (!breach)
      continue;
    ReasonFinding finding;
    finding.reason = &row;
    finding.index = breach->index;
    finding.observed = breach->observed;
    finding.limit = breach->limit;
    append_filled(finding.message, row.says, *breach);
    findings.push_back(std::move(finding));
  }
  return findings;
}

} // namespace tmamap::cute
