// SPDX-License-Identifier: MIT
// tmamap-inspect encode
#include <inspect/batch.hpp>
#include <inspect/map_text.hpp>
#include <inspect/print_report.hpp>

#include <io/report.hpp>

#include <tmamap/text.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

#include <spdlog/spdlog.h>

namespace tmamap::inspect {
namespace {

constexpr std::string_view not_measured =
    "only maps of sm_90 were measured: the bytes of another target's are not known";

struct Options {
  SpecArgument spec;
  io::ReportWriter reports = {};
  bool json = false;
  bool c_array = false;
  std::string binary;
  std::ofstream binary_file = {};
};

bool is_ours(std::string_view name) {
  return name == "descriptor" || name == "encode_error" || io::is_report_key(name);
}

// What stands between a spec and its bytes: the encoder's rules, not those of a copy through the
// map or of another address for it.
Context encoder_context(const Context &given) {
  Context context = given;
  context.access.reset();
  context.replacement_address.reset();
  return context;
}

void append_json(std::string &out, const Options &options, const io::Item &item,
                 const Report &report, const std::optional<Descriptor> &map) {
  {
    io::ObjectWriter writer(out);
    io::append_others(writer, item, [](std::string_view name) { return !is_ours(name); });
    if (map) {
      append_hex(writer.member("descriptor") += '"', *map);
      out += '"';
    } else {
      if (report.driver_accepts)
        writer.text("encode_error", not_measured);
      options.reports.append(writer, report, item.spec, encoder_context(item.context));
    }
  }
  out += '\n';
}

ExitCode answer(Options &options, bool colour, const Asked &asked, std::string &out) {
  const io::Item &item = asked.item;
  const Context context = encoder_context(item.context);
  const std::optional<Descriptor> map = encode_if_accepted(item.spec, context);
  const Report report = map ? Report{} : check(item.spec, context);
  if (map && options.binary_file.is_open()) {
    std::uint8_t bytes[descriptor_bytes];
    map->to_bytes(bytes);
    options.binary_file.write(reinterpret_cast<const char *>(bytes), sizeof bytes);
  }
  // A line that has no bytes is answered in JSON wherever lines are.
  if (options.json || (!map && asked.json)) {
    append_json(out, options, item, report, map);
  } else if (map && options.c_array) {
    append_c_array(out, *map);
  } else if (map) {
    if (options.binary.empty()) {
      append_hex(out, *map);
      out += '\n';
    }
  } else {
    Page page(out, colour);
    if (report.driver_accepts)
      page.heading(Colour::red, "error", not_measured);
    else if (asked.title.empty())
      print_report(page, report, item.spec, context);
    else
      print_summary(page, asked.title, report, item.spec, context);
  }
  return map ? clean : found;
}

int run(Options &options, Shell &shell) {
  if (!options.binary.empty()) {
    options.binary_file.open(options.binary, std::ios::binary | std::ios::trunc);
    if (!options.binary_file) {
      spdlog::error("{}: {}", options.binary, std::strerror(errno));
      return unreadable;
    }
  }
  const int code =
      answer_all(shell, options.spec, options.json, [&](const Asked &asked, std::string &out) {
        return answer(options, shell.colour, asked, out);
      });
  if (options.binary_file.is_open() && !options.binary_file.flush()) {
    spdlog::error("{}: cannot be written", options.binary);
    return unreadable;
  }
  return code;
}

constexpr auto footer = R"(
A spec that the driver refuses has no bytes: its findings are printed instead, and the exit code is 1.
Lines are answered one by one, in order: a map in hexadecimal, or what is wrong as JSON.

Examples
  tmamap-inspect encode tiled bf16 dim=128x64 strides=256 box=64x64 swizzle=128B addr=0x7f0000001000
  tmamap-inspect encode specs.jsonl --json | jq -r .descriptor
  tmamap-inspect encode --binary map.bin tiled u8 dim=64 box=64

Exit codes: 0 encoded, 1 a spec that the driver refuses, 2 something unreadable.)";

} // namespace

Run add_encode(CLI::App &app, Shell &shell) {
  const auto options = std::make_shared<Options>();
  options->spec.add_to(app);
  app.add_flag("--json", options->json, R"(Print {"descriptor":"..."}, one line each)");
  CLI::Option *const array =
      app.add_flag("--c-array", options->c_array, "Print an initialised C array");
  app.add_option("--binary", options->binary, "Write the 128 bytes of each map to a file")
      ->type_name("FILE")
      ->excludes(array);
  app.footer(std::string(spec_forms) + footer);
  return [options, &shell] { return run(*options, shell); };
}

} // namespace tmamap::inspect
