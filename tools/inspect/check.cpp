// SPDX-License-Identifier: MIT
// tmamap-inspect check
#include <inspect/batch.hpp>
#include <inspect/print_report.hpp>

#include <io/report.hpp>

#include <tmamap/text.hpp>

#include <memory>

namespace tmamap::inspect {
namespace {

struct Options {
  SpecArgument spec;
  io::ReportWriter reports = {};
  bool json = false;
  bool fixed = false;
};

void append_json(std::string &out, const io::ReportWriter &reports, const io::Item &item,
                 const Report &report, const std::optional<Fixed> &fix) {
  {
    io::ObjectWriter writer(out);
    io::append_others(writer, item, [](std::string_view name) { return !io::is_report_key(name); });
    reports.append(writer, report, item.spec, item.context);
    if (fix)
      writer.text("fixed", case_text(fix->spec, fix->context));
  }
  out += '\n';
}

ExitCode answer(const Options &options, bool colour, const Asked &asked, std::string &out) {
  const io::Item &item = asked.item;
  const Report report = check(item.spec, item.context);
  const bool rejected = report.verdict == Verdict::reject;
  const std::optional<Fixed> fix =
      options.fixed && rejected ? fixed(report, item.spec, item.context) : std::nullopt;
  if (asked.json) {
    append_json(out, options.reports, item, report, fix);
  } else {
    Page page(out, colour);
    if (asked.title.empty())
      print_report(page, report, item.spec, item.context);
    else
      print_summary(page, asked.title, report, item.spec, item.context);
    if (options.fixed && rejected)
      page.labelled("fixed", fix ? case_text(fix->spec, fix->context)
                                 : "the first fixes together do not make it clean");
  }
  return rejected ? found : clean;
}

constexpr auto footer = R"(
Lines are answered one by one, in order, as JSON; on a terminal without --json as short text.
A line that cannot be read is answered {"line":N,"input_error":"..."} and does not stop the rest.
Other keys beside `spec`, such as `id`, are carried through.

Examples
  tmamap-inspect check tiled f16 dim=192x128 strides=384 box=48x64 swizzle=32B
  tmamap-inspect check tiled s32 dim=64x32 strides=256 box=32x32 store at=1,0 smem=0 --fixed
  tmamap-inspect check --data-type bf16 --global-dim 128,64 --global-strides 256 --box-dim 64,64
  tmamap-inspect check copies.jsonl.gz --json | jq -c 'select(.verdict == "reject")'

Exit codes: 0 no errors (warnings do not count), 1 errors found, 2 something unreadable.)";

} // namespace

Run add_check(CLI::App &app, Shell &shell) {
  const auto options = std::make_shared<Options>();
  options->spec.add_to(app);
  app.add_flag("--json", options->json, "Print reports as JSON, one line each");
  app.add_flag("--fixed", options->fixed,
               "Also print the spec after the first fix of each error, if that makes it clean");
  app.footer(std::string(spec_forms) + footer);
  return [options, &shell] {
    return answer_all(shell, options->spec, options->json,
                      [&](const Asked &asked, std::string &out) {
                        return answer(*options, shell.colour, asked, out);
                      });
  };
}

} // namespace tmamap::inspect
