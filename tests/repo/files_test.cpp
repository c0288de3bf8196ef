// SPDX-License-Identifier: MIT
// What every file of the tree has, and what none has.
#include "tree.hpp"

#include "catch.hpp"

#include <algorithm>
#include <map>

using repo::SourceFile;

namespace {

// Longer than the rest, with the reason.
const std::map<std::string, const char *> long_files = {
    {"tests/rules/encode_cases.cpp", "a table: the two cases of each rule"},
    {"lib/include/tmamap/descriptor_fields.hpp", "a table: one row a field"},
    {"lib/include/tmamap/rules/copy.hpp", "a table: one rule of some 20 lines after another"},
    {"lib/include/tmamap/rules/global.hpp", "a table, likewise"},
    {"lib/include/tmamap/rules/im2col.hpp", "a table, likewise"},
};
constexpr std::ptrdiff_t most_lines = 330; // 300 asks for a reason

bool has_licence_line(const SourceFile &file) {
  std::string_view text = file.text;
  if (text.substr(0, 2) == "#!")
    text.remove_prefix(text.find('\n') + 1);
  return text.substr(0, 2) == "//" ? text.substr(0, 31) == "// SPDX-License-Identifier: MIT"
                                   : text.substr(0, 30) == "# SPDX-License-Identifier: MIT";
}

std::ptrdiff_t lines(const SourceFile &file) {
  return std::count(file.text.begin(), file.text.end(), '\n');
}

} // namespace

TEST_CASE("every source, CMake file and script names its licence first") {
  std::size_t seen = 0;
  for (const SourceFile &file : repo::files({""})) {
    const std::string_view path = file.path;
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const std::string_view ending = name.substr(std::min(name.find('.'), name.size()));
    const bool script = file.part() == "scripts" && ending != ".md";
    if (!script && name != "CMakeLists.txt" && ending != ".cpp" && ending != ".hpp" &&
        ending != ".cu" && ending != ".cuh" && ending != ".cmake")
      continue;
    ++seen;
    if (!has_licence_line(file))
      FAIL_CHECK(file.path << " has no SPDX line");
  }
  CHECK(seen > 30);
}

TEST_CASE("headers guard themselves, and files stay short") {
  for (const SourceFile &file : repo::cpp_files()) {
    if (file.path.substr(file.path.size() - 4) == ".hpp" &&
        file.text.find("#pragma once\n") == std::string::npos)
      FAIL_CHECK(file.path << " has no #pragma once");
    if (long_files.count(file.path) == 0 && lines(file) > most_lines)
      FAIL_CHECK(file.path << " has " << lines(file) << " lines; split it, or say why it is long");
    if (file.text.find("\r\n") != std::string::npos || file.text.find('\t') != std::string::npos)
      FAIL_CHECK(file.path << " has a tab or a carriage return");
  }
}

TEST_CASE("a file that may be long is one that is") {
  const auto files = repo::cpp_files();
  for (const auto &[path, reason] : long_files) {
    const auto file = std::find_if(files.begin(), files.end(),
                                   [&path = path](const SourceFile &f) { return f.path == path; });
    REQUIRE(file != files.end());
    CHECK(lines(*file) > most_lines);
  }
}
