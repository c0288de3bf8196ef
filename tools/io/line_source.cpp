// SPDX-License-Identifier: MIT
#include <io/line_source.hpp>

#include <algorithm>
#include <cstring>

namespace tmamap::io {
namespace {

constexpr std::size_t read_bytes = 128 * 1024; // at most, at once: stays in the cache

} // namespace

LineSource::LineSource(const std::string &path)
    : source_(path), buffer_(max_line_bytes + read_bytes + line_padding_bytes) {}

bool LineSource::has_line() {
  if (scanned_ < end_) {
    const void *newline = std::memchr(buffer_.data() + scanned_, '\n', end_ - scanned_);
    scanned_ = newline == nullptr
                   ? end_
                   : static_cast<std::size_t>(static_cast<const char *>(newline) - buffer_.data());
  }
  return scanned_ < end_;
}

bool LineSource::fill() {
  if (at_end_)
    return false;
  if (begin_ != 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    scanned_ -= begin_;
    end_ -= begin_;
    begin_ = 0;
  }
  const std::size_t room = buffer_.size() - line_padding_bytes - end_;
  const std::size_t got = source_.read({buffer_.data() + end_, std::min(room, read_bytes)});
  end_ += got;
  at_end_ = got == 0;
  return got != 0;
}

std::optional<Line> LineSource::next() {
  while (!has_line()) {
    if (end_ - begin_ > max_line_bytes)
      return skip_long_line();
    if (!fill())
      return last_line();
  }
  std::string_view text(buffer_.data() + begin_, scanned_ - begin_);
  begin_ = ++scanned_;
  if (text.size() > max_line_bytes)
    return Line{++number_, {}, "the line is longer than 1 MiB"};
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (number_ == 0 && text.substr(0, 3) == byte_order_mark)
    text.remove_prefix(3);
  return Line{++number_, text, {}};
}

std::optional<Line> LineSource::last_line() {
  const std::string_view text(buffer_.data() + begin_, end_ - begin_);
  begin_ = scanned_ = end_;
  if (!source_.failure().empty()) { // what came of the last line is not the line
    if (failure_given_)
      return std::nullopt;
    failure_given_ = true;
    return Line{++number_, {}, source_.failure()};
  }
  if (text.empty())
    return std::nullopt;
  return Line{++number_, text, {}};
}

Line LineSource::skip_long_line() {
  do {
    begin_ = scanned_ = end_;
  } while (fill() && !has_line());
  begin_ = scanned_ = std::min(scanned_ + 1, end_);
  return {++number_, {}, "the line is longer than 1 MiB"};
}

std::optional<std::string_view> LineSource::rest() {
  while (end_ - begin_ <= max_line_bytes)
    if (!fill())
      return std::string_view(buffer_.data() + begin_, end_ - begin_);
  return std::nullopt;
}

} // namespace tmamap::io
