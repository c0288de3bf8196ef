// SPDX-License-Identifier: MIT
// Pictures: textbook layouts, known bank conflicts, and SVG that parses.
#include "catch.hpp"

#include <draw/pictures.hpp>

#include <tmamap/text.hpp>

#include <set>

using namespace tmamap;
using namespace tmamap::draw;

namespace {

Case case_of(std::string_view text) {
  Case result;
  const auto error = parse(text, result);
  INFO(text);
  REQUIRE_FALSE(error);
  return result;
}

TileMap map_of(std::string_view text) {
  const Case c = case_of(text);
  return tile_map(c.spec, c.context.access ? *c.context.access : first_access(c.spec));
}

BankReport banks_of(std::string_view text) {
  const Case c = case_of(text);
  const Access access = first_access(c.spec);
  const Geometry shape = tile_geometry(c.spec, access);
  return bank_report(c.spec, access, c.context.target,
                     {along(shape, 0, 16), along(shape, 1, 4), ldmatrix(shape)});
}

// Whether each tag is closed in turn, attributes are quoted and nothing stands bare; the tags seen
// are counted.
std::string objection_to(const std::string &xml, std::multiset<std::string> &tags) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < xml.size();) {
    if (xml[at] == '&') {
      const std::size_t end = xml.find(';', at);
      static const std::set<std::string> known = {"&amp", "&lt", "&gt", "&quot"};
      if (end == std::string::npos || known.count(xml.substr(at, end - at)) == 0)
        return "a bare &";
      at = end;
    } else if (xml[at] == '>') {
      return "a bare >";
    } else if (xml[at] == '<') {
      const std::size_t end = xml.find('>', at);
      if (end == std::string::npos)
        return "a tag without end";
      const std::string tag = xml.substr(at + 1, end - at - 1);
      if (tag.find('<') != std::string::npos)
        return "a bare <";
      if (std::count(tag.begin(), tag.end(), '"') % 2 != 0)
        return "an open quote in " + tag;
      const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
      if (tag[0] == '/') {
        if (open.empty() || open.back() != tag.substr(1))
          return "unexpected <" + tag + ">";
        open.pop_back();
      } else {
        tags.insert(name);
        if (tag.back() != '/')
          open.push_back(name);
      }
      at = end;
    }
    ++at;
  }
  return open.empty() ? "" : open.back() + " stays open";
}

std::multiset<std::string> parsed(const std::string &svg) {
  std::multiset<std::string> tags;
  CHECK(objection_to(svg, tags) == "");
  return tags;
}

} // namespace

TEST_CASE("a tile as wide as the tensor lies in the order of its rows") {
  const TileMap map = map_of("tiled bf16 dim=64x8 strides=128 box=64x8");
  REQUIRE(map.chunks.size() == 64);
  for (std::size_t i = 0; i < map.chunks.size(); ++i)
    CHECK(map.chunks[i].coordinates == List<std::int64_t>{static_cast<std::int64_t>(i % 8 * 8),
                                                          static_cast<std::int64_t>(i / 8)});
}

// CuTe: Sw<3,4,3> o ((8,8),(64,1)):((64,512),(1,0)) of 2-byte elements: the chunk of row m at
// 16-byte column c lies at chunk c ^ m % 8 of row m. Written out for eight rows.
TEST_CASE("a 64x64 bf16 tile with swizzle 128B lies as CuTe's Sw<3,4,3> says") {
  constexpr std::int64_t columns[8][8] = {
      {0, 8, 16, 24, 32, 40, 48, 56}, {8, 0, 24, 16, 40, 32, 56, 48},
      {16, 24, 0, 8, 48, 56, 32, 40}, {24, 16, 8, 0, 56, 48, 40, 32},
      {32, 40, 48, 56, 0, 8, 16, 24}, {40, 32, 56, 48, 8, 0, 24, 16},
      {48, 56, 32, 40, 16, 24, 0, 8}, {56, 48, 40, 32, 24, 16, 8, 0}};
  const TileMap map =
      map_of("tiled bf16 dim=128x64 strides=256 box=64x64 swizzle=128B load at=0,0 smem=1024");
  REQUIRE(map.chunks.size() == 512);
  for (std::size_t m = 0; m < 64; ++m)
    for (std::size_t c = 0; c < 8; ++c)
      CHECK(map.chunks[m * 8 + c].coordinates ==
            List<std::int64_t>{columns[m % 8][c], static_cast<std::int64_t>(m)});
}

TEST_CASE("what is filled, padded, unwritten and spilled is told apart") {
  const TileMap load =
      map_of("tiled f32 dim=102x50 strides=416 box=8x4 swizzle=64B load at=100,48 smem=0");
  CHECK(load.chunks[0].out_of_bounds == 0xff00); // elements 102 and 103 of row 48
  CHECK(load.chunks[1].out_of_bounds == 0xffff);
  CHECK(load.chunks[2].padding);
  const TileMap store =
      map_of("tiled s32 dim=18x6 strides=80 box=8x8 swizzle=64B store at=16,0 smem=0");
  CHECK(store.chunks[0].spilled == 0xff00);
  CHECK(store.chunks[0].out_of_bounds == 0);
  CHECK(store.chunks[1].out_of_bounds == 0xffff);
}

