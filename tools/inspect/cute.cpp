// SPDX-License-Identifier: MIT
// tmamap-inspect cute
#include <inspect/cute_answer.hpp>
#include <inspect/page.hpp>
#include <inspect/progress.hpp>
#include <inspect/show_picture.hpp>

#include <io/line_source.hpp>

#include <tmamap/text.hpp>

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace tmamap::inspect {
namespace {

struct Options {
  CuteTexts texts;
  std::string file = "-";
  std::string address, target = "sm_90";
  PictureOptions picture;
  bool json = false;
};

// The tile as all of its copies leave it.
draw::TileMap tile_map_of(const Spec &spec, const std::vector<cute::TmaInstruction> &copies) {
  draw::TileMap all;
  for (const cute::TmaInstruction &copy : copies) {
    Access access;
    access.coordinates = copy.coordinates;
    access.smem_address = copy.smem_offset_bytes;
    draw::TileMap map = draw::tile_map(spec, access);
    if (all.chunks.empty())
      all = std::move(map);
    else
      all.chunks.insert(all.chunks.end(), map.chunks.begin(), map.chunks.end());
  }
  std::stable_sort(
      all.chunks.begin(), all.chunks.end(),
      [](const draw::Chunk &a, const draw::Chunk &b) { return a.smem_address < b.smem_address; });
  return all;
}

ExitCode draw_answer(const CuteAnswer &answer, PictureOptions &options) {
  const Spec *spec = answer.layouts.copy    ? &answer.layouts.copy->spec
                     : answer.question.spec ? &*answer.question.spec
                                            : nullptr;
  if (options.svg.empty() || spec == nullptr || answer.code() != clean)
    return clean;
  const draw::TileMap map = answer.layouts.copy ? tile_map_of(*spec, answer.layouts.copy->copies)
                                                : draw::tile_map(*spec, draw::first_access(*spec));
  draw::Picture picture = draw::tile_picture(map, 0);
  picture.facts.insert(picture.facts.begin(), {"spec", to_text(*spec)});
  if (answer.question.request)
    picture.facts.insert(picture.facts.begin(),
                         {"smem", cute::to_text(answer.question.request->smem)});
  return write_svg(picture, options);
}

class Answerer {
public:
  Answerer(Options &options, Shell &shell) : options_(options), shell_(shell) {}

  int run_texts() {
    CuteQuestion question;
    if (const auto error = read_question(options_.texts, question)) {
      if (options_.json)
        refuse_in_json(1, *error);
      else
        spdlog::error("{}", with_mark(*error));
      return unreadable;
    }
    answer(question, nullptr, {}, options_.json);
    return code_;
  }

  int run_lines() {
    io::LineSource source(options_.file);
    const bool json = options_.json || !shell_.out.is_terminal();
    CuteLineReader reader;
    reader.default_target = options_.texts.target;
    io::Item carried;
    CuteQuestion question;
    Progress progress(options_.file == "-" ? "standard input" : options_.file);
    while (!shell_.out.closed()) {
      if (!source.has_line())
        shell_.out.flush();
      const std::optional<io::Line> line = source.next();
      if (!line)
        break;
      auto error = line->failure.empty() ? reader.read(line->text, question, carried)
                                         : std::optional<CuteError>({{{}, line->failure}, {}, {}});
      if (error)
        refuse(line->number, *error, json);
      else
        answer(question, &carried, fmt::format("line {}", line->number), json);
      shell_.out.written();
      progress.at(line->number);
    }
    return code_;
  }

private:
  void answer(const CuteQuestion &question, const io::Item *carried, const std::string &title,
              bool json) {
    const CuteAnswer answer = answer_of(question);
    std::string &out = shell_.out.buffer();
    if (json) {
      append_json(out, answer, carried);
    } else {
      Page page(out, shell_.colour);
      if (!title.empty())
        page.heading(Colour::bold, title, "");
      print_answer(page, answer);
    }
    if (!answer.proof.holds())
      spdlog::critical("error of tmamap, not of the layouts: {}", answer.proof.first);
    code_ = std::max({code_, int{answer.code()}, int{draw_answer(answer, options_.picture)}});
  }

  void refuse_in_json(std::uint64_t line, const CuteError &error) {
    io::append_input_error(shell_.out.buffer(), line, error.error);
    shell_.out.buffer() += '\n';
  }

  void refuse(std::uint64_t line, const CuteError &error, bool json) {
    code_ = unreadable;
    if (json)
      return refuse_in_json(line, error);
    shell_.out.flush(); // so that the message stands in its place
    spdlog::error("line {}: {}", line, with_mark(error));
  }

  Options &options_;
  Shell &shell_;
  int code_ = clean;
};

int run(Options &options, Shell &shell) {
  if (!options.address.empty()) {
    const ParsedNumber number = parse_number(options.address);
    const auto address = narrow<std::uint64_t>(number.value);
    if (number.fault != NumberFault::none || !address) {
      spdlog::error("--address: {}", number.fault != NumberFault::none
                                         ? fault_message(options.address, number.fault)
                                         : range_message<std::uint64_t>(number.value));
      return unreadable;
    }
    options.texts.global_address = *address;
  }
  const std::optional<Target> target = parse_enum<Target>(options.target);
  if (!target) {
    spdlog::error("--target: {}", enum_message<Target>(options.target));
    return unreadable;
  }
  options.texts.target = *target;
  Answerer answerer(options, shell);
  const CuteTexts &texts = options.texts;
  const bool given = !texts.gmem.empty() || !texts.smem.empty() || !texts.map.empty();
  return given ? answerer.run_texts() : answerer.run_lines();
}

constexpr auto footer = R"text(
Layouts are written as cute::print prints them: _64 is known while compiling, 64 is not; without
strides they are compact. A tensor's or a pointer's prefix may stand before them. The shared layout
may also be made from a name: tile_to_shape(K SW128, (_128,_64)), with an order as third argument;
the names are K and MN with SW128, SW64, SW32 and INTER.

What CUTLASS makes of them (make_tma_copy with SM90_TMA_LOAD) is printed: spec, copies of the first
tile, transaction bytes and descriptor. The copies are then simulated, and every element is compared
with the shared layout. Where there is no descriptor, the reasons are printed, with the nearest layout
that works; `explain` tells more of each.

`instructions` in JSON counts what a kernel calls: the modes of CUTLASS's partition behind the first.
One call issues all of `copies`.

Lines of JSON are read from FILE or standard input:
  {"data_type":"f16","gmem":"(256,128):(128,_1)","smem":"(_64,_32):(_32,_1)","global_address":0}
with "tile", "cluster" and "target" if they are needed; or {"spec":...} or {"descriptor":"..."} for
the way back.

Examples
  tmamap-inspect cute --dtype f16 --gmem '(256,128):(128,_1)' \
      --smem 'Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))'
  tmamap-inspect cute --dtype bf16 --gmem '(4096,512):(_1,4096)' \
      --smem 'tile_to_shape(MN SW128, (_128,_64))' --cluster 2
  tmamap-inspect cute --map 'tiled f16 dim=128x256 strides=256 box=64x128 swizzle=128B'
  tmamap-inspect cute copies.jsonl | jq .descriptor

Exit codes: 0 every layout has a descriptor, 1 one has none, 2 something unreadable.)text";

} // namespace

