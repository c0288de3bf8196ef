// SPDX-License-Identifier: MIT
// Encoder calls by the million: verdict and bytes, ours beside the driver's.
#pragma once

#include "device.hpp"

#include <functional>
#include <string>

namespace tmamap::capture {

struct EncodeCounts {
  std::uint64_t calls = 0, accepted = 0, verdicts_differ = 0, bytes_differ = 0;
};

// Calls visit(spec, result, map, difference) for each; from several threads at once.
EncodeCounts
compare_encodes(const Device &device, std::uint64_t seed, std::uint64_t count, unsigned threads,
                bool named,
                const std::function<void(const Spec &spec, int result, const CUtensorMap &map,
                                         const std::string &difference)> &visit);

} // namespace tmamap::capture
