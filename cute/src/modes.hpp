// SPDX-License-Identifier: MIT
// Layouts without their nesting, as the algebra works on them.
#pragma once

#include <tmamap/cute/layout.hpp>

#include <vector>

namespace tmamap::cute {

struct Mode {
  Int shape;
  Leaf stride;
};

std::vector<Mode> flat(const Layout &layout);
// The modes of coalesce(layout): at least one.
std::vector<Mode> coalesced(const Layout &layout);
// One mode makes an integer shape.
Layout to_layout(const std::vector<Mode> &modes);

// Whether static integers show that `mode` goes on where `before` ends.
inline bool continues(const Mode &before, const Mode &mode) {
  const Int end = before.shape * before.stride.value;
  return end.is_static() && end == mode.stride.value && before.stride.basis == mode.stride.basis;
}

} // namespace tmamap::cute
