// SPDX-License-Identifier: MIT
// A picture as a value: grids of cells with labels, facts and a legend. What draws one knows
// nothing of terminals or SVG, and what renders one knows nothing of tensors.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tmamap::draw {

enum class Fill : std::uint8_t {
  none,    // the page shows through
  hue,     // one of hue_count colours: neighbouring rows differ
  padding, // grey
  good,    // a number to choose
  bad,     // a number to avoid
  faint,   // does not apply
};

inline constexpr std::uint32_t hue_count = 8;

struct Cell {
  std::string text = {};
  Fill fill = Fill::none;
  std::uint32_t hue = 0;
  // The hatched part, as fractions of the width: out of bounds.
  double hatch_begin = 0, hatch_end = 0;
  bool framed = false; // stands out
};

// A cell in the colour of a row of the tile.
inline Cell hue_cell(std::string text, std::uint64_t row) {
  Cell cell;
  cell.text = std::move(text);
  cell.fill = Fill::hue;
  cell.hue = static_cast<std::uint32_t>(row % hue_count);
  return cell;
}
inline Cell padding_cell() {
  Cell cell;
  cell.text = "..";
  cell.fill = Fill::padding;
  return cell;
}

struct Row {
  std::string label = {};
  std::vector<Cell> cells = {};
  std::string tail = {}; // after the cells
};

struct Grid {
  std::string caption = {};
  std::vector<std::string> over_heads = {}; // a second line above the heads; may be empty
  std::vector<std::string> heads = {};
  std::vector<Row> rows = {};
  std::string more = {};         // what is left out below; may be empty
  std::uint32_t label_width = 0; // at least, in characters
  std::uint32_t cell_width = 0;  // at least, in characters
};

struct Fact {
  std::string label;
  std::string text;
};

struct LegendEntry {
  Cell sample;
  std::string text;
};

struct Picture {
  std::string title = {};
  std::vector<Fact> facts = {};
  std::vector<Grid> grids = {};
  std::vector<LegendEntry> legend = {};
};

// For a terminal or a plain file, at most 100 columns for grids made to fit; colour by escapes.
void append_text(std::string &out, const Grid &grid, bool colour);
void append_text(std::string &out, const std::vector<LegendEntry> &legend, bool colour);

// One SVG document, all of the picture.
std::string to_svg(const Picture &picture);

} // namespace tmamap::draw
