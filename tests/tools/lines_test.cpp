// SPDX-License-Identifier: MIT
#include "catch.hpp"

#include <io/line_source.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>
#include <zlib.h>

using namespace tmamap::io;

namespace {

// A file that is gone at the end of its scope.
class TemporaryFile {
public:
  explicit TemporaryFile(const std::string &bytes)
      : path_(std::filesystem::temp_directory_path() /
              ("tmamap-lines-" + std::to_string(next_++))) {
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  [[nodiscard]] std::string path() const { return path_.string(); }

private:
  static inline int next_ = static_cast<int>(std::random_device{}() >> 1);
  std::filesystem::path path_;
};

std::string gzipped(const std::string &text) {
  z_stream stream = {};
  deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, static_cast<uLong>(text.size())) + 64, '\0');
  std::string in = text;
  stream.next_in = reinterpret_cast<Bytef *>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef *>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::vector<std::string> lines_of(const std::string &bytes) {
  const TemporaryFile file(bytes);
  LineSource source(file.path());
  std::vector<std::string> lines;
  while (const auto line = source.next()) {
    CHECK(line->number == lines.size() + 1);
    lines.push_back(line->failure.empty() ? std::string(line->text) : "!" + line->failure);
  }
  return lines;
}

using Lines = std::vector<std::string>;

} // namespace

TEST_CASE("lines, with and without the last newline") {
  CHECK(lines_of("") == Lines{});
  CHECK(lines_of("a") == Lines{"a"});
  CHECK(lines_of("a\n") == Lines{"a"});
  CHECK(lines_of("a\n\nb") == Lines{"a", "", "b"});
  CHECK(lines_of("\xef\xbb\xbf{}\n{}") == Lines{"{}", "{}"});
}

TEST_CASE("gzip is told by its first bytes") {
  CHECK(lines_of(gzipped("a\nb\n")) == Lines{"a", "b"});
  CHECK(lines_of(gzipped("a\nb") + gzipped("c\nd\n")) == Lines{"a", "bc", "d"});
  const std::string whole = gzipped("a\n" + std::string(1000, 'b') + "\n");
  CHECK(lines_of(whole.substr(0, whole.size() - 9)).back() == "!the compressed data end early");
  std::string damaged = gzipped("a\nb\n");
  damaged[damaged.size() - 6] = static_cast<char>(damaged[damaged.size() - 6] ^ 1); // checksum
  CHECK(lines_of(damaged).back() == "!the compressed data are damaged");
}

TEST_CASE("a line may have 1 MiB and no more") {
  const std::string longest(max_line_bytes, 'x');
  CHECK(lines_of(longest + "\nb") == Lines{longest, "b"});
  const std::string message = "!the line is longer than 1 MiB";
  CHECK(lines_of("a\n" + longest + "x\nb") == Lines{"a", message, "b"});
  CHECK(lines_of(longest + longest + longest + "\nb\n") == Lines{message, "b"});
  CHECK(lines_of(longest + longest) == Lines{message});
}

TEST_CASE("many lines cross the buffer's end unharmed") {
  std::string text;
  Lines wanted;
  for (int i = 0; i < 20000; ++i) {
    wanted.push_back(std::string(static_cast<std::size_t>(i * 7919 % 301), 'a') +
                     std::to_string(i));
    text += wanted.back() + "\n";
  }
  CHECK((lines_of(text) == wanted));
  CHECK((lines_of(gzipped(text)) == wanted));
}

TEST_CASE("what cannot be read is an answer, not a crash") {
  LineSource absent("/nonexistent/file");
  CHECK(absent.next()->failure == "No such file or directory");
  CHECK(!absent.next());
  LineSource folder("/");
  CHECK(folder.next()->failure == "Is a directory");
}
