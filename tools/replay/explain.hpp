// SPDX-License-Identifier: MIT
// Why a captured copy and the model differ, as far as hashes can tell.
#pragma once

#include <replay/hypotheses.hpp>

#include <array>

namespace tmamap::replay {

// Sixteen bytes of the memory that the copy writes, as both sides have them.
struct DifferentBytes {
  std::uint64_t address = 0; // in shared memory, or of the device
  std::uint32_t count = 0;   // of the bytes below
  std::array<std::uint8_t, 16> model = {}, chip = {};
  // The tensor coordinate that belongs there, and the one found there; empty: none.
  List<std::int64_t> belongs = {}, found = {};
};

struct Explanation {
  const Hypothesis *hypothesis = nullptr; // the one that gives the chip's answer, if any does
  CopyCase changed;                       // the copy after its change
  std::size_t tried = 0;
  // With a hypothesis: the first that differ. Without: the first that the model wrote; `chip` is
  // unknown then.
  std::vector<DifferentBytes> bytes;
};

// `runner` has just run the copy; its memories are used up.
Explanation explain(CopyRunner &runner, const CopyCase &copy, const io::Records &records);

} // namespace tmamap::replay
