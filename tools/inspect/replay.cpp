// SPDX-License-Identifier: MIT
// tmamap-inspect replay
#include <inspect/command.hpp>
#include <inspect/print_difference.hpp>
#include <inspect/progress.hpp>

#include <io/json_write.hpp>
#include <io/line_source.hpp>

#include <tmamap/descriptor.hpp>

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace tmamap::inspect {
namespace {

struct Options {
  std::vector<std::string> files;
  std::size_t show = 3;
  bool json = false;
};

struct Counts {
  std::uint64_t replayed = 0, differ = 0, unreadable = 0;
};

class Replay {
public:
  Replay(const Options &options, Shell &shell) : options_(options), shell_(shell) {}

  void run(const std::string &file) {
    counts_ = {};
    shown_.clear();
    file_ = file;
    io::LineSource source(file);
    Progress progress(file == "-" ? "standard input" : file);
    while (const std::optional<io::Line> line = source.next()) {
      number_ = line->number;
      const io::Failure failure =
          line->failure.empty() ? take(line->text) : io::Failure(ReadError{{}, line->failure});
      if (failure) {
        ++counts_.unreadable;
        spdlog::error("{}: line {}: {}", file, line->number, to_string(*failure));
      }
      progress.at(line->number);
    }
    report();
    total_.replayed += counts_.replayed;
    total_.differ += counts_.differ;
    total_.unreadable += counts_.unreadable;
  }

  int finish() {
    std::string &out = shell_.out.buffer();
    {
      io::ObjectWriter writer(out);
      writer.number("replayed", total_.replayed);
      writer.number("differ", total_.differ);
      if (options_.json)
        writer.member("files") += "[" + files_json_ + "]";
    }
    out += '\n';
    return total_.unreadable != 0 ? unreadable : total_.differ != 0 ? found : clean;
  }

private:
  // One line: a header, an encode, a copy. Every other is an error: nothing is skipped.
  io::Failure take(std::string_view text) {
    if (io::Failure failure = reader_.read(text, item_))
      return failure;
    if (item_.kind == io::ItemKind::capture_header) {
      io::CaptureHeader header;
      return io::read_header(item_, header);
    }
    io::Records records;
    if (io::Failure failure = io::read_records(item_, records))
      return failure;
    if (!records.hardware && !records.driver)
      return io::fail({}, "neither \"hardware\" nor \"driver\": no captured line");
    if (records.hardware && !item_.context.access)
      return io::fail("access", "missing beside \"hardware\"");
    Difference difference;
    difference.records = records;
    if (records.driver)
      compare_encode(difference);
    if (records.hardware)
      if (io::Failure failure = compare_copy(difference))
        return failure;
    ++counts_.replayed;
    if (!difference.keys.empty())
      keep(std::move(difference));
    return std::nullopt;
  }

  void compare_encode(Difference &difference) const {
    difference.accepts = conforms(item_.spec, item_.context);
    if (difference.accepts != (difference.records.driver->result == 0))
      difference.keys.emplace_back("driver");
    const std::optional<io::Descriptor> &captured = difference.records.driver->descriptor;
    if (!difference.accepts || !captured)
      return;
    const tmamap::Descriptor map = encode(item_.spec);
    io::Descriptor &bytes = difference.encoded.emplace();
    for (std::size_t i = 0; i < bytes.size(); ++i)
      bytes[i] = std::byte{map.byte(i)};
    if (bytes != *captured)
      difference.keys.emplace_back("descriptor");
  }

  io::Failure compare_copy(Difference &difference) {
    const replay::CopyCase copy{item_.spec, *item_.context.access, item_.context.target,
                                item_.context.descriptor_address};
    if (io::Failure failure = runner_.run(copy, difference.records))
      return failure;
    const io::CopyResult &hardware = *difference.records.hardware;
    difference.simulated = runner_.outcome(hardware);
    difference.cause = runner_.result().cause;
    difference.input = runner_.result().input;
    const auto keys = replay::differing_keys(hardware, difference.simulated);
    difference.keys.insert(difference.keys.end(), keys.begin(), keys.end());
    if (difference.input)
      difference.keys.emplace_back("input");
    else if (!keys.empty() && shown_.size() < options_.show)
      difference.why = replay::explain(runner_, copy, difference.records);
    return std::nullopt;
  }

  void keep(Difference difference) {
    ++counts_.differ;
    if (shown_.size() >= options_.show)
      return;
    difference.file = file_;
    difference.line = number_;
    difference.spec = item_.spec;
    difference.context = item_.context;
    for (const io::Member &member : item_.others)
      if (std::string_view id; member.name == "id" && member.element.get(id) == simdjson::SUCCESS)
        difference.id = id;
    shown_.push_back(std::move(difference));
  }

  void report() {
    if (options_.json)
      append_file_json();
    else
      print_file();
  }

  void print_file() {
    Page page(shell_.out.buffer(), shell_.colour);
    for (const Difference &difference : shown_)
      print_difference(page, difference);
    if (counts_.differ > shown_.size())
      page.labelled("and", fmt::format("{} more that differ (--show N shows N of them)",
                                       counts_.differ - shown_.size()));
    std::string text =
        fmt::format("{}  {} lines replayed, {} differ", file_, counts_.replayed, counts_.differ);
    if (counts_.unreadable != 0)
      text += fmt::format(", {} unreadable", counts_.unreadable);
    const bool good = counts_.differ == 0 && counts_.unreadable == 0;
    page.heading(good ? Colour::green : Colour::red, good ? "same" : "DIFFERS", text);
    shell_.out.flush();
  }

  void append_file_json() {
    files_json_ += files_json_.empty() ? "" : ",";
    io::ObjectWriter writer(files_json_);
    writer.text("file", file_);
    writer.number("replayed", counts_.replayed);
    writer.number("differ", counts_.differ);
    writer.number("unreadable", counts_.unreadable);
    std::string &list = writer.member("differences");
    list += '[';
    for (const Difference &difference : shown_) {
      list += list.back() == '[' ? "" : ",";
      append_difference_json(list, difference);
    }
    list += ']';
  }

  const Options &options_;
  Shell &shell_;
  io::ItemReader reader_ = {};
  io::Item item_ = {};
  replay::CopyRunner runner_ = {};
  std::string file_;
  std::uint64_t number_ = 0;
  Counts counts_ = {}, total_ = {};
  std::vector<Difference> shown_ = {}; // of this file, the first ones
  std::string files_json_;
};

constexpr auto footer = R"(
Runs every line of captures (JSON lines, plain or gzipped; nothing or `-` is standard input): copies
through the simulator, encodes through the rules and the field table. A difference is shown with its spec and access,
and the model is run again with single changes (another swizzle phase, another fill, strides rounded
the other way, ...): one that gives the chip's hash names the cause, and shows the bytes.

Prints a line for each file and, last, {"replayed":N,"differ":D}; with --json that object alone,
which then also lists files and differences.

Example
  tmamap-inspect replay captures/*.jsonl.gz

Exit codes: 0 no line differs, 1 some do, 2 some cannot be read.)";

} // namespace

Run add_replay(CLI::App &app, Shell &shell) {
  const auto options = std::make_shared<Options>();
  app.add_option("FILE", options->files, "Captures");
  app.add_option("--show", options->show, "How many differences of a file to show in full")
      ->type_name("N")
      ->capture_default_str();
  app.add_flag("--json", options->json, "Print one JSON object");
  app.footer(footer);
  return [options, &shell] {
    if (options->files.empty())
      options->files.emplace_back("-");
    Replay replay(*options, shell);
    for (const std::string &file : options->files)
      replay.run(file);
    return replay.finish();
  };
}

} // namespace tmamap::inspect
