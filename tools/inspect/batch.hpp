// SPDX-License-Identifier: MIT
// Runs a command over every line of an input, or over the one spec of the command line.
#pragma once

#include <inspect/command.hpp>
#include <inspect/spec_argument.hpp>

#include <io/item.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace tmamap::inspect {

// One item to answer, and how.
struct Asked {
  const io::Item &item;
  std::string_view title; // `line 12`; empty for the only item
  bool json = false;      // one line of JSON is wanted, else text for people
  std::uint64_t line = 1;
};

// Appends the answer to `out` and gives its exit code, clean or found.
using Answer = std::function<ExitCode(const Asked &, std::string &out)>;

// Answers everything that `argument` names. Lines are answered in JSON if `json` is set or
// standard output is no terminal; a single spec only if `json` is set. Unreadable lines are
// answered in their place and do not stop the rest.
int answer_all(Shell &shell, const SpecArgument &argument, bool json, const Answer &answer);

// Answers an item that was read but makes no sense to the command: an input error in its place.
ExitCode refuse(Shell &shell, const Asked &asked, const ReadError &error);

} // namespace tmamap::inspect
