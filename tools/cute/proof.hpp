// SPDX-License-Identifier: MIT
// Whether the copies put every element where the shared layout wants it, asked of the simulator.
#pragma once

#include <tmamap/cute/tma_copy.hpp>

#include <cstdint>
#include <string>

namespace tmamap::inspect {

struct Proof {
  std::uint64_t tiles = 0;
  std::uint64_t elements = 0; // compared: those inside the tensor
  std::uint64_t disagreements = 0;
  std::string first; // the first of them, or what the simulator objects to

  [[nodiscard]] bool holds() const { return first.empty(); }
};

// Runs the copies of the first and of the last tile over a tensor whose elements carry a name each.
// Elements too narrow for so many names are run several times, with another digit of it each time.
[[nodiscard]] Proof prove(const cute::TmaRequest &request, const cute::TmaCopy &copy);

} // namespace tmamap::inspect