Run add_cute(CLI::App &app, Shell &shell) {
  const auto options = std::make_shared<Options>();
  CuteTexts &texts = options->texts;
  app.add_option("FILE", options->file, "Lines of JSON; - is standard input")
      ->capture_default_str();
  app.add_option("--dtype,--data-type", texts.data_type,
                 "The data type, as in a spec: f16, tf32, …")
      ->type_name("TYPE");
  app.add_option("--gmem", texts.gmem, "The layout of the whole tensor")->type_name("LAYOUT");
  app.add_option("--smem", texts.smem, "The layout of one tile in shared memory")
      ->type_name("LAYOUT");
  app.add_option("--tile", texts.tile, "The tile, if it is not the shape of the shared layout")
      ->type_name("SHAPE");
  app.add_option("--cluster", texts.cluster, "CTAs that share a tile by multicast")
      ->type_name("N")
      ->capture_default_str();
  app.add_option("--address", options->address, "Where the tensor begins")->type_name("ADDRESS");
  app.add_option("--map", texts.map,
                 "The way back: a spec, or the 128 bytes in hexadecimal, instead of layouts")
      ->type_name("SPEC|HEX");
  app.add_option("--target", options->target, "sm_90 or sm_100")->capture_default_str();
  app.add_flag("--json", options->json, "Print JSON, one line each");
  app.add_option("--svg", options->picture.svg, "Also draw the tile in shared memory to FILE")
      ->type_name("FILE");
  app.footer(footer);
  return [options, &shell] { return run(*options, shell); };
}

} // namespace tmamap::inspect
