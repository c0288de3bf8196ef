// SPDX-License-Identifier: MIT
// For every rule: a call at its limit, and the same call one past it. All sides differ, so that a
// swapped index shows.
#pragma once

#include <tmamap/check.hpp>

#include <string_view>
#include <vector>

namespace tmamap::tests {

struct Case {
  Spec spec;
  Context context;
};

// `past`: false at the limit (the rule holds), true one past it.
struct RuleCase {
  std::string_view id;
  std::string_view what;
  Case (*make)(std::uint32_t index, bool past);
};

// A tiled bf16 map of 1 to 5 dimensions, packed, without a finding.
Case tiled_case(std::uint32_t rank = 5);
// An interleave 16B map (u8) of 3 to 5 dimensions without a finding.
Case interleaved_case(std::uint32_t rank = 5);
// An im2col f16 map of 3 to 5 dimensions without a finding but the note on corner order (which has
// equal corners on every axis to avoid it).
Case im2col_case(std::uint32_t rank = 5);
// The padded 4-bit type on sm_100.
Case padded_case();
// A copy through `c` from its first element.
Case with_access(Case c, Op op = Op::load);

std::vector<RuleCase> encode_cases();
std::vector<RuleCase> layout_cases();
std::vector<RuleCase> im2col_cases();
std::vector<RuleCase> copy_cases();

} // namespace tmamap::tests
