// SPDX-License-Identifier: MIT
// tmamap-inspect fields
#include <inspect/map_text.hpp>

#include <inspect/command.hpp>

#include <io/json_write.hpp>

#include <memory>

#include <fmt/format.h>

namespace tmamap::inspect {
namespace {

constexpr auto markdown_opening =
    R"(<!-- Made by `tmamap-inspect fields --markdown`; a test compares. -->
# Fields

The 128 bytes of a CUtensorMap on sm_90, as sixteen 64-bit words, little-endian in memory. Everything
that no row covers, fields of dimensions past the rank included, is zero in a map that the driver made.

| word | bits | field | in | holds | seen in |
| --- | --- | --- | --- | --- | --- |
)";

constexpr auto markdown_closing = R"(
*tiled* and *im2col* are the two values of `mode`; ranks are those of the map. What the bytes do not
keep: `im2col_wide` (the driver writes an `im2col` map whose corners are zero but for W's),
`im2col_wide_mode`, and whether `tensor_rank` and `element_strides` were given or implied.

`tensormap.replace` takes PTX's numbers: the element types as above, with tf32 11 and tf32_ftz 12. It
stores box sides, extents and element strides minus 1 and a stride without its low four bits, each
cut to its field; a type sets the tf32 bit but never clears it, and a swizzle mode clears bit 22 of
word 1. It leaves words 8 and 9 alone.
)";

// Ranks that have the field, in one mode: "", "3 to 5", "4".
std::string ranks_text(const BitField &field, bool im2col) {
  std::uint32_t low = 0, high = 0;
  for (std::uint32_t rank = 1; rank <= 8; ++rank)
    if (field.exists_in(layout_of(im2col, rank))) {
      low = low == 0 ? rank : low;
      high = rank;
    }
  if (low == 0)
    return {};
  if (high == 8)
    return low == 1 ? "any rank" : fmt::format("rank {} on", low);
  return fmt::format("rank {}", low);
}

std::string scope_text(const BitField &field) {
  const std::string tiled = ranks_text(field, false), im2col = ranks_text(field, true);
  if (tiled == im2col)
    return tiled;
  std::string text = tiled.empty() ? "" : "tiled, " + tiled;
  if (!im2col.empty())
    text += (text.empty() ? "im2col, " : "; im2col, ") + im2col;
  return text;
}

std::string bits_text(const BitField &field) {
  return field.width == 1 ? fmt::format("{}", field.lsb)
                          : fmt::format("{}:{}", field.lsb + field.width - 1, field.lsb);
}

void append_field_json(std::string &out, const BitField &field) {
  io::ObjectWriter writer(out);
  writer.text("field", field_name(field));
  writer.number("word", std::uint64_t{field.word});
  writer.number("lsb", std::uint64_t{field.lsb});
  writer.number("width", std::uint64_t{field.width});
  writer.text("in", scope_text(field));
  writer.text("holds", field.meaning);
  writer.text("since", field.since);
  writer.text("seen", field.seen);
}

} // namespace

Run add_fields(CLI::App &app, Shell &shell) {
  struct Options {
    bool json = false;
    bool markdown = false;
  };
  const auto options = std::make_shared<Options>();
  CLI::Option *const json = app.add_flag("--json", options->json, "One line of JSON a field");
  app.add_flag("--markdown", options->markdown, "The reference page, docs/FIELDS.md")
      ->excludes(json);
  app.footer("\nExamples\n  tmamap-inspect fields | grep global_dim\n"
             "  tmamap-inspect fields --markdown > docs/FIELDS.md");
  return [options, &shell]() -> int {
    std::string &out = shell.out.buffer();
    out += options->markdown ? markdown_opening : "";
    for (const BitField &field : descriptor_fields) {
      if (options->json) {
        append_field_json(out, field);
        out += '\n';
      } else {
        fmt::format_to(std::back_inserter(out),
                       options->markdown ? fmt::runtime("| {} | {} | {} | {} | {} | {} |\n")
                                         : fmt::runtime("{:>2}  {:<5}  {:<26} {:<18}  {}\n"),
                       field.word, bits_text(field), field_name(field), scope_text(field),
                       field.meaning, field.seen);
      }
    }
    out += options->markdown ? markdown_closing : "";
    return clean;
  };
}

} // namespace tmamap::inspect
