// SPDX-License-Identifier: MIT
// tmamap-inspect decode
#include <inspect/command.hpp>
#include <inspect/map_input.hpp>
#include <inspect/map_text.hpp>
#include <inspect/print_report.hpp>

#include <io/json_write.hpp>
#include <io/line_source.hpp>
#include <io/report.hpp>

#include <tmamap/text.hpp>

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <simdjson.h>
#include <spdlog/spdlog.h>

namespace tmamap::inspect {
namespace {

struct Options {
  std::vector<std::string> words;
  io::ReportWriter reports = {};
  std::optional<std::uint64_t> offset = std::nullopt; // in a binary file
  bool json = false;
  bool cpp = false;
};

bool is_ours(std::string_view key) {
  return key == "spec" || key == "unexplained" || io::is_report_key(key);
}

void append_oddity(std::string &out, const Oddity &oddity, std::uint32_t rank) {
  io::ObjectWriter writer(out);
  writer.number("word", std::uint64_t{oddity.word});
  writer.number("lsb", std::uint64_t{oddity.lsb});
  writer.number("width", std::uint64_t{oddity.width});
  if (oddity.field != nullptr)
    writer.text("field", field_name(*oddity.field));
  writer.text("found", fmt::format("{:#x}", oddity.found));
  writer.text("driver", fmt::format("{:#x}", oddity.driver));
  writer.text("message", oddity_text(oddity, rank));
}

// One map to answer, with the JSON members that came with it, as written: ,"id":"a"
struct Given {
  Descriptor map;
  std::string title = {};
  std::string carried = {};
};

class Decoder {
public:
  Decoder(const Options &options, Shell &shell) : options_(options), shell_(shell) {}

  void answer(const Given &given) {
    const Decoded decoded = decode(given.map);
    const Report report = check(decoded.spec);
    bool never_seen = false;
    for_each_oddity(given.map, decoded, [&](const Oddity &oddity) {
      never_seen |= oddity.field != nullptr && oddity.field->name == "version" && is_alien(oddity);
    });
    if (report.verdict == Verdict::reject || never_seen)
      code_ = std::max<int>(code_, found);
    std::string &out = shell_.out.buffer();
    if (options_.json)
      append_json(out, given, decoded, report);
    else if (options_.cpp)
      append_cpp_call(out, decoded.spec);
    else
      print(out, given, decoded, report);
    shell_.out.written();
    ++answered_;
  }

  void refuse(std::uint64_t line, const ReadError &error) {
    code_ = unreadable;
    if (options_.json) {
      io::append_input_error(shell_.out.buffer(), line, error);
      shell_.out.buffer() += '\n';
    } else {
      shell_.out.flush(); // so that the message stands in its place
      spdlog::error("{}", to_string(error));
    }
  }
  [[nodiscard]] int code() const { return code_; }

private:
  void append_json(std::string &out, const Given &given, const Decoded &decoded,
                   const Report &report) const {
    {
      io::ObjectWriter writer(out);
      io::append_json(writer.member("spec"), decoded.spec);
      std::string &list = writer.member("unexplained");
      list += '[';
      bool first = true;
      for_each_oddity(given.map, decoded, [&](const Oddity &oddity) {
        list += first ? "" : ",";
        first = false;
        append_oddity(list, oddity, given.map.rank());
      });
      list += ']';
      options_.reports.append(writer, report, decoded.spec, {});
    }
    out.insert(out.size() - 1, given.carried);
    out += '\n';
  }

  void print(std::string &out, const Given &given, const Decoded &decoded,
             const Report &report) const {
    Page page(out, shell_.colour);
    if (answered_ != 0)
      page.blank();
    if (!given.title.empty())
      page.heading(Colour::bold, given.title, "");
    draw_map(out, given.map, decoded.spec);
    for_each_oddity(given.map, decoded, [&](const Oddity &oddity) {
      page.heading(is_alien(oddity) ? Colour::yellow : Colour::cyan,
                   is_alien(oddity) ? "unexplained" : "note",
                   oddity_text(oddity, given.map.rank()));
    });
    if (const std::string maker = maker_text(given.map, decoded); !maker.empty())
      page.heading(Colour::cyan, "note", maker);
    print_report(page, report, decoded.spec, {});
  }

  const Options &options_;
  Shell &shell_;
  int code_ = clean;
  std::uint64_t answered_ = 0;
};

void answer_bytes(Decoder &decoder, const std::vector<std::uint8_t> &bytes) {
  std::vector<Descriptor> maps;
  if (const auto error = split_maps(bytes, maps))
    return decoder.refuse(1, *error);
  for (std::size_t i = 0; i < maps.size(); ++i)
    decoder.answer({maps[i], maps.size() == 1 ? "" : fmt::format("map {}", i + 1)});
}

void answer_text(Decoder &decoder, std::string_view text) {
  std::vector<std::uint8_t> bytes;
  if (const auto error = read_hex(text, bytes))
    return decoder.refuse(1, *error);
  answer_bytes(decoder, bytes);
}

void answer_binary(Decoder &decoder, std::string_view content, const Options &options) {
  if (options.offset) { // a map inside of something larger
    if (*options.offset > content.size())
      return decoder.refuse(1, {"--offset", fmt::format("{} is past the end of {} bytes",
                                                        *options.offset, content.size())});
    content = content.substr(*options.offset, descriptor_bytes);
  }
  answer_bytes(decoder, std::vector<std::uint8_t>(content.begin(), content.end()));
}

// {"descriptor":"..."} with anything beside it, or a line of a capture.
class JsonLines {
public:
  explicit JsonLines(Decoder &decoder) : decoder_(decoder) {}

