// SPDX-License-Identifier: MIT
// tmamap-kernels: runs the examples on the model, on as many schedules as asked for, and draws
// them.
#include "example.hpp"
#include "timeline.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>

using namespace examples;

namespace {

constexpr std::size_t most_steps = 52; // of a drawing

struct Options {
  std::vector<std::string> names;
  bool broken = false;
  std::uint64_t seed = 0, seeds = 1;
  std::string svg;
};

bool wanted(const Options &options, const Example &example) {
  return options.names.empty() ||
         std::any_of(options.names.begin(), options.names.end(), [&](const std::string &name) {
           return example.name.find(name) != std::string_view::npos;
         });
}

// True if every schedule ends as it should: clean and with the right bytes, or with the one
// finding.
bool run(const Example &example, const Options &options) {
  Memory memory(example);
  const Arguments args = arguments(example, Memory::address, options.broken);
  const std::vector<std::uint8_t> right = expected(example);
  const kernel::Body body = [&](Thread &t) { return example.thread(t, args); };
  kernel::Machine machine;
  std::uint64_t as_it_should = 0;
  kernel::Findings shown;
  for (std::uint64_t i = 0; i < options.seeds; ++i) {
    memory.fill();
    kernel::Result result =
        machine.run(example.launch, body, memory.global(), {.seed = options.seed + i});
    const bool alike = std::equal(right.begin(), right.end(), memory.bytes().begin());
    as_it_should += options.broken ? result.findings.size() == 1 &&
                                         result.findings[0].rule->id == example.finding
                                   : result.clean() && alike;
    if (shown.empty())
      shown = std::move(result.findings);
  }
  std::printf("%s%s: %s; %llu of %llu schedules %s\n", example.name.data(),
              options.broken ? ", broken" : "",
              options.broken ? example.mistake.data() : example.title.data(),
              static_cast<unsigned long long>(as_it_should),
              static_cast<unsigned long long>(options.seeds),
              options.broken ? "give exactly its finding" : "right");
  for (const kernel::Finding &finding : shown)
    std::fputs(to_string(finding).c_str(), stdout);
  return as_it_should == options.seeds;
}

bool draw_svg(const Example &example, const Options &options) {
  Memory memory(example);
  const Arguments args = arguments(example, Memory::address, options.broken);
  const kernel::Result result =
      kernel::run(example.launch, [&](Thread &t) { return example.thread(t, args); },
                  memory.global(), {.seed = options.seed, .trace = true});
  const std::string title = std::string(example.name) + ": " + std::string(example.title);
  const std::string path = options.svg + "/" + std::string(example.name) + ".svg";
  std::ofstream file(path, std::ios::binary);
  file << draw::to_svg(timeline(title, example.launch, result.trace, most_steps));
  file.close();
  if (!file)
    std::fprintf(stderr, "tmamap-kernels: cannot write %s\n", path.c_str());
  return !file.fail();
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app{"Runs the example kernels on the CPU and says what is wrong with them"};
  app.add_option("NAME", options.names, "Parts of the examples' names; none: all");
  app.add_flag("--broken", options.broken, "Their broken twins: each has one finding");
  app.add_option("--seed", options.seed, "The first schedule");
  app.add_option("--seeds", options.seeds, "How many schedules")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000}));
  app.add_option("--svg", options.svg, "Folder for a timeline of each, of the first schedule");
  app.footer(
      "\nExit code 0: every schedule ended as it should; 1: one did not; 2: cannot be read or "
      "written\n\nExamples\n  tmamap-kernels --seeds 1000\n"
      "  tmamap-kernels pipeline --broken --seeds 1000");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  bool any = false, right = true;
  for (const Example *const example : all()) {
    if (!wanted(options, *example))
      continue;
    any = true;
    if (options.svg.empty())
      right &= run(*example, options);
    else if (!draw_svg(*example, options))
      return 2;
  }
  if (!any)
    std::fprintf(stderr, "tmamap-kernels: no example has such a name\n");
  return !any ? 2 : right ? 0 : 1;
}
