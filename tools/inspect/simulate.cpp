// SPDX-License-Identifier: MIT
// tmamap-inspect simulate
#include <inspect/batch.hpp>
#include <inspect/page.hpp>

#include <replay/run_copy.hpp>

#include <tmamap/text.hpp>

#include <memory>

#include <fmt/format.h>

namespace tmamap::inspect {
namespace {

struct Options {
  SpecArgument spec;
  replay::CopyRunner runner = {};
  bool json = false;
};

// The keys of captures, and behind them what only the model knows.
void append_simulated(std::string &out, const replay::CopyRunner &runner) {
  const sim::Result &result = runner.result();
  io::append_json(out, runner.outcome());
  out.pop_back(); // its closing brace
  if (!result.cause.empty()) {
    out += ",\"cause\":";
    io::append_string(out, result.cause);
  }
  if (result.documented_only)
    out += ",\"documented_only\":true";
  out += '}';
}

void append_json(std::string &out, const io::Item &item, const replay::CopyRunner &runner) {
  {
    io::ObjectWriter writer(out);
    io::append_others(writer, item, [](std::string_view name) { return name != "simulated"; });
    io::append_json(writer.member("spec"), item.spec);
    io::append_json(writer.member("access"), *item.context.access);
    if (item.context.target != Target::sm_90)
      writer.text("target", name(item.context.target));
    append_simulated(writer.member("simulated"), runner);
  }
  out += '\n';
}

void print(Page &page, const Asked &asked, const replay::CopyRunner &runner) {
  const sim::Result &result = runner.result();
  const io::CopyResult outcome = runner.outcome();
  std::string text(asked.title);
  if (!result.cause.empty())
    text += fmt::format("{}because of {}", text.empty() ? "" : "  ", result.cause);
  page.heading(result.ok() ? Colour::green : Colour::red, name(result.outcome), text);
  page.labelled("spec", to_text(asked.item.spec));
  page.labelled("access", to_text(*asked.item.context.access));
  if (outcome.tx_bytes)
    page.labelled("signalled", fmt::format("{} transaction bytes", *outcome.tx_bytes));
  if (outcome.smem_footprint_bytes)
    page.labelled("footprint", fmt::format("{} B of shared memory", *outcome.smem_footprint_bytes));
  if (outcome.smem_fnv1a64)
    page.labelled("shared", fmt::format("FNV-1a {:016x}", outcome.smem_fnv1a64->value));
  if (outcome.global_fnv1a64)
    page.labelled("global", fmt::format("FNV-1a {:016x}", outcome.global_fnv1a64->value));
  if (result.documented_only)
    page.labelled("evidence", "documents only: no chip of this target was measured");
}

ExitCode answer(Options &options, Shell &shell, const Asked &asked, std::string &out) {
  const io::Item &item = asked.item;
  if (!item.context.access)
    return refuse(shell, asked, {"access", "missing: which copy is to be simulated?"});
  io::Records records;
  if (const io::Failure failure = io::read_records(item, records))
    return refuse(shell, asked, *failure);
  replay::CopyCase copy{item.spec, *item.context.access, item.context.target,
                        item.context.descriptor_address};
  // Without memory nothing is read: any address will do.
  if (!copy.spec.global_address && !records.global_memory)
    copy.spec.global_address = 0;
  if (const io::Failure failure = options.runner.run(copy, records))
    return refuse(shell, asked, *failure);
  const sim::Result &result = options.runner.result();
  if (result.input)
    return refuse(shell, asked,
                  {std::string(result.input.field), std::string(result.input.problem)});
  if (asked.json) {
    append_json(out, item, options.runner);
  } else {
    Page page(out, shell.colour);
    print(page, asked, options.runner);
  }
  return result.ok() ? clean : found;
}

constexpr auto footer = R"(
A copy needs an access behind or beside its spec, and is run on `global_memory` and
`shared_memory` beside it, which are described, not listed: {"address":A,"bytes":N,"fill":165} or
{"address":A,"bytes":N,"splitmix64_seed":S}. The answer is the line with
  "simulated":{"outcome":"ok","tx_bytes":8192,"smem_fnv1a64":"...","smem_footprint_bytes":8192}
where the hashes are FNV-1a of all bytes of a memory after the copy. Without memories the answer
is what the spec and the access alone decide.

Examples
  tmamap-inspect simulate copies.jsonl.gz --json
  tmamap-inspect simulate tiled bf16 dim=128x64 strides=256 box=64x64 swizzle=128B load at=0,0 smem=0

Exit codes: 0 every copy is ok, 1 some copy faults or hangs, 2 something unreadable.)";

} // namespace

Run add_simulate(CLI::App &app, Shell &shell) {
  const auto options = std::make_shared<Options>();
  options->spec.add_to(app);
  app.add_flag("--json", options->json, "Print results as JSON, one line each");
  app.footer(std::string(spec_forms) + footer);
  return [options, &shell] {
    return answer_all(
        shell, options->spec, options->json,
        [&](const Asked &asked, std::string &out) { return answer(*options, shell, asked, out); });
  };
}

} // namespace tmamap::inspect
