// SPDX-License-Identifier: MIT
#include <inspect/map_input.hpp>

#include <io/byte_source.hpp>

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

namespace tmamap::inspect {
namespace {

constexpr std::string_view separators = " \t\r,;{}[]()\"'";

int digit_of(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}
bool is_hex(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return digit_of(c) >= 0; });
}
bool has_prefix(std::string_view text) {
  return text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
}
std::optional<std::uint64_t> number(std::string_view digits) {
  if (!is_hex(digits) || digits.size() > 16)
    return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : digits)
    value = value << 4 | static_cast<std::uint64_t>(digit_of(c));
  return value;
}

// One line taken apart: where its bytes lie, if it says so, and its words.
struct DumpLine {
  std::optional<std::uint64_t> address;
  std::string_view words;
  bool swapped = false; // `hexdump` alone: 16-bit words without 0x
};

std::string_view first_word(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(separators);
  if (begin == std::string_view::npos)
    return {};
  return text.substr(begin, text.find_first_of(separators, begin) - begin);
}

DumpLine take_apart(std::string_view line, bool after_hexdump) {
  DumpLine parts{std::nullopt, line};
  // gdb: `0x7ffe10 <map+16>:  0x..`; xxd: `00000010: 8000 0000 ..  text`.
  if (const std::size_t colon = line.find(':'); colon != std::string_view::npos) {
    const std::string_view address = first_word(line.substr(0, colon));
    const bool gdb = has_prefix(address);
    parts.address = number(gdb ? address.substr(2) : address);
    parts.words = line.substr(colon + 1);
    if (!gdb) { // the text column stands behind two blanks
      const std::size_t begin = parts.words.find_first_not_of(' ');
      parts.words = parts.words.substr(std::min(begin, parts.words.size()));
      parts.words = parts.words.substr(0, parts.words.find("  "));
    }
    return parts;
  }
  // hexdump: an address without a colon, and with -C a text column between bars.
  const std::string_view word = first_word(line);
  const std::size_t bar = line.find('|');
  const std::size_t behind = static_cast<std::size_t>(word.data() - line.data()) + word.size();
  if (is_hex(word) && (bar != std::string_view::npos || after_hexdump || word.size() == 7)) {
    parts.address = number(word);
    parts.swapped = bar == std::string_view::npos && word.size() == 7;
    parts.words = line.substr(0, bar).substr(behind);
  }
  return parts;
}

class Reader {
public:
  explicit Reader(std::vector<std::uint8_t> &bytes) : bytes_(bytes) {}

  std::optional<std::string> read_line(std::string_view line) {
    if (first_word(line) == "*") { // like the row before, up to the next address
      repeating_ = true;
      return row_.empty() ? std::optional<std::string>("* repeats a row, and there is none before")
                          : std::nullopt;
    }
    const DumpLine parts = take_apart(line, in_hexdump_);
    in_hexdump_ = parts.address && line.find(':') == std::string_view::npos;
    if (repeating_)
      if (auto problem = repeat_up_to(parts.address))
        return problem;
    const std::size_t start = bytes_.size();
    if (auto problem = read_words(parts))
      return problem;
    if (parts.address && bytes_.size() > start) {
      row_.assign(bytes_.begin() + static_cast<std::ptrdiff_t>(start), bytes_.end());
      next_ = *parts.address + row_.size();
    }
    return std::nullopt;
  }
  [[nodiscard]] bool unfinished() const { return repeating_; }

private:
  std::optional<std::string> repeat_up_to(std::optional<std::uint64_t> address) {
    repeating_ = false;
    if (!address || *address < next_ || (*address - next_) % row_.size() != 0 ||
        *address - next_ > max_map_input_bytes)
      return "the row behind * has no address that says how often to repeat";
    for (; next_ < *address; next_ += row_.size())
      bytes_.insert(bytes_.end(), row_.begin(), row_.end());
    return std::nullopt;
  }

  std::optional<std::string> read_words(const DumpLine &parts) {
    std::string_view left = parts.words;
    while (true) {
      const std::string_view word = first_word(left);
      if (word.empty())
        return std::nullopt;
      left.remove_prefix(static_cast<std::size_t>(word.data() - left.data()) + word.size());
      if (auto problem = read_word(word, parts.swapped))
        return problem;
      if (bytes_.size() > max_map_input_bytes)
        return "more than 64 MiB";
    }
  }

