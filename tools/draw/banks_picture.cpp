// SPDX-License-Identifier: MIT
#include <draw/pictures.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace tmamap::draw {
namespace {

constexpr std::size_t narrow_modes = 4; // more columns than this leave no room for cycles

Grid table(const BankReport &report) {
  Grid grid;
  grid.caption = "Degree of conflict, and cycles for the whole tile against the least possible";
  for (const BankReport::Mode &mode : report.modes)
    grid.heads.push_back(
        fmt::format("{}{}", mode.swizzle == report.spec.swizzle ? "*" : "", name(mode.swizzle)));
  for (std::size_t i = 0; i < report.patterns.size(); ++i) {
    Row row;
    row.label = report.patterns[i].name;
    for (std::size_t m = 0; m < report.modes.size(); ++m) {
      const BankReport::Mode &mode = report.modes[m];
      if (mode.costs.empty()) {
        Cell &cell = row.cells.emplace_back();
        cell.text = "row too wide";
        cell.fill = Fill::faint;
        continue;
      }
      const Cost &cost = mode.costs[i];
      Cell &cell = row.cells.emplace_back();
      cell.text = report.modes.size() <= narrow_modes
                      ? fmt::format("{}x  {}/{}", cost.degree, cost.cycles, cost.minimum)
                      : fmt::format("{}x", cost.degree);
      cell.fill = cost.cycles == cost.minimum ? Fill::good : Fill::bad;
      cell.framed = m == report.recommended;
    }
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

// The pattern with most to gain: the highest degree under any mode.
std::size_t worst_pattern(const BankReport &report) {
  std::size_t worst = 0;
  std::uint32_t degree = 0;
  for (const BankReport::Mode &mode : report.modes)
    for (std::size_t i = 0; i < mode.costs.size(); ++i)
      if (mode.costs[i].degree > degree) {
        degree = mode.costs[i].degree;
        worst = i;
      }
  return worst;
}

// One round of lanes, bank by bank: a column as high as the words that its bank must serve.
Grid round_grid(const BankReport &report, const BankReport::Mode &mode, const Pattern &pattern,
                std::size_t most_rows) {
  struct Word {
    std::uint64_t number;
    std::uint32_t lane;
    std::uint64_t row;
  };
  Spec spec = report.spec;
  spec.swizzle = mode.swizzle;
  std::vector<Lane> lanes = pattern.warps.front();
  lanes.resize(std::min<std::size_t>(lanes.size(), lanes_at_once(pattern.bytes)));
  const std::vector<std::uint64_t> at = addresses(spec, report.access, lanes);
  std::array<std::vector<Word>, bank_count> banks;
  for (std::uint32_t lane = 0; lane < at.size(); ++lane)
    for (std::uint64_t word = at[lane] / bank_bytes;
         word <= (at[lane] + pattern.bytes - 1) / bank_bytes; ++word) {
      std::vector<Word> &bank = banks[word % bank_count];
      const bool shared = std::any_of(bank.begin(), bank.end(),
                                      [&](const Word &other) { return other.number == word; });
      if (!shared)
        bank.push_back({word, lane, lanes[lane].row});
    }
  std::size_t depth = 0;
  for (const std::vector<Word> &bank : banks)
    depth = std::max(depth, bank.size());

  Grid grid;
  grid.cell_width = 2;
  grid.caption = fmt::format("swizzle {}: {} cycle{} for lanes 0 to {}", name(mode.swizzle), depth,
                             depth == 1 ? "" : "s", at.size() - 1);
  for (std::uint32_t bank = 0; bank < bank_count; ++bank)
    grid.heads.push_back(std::to_string(bank));
  const std::size_t shown = most_rows == 0 ? depth : std::min(depth, most_rows);
  for (std::size_t i = 0; i < shown; ++i) {
    Row row;
    for (const std::vector<Word> &bank : banks)
      if (i < bank.size())
        row.cells.push_back(hue_cell(std::to_string(bank[i].lane), bank[i].row));
      else
        row.cells.emplace_back().text += '.';
    grid.rows.push_back(std::move(row));
  }
  if (shown < depth)
    grid.more = fmt::format("... {} more cycles like these", depth - shown);
  return grid;
}

} // namespace

Picture banks_picture(const BankReport &report, std::size_t most_rows) {
  Picture picture;
  picture.title = "Bank conflicts of reads of a tile in shared memory";
  const BankReport::Mode &best = report.modes[report.recommended];
  picture.facts.push_back({"choose", best.swizzle == report.spec.swizzle
                                         ? fmt::format("swizzle {}, as it is", name(best.swizzle))
                                         : fmt::format("swizzle {}", name(best.swizzle))});
  picture.grids.push_back(table(report));
  const std::size_t worst = worst_pattern(report);
  if (worst >= report.patterns.size() || report.patterns[worst].warps.empty())
    return picture;
  const Pattern &pattern = report.patterns[worst];
  for (const BankReport::Mode &mode : report.modes)
    if (!mode.costs.empty())
      picture.grids.push_back(round_grid(report, mode, pattern, most_rows));
  picture.legend.push_back(
      {hue_cell("5", 5), fmt::format("below, {}: lane 5 reads a word of this bank (0 to 31); lanes "
                                     "stacked in one bank take turns; colour by tensor row",
                                     pattern.name)});
  return picture;
}

} // namespace tmamap::draw
