// SPDX-License-Identifier: MIT
// How far a long run has come, on standard error, when that is a terminal and results go elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace tmamap::inspect {

class Progress {
public:
  explicit Progress(std::string what);
  ~Progress(); // wipes the line
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  // `done` lines are done. Cheap: the clock is read once in a thousand.
  void at(std::uint64_t done) {
    if (shown_ && done % 1024 == 0)
      show(done);
  }

private:
  void show(std::uint64_t done);

  std::string what_;
  bool shown_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_, last_;
};

} // namespace tmamap::inspect