  // 0x.. is a word of its digits' width, little-endian in memory; bare digits are bytes in order.
  std::optional<std::string> read_word(std::string_view word, bool swapped) {
    std::string_view digits = has_prefix(word) ? word.substr(2) : word;
    while (has_prefix(word) && !digits.empty() && (digits.back() | 0x20) >= 'l' &&
           ((digits.back() | 0x20) == 'u' || (digits.back() | 0x20) == 'l'))
      digits.remove_suffix(1); // the suffix of a C literal
    if (!is_hex(digits))
      return in_quotes(word) + " is not hexadecimal";
    if (digits.size() % 2 != 0)
      return fmt::format("{} has {} hexadecimal digits; a byte has two", in_quotes(word),
                         digits.size());
    const std::size_t start = bytes_.size();
    for (std::size_t i = 0; i < digits.size(); i += 2)
      bytes_.push_back(
          static_cast<std::uint8_t>(digit_of(digits[i]) * 16 + digit_of(digits[i + 1])));
    const bool word_sized = digits.size() <= 16;
    if (swapped || (has_prefix(word) && word_sized))
      std::reverse(bytes_.begin() + static_cast<std::ptrdiff_t>(start), bytes_.end());
    return std::nullopt;
  }

  std::vector<std::uint8_t> &bytes_;
  std::vector<std::uint8_t> row_; // the last one with an address
  std::uint64_t next_ = 0;        // the address behind it
  bool repeating_ = false;
  bool in_hexdump_ = false;
};

} // namespace

std::optional<ReadError> read_hex(std::string_view text, std::vector<std::uint8_t> &bytes) {
  Reader reader(bytes);
  const bool one_line = text.find('\n') >= text.size() - (text.empty() ? 0 : 1);
  std::size_t line = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    ++line;
    if (auto problem = reader.read_line(text.substr(0, end)))
      return ReadError{one_line ? "" : fmt::format("line {}", line), std::move(*problem)};
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (reader.unfinished())
    return ReadError{fmt::format("line {}", line), "* repeats a row, but no address ends it"};
  return std::nullopt;
}

bool is_binary(std::string_view content) {
  const auto is_high = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  if (content.size() % 128 == 0 && std::any_of(content.begin(), content.end(), is_high))
    return true; // no digit is one
  return std::any_of(content.begin(), content.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\r' && c != '\t';
  });
}

std::optional<ReadError> read_all(const std::string &path, std::string &content) {
  io::ByteSource source(path);
  std::array<char, 64 * 1024> chunk = {};
  for (std::size_t got = 0; (got = source.read(chunk)) != 0;) {
    content.append(chunk.data(), got);
    if (content.size() > 4 * max_map_input_bytes)
      return ReadError{path, "larger than 256 MiB"};
  }
  if (!source.failure().empty())
    return ReadError{path == "-" ? "standard input" : path, source.failure()};
  return std::nullopt;
}

std::optional<ReadError> split_maps(const std::vector<std::uint8_t> &bytes,
                                    std::vector<Descriptor> &maps) {
  if (bytes.empty())
    return ReadError{{}, "no bytes; a map has 128"};
  if (const std::size_t over = bytes.size() % descriptor_bytes; over != 0) {
    const std::size_t whole = bytes.size() / descriptor_bytes;
    const auto counted = [](std::size_t count, std::string_view what) {
      return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
    };
    if (whole == 0)
      return ReadError{{},
                       fmt::format("{}, {} fewer than the 128 of a map",
                                   counted(bytes.size(), "byte"), descriptor_bytes - over)};
    return ReadError{{},
                     fmt::format("{}: {}, and {} of another", counted(bytes.size(), "byte"),
                                 counted(whole, "whole map"), counted(over, "byte"))};
  }
  for (std::size_t at = 0; at < bytes.size(); at += descriptor_bytes)
    maps.push_back(Descriptor::from_bytes(bytes.data() + at));
  return std::nullopt;
}

bool is_file(const std::string &path) {
  std::error_code ignored;
  return std::filesystem::exists(std::filesystem::status(path, ignored));
}

} // namespace tmamap::inspect
