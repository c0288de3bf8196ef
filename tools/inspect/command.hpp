// SPDX-License-Identifier: MIT
// A command of tmamap-inspect. A new one is a file that defines its `add_…` and a row in
// commands.cpp.
#pragma once

#include <io/output.hpp>

#include <CLI/CLI.hpp>

#include <functional>
#include <span>

namespace tmamap::inspect {

// The same for every command.
enum ExitCode : int {
  clean = 0,
  found = 1,      // errors or differences
  unreadable = 2, // the command line or the input
};

// What a command works with beside its own options.
struct Shell {
  io::Output &out;
  bool colour = false; // on standard output
};

// Runs a command after its options were parsed; gives the exit code.
using Run = std::function<int()>;

struct Command {
  const char *name;
  const char *summary;
  // Declares the options; what it returns owns their values.
  Run (*add)(CLI::App &, Shell &);
};

std::span<const Command> commands();

Run add_banks(CLI::App &, Shell &);
Run add_check(CLI::App &, Shell &);
Run add_cute(CLI::App &, Shell &);
Run add_decode(CLI::App &, Shell &);
Run add_diff(CLI::App &, Shell &);
Run add_encode(CLI::App &, Shell &);
Run add_explain(CLI::App &, Shell &);
Run add_fields(CLI::App &, Shell &);
Run add_replay(CLI::App &, Shell &);
Run add_rules(CLI::App &, Shell &);
Run add_simulate(CLI::App &, Shell &);
Run add_swizzle(CLI::App &, Shell &);
Run add_tile(CLI::App &, Shell &);

} // namespace tmamap::inspect
