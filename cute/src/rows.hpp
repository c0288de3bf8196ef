// SPDX-License-Identifier: MIT
// The vocabulary of the rows in rows_*.hpp.
#pragma once

#include "plan.hpp"

#include <optional>
#include <string>
#include <utility>

namespace tmamap::cute {

using Broken = std::optional<ReasonBreach>;

inline Broken when(bool broken, std::uint64_t observed = 0, std::uint64_t limit = 0,
                   std::string detail = {}) {
  if (!broken)
    return std::nullopt;
  return ReasonBreach{0, observed, limit, std::move(detail)};
}
inline Broken at(std::size_t index, std::uint64_t observed, std::uint64_t limit,
                 std::string detail = {}) {
  return ReasonBreach{static_cast<std::uint32_t>(index), observed, limit, std::move(detail)};
}

inline std::uint64_t unsigned_of(Int value) { return static_cast<std::uint64_t>(value.value()); }

} // namespace tmamap::cute
