// SPDX-License-Identifier: MIT
#include <draw/pictures.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace tmamap::draw {
namespace {

std::string bit_range(std::uint32_t first, std::uint32_t count) {
  return count == 1 ? fmt::format("bit{}", first)
                    : fmt::format("bits[{}:{}]", first + count - 1, first);
}

Grid empty_grid() {
  Grid grid;
  for (std::uint32_t i = 0; i < chunks_of_line; ++i) {
    grid.over_heads.push_back(fmt::format("bank {}-{}", i * 4, i * 4 + 3));
    grid.heads.push_back(fmt::format("+{}", i * chunk_bytes));
  }
  return grid;
}

std::vector<Fact> facts(Swizzle swizzle) {
  std::vector<Fact> facts;
  if (swizzle == Swizzle::none) {
    facts.push_back({"formula", "none: bytes lie as the rows say"});
    return facts;
  }
  facts.push_back({"formula", fmt::format("{} of the shared-memory address", xor_text(swizzle))});
  facts.push_back({"in C", xor_expression(swizzle)});
  facts.push_back({"in CuTe", cute_text(swizzle) + ", on byte addresses"});
  facts.push_back(
      {"period", fmt::format("{} B, and so phase zero at multiples of {} B; chunks stay "
                             "within {} B",
                             swizzle_period_bytes(swizzle), swizzle_period_bytes(swizzle),
                             swizzle_span_bytes(swizzle))});
  if (swizzle == Swizzle::b128_atom_32b_flip_8b)
    facts.push_back({"flip", "the 8-byte flip is not shown: no document says in words which lines "
                             "it swaps"});
  if (swizzle > Swizzle::b128)
    facts.push_back({"evidence", "PTX ISA 9.1, 5.5.7 (sm_100); sm_90's driver rejects this mode"});
  return facts;
}

} // namespace

std::string xor_text(Swizzle swizzle) {
  const SwizzleBits bits = swizzle_bits(swizzle);
  return bits.count == 0
             ? std::string{}
             : bit_range(bits.to, bits.count) + " ^= " + bit_range(bits.from, bits.count);
}

std::string xor_expression(Swizzle swizzle) {
  const SwizzleBits bits = swizzle_bits(swizzle);
  return bits.count == 0 ? std::string{"address"}
                         : fmt::format("address ^ (address >> {} & {}) << {}", bits.from,
                                       (1u << bits.count) - 1, bits.to);
}

std::string cute_text(Swizzle swizzle) {
  const SwizzleBits bits = swizzle_bits(swizzle);
  return fmt::format("Swizzle<{},{},{}>", bits.count, bits.to, bits.from - bits.to);
}

Picture swizzle_picture(Swizzle swizzle) {
  Picture picture;
  picture.title = fmt::format("Swizzle {}", name(swizzle));
  picture.facts = facts(swizzle);
  Grid grid = empty_grid();
  const std::uint32_t lines = std::max(swizzle_period_bytes(swizzle) / line_bytes, 1u);
  for (std::uint32_t line = 0; line < lines; ++line) {
    Row row;
    row.label = fmt::format("{:#06x}", line * line_bytes);
    for (std::uint32_t i = 0; i < chunks_of_line; ++i) {
      // The map is its own inverse: what lies here comes from there.
      const std::uint64_t from = swizzled(swizzle, line * line_bytes + i * chunk_bytes);
      const auto chunk = static_cast<std::uint32_t>(from / chunk_bytes % chunks_of_line);
      row.cells.push_back(
          {.text = std::to_string(chunk), .fill = Fill::hue, .hue = chunk, .framed = chunk != i});
    }
    grid.rows.push_back(std::move(row));
  }
  picture.grids.push_back(std::move(grid));
  picture.legend.push_back(
      {hue_cell("3", 3), "here lies the chunk that is number 3 of this line before the swizzle"});
  return picture;
}

Picture swizzle_picture(const TileMap &map) {
  const Swizzle swizzle = map.spec.swizzle;
  Picture picture;
  picture.title = fmt::format("Swizzle {} of a tile's rows", name(swizzle));
  picture.facts = facts(swizzle);
  const std::uint64_t phase = map.access.smem_address % swizzle_period_bytes(swizzle);
  picture.facts.push_back(
      {"phase", phase == 0 ? "zero: the tile starts with the pattern"
                           : fmt::format("shifted: the tile starts {} B into the pattern; a reader "
                                         "must swizzle absolute addresses",
                                         phase)});
  Grid grid = empty_grid();
  const std::uint32_t lines = std::max(swizzle_period_bytes(swizzle) / line_bytes, 1u);
  for (std::uint32_t line = 0; line < lines; ++line) {
    Row row;
    row.label = fmt::format("{:#06x}", map.access.smem_address + line * line_bytes);
    for (std::uint32_t i = 0; i < chunks_of_line; ++i) {
      const std::size_t at = std::size_t{line} * chunks_of_line + i;
      if (at >= map.chunks.size())
        break;
      const Chunk &chunk = map.chunks[at];
      if (chunk.padding)
        row.cells.push_back(padding_cell());
      else
        row.cells.push_back(hue_cell(fmt::format("r{} c{}", chunk.row, chunk.column), chunk.row));
    }
    if (!row.cells.empty())
      grid.rows.push_back(std::move(row));
  }
  picture.grids.push_back(std::move(grid));
  picture.legend.push_back(
      {hue_cell("r2 c3", 2), "here lies 16-byte chunk 3 of the tile's row 2; colour by row"});
  return picture;
}

} // namespace tmamap::draw