TEST_CASE("degrees of conflict are those that a programmer knows") {
  const BankReport report = banks_of("tiled bf16 dim=128x64 strides=256 box=64x64");
  REQUIRE(report.modes.size() == 4);
  const auto &none = report.modes[0], &b128 = report.modes[3];
  CHECK(report.modes[1].costs.empty()); // rows of 128 B do not fit a span of 32 B
  CHECK(none.costs[0].degree == 1);
  CHECK(none.costs[1].degree == 32); // a column of 32 rows 128 B apart: one bank
  CHECK(none.costs[2].degree == 8);  // ldmatrix: eight chunks in the same four banks
  CHECK(b128.costs[0].degree == 1);
  CHECK(b128.costs[1].degree == 4); // eight places for 32 rows
  CHECK(b128.costs[2].degree == 1);
  CHECK(none.costs[2].cycles == 512);
  CHECK(b128.costs[2].cycles == b128.costs[2].minimum);
  CHECK(report.modes[report.recommended].swizzle == Swizzle::b128);
}

TEST_CASE("lanes that read the same word share it") {
  const std::vector<std::uint64_t> same(32, 256), apart = {0, 128, 256, 384},
                                                  wide = {0, 16, 32, 48};
  CHECK(conflict_degree(same, 4) == 1);
  CHECK(conflict_degree(apart, 4) == 4);
  CHECK(conflict_degree(apart, 2) == 4);
  CHECK(conflict_degree(wide, 16) == 1);
  CHECK(lanes_at_once(2) == 32);
  CHECK(lanes_at_once(4) == 32);
  CHECK(lanes_at_once(8) == 16);
  CHECK(lanes_at_once(16) == 8);
}

TEST_CASE("every pattern reads each byte of the tile once") {
  const Case c = case_of("tiled f32 dim=64x64x64 strides=256,16384 box=16x5x7");
  const Geometry shape = geometry(c.spec);
  for (const std::uint32_t bytes : {4u, 8u, 16u})
    for (std::uint32_t dim = 0; dim < 3; ++dim) {
      const Pattern pattern = along(shape, dim, bytes);
      std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
      for (const auto &warp : pattern.warps) {
        CHECK(warp.size() <= warp_lanes);
        for (const Lane &lane : warp)
          CHECK(seen.emplace(lane.row, lane.byte).second);
      }
      CHECK(seen.size() * bytes == shape.row_bytes * shape.rows);
    }
}

TEST_CASE("pictures are well-formed SVG with all their cells") {
  const TileMap map =
      map_of("tiled f32 dim=102x50 strides=416 box=8x4 swizzle=64B load at=100,48 smem=0");
  Picture tile = tile_picture(map, 0);
  tile.facts.push_back({"<&>", "\"quoted\" & <tagged>"});
  const std::string svg = to_svg(tile);
  const auto tags = parsed(svg);
  CHECK(tags.count("svg") == 1);
  CHECK(tags.count("pattern") == 1);
  CHECK(svg.find("url(#hatch)") != std::string::npos);
  for (const char *const text : {">bank 28-31<", ">100,48<", ">0x0080<", ">+112<"})
    CHECK(svg.find(text) != std::string::npos);
  for (const Swizzle swizzle : {Swizzle::none, Swizzle::b32, Swizzle::b64, Swizzle::b128,
                                Swizzle::b128_atom_32b, Swizzle::b128_atom_64b})
    parsed(to_svg(swizzle_picture(swizzle)));
  parsed(to_svg(swizzle_picture(map)));
  const auto banks =
      parsed(to_svg(banks_picture(banks_of("tiled bf16 dim=128x64 strides=256 box=64x64"), 0)));
  CHECK(banks.count("text") > 2 * bank_count);
}

TEST_CASE("texts of grids stay within 100 columns") {
  for (const char *const text :
       {"tiled bf16 dim=128x64 strides=256 box=64x64 swizzle=128B",
        "tiled u8 dim=4096x4096x512 strides=4096,16777216 box=128x2x3 load at=3968,4000,500 smem=0",
        "im2col f16 dim=64x28x28x8 strides=128,3584,100352 lower=-1,-1 upper=-1,-1 channels=64 "
        "pixels=128"}) {
    std::string out;
    for (const Grid &grid : tile_picture(map_of(text), 0).grids)
      append_text(out, grid, false);
    std::size_t longest = 0;
    for (std::size_t at = 0, end = 0; (end = out.find('\n', at)) != std::string::npos; at = end + 1)
      longest = std::max(longest, end - at);
    INFO(text);
    CHECK(longest <= 100);
  }
}
