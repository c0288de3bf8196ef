// SPDX-License-Identifier: MIT
// tmamap-inspect tile
#include <inspect/show_picture.hpp>

#include <tmamap/text.hpp>

#include <algorithm>
#include <memory>

namespace tmamap::inspect {
namespace {

struct Options : PictureOptions {
  std::size_t lines = 32;
};

std::string_view state(const draw::Chunk &chunk) {
  if (chunk.padding)
    return "padding";
  if (chunk.spilled != 0)
    return "spilled";
  if (chunk.out_of_bounds == 0)
    return "in_bounds";
  return chunk.out_of_bounds == chunk.covered ? "out_of_bounds" : "partly_out_of_bounds";
}

void append_chunk(std::string &out, const draw::Chunk &chunk) {
  io::ObjectWriter writer(out);
  writer.number("smem_address", chunk.smem_address);
  writer.text("state", state(chunk));
  if (chunk.padding)
    return;
  writer.number("row", chunk.row);
  std::string &coordinates = writer.member("coordinates");
  coordinates += '[';
  for (std::size_t i = 0; i < chunk.coordinates.size(); ++i) {
    coordinates += i == 0 ? "" : ",";
    io::append_integer(coordinates, chunk.coordinates[i]);
  }
  coordinates += ']';
  writer.number("elements", std::uint64_t{chunk.elements});
}

void append_json(std::string &out, const io::Item &item, const draw::TileMap &map) {
  {
    io::ObjectWriter writer(out);
    io::append_others(writer, item, [](std::string_view) { return true; });
    io::append_json(writer.member("spec"), map.spec);
    io::append_json(writer.member("access"), map.access);
    writer.number("tx_bytes", map.shape.tx_bytes);
    writer.number("smem_footprint_bytes", map.shape.smem_footprint_bytes);
    writer.number("smem_alignment_bytes", map.shape.smem_alignment_bytes);
    writer.number("row_pitch_bytes", map.shape.row_pitch_bytes);
    std::string &chunks = writer.member("chunks");
    chunks += '[';
    for (const draw::Chunk &chunk : map.chunks) {
      chunks += &chunk == map.chunks.data() ? "" : ",";
      append_chunk(chunks, chunk);
    }
    chunks += ']';
  }
  out += '\n';
}

ExitCode answer(Options &options, Shell &shell, const Asked &asked, std::string &out) {
  const std::optional<Access> access = access_to_draw(shell, asked, out);
  if (!access)
    return found;
  const draw::TileMap map = draw::tile_map(asked.item.spec, *access);
  draw::Picture picture = draw::tile_picture(map, options.lines);
  picture.facts.insert(picture.facts.begin(), {"spec", to_text(map.spec)});
  picture.facts.insert(picture.facts.begin() + 1, {"access", to_text(map.access)});
  if (asked.json)
    append_json(out, asked.item, map);
  else
    print_picture(picture, shell, asked, out);
  return write_svg(picture, options);
}

constexpr auto footer = R"(
Draws shared memory in lines of 128 bytes, eight 16-byte chunks (four banks each) a line. A chunk
shows the coordinate of its first element, innermost first. Without an access, the first tile.

Examples
  tmamap-inspect tile tiled bf16 dim=128x64 strides=256 box=64x64 swizzle=128B
  tmamap-inspect tile tiled f32 dim=100x50 strides=400 box=32x8 load at=80,44 smem=0 --svg tile.svg

Exit codes: 0 drawn, 1 no tile because the driver rejects the spec or the copy faults, 2 unreadable.)";

} // namespace

Run add_tile(CLI::App &app, Shell &shell) {
  const auto options = std::make_shared<Options>();
  add_picture_options(app, *options);
  app.add_option("--lines", options->lines, "Most lines of 128 bytes to draw; 0 for all")
      ->type_name("N")
      ->capture_default_str();
  app.footer(std::string(spec_forms) + footer);
  return [options, &shell] {
    return answer_all(
        shell, options->spec, options->json,
        [&](const Asked &asked, std::string &out) { return answer(*options, shell, asked, out); });
  };
}

} // namespace tmamap::inspect