  void answer(std::uint64_t number, std::string_view line) {
    if (line.find_first_not_of(" \t\r") == std::string_view::npos)
      return decoder_.refuse(number, {{}, "the line is empty"});
    padded_.assign(line);
    padded_.append(io::line_padding_bytes, ' ');
    simdjson::dom::element root;
    const auto code = parser_.parse(padded_.data(), line.size(), false).get(root);
    if (code != simdjson::SUCCESS)
      return decoder_.refuse(number, io::explain_bad_json(line, code));
    simdjson::dom::object object;
    if (root.get(object) != simdjson::SUCCESS)
      return decoder_.refuse(number, {{}, "an object is wanted, not " + io::describe(root)});
    if (object["capture"].error() == simdjson::SUCCESS) // a capture's first line
      return;
    const bool captured = object["driver"].error() == simdjson::SUCCESS;
    simdjson::dom::element found;
    if ((captured ? object["driver"]["descriptor"] : object["descriptor"]).get(found) !=
        simdjson::SUCCESS) {
      if (captured && refused_by_driver(object))
        return;
      return decoder_.refuse(number, {captured ? "driver.descriptor" : "descriptor", "missing"});
    }
    std::string_view hex;
    if (found.get(hex) != simdjson::SUCCESS)
      return decoder_.refuse(number,
                             {"descriptor", "a string is wanted, not " + io::describe(found)});
    answer_hex(number, hex, object);
  }

private:
  static bool refused_by_driver(simdjson::dom::object object) {
    std::int64_t result = 0;
    return object["driver"]["result"].get(result) == simdjson::SUCCESS && result != 0;
  }

  void answer_hex(std::uint64_t number, std::string_view hex, simdjson::dom::object object) {
    std::vector<std::uint8_t> bytes;
    std::vector<Descriptor> maps;
    auto error = read_hex(hex, bytes);
    if (!error)
      error = split_maps(bytes, maps);
    if (!error && maps.size() != 1)
      error = ReadError{{}, fmt::format("{} maps; a line has one", maps.size())};
    if (error)
      return decoder_.refuse(number, {"descriptor", to_string(*error)});
    Given given{maps[0], fmt::format("line {}", number)};
    for (const auto [key, value] : object)
      if (key != "descriptor" && key != "driver" && !is_ours(key)) {
        given.carried += ',';
        io::append_string(given.carried, key);
        given.carried += ':' + std::string(simdjson::minify(value));
      }
    decoder_.answer(given);
  }

  Decoder &decoder_;
  simdjson::dom::parser parser_;
  std::string padded_;
};

bool starts_json(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin != std::string_view::npos && text[begin] == '{' &&
         text.find('"', begin) != std::string_view::npos;
}

void answer_content(Decoder &decoder, std::string_view content, const Options &options) {
  if (options.offset || is_binary(content))
    return answer_binary(decoder, content, options);
  if (!starts_json(content))
    return answer_text(decoder, content);
  JsonLines lines(decoder);
  for (std::uint64_t number = 1; !content.empty(); ++number) {
    const std::size_t end = std::min(content.find('\n'), content.size());
    lines.answer(number, content.substr(0, end));
    content.remove_prefix(std::min(end + 1, content.size()));
  }
}

int run(const Options &options, Shell &shell) {
  Decoder decoder(options, shell);
  const bool one_word = options.words.size() == 1;
  if (options.words.empty() ||
      (one_word && (options.words[0] == "-" || is_file(options.words[0])))) {
    std::string content;
    const std::string path = options.words.empty() ? "-" : options.words[0];
    if (const auto error = read_all(path, content))
      decoder.refuse(1, *error);
    else
      answer_content(decoder, content, options);
    return decoder.code();
  }
  std::string text;
  for (const std::string &word : options.words)
    (text += word) += ' ';
  text.pop_back();
  if (options.offset)
    decoder.refuse(1, {"--offset", "belongs to a binary file"});
  else if (one_word && text.find_first_of("./") != std::string::npos)
    decoder.refuse(1, {text, "no such file"});
  else
    answer_content(decoder, text, options);
  return decoder.code();
}

constexpr auto footer = R"(
HEX is 128 bytes in hexadecimal, in memory order, together or with blanks, commas and 0x; FILE holds
that, or lines of xxd, hexdump -C or hexdump, or what gdb prints for x/32xw, x/16xg or x/128xb (words
with 0x are little-endian), or JSON lines {"descriptor":"..."}, or the bytes themselves. Several maps
may follow one another. `-` or nothing is standard input.

Examples
  tmamap-inspect encode tiled u8 dim=64 box=64 | tmamap-inspect decode
  tmamap-inspect decode core.bin --offset 0x1f40
  xxd -l 128 map.bin | tmamap-inspect decode --c
  tmamap-inspect decode maps.jsonl --json | jq -c .spec

Exit codes: 0 clean, 1 a map that breaks a rule or has a version never seen, 2 no map.)";

} // namespace

Run add_decode(CLI::App &app, Shell &shell) {
  const auto options = std::make_shared<Options>();
  app.add_option("HEX|FILE", options->words, "A map in hexadecimal, or a file (see below)");
  app.add_option("--offset", options->offset, "Where the map lies in a binary file, in bytes")
      ->type_name("N");
  CLI::Option *const json =
      app.add_flag("--json", options->json, "Spec, unexplained bits and findings, one line a map");
  app.add_flag("--c", options->cpp, "Print the equivalent cuTensorMapEncode call as C++ source")
      ->excludes(json);
  app.footer(footer);
  return [options, &shell] { return run(*options, shell); };
}

} // namespace tmamap::inspect
