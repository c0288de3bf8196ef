// SPDX-License-Identifier: MIT
// Standard output through one reused buffer.
#pragma once

#include <string>

namespace tmamap::io {

class Output {
public:
  explicit Output(int descriptor = 1) : descriptor_(descriptor) {}

  // Append here, then call `written` once an entry is whole.
  [[nodiscard]] std::string &buffer() { return buffer_; }
  void written() {
    if (buffer_.size() >= flush_bytes)
      flush();
  }
  // What could not be written is dropped: a reader that closed the pipe has seen enough.
  void flush();
  // Whether writing failed, so that going on is in vain.
  [[nodiscard]] bool closed() const { return error_ != 0; }
  // errno of the failure; EPIPE is the reader's choice and no error to speak of.
  [[nodiscard]] int error() const { return error_; }
  [[nodiscard]] bool is_terminal() const;

private:
  static constexpr std::size_t flush_bytes = 64 * 1024;

  std::string buffer_;
  int descriptor_;
  int error_ = 0;
};

} // namespace tmamap::io
