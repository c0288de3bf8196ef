// SPDX-License-Identifier: MIT
// Bytes of a file or of standard input, unpacked when they are gzipped.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace tmamap::io {

class ByteSource {
public:
  // `-` is standard input. An unreadable file shows at the first read.
  explicit ByteSource(const std::string &path);
  ~ByteSource();
  ByteSource(ByteSource &&) noexcept;
  ByteSource &operator=(ByteSource &&) noexcept;

  // Fills a part of `out` with what is there now, waiting only for the first byte. 0 at the end
  // and after a failure.
  std::size_t read(std::span<char> out);
  // Why the bytes ended early; empty if they did not.
  [[nodiscard]] const std::string &failure() const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace tmamap::io
