// SPDX-License-Identifier: MIT
#include "includes.hpp"

#include "catch.hpp"

using repo::SourceFile;

TEST_CASE("the check of includes objects to what it should") {
  const std::set<std::string> headers = {"lib/include/tmamap/spec.hpp", "lib/src/part.hpp",
                                         "sim/include/tmamap/sim/copy.hpp", "tools/io/item.hpp",
                                         "driver/include/tmamap/driver.hpp"};
  const auto objects = [&](const char *path, const char *name) {
    return !repo::objection({path, {}}, name, headers).empty();
  };
  CHECK(objects("lib/src/a.cpp", "<tmamap/sim/copy.hpp>"));
  CHECK(objects("lib/src/a.cpp", "<io/item.hpp>"));
  CHECK(objects("lib/src/a.cpp", "\"../../sim/include/tmamap/sim/copy.hpp\""));
  CHECK(objects("lib/src/a.cpp", "<iostream>"));
  CHECK(objects("lib/src/a.cpp", "<fmt/format.h>"));
  CHECK(objects("sim/src/a.cpp", "<io/item.hpp>"));
  CHECK(objects("sim/src/a.cpp", "<tmamap/driver.hpp>"));
  CHECK(objects("sim/src/a.cpp", "<fstream>"));
  CHECK(objects("cute/src/a.cpp", "<tmamap/sim/copy.hpp>"));
  CHECK(objects("driver/src/a.cpp", "<tmamap/sim/copy.hpp>"));
  CHECK_FALSE(objects("lib/src/a.cpp", "<tmamap/spec.hpp>"));
  CHECK_FALSE(objects("lib/src/a.cpp", "\"part.hpp\""));
  CHECK_FALSE(objects("lib/src/a.cpp", "<vector>"));
  CHECK_FALSE(objects("sim/src/a.cpp", "<tmamap/spec.hpp>"));
  CHECK_FALSE(objects("driver/src/a.cpp", "<spdlog/logger.h>"));
  CHECK_FALSE(objects("tools/io/a.cpp", "<tmamap/sim/copy.hpp>"));
  CHECK_FALSE(objects("tests/a.cpp", "<io/item.hpp>"));

  const SourceFile file{"lib/a.hpp", "// x\n#pragma once\n#include <a>\n  #  include \"b.hpp\"\n"};
  CHECK(repo::includes(file) == std::vector<std::string>{"<a>", "\"b.hpp\""});
}

TEST_CASE("no file includes against the direction std <- lib <- sim <- tools") {
  const std::vector<SourceFile> files = repo::cpp_files();
  std::set<std::string> headers;
  for (const SourceFile &file : files)
    headers.insert(file.path);
  REQUIRE(headers.count("lib/include/tmamap/spec.hpp") == 1);

  std::size_t seen = 0;
  for (const SourceFile &file : files)
    for (const std::string &name : repo::includes(file)) {
      ++seen;
      CHECK(repo::objection(file, name, headers) == "");
    }
  CHECK(seen > 50);
}
