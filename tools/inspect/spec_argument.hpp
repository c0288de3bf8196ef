// SPDX-License-Identifier: MIT
// How a command is told its specs: a file of lines, or one spec as words, as JSON or as flags.
#pragma once

#include <io/item.hpp>

#include <CLI/CLI.hpp>

#include <map>
#include <string>
#include <variant>
#include <vector>

namespace tmamap::inspect {

struct InputFile {
  std::string path; // `-` is standard input
};
struct InputText {
  std::string text; // JSON or the one-line form
};

class SpecArgument {
public:
  // Declares the words, a flag for each member of a spec, an access and their surroundings, and
  // --target.
  void add_to(CLI::App &app);

  // What was given, or why it is nothing.
  [[nodiscard]] std::variant<InputFile, InputText, ReadError> resolve() const;
  // The bare words, for commands to which some mean more than a spec.
  [[nodiscard]] const std::vector<std::string> &words() const { return words_; }
  // Of items that name none.
  [[nodiscard]] Target default_target() const { return target_; }

private:
  std::vector<std::string> words_;
  std::map<std::string, std::string> flags_; // by key
  Target target_ = Target::sm_90;
};

// The examples that each command with a spec shows in its help.
extern const char *const spec_forms;

} // namespace tmamap::inspect
