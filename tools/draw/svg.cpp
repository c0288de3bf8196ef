// SPDX-License-Identifier: MIT
#include <draw/picture.hpp>

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace tmamap::draw {
namespace {

constexpr int margin = 24, line_height = 20, cell_height = 24, gap = 18;
constexpr double character = 7.25; // of the 12-pixel monospaced font

// Light tints, each beside one of another hue; readable under black for most colour vision.
constexpr std::string_view hue_colours[hue_count] = {"#a6cee3", "#fdd49e", "#b2df8a", "#fbb4c4",
                                                     "#cab2d6", "#f5e88a", "#9fe0d6", "#e3c9b0"};

constexpr std::string_view style = R"svg(<style>
text{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:12px;fill:#1a1a1a}
.title{font-size:16px;font-weight:bold}.caption{font-weight:bold}.cell{text-anchor:middle}
.head{text-anchor:middle;fill:#666;font-size:11px}.label{text-anchor:end;fill:#444}.dim{fill:#666}
.good{fill:#157a2e;font-weight:bold}.bad{fill:#b3261e;font-weight:bold}.faint{fill:#aaa}
rect{stroke:#fff;stroke-width:1}rect.framed{stroke:#222;stroke-width:2}rect.veil{fill-opacity:.7;stroke:none}
</style>
<defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<line x1="0" y1="0" x2="0" y2="7" stroke="#7a1f1f" stroke-width="1.6"/></pattern></defs>
)svg";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text)
    switch (c) {
    case '&': out += "&amp;"; break;
    case '<': out += "&lt;"; break;
    case '>': out += "&gt;"; break;
    case '"': out += "&quot;"; break;
    default: out += c;
    }
  return out;
}

int text_width(std::string_view text) {
  return static_cast<int>(character * static_cast<double>(text.size())) + 1;
}

class Svg {
public:
  std::string document(const Picture &picture) {
    y_ = margin + 8;
    text(margin, y_, "title", picture.title);
    y_ += line_height + 4;
    for (const Fact &fact : picture.facts) {
      text(margin, y_, "dim", fact.label);
      text(margin + fact_indent, y_, "", fact.text);
      y_ += line_height;
    }
    for (const LegendEntry &entry : picture.legend)
      legend(entry);
    for (const Grid &each : picture.grids)
      grid(each);
    const int width = right_ + margin, height = y_ + margin;
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                       "viewBox=\"0 0 {0} {1}\" role=\"img\">\n<title>{2}</title>\n{3}"
                       "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n{4}</svg>\n",
                       width, height, escaped(picture.title), style, body_);
  }

private:
  static constexpr int fact_indent = 120, sample_width = 72;

  void text(int x, int y, std::string_view css, std::string_view content) {
    if (content.empty())
      return;
    const bool to_right = css.empty() || css == "dim" || css == "caption" || css == "title";
    if (to_right) // the title's font is larger
      right_ = std::max(right_, x + text_width(content) * (css == "title" ? 4 : 3) / 3);
    fmt::format_to(std::back_inserter(body_), "<text x=\"{}\" y=\"{}\"{}>{}</text>\n", x, y,
                   css.empty() ? "" : fmt::format(" class=\"{}\"", css), escaped(content));
  }

  void legend(const LegendEntry &entry) {
    cell(entry.sample, margin, y_ - 14, sample_width, 18);
    text(margin + fact_indent, y_, "", entry.text);
    y_ += line_height;
  }

  void cell(const Cell &cell, int x, int y, int width, int height) {
    std::string_view colour = "none";
    if (cell.fill == Fill::hue)
      colour = hue_colours[cell.hue % hue_count];
    else if (cell.fill == Fill::padding)
      colour = "#c4c4c4";
    const bool hatched = cell.hatch_end > cell.hatch_begin;
    if (colour != "none")
      rect(x, y, width, height, colour);
    if (hatched) {
      const int begin = static_cast<int>(cell.hatch_begin * width);
      const int end = static_cast<int>(cell.hatch_end * width);
      rect(x + begin, y, end - begin, height, "#fff", "veil");
      rect(x + begin, y, end - begin, height, "url(#hatch)");
    }
    if (hatched && !cell.text.empty()) // so that the words stay readable
      rect(x + (width - text_width(cell.text)) / 2 - 3, y + 4, text_width(cell.text) + 6,
           height - 8, "#fff", "veil");
    if (cell.framed) // inside, where no neighbour covers it
      rect(x + 1, y + 1, width - 2, height - 2, "none", "framed");
    std::string_view css = "cell";
    if (cell.fill == Fill::good)
      css = "cell good";
    else if (cell.fill == Fill::bad)
      css = "cell bad";
    else if (cell.fill == Fill::faint)
      css = "cell faint";
    text(x + width / 2, y + height / 2 + 4, css, cell.text);
  }

  void rect(int x, int y, int width, int height, std::string_view fill, std::string_view css = {}) {
    fmt::format_to(std::back_inserter(body_),
                   "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"{}/>\n", x, y,
                   width, height, fill, css.empty() ? "" : fmt::format(" class=\"{}\"", css));
  }

  void heads(const std::vector<std::string> &texts, int left, int width) {
    if (texts.empty())
      return;
    for (std::size_t i = 0; i < texts.size(); ++i)
      text(left + static_cast<int>(i) * width + width / 2, y_, "head", texts[i]);
    y_ += 16;
  }

  void grid(const Grid &grid) {
    std::size_t columns = grid.heads.size();
    int label = 0, width = static_cast<int>(character * grid.cell_width) + 6;
    const auto widen = [&width](const std::string &content) {
      width = std::max(width, text_width(content) + 8);
    };
    std::for_each(grid.heads.begin(), grid.heads.end(), widen);
    std::for_each(grid.over_heads.begin(), grid.over_heads.end(), widen);
    for (const Row &row : grid.rows) {
      columns = std::max(columns, row.cells.size());
      label = std::max(label, text_width(row.label));
      for (const Cell &cell : row.cells)
        widen(cell.text);
    }
    const int left = margin + label + 10;
    y_ += gap;
    text(margin, y_, "caption", grid.caption);
    y_ += grid.caption.empty() ? 0 : line_height;
    heads(grid.over_heads, left, width);
    heads(grid.heads, left, width);
    y_ -= 8;
    const int end = left + static_cast<int>(columns) * width;
    right_ = std::max(right_, end);
    for (const Row &row : grid.rows) {
      text(left - 8, y_ + cell_height / 2 + 4, "label", row.label);
      for (std::size_t i = 0; i < row.cells.size(); ++i)
        cell(row.cells[i], left + static_cast<int>(i) * width, y_, width, cell_height);
      text(end + 12, y_ + cell_height / 2 + 4, "dim", row.tail);
      y_ += cell_height;
    }
    if (!grid.more.empty())
      text(left, y_ += line_height, "dim", grid.more);
    y_ += 8;
  }

  std::string body_;
  int y_ = 0, right_ = 0;
};

} // namespace

std::string to_svg(const Picture &picture) { return Svg().document(picture); }

} // namespace tmamap::draw
