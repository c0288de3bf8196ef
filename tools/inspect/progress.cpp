// SPDX-License-Identifier: MIT
#include <inspect/progress.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <unistd.h>

namespace tmamap::inspect {

Progress::Progress(std::string what)
    : what_(std::move(what)), shown_(::isatty(STDERR_FILENO) != 0 && ::isatty(STDOUT_FILENO) == 0),
      start_(std::chrono::steady_clock::now()), last_(start_) {}

Progress::~Progress() {
  if (drawn_)
    fmt::print(stderr, "\r\x1b[K");
}

void Progress::show(std::uint64_t done) {
  constexpr std::chrono::milliseconds between(200);
  const auto now = std::chrono::steady_clock::now();
  if (now - last_ < between)
    return;
  last_ = now;
  drawn_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  fmt::print(stderr, "\r{}: {} lines, {:.0f} a second\x1b[K", what_, done,
             static_cast<double>(done) / seconds);
  std::fflush(stderr);
}

} // namespace tmamap::inspect
