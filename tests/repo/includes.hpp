// SPDX-License-Identifier: MIT
// The direction of includes: std <- lib <- sim <- tools, lib <- cute, driver.
#pragma once

#include "tree.hpp"

#include <map>
#include <optional>

namespace repo {

// What a part may include of the project, itself aside. Parts that are not here may include all.
inline const std::map<std::string, std::set<std::string>> &allowed_parts() {
  static const std::map<std::string, std::set<std::string>> allowed = {
      {"lib", {}},           {"sim", {"lib"}},    {"cute", {"lib"}},
      {"c", {"lib", "sim"}}, {"driver", {"lib"}}, {"tools", {"lib", "sim", "cute", "driver"}}};
  return allowed;
}

// lib, sim and cute print nothing and open nothing; only tools does.
inline bool is_stream_or_file(std::string_view name) {
  static const std::set<std::string_view> names = {
      "<iostream>", "<istream>",  "<ostream>",   "<fstream>", "<sstream>",
      "<iomanip>",  "<cstdio>",   "<stdio.h>",   "<print>",   "<filesystem>",
      "<fcntl.h>",  "<unistd.h>", "<syncstream>"};
  return names.count(name) != 0;
}

// A header of the standard library, or of the compiler's intrinsics.
inline bool is_std(std::string_view name) {
  return name == "<immintrin.h>" ||
         (name.front() == '<' && name.find('/') == name.npos && name.find('.') == name.npos);
}

// Which part of the project a header belongs to; nothing for one of someone else's.
inline std::optional<std::string> owner(const SourceFile &from, const std::string &name,
                                        const std::set<std::string> &headers) {
  const std::string inner = name.substr(1, name.find_last_of(">\"") - 1);
  namespace fs = std::filesystem;
  const std::string beside =
      (fs::path(from.path).parent_path() / inner).lexically_normal().generic_string();
  if (name.front() == '"' && headers.count(beside) != 0)
    return beside.substr(0, beside.find('/'));
  for (const std::string &part : parts())
    for (const char *const folder : {"/include/", "/kernel/include/", "/", "/src/"})
      if (headers.count(part + folder + inner) != 0)
        return part;
  return std::nullopt;
}

// Why `from` may not include `name`; empty when it may.
inline std::string objection(const SourceFile &from, const std::string &name,
                             const std::set<std::string> &headers) {
  const auto rule = allowed_parts().find(from.part());
  if (rule == allowed_parts().end())
    return {};
  const bool quiet = from.part() == "lib" || from.part() == "sim" || from.part() == "cute";
  if (quiet && is_stream_or_file(name))
    return from.path + " includes " + name + ": only tools reads and prints";
  if (const std::optional<std::string> part = owner(from, name, headers)) {
    if (*part != from.part() && rule->second.count(*part) == 0)
      return from.path + " includes " + name + " of " + *part + ", against the direction";
    return {};
  }
  if (quiet && !is_std(name))
    return from.path + " includes " + name + ", which is not of the standard library";
  return {};
}

} // namespace repo
