// SPDX-License-Identifier: MIT
// What the commands that draw have in common.
#pragma once

#include <inspect/batch.hpp>

#include <draw/pictures.hpp>

#include <optional>

namespace tmamap::inspect {

struct PictureOptions {
  SpecArgument spec;
  std::string svg; // a file; empty: none
  bool json = false;
  bool svg_written = false;
};

void add_picture_options(CLI::App &app, PictureOptions &options);

// The access of an item, or the first tile's. Nothing where there is no tile to draw because the
// driver rejects the spec or the copy faults: then the report of that is the answer.
std::optional<Access> access_to_draw(Shell &shell, const Asked &asked, std::string &out);

void print_picture(const draw::Picture &picture, Shell &shell, const Asked &asked,
                   std::string &out);

// Writes the file that was asked for. A second picture has no file of its own and is refused.
ExitCode write_svg(const draw::Picture &picture, PictureOptions &options);

} // namespace tmamap::inspect
