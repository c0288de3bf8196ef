// SPDX-License-Identifier: MIT
#include <io/output.hpp>

#include <cerrno>
#include <string_view>
#include <unistd.h>

namespace tmamap::io {

void Output::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty() && error_ == 0) {
    const ssize_t wrote = ::write(descriptor_, rest.data(), rest.size());
    if (wrote >= 0)
      rest.remove_prefix(static_cast<std::size_t>(wrote));
    else if (errno != EINTR)
      error_ = errno;
  }
  buffer_.clear();
}

bool Output::is_terminal() const { return ::isatty(descriptor_) != 0; }

} // namespace tmamap::io
