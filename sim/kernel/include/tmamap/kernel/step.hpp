// SPDX-License-Identifier: MIT
// Where in a program something was done: the line that called, and the thread that ran it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tmamap::kernel {

// Every operation takes one as its last argument, and the compiler fills it in. A name given in
// place of the line (`Step::named("consumer reads")`) is shown instead.
struct Step {
  const char *file = "";
  std::uint32_t line = 0; // 0: `file` is a name

  // std::source_location, which Clang 14 does not have.
  static constexpr Step here(const char *file = __builtin_FILE(),
                             std::uint32_t line = __builtin_LINE()) {
    return {file, line};
  }
  // `name` must outlive the report: a literal.
  static constexpr Step named(const char *name) { return {name, 0}; }

  friend bool operator==(const Step &a, const Step &b) {
    return a.line == b.line && std::string_view(a.file) == b.file;
  }
};

// A step and who took it.
struct Where {
  Step step = {};
  std::string_view operation = {}; // as in PTX: "cp.async.bulk.tensor (load)"
  std::uint32_t block = 0;         // of the grid
  std::uint32_t thread = 0;        // of the block

  [[nodiscard]] bool known() const { return !operation.empty(); }
};

// "cp.async.bulk.tensor (load) at 01_single_tile.cpp:24, block 0, thread 0"
std::string to_string(const Where &where);

} // namespace tmamap::kernel
