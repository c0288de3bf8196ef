// SPDX-License-Identifier: MIT
// The model beside the chip: one case, simulated, and what differs.
#pragma once

#include "batch.hpp"

#include <tmamap/sim/copy.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tmamap::capture {

struct Simulated {
  Outcome outcome = Outcome::ok; // as the rule table and the model predict it
  std::string_view cause;
  std::string disagreement; // between table and model
  std::uint64_t tx_bytes = 0;
  std::vector<std::byte> global;
  std::vector<std::vector<std::byte>> windows;
};

void simulate(const CopyCase &c, Simulated &out);

// What the chip did otherwise, with the first place where it shows; empty if nothing.
[[nodiscard]] std::string difference(const CopyCase &c, const Simulated &simulated,
                                     const Observed &seen);

} // namespace tmamap::capture
