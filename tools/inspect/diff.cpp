// SPDX-License-Identifier: MIT
// tmamap-inspect diff
#include <inspect/command.hpp>
#include <inspect/map_input.hpp>
#include <inspect/map_text.hpp>

#include <io/item.hpp>
#include <io/json_write.hpp>

#include <algorithm>
#include <array>
#include <memory>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace tmamap::inspect {
namespace {

struct Options {
  std::string a, b;
  bool json = false;
};

struct Side {
  Descriptor map;
  Spec spec;
};

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos)
    return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::optional<ReadError> read_spec(std::string_view text, Side &side) {
  io::ItemReader reader;
  io::Item item;
  if (io::Failure failure = reader.read_copy(text, item))
    return failure;
  if (item.kind == io::ItemKind::capture_header)
    return ReadError{{}, "a capture's first line is no spec"};
  if (!conforms(item.spec))
    spdlog::warn("the driver refuses a spec that is compared; values are cut to their fields");
  side.map = encode(item.spec);
  return std::nullopt;
}

// A word is a one-line spec if it begins with a mode.
bool is_spec(std::string_view text) {
  return !text.empty() &&
         (text[0] == '{' ||
          parse_enum<Mode>(text.substr(0, text.find_first_of(" \t\n"))).has_value());
}

std::optional<ReadError> read_side(const std::string &argument, Side &side) {
  std::string content = argument;
  if (argument == "-" || is_file(argument)) {
    content.clear();
    if (auto error = read_all(argument, content))
      return error;
  }
  std::optional<ReadError> error;
  const std::string_view text = trimmed(content);
  std::vector<std::uint8_t> bytes;
  std::vector<Descriptor> maps;
  if (is_binary(content)) {
    bytes.assign(content.begin(), content.end());
    error = split_maps(bytes, maps);
  } else if (is_spec(text) && text.find("\"descriptor\"") == std::string_view::npos) {
    error = read_spec(text, side);
  } else {
    // {"descriptor":"..."} alone: its digits are what is between the last quotes.
    std::string_view digits = text;
    if (is_spec(text)) {
      const std::size_t key = text.find("\"descriptor\"") + 12;
      const std::size_t open = text.find('"', key);
      const std::size_t close = open == std::string_view::npos ? open : text.find('"', open + 1);
      if (close == std::string_view::npos)
        return ReadError{"descriptor", "a string is wanted"};
      digits = text.substr(open + 1, close - open - 1);
    }
    error = read_hex(digits, bytes);
    if (!error)
      error = split_maps(bytes, maps);
  }
  if (error)
    return error;
  if (maps.size() > 1)
    return ReadError{{}, fmt::format("{} maps; one is compared", maps.size())};
  if (maps.size() == 1)
    side.map = maps[0];
  side.spec = decode(side.map).spec;
  return std::nullopt;
}

struct Difference {
  std::string name, place, a, b;
};

std::string bytes_text(const BitField &field, const Descriptor &map) {
  std::string text;
  for (std::uint32_t i = field.lsb / 8; i <= (field.lsb + field.width - 1) / 8; ++i)
    text += fmt::format("{}{:02x}", text.empty() ? "" : " ", map.byte(8 * field.word + i));
  return text;
}

std::string side_text(const BitField &field, const Side &side) {
  const std::string value = field.exists_in(side.map.layout())
                                ? field_value(field, side.map, side.spec)
                                : std::string("-");
  return fmt::format("{} [{}]", value, bytes_text(field, side.map));
}

std::vector<Difference> differences(const Side &a, const Side &b) {
  std::vector<Difference> all;
  Descriptor left = a.map ^ b.map; // bits that no difference shows yet
  const auto show = [&](const BitField &field) {
    left.words[field.word] &= ~(field.mask() << field.lsb);
    all.push_back(
        {field_name(field), field_place(field), side_text(field, a), side_text(field, b)});
  };
  for (const BitField &field : descriptor_fields) {
    const bool in_a = field.exists_in(a.map.layout()), in_b = field.exists_in(b.map.layout());
    if ((in_a || in_b) && (a.map.get(field) != b.map.get(field) || in_a != in_b))
      show(field);
  }
  for (std::uint32_t word = 0; word < descriptor_words; ++word)
    if (left.words[word] != 0)
      all.push_back({"unexplained", fmt::format("word {}, bits {:#x}", word, left.words[word]),
                     fmt::format("{:#x}", a.map.words[word] & left.words[word]),
                     fmt::format("{:#x}", b.map.words[word] & left.words[word])});
  return all;
}

void print(std::string &out, const std::vector<Difference> &all) {
  std::array<std::size_t, 3> widths = {};
  for (const Difference &row : all) {
    widths[0] = std::max(widths[0], row.name.size());
    widths[1] = std::max(widths[1], row.place.size());
    widths[2] = std::max(widths[2], row.a.size());
  }
  for (const Difference &row : all)
    fmt::format_to(std::back_inserter(out), "{:<{}}  {:<{}}  {:<{}}  {}\n", row.name, widths[0],
                   row.place, widths[1], row.a, widths[2], row.b);
  if (all.empty())
    out += "the same 128 bytes\n";
}

void print_json(std::string &out, const std::vector<Difference> &all) {
  {
    io::ObjectWriter writer(out);
    writer.number("differ", std::uint64_t{all.size()});
    std::string &list = writer.member("fields");
    list += '[';
    for (std::size_t i = 0; i < all.size(); ++i) {
      list += i == 0 ? "" : ",";
      io::ObjectWriter row(list);
      row.text("field", all[i].name);
      row.text("place", all[i].place);
      row.text("a", all[i].a);
      row.text("b", all[i].b);
    }
    list += ']';
  }
  out += '\n';
}

int run(const Options &options, Shell &shell) {
  Side a, b;
  const std::array<std::pair<const std::string *, Side *>, 2> sides = {
      {{&options.a, &a}, {&options.b, &b}}};
  for (const auto &[argument, side] : sides)
    if (const auto error = read_side(*argument, *side)) {
      spdlog::error("{}: {}", argument == &options.a ? "A" : "B", to_string(*error));
      return unreadable;
    }
  const std::vector<Difference> all = differences(a, b);
  if (options.json)
    print_json(shell.out.buffer(), all);
  else
    print(shell.out.buffer(), all);
  return all.empty() ? clean : found;
}

constexpr auto footer = R"(
A and B are each a map in hexadecimal, a spec in one line or JSON (in quotes), or a file of either;
a file may also hold the 128 bytes. Each line: the field, its place, and on each side what it means
and its bytes; `-` where the mode or the rank of that side has no such field.

Example
  tmamap-inspect diff map.bin 'tiled bf16 dim=128x64 strides=256 box=64x64 swizzle=128B'

Exit codes: 0 the same bytes, 1 different, 2 something unreadable.)";

} // namespace

Run add_diff(CLI::App &app, Shell &shell) {
  const auto options = std::make_shared<Options>();
  app.add_option("A", options->a, "A map, a spec or a file")->required();
  app.add_option("B", options->b, "Another")->required();
  app.add_flag("--json", options->json, "One line of JSON");
  app.footer(footer);
  return [options, &shell] { return run(*options, shell); };
}

} // namespace tmamap::inspect
