// SPDX-License-Identifier: MIT
// tmamap-inspect swizzle
#include <inspect/show_picture.hpp>

#include <tmamap/text.hpp>

#include <algorithm>
#include <memory>

namespace tmamap::inspect {
namespace {

// The period as logical to physical chunk, in 16-byte chunks from a period's start.
void append_mode(io::ObjectWriter &writer, Swizzle swizzle) {
  writer.text("swizzle", name(swizzle));
  writer.text("formula", draw::xor_text(swizzle));
  writer.number("period_bytes", std::uint64_t{swizzle_period_bytes(swizzle)});
  writer.number("span_bytes", std::uint64_t{swizzle_span_bytes(swizzle)});
  std::string &chunks = writer.member("physical_chunks");
  chunks += '[';
  const std::uint64_t count = swizzle_period_bytes(swizzle) / draw::chunk_bytes;
  for (std::uint64_t i = 0; i < count; ++i) {
    chunks += i == 0 ? "" : ",";
    io::append_integer(chunks, swizzled(swizzle, i * draw::chunk_bytes) / draw::chunk_bytes);
  }
  chunks += ']';
}

ExitCode show_mode(PictureOptions &options, Shell &shell, Swizzle swizzle) {
  std::string &out = shell.out.buffer();
  const draw::Picture picture = draw::swizzle_picture(swizzle);
  if (options.json) {
    {
      io::ObjectWriter writer(out);
      append_mode(writer, swizzle);
    }
    out += '\n';
  } else {
    print_picture(picture, shell, {{}, {}, false}, out);
  }
  return write_svg(picture, options);
}

ExitCode answer(PictureOptions &options, Shell &shell, const Asked &asked, std::string &out) {
  const std::optional<Access> access = access_to_draw(shell, asked, out);
  if (!access)
    return found;
  const draw::TileMap map = draw::tile_map(asked.item.spec, *access);
  draw::Picture picture = draw::swizzle_picture(map);
  picture.facts.insert(picture.facts.begin(), {"spec", to_text(map.spec)});
  if (asked.json) {
    {
      io::ObjectWriter writer(out);
      io::append_others(writer, asked.item, [](std::string_view) { return true; });
      io::append_json(writer.member("spec"), map.spec);
      io::append_json(writer.member("access"), map.access);
      append_mode(writer, map.spec.swizzle);
      writer.number("phase_bytes",
                    map.access.smem_address % swizzle_period_bytes(map.spec.swizzle));
    }
    out += '\n';
  } else {
    print_picture(picture, shell, asked, out);
  }
  return write_svg(picture, options);
}

// A mode by itself: `swizzle 128B`.
std::optional<Swizzle> mode_alone(const SpecArgument &spec) {
  return spec.words().size() == 1 ? parse_enum<Swizzle>(spec.words()[0]) : std::nullopt;
}

constexpr auto footer = R"(
Instead of a spec, a mode by itself: none 32B 64B 128B, or one of sm_100's 128B_atom_32B
128B_atom_32B_flip_8B 128B_atom_64B.

Examples
  tmamap-inspect swizzle 128B
  tmamap-inspect swizzle tiled bf16 dim=128x64 strides=256 box=64x64 swizzle=128B load at=0,0 smem=0x80

Exit codes: 0 drawn, 1 no tile because the driver rejects the spec or the copy faults, 2 unreadable.)";

} // namespace

Run add_swizzle(CLI::App &app, Shell &shell) {
  const auto options = std::make_shared<PictureOptions>();
  add_picture_options(app, *options);
  app.footer(std::string(spec_forms) + footer);
  return [options, &shell]() -> int {
    if (const std::optional<Swizzle> mode = mode_alone(options->spec); mode && !name(*mode).empty())
      return show_mode(*options, shell, *mode);
    return answer_all(
        shell, options->spec, options->json,
        [&](const Asked &asked, std::string &out) { return answer(*options, shell, asked, out); });
  };
}

} // namespace tmamap::inspect
