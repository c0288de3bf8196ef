// SPDX-License-Identifier: MIT
#include <draw/pictures.hpp>

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace tmamap::draw {
namespace {

constexpr std::size_t wide_text = 10; // characters of a cell; eight fit on 100 columns

std::string outer_text(const List<std::int64_t> &coordinates) {
  std::string text = "(*";
  for (std::size_t i = 1; i < coordinates.size(); ++i)
    text += fmt::format(",{}", coordinates[i]);
  return text + ")";
}

class TileDrawing {
public:
  explicit TileDrawing(const TileMap &map) : map_(map) {
    for (const Chunk &chunk : map.chunks)
      if (!chunk.padding)
        longest_ = std::max(longest_, coordinates_text(chunk.coordinates).size() + 2);
    by_row_ = longest_ > wide_text;
  }

  Grid grid(std::size_t most_lines) {
    Grid grid;
    for (std::uint32_t i = 0; i < chunks_of_line; ++i) {
      grid.over_heads.push_back(fmt::format("bank {}-{}", i * 4, i * 4 + 3));
      grid.heads.push_back(fmt::format("+{}", i * chunk_bytes));
    }
    if (by_row_) // narrower, for the rows' coordinates beside the cells
      for (std::string &head : grid.over_heads)
        head.erase(0, 5);
    const std::size_t lines = (map_.chunks.size() + chunks_of_line - 1) / chunks_of_line;
    const std::size_t shown = most_lines == 0 ? lines : std::min(lines, most_lines);
    for (std::size_t line = 0; line < shown; ++line)
      grid.rows.push_back(row(line));
    if (shown < lines)
      grid.more = fmt::format("... {} more lines of 128 bytes", lines - shown);
    return grid;
  }

  std::vector<LegendEntry> legend() {
    std::vector<LegendEntry> entries;
    Cell sample = hue_cell(by_row_ ? "#3:64" : "64,3", 3);
    entries.push_back({sample, by_row_ ? "16 bytes of row 3 of the tile, from coordinate 64 on; "
                                         "beside: where rows start"
                                       : "16 bytes from tensor coordinate (64, 3) on, innermost "
                                         "first; colour by row"});
    sample.hatch_end = 1;
    const bool stores = writes_global(map_.access.op);
    if (outside_)
      entries.push_back(
          {sample, stores ? "out of bounds: not written to the tensor" : "out of bounds: filled"});
    sample.hatch_begin = 0.5;
    if (partly_)
      entries.push_back({sample, "out of bounds in part"});
    sample.hatch_begin = sample.hatch_end = 0;
    sample.text += '!';
    sample.framed = true;
    if (spilled_)
      entries.push_back({sample, "past globalDim[0], yet written: a store ends at 16 bytes"});
    if (padding_)
      entries.push_back({padding_cell(), "padding: never written"});
    return entries;
  }

private:
  Row row(std::size_t line) {
    Row row;
    row.label = fmt::format("{:#06x}", map_.access.smem_address + line * line_bytes);
    for (std::size_t i = line * chunks_of_line; i < (line + 1) * chunks_of_line; ++i) {
      if (i >= map_.chunks.size())
        break;
      const Chunk &chunk = map_.chunks[i];
      row.cells.push_back(cell(chunk));
      if (by_row_ && !chunk.padding && chunk.column == 0)
        row.tail += fmt::format("{}{}", row.tail.empty() ? "" : " ",
                                row.tail.size() > 14 ? ".." : outer_text(chunk.coordinates));
    }
    return row;
  }

  Cell cell(const Chunk &chunk) {
    if (chunk.padding) {
      padding_ = true;
      return padding_cell();
    }
    Cell cell = hue_cell({}, chunk.row);
    cell.text = by_row_ ? fmt::format("#{}:{}", chunk.row, chunk.coordinates[0])
                        : coordinates_text(chunk.coordinates);
    if (chunk.spilled != 0) {
      spilled_ = cell.framed = true;
      cell.text += '!';
    } else if (chunk.out_of_bounds != 0) {
      const int first = std::countr_zero(chunk.out_of_bounds);
      const int end = 16 - std::countl_zero(chunk.out_of_bounds);
      cell.hatch_begin = first / 16.0;
      cell.hatch_end = end / 16.0;
      const bool whole = chunk.out_of_bounds == chunk.covered;
      if (whole) {
        cell.hatch_begin = 0;
        cell.hatch_end = 1;
      }
      (whole ? outside_ : partly_) = true;
    }
    return cell;
  }

  const TileMap &map_;
  std::size_t longest_ = 0;
  bool by_row_ = false;
  bool outside_ = false, partly_ = false, padding_ = false, spilled_ = false;
};

} // namespace

std::string coordinates_text(const List<std::int64_t> &coordinates) {
  std::string text;
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ",", coordinates[i]);
  return text;
}

Picture tile_picture(const TileMap &map, std::size_t most_lines) {
  const Geometry &shape = map.shape;
  Picture picture;
  picture.title = "A tile in shared memory";
  std::string extent;
  for (const std::uint32_t elements : shape.elements)
    extent += fmt::format("{}{}", extent.empty() ? "" : "x", elements);
  const bool signals = signals_mbarrier(map.access.op);
  picture.facts.push_back({"moves", fmt::format("{} {}, {} {}bytes", extent,
                                                counts_slices(map.spec) ? "slices" : "elements",
                                                shape.tx_bytes, signals ? "transaction " : "")});
  picture.facts.push_back(
      {"occupies", fmt::format("{} B from {:#x}, rows {} B apart", shape.smem_footprint_bytes,
                               map.access.smem_address, shape.row_pitch_bytes)});
  const std::uint64_t period = swizzle_period_bytes(map.spec.swizzle);
  const std::uint64_t phase = map.access.smem_address % period;
  std::string swizzle = fmt::format("{}", name(map.spec.swizzle));
  if (map.spec.swizzle != Swizzle::none)
    swizzle +=
        fmt::format(": {}; phase zero at multiples of {} B{}", xor_text(map.spec.swizzle), period,
                    phase == 0 ? "" : fmt::format(", this tile starts {} B in", phase));
  picture.facts.push_back({"swizzle", swizzle});
  TileDrawing drawing(map);
  picture.grids.push_back(drawing.grid(most_lines));
  picture.legend = drawing.legend();
  return picture;
}

} // namespace tmamap::draw
