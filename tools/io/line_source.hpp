// SPDX-License-Identifier: MIT
// The lines of an input, one at a time, in bounded memory.
#pragma once

#include <io/byte_source.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tmamap::io {

// A longer line is answered with an input error. Captured lines have under a thousand bytes.
inline constexpr std::size_t max_line_bytes = std::size_t{1} << 20;
// Readable bytes behind each line, which the JSON parser wants.
inline constexpr std::size_t line_padding_bytes = 64;

struct Line {
  std::uint64_t number = 0; // from 1
  std::string_view text;    // valid until the next call
  std::string failure;      // why there is no text: too long, unreadable
};

class LineSource {
public:
  explicit LineSource(const std::string &path); // `-` is standard input

  // Nothing at the end. A failure of the source is its last line.
  std::optional<Line> next();
  // Whether `next` can answer without reading.
  [[nodiscard]] bool has_line();
  // The rest of the input, unless it is longer than a line may be; `next` then still gives its
  // lines. Waits for the end of the input.
  std::optional<std::string_view> rest();

private:
  bool fill(); // reads once; false when nothing came
  std::optional<Line> last_line();
  Line skip_long_line();

  ByteSource source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;   // of what is not yet given
  std::size_t scanned_ = 0; // no newline in [begin_, scanned_)
  std::size_t end_ = 0;
  bool at_end_ = false;
  bool failure_given_ = false;
  std::uint64_t number_ = 0;
};

} // namespace tmamap::io
