// SPDX-License-Identifier: MIT
#include <inspect/page.hpp>
#include <inspect/print_report.hpp>
#include <inspect/show_picture.hpp>

#include <io/report.hpp>

#include <tmamap/text.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace tmamap::inspect {

void add_picture_options(CLI::App &app, PictureOptions &options) {
  options.spec.add_to(app);
  app.add_option("--svg", options.svg, "Also write the picture to FILE")->type_name("FILE");
  app.add_flag("--json", options.json, "Print the map as JSON");
}

std::optional<Access> access_to_draw(Shell &shell, const Asked &asked, std::string &out) {
  const io::Item &item = asked.item;
  const Report report = check(item.spec, item.context);
  const bool moves =
      !item.context.access || report.outcome == Outcome::ok || report.outcome == Outcome::hang;
  if (report.driver_accepts && moves)
    return item.context.access ? *item.context.access : draw::first_access(item.spec);
  if (asked.json) {
    static const io::ReportWriter reports;
    {
      io::ObjectWriter writer(out);
      io::append_others(writer, item,
                        [](std::string_view name) { return !io::is_report_key(name); });
      reports.append(writer, report, item.spec, item.context);
    }
    out += '\n';
  } else {
    Page page(out, shell.colour);
    print_report(page, report, item.spec, item.context);
  }
  return std::nullopt;
}

void print_picture(const draw::Picture &picture, Shell &shell, const Asked &asked,
                   std::string &out) {
  Page page(out, shell.colour);
  if (!asked.title.empty())
    page.heading(Colour::bold, asked.title, "");
  for (const draw::Fact &fact : picture.facts)
    page.labelled(fact.label, fact.text);
  draw::append_text(out, picture.legend, shell.colour);
  for (const draw::Grid &grid : picture.grids) {
    page.blank();
    draw::append_text(out, grid, shell.colour);
  }
}

ExitCode write_svg(const draw::Picture &picture, PictureOptions &options) {
  if (options.svg.empty())
    return clean;
  if (options.svg_written) {
    spdlog::error("--svg: one file holds one picture, but there is a second spec");
    return unreadable;
  }
  options.svg_written = true;
  errno = 0;
  std::ofstream file(options.svg, std::ios::binary);
  file << draw::to_svg(picture);
  file.close();
  if (file)
    return clean;
  spdlog::error("--svg {}: {}", options.svg, errno == 0 ? "cannot write" : std::strerror(errno));
  return unreadable;
}

} // namespace tmamap::inspect
