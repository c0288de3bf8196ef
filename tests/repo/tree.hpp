// SPDX-License-Identifier: MIT
// The source tree as the checks of this folder see it.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace repo {

struct SourceFile {
  std::string path; // from the root, as in lib/include/tmamap/spec.hpp
  std::string text;

  [[nodiscard]] std::string part() const { return path.substr(0, path.find('/')); }
};

inline const std::set<std::string> &parts() {
  static const std::set<std::string> names = {"lib",   "driver",   "sim",    "cute",
                                              "c",     "tools",    "tests",  "bench",
                                              "cmake", "examples", "scripts"};
  return names;
}

inline std::string read(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Every file of the parts whose name ends in one of the endings.
inline std::vector<SourceFile> files(const std::vector<std::string_view> &endings) {
  const std::filesystem::path root = TMAMAP_ROOT;
  std::vector<SourceFile> found;
  for (const std::string &part : parts()) {
    if (!std::filesystem::exists(root / part))
      continue;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(root / part)) {
      const std::string name = entry.path().filename().string();
      for (const std::string_view ending : endings)
        if (entry.is_regular_file() && name.size() >= ending.size() &&
            name.compare(name.size() - ending.size(), ending.size(), ending) == 0)
          found.push_back(
              {entry.path().lexically_relative(root).generic_string(), read(entry.path())});
    }
  }
  return found;
}

inline std::vector<SourceFile> cpp_files() { return files({".cpp", ".hpp", ".cu", ".cuh"}); }

// The names in its include directives, with their brackets or quotes.
inline std::vector<std::string> includes(const SourceFile &file) {
  std::vector<std::string> names;
  std::size_t begin = 0;
  while (begin < file.text.size()) {
    const std::size_t end = std::min(file.text.find('\n', begin), file.text.size());
    std::string line = file.text.substr(begin, end - begin);
    begin = end + 1;
    line.erase(0, line.find_first_not_of(" \t"));
    if (line.rfind("#", 0) != 0)
      continue;
    line.erase(0, line.find_first_not_of(" \t", 1));
    if (line.rfind("include", 0) == 0)
      names.push_back(line.substr(line.find_first_of("<\"")));
  }
  return names;
}

} // namespace repo
