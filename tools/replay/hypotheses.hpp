// SPDX-License-Identifier: MIT
// Single changes of the model, tried one after the other on a captured copy that it gets wrong.
// Captures hold hashes, so that the chip's bytes are unknown; but when one change gives the chip's
// hash, that change names the cause, and its bytes are the chip's.
#pragma once

#include <replay/run_copy.hpp>

namespace tmamap::replay {

struct Hypothesis {
  std::string_view says; // "the chip …"
  // Makes the change; false where it would change nothing.
  bool (*change)(CopyCase &copy);
  Model model;
};

std::span<const Hypothesis> hypotheses();

} // namespace tmamap::replay
