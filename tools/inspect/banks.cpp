// SPDX-License-Identifier: MIT
// tmamap-inspect banks
#include <inspect/show_picture.hpp>

#include <tmamap/text.hpp>

#include <algorithm>
#include <bit>
#include <memory>

#include <fmt/format.h>

namespace tmamap::inspect {
namespace {

struct Options : PictureOptions {
  std::vector<std::string> reads = {}; // row, column, ldmatrix
  std::vector<std::uint32_t> along = {};
  std::vector<std::uint64_t> lanes = {};
  std::uint32_t bytes = 0; // 0: as the pattern has it
};

constexpr std::size_t text_rows = 8; // of a stack of lanes; the SVG has them all

// Bytes a lane reads of a single element.
std::uint32_t element_bytes(const Spec &spec) {
  const sim::Unit unit = sim::unit_of(spec);
  return std::bit_floor(std::clamp(unit.smem_bytes, 1u, 16u));
}

std::vector<draw::Pattern> patterns(const Options &options, const Spec &spec,
                                    const Geometry &shape) {
  std::vector<draw::Pattern> list;
  const bool default_set = options.reads.empty() && options.along.empty() && options.lanes.empty();
  const auto asked = [&](std::string_view read) {
    return default_set ||
           std::find(options.reads.begin(), options.reads.end(), read) != options.reads.end();
  };
  const auto bytes_or = [&](std::uint32_t usual) { return options.bytes ? options.bytes : usual; };
  if (asked("row"))
    list.push_back(draw::along(shape, 0, bytes_or(16)));
  if (asked("column") && shape.elements.size() > 1)
    list.push_back(draw::along(shape, 1, bytes_or(element_bytes(spec))));
  if (asked("ldmatrix"))
    list.push_back(draw::ldmatrix(shape));
  for (const std::uint32_t dim : options.along)
    list.push_back(draw::along(shape, dim, bytes_or(4)));
  if (!options.lanes.empty())
    list.push_back(draw::explicit_lanes(shape, options.lanes, bytes_or(4)));
  return list;
}

// What of the options does not fit the tile.
io::Failure misfit(const Options &options, const Geometry &shape) {
  for (const std::uint32_t dim : options.along)
    if (dim >= shape.elements.size())
      return io::fail("--along", fmt::format("{}, but the tile has dimensions 0 to {}", dim,
                                             shape.elements.size() - 1));
  const std::uint32_t bytes = options.bytes ? options.bytes : 4;
  for (const std::uint64_t offset : options.lanes) {
    if (offset % bytes != 0)
      return io::fail("--lanes", fmt::format("{} is no multiple of {} B", offset, bytes));
    if (offset >= shape.row_bytes * shape.rows)
      return io::fail("--lanes", fmt::format("{} is past the tile's {} B", offset,
                                             shape.row_bytes * shape.rows));
  }
  if (options.lanes.size() > draw::warp_lanes)
    return io::fail("--lanes",
                    fmt::format("{} offsets for the 32 lanes of a warp", options.lanes.size()));
  return std::nullopt;
}

void append_pattern(std::string &out, const draw::BankReport &report, std::size_t i) {
  io::ObjectWriter writer(out);
  writer.text("pattern", report.patterns[i].name);
  writer.number("bytes_a_lane", std::uint64_t{report.patterns[i].bytes});
  io::ObjectWriter modes(writer.member("swizzles"));
  for (const draw::BankReport::Mode &mode : report.modes) {
    std::string &value = modes.member(name(mode.swizzle));
    if (mode.costs.empty()) {
      value += "null";
      continue;
    }
    io::ObjectWriter cost(value);
    cost.number("degree", std::uint64_t{mode.costs[i].degree});
    cost.number("cycles", mode.costs[i].cycles);
    cost.number("minimum_cycles", mode.costs[i].minimum);
  }
}

void append_json(std::string &out, const io::Item &item, const draw::BankReport &report) {
  {
    io::ObjectWriter writer(out);
    io::append_others(writer, item, [](std::string_view) { return true; });
    io::append_json(writer.member("spec"), report.spec);
    io::append_json(writer.member("access"), report.access);
    std::string &list = writer.member("patterns");
    list += '[';
    for (std::size_t i = 0; i < report.patterns.size(); ++i) {
      list += i == 0 ? "" : ",";
      append_pattern(list, report, i);
    }
    list += ']';
    writer.text("recommended_swizzle", name(report.modes[report.recommended].swizzle));
  }
  out += '\n';
}

draw::Picture picture_of(const draw::BankReport &report, std::size_t most_rows) {
  draw::Picture picture = draw::banks_picture(report, most_rows);
  picture.facts.insert(picture.facts.begin(), {"spec", to_text(report.spec)});
  picture.facts.push_back(
      {"model",
       "32 banks of 4 B; a word read by several lanes is read once; 16-byte lanes are served "
       "8 at a time, 8-byte lanes 16, others 32"});
  picture.facts.push_back({"cite",
                           "CUDA Programming Guide, Shared Memory; CUDA Best Practices Guide, "
                           "Shared Memory and Memory Banks; counted, not measured"});
  return picture;
}

ExitCode answer(Options &options, Shell &shell, const Asked &asked, std::string &out) {
  const std::optional<Access> access = access_to_draw(shell, asked, out);
  if (!access)
    return found;
  const Spec &spec = asked.item.spec;
  const Geometry shape = tile_geometry(spec, *access);
  if (const io::Failure failure = misfit(options, shape))
    return refuse(shell, asked, *failure);
  const draw::BankReport report =
      draw::bank_report(spec, *access, asked.item.context.target, patterns(options, spec, shape));
  if (asked.json)
    append_json(out, asked.item, report);
  else
    print_picture(picture_of(report, text_rows), shell, asked, out);
  return options.svg.empty() ? clean : write_svg(picture_of(report, 0), options);
}

constexpr auto footer = R"(
Counts cycles of reading the tile once with each pattern under each swizzle, and names the swizzle
with the fewest. Without a pattern: rows, columns and ldmatrix. Rows are 16 bytes a lane and columns
one element a lane unless --bytes says otherwise.

Examples
  tmamap-inspect banks tiled bf16 dim=128x64 strides=256 box=64x64 swizzle=none
  tmamap-inspect banks tiled f32 dim=64x64x8 strides=256,16384 box=32x8x4 --along 2 --bytes 8
  tmamap-inspect banks tiled bf16 dim=128x64 strides=256 box=64x64 --lanes 0,128,256,384 --svg b.svg

Exit codes: 0 counted, 1 no tile because the driver rejects the spec or the copy faults,
2 unreadable.)";

} // namespace

Run add_banks(CLI::App &app, Shell &shell) {
  const auto options = std::make_shared<Options>();
  add_picture_options(app, *options);
  app.add_option("--read", options->reads, "row, column, ldmatrix; several with commas")
      ->delimiter(',')
      ->type_name("PATTERN")
      ->check(CLI::IsMember({"row", "column", "ldmatrix"}));
  app.add_option("--along", options->along, "Lanes go along dimension DIM, then along the others")
      ->delimiter(',')
      ->type_name("DIM");
  app.add_option("--lanes", options->lanes,
                 "Byte offsets of up to 32 lanes in the rows of the tile, laid without gap")
      ->delimiter(',')
      ->type_name("N,N,..");
  app.add_option("--bytes", options->bytes, "Bytes a lane reads: 1, 2, 4, 8 or 16")
      ->type_name("N")
      ->check(CLI::IsMember({1, 2, 4, 8, 16}));
  app.footer(std::string(spec_forms) + footer);
  return [options, &shell] {
    return answer_all(
        shell, options->spec, options->json,
        [&](const Asked &asked, std::string &out) { return answer(*options, shell, asked, out); });
  };
}

} // namespace tmamap::inspect
