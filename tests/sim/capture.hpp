// SPDX-License-Identifier: MIT
// Captured copies (JSON lines, gzipped) and the memories that they started from.
#pragma once

#include <tmamap/access.hpp>
#include <tmamap/spec.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tmamap::test {

// A fill byte, or the pattern of splitmix64 words.
struct Pattern {
  std::uint64_t address = 0; // of global memory
  std::uint64_t bytes = 0;
  std::optional<std::uint8_t> fill;
  std::uint64_t seed = 0, and_mask = UINT64_MAX, or_mask = 0;

  friend bool operator==(const Pattern &, const Pattern &) = default;
};

struct Capture {
  std::string id;
  Spec spec;
  Access access;
  std::optional<std::uint64_t> descriptor_address;
  std::optional<Pattern> global, shared; // absent in fault cases
  Outcome outcome = Outcome::ok;
  std::optional<std::uint64_t> tx_bytes, smem_fnv1a64, global_fnv1a64;
};

[[nodiscard]] std::vector<std::uint8_t> content(const Pattern &pattern);
[[nodiscard]] std::uint64_t fnv1a64(const std::vector<std::uint8_t> &bytes);

// Calls visit for each line after the first; throws on a line that cannot be read.
void for_each_capture(const std::string &file, const std::function<void(const Capture &)> &visit);

} // namespace tmamap::test
