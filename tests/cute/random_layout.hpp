// SPDX-License-Identifier: MIT
// Random static layouts, small enough for brute force.
#pragma once

#include <tmamap/cute/layout.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace tmamap::test {

class RandomLayouts {
public:
  explicit RandomLayouts(std::uint32_t seed) : engine_(seed) {}

  std::int64_t number(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
  }

  // Any strides, 0 and equal ones too; up to two levels of nesting.
  cute::Layout any() {
    return nested(flat([this](std::int64_t) { return number(0, 12); }));
  }

  // Each index at most once, gaps allowed: the modes in any order.
  cute::Layout injective(bool with_gaps) {
    std::int64_t next = 1;
    return nested(shuffled(flat([&, this](std::int64_t extent) {
      next *= with_gaps && number(0, 2) == 0 ? number(2, 3) : 1;
      const std::int64_t stride = next;
      next *= extent;
      return stride;
    })));
  }

private:
  using Modes = std::vector<std::pair<std::int64_t, std::int64_t>>; // extent, stride

  template <class Stride> Modes flat(Stride stride) {
    static constexpr std::int64_t extents[] = {1, 2, 2, 3, 4, 4, 5, 6, 8};
    Modes modes(static_cast<std::size_t>(number(1, 4)));
    for (auto &[extent, step] : modes) {
      extent = extents[number(0, 8)];
      step = stride(extent);
    }
    return modes;
  }

  Modes shuffled(Modes modes) {
    std::shuffle(modes.begin(), modes.end(), engine_);
    return modes;
  }

  cute::Layout nested(const Modes &modes) {
    std::vector<cute::Layout> top;
    for (std::size_t i = 0; i < modes.size();) {
      const std::size_t last = std::min(modes.size(), i + static_cast<std::size_t>(number(1, 3)));
      std::vector<cute::Layout> inner;
      for (; i < last; ++i)
        inner.push_back({cute::Int::fixed(modes[i].first), cute::Int::fixed(modes[i].second)});
      top.push_back(inner.size() == 1 ? inner[0] : cute::joined(inner));
    }
    return top.size() == 1 && number(0, 1) == 0 ? top[0] : cute::joined(top);
  }

  std::mt19937 engine_;
};

} // namespace tmamap::test
