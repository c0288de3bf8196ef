// SPDX-License-Identifier: MIT
#include <draw/picture.hpp>

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace tmamap::draw {
namespace {

// Of the 256-colour palette: light backgrounds under black text.
constexpr std::uint8_t hue_colours[hue_count] = {153, 223, 157, 217, 189, 229, 159, 225};

std::string escape(const Cell &cell) {
  const bool hatched = cell.hatch_end > cell.hatch_begin;
  switch (cell.fill) {
  case Fill::none:
  case Fill::faint: return cell.fill == Fill::faint || hatched ? "\x1b[2m" : "";
  case Fill::hue:
    return fmt::format("\x1b[48;5;{}m\x1b[38;5;{}m", hue_colours[cell.hue % hue_count],
                       hatched ? 88 : 16);
  case Fill::padding: return "\x1b[48;5;240m\x1b[38;5;250m";
  case Fill::good: return "\x1b[1;32m";
  case Fill::bad: return "\x1b[1;31m";
  }
  return {};
}

void append_centred(std::string &out, std::string_view text, std::size_t width) {
  const std::size_t space = width - std::min(width, text.size());
  out.append(space / 2, ' ');
  out += text;
  out.append(space - space / 2, ' ');
}

void append_cell(std::string &out, const Cell &cell, std::size_t width, bool colour) {
  const std::string start = colour ? escape(cell) : std::string{};
  out += start;
  append_centred(out, cell.text, width);
  if (!start.empty())
    out += "\x1b[0m";
}

void end_line(std::string &out) {
  out.erase(out.find_last_not_of(' ') + 1);
  out += '\n';
}

struct Widths {
  std::size_t label, cell;
};

Widths widths(const Grid &grid) {
  Widths w{grid.label_width, grid.cell_width};
  const auto widen = [](std::size_t &width, const std::string &text) {
    width = std::max(width, text.size());
  };
  for (const std::string &head : grid.heads)
    widen(w.cell, head);
  for (const std::string &head : grid.over_heads)
    widen(w.cell, head);
  for (const Row &row : grid.rows) {
    widen(w.label, row.label);
    for (const Cell &cell : row.cells)
      widen(w.cell, cell.text);
  }
  return w;
}

void append_heads(std::string &out, const std::vector<std::string> &heads, const Widths &w) {
  if (heads.empty())
    return;
  out.append(w.label, ' ');
  for (const std::string &head : heads) {
    out += ' ';
    append_centred(out, head, w.cell);
  }
  end_line(out);
}

} // namespace

void append_text(std::string &out, const Grid &grid, bool colour) {
  const Widths w = widths(grid);
  if (!grid.caption.empty())
    (out += grid.caption) += '\n';
  append_heads(out, grid.over_heads, w);
  append_heads(out, grid.heads, w);
  for (const Row &row : grid.rows) {
    fmt::format_to(std::back_inserter(out), "{:>{}}", row.label, w.label);
    for (const Cell &cell : row.cells) {
      out += ' ';
      append_cell(out, cell, w.cell, colour);
    }
    if (!row.tail.empty())
      (out += "  ") += row.tail;
    end_line(out);
  }
  if (!grid.more.empty())
    fmt::format_to(std::back_inserter(out), "{:>{}} {}\n", "", w.label, grid.more);
}

void append_text(std::string &out, const std::vector<LegendEntry> &legend, bool colour) {
  std::size_t width = 0;
  for (const LegendEntry &entry : legend)
    width = std::max(width, entry.sample.text.size());
  for (const LegendEntry &entry : legend) {
    out += "  ";
    append_cell(out, entry.sample, width, colour);
    (out += "  ") += entry.text;
    end_line(out);
  }
}

} // namespace tmamap::draw
