// SPDX-License-Identifier: MIT
// The loops of the fast model: a batch of rows between global memory and one window, in chunks of
// 16 bytes. Chosen once a copy, for its swizzle, its operation and the machine it runs on.
#pragma once

#include "rows.hpp"

#include <tmamap/geometry.hpp>
#include <tmamap/spec.hpp>

#include <cstdint>

namespace tmamap::sim::detail {

struct Job {
  const Row &row;
  SwizzleBits swizzle;
  std::uint8_t *window = nullptr;
  std::uint8_t fill[16] = {};
};

// `global` is where batch.global_address + row.begin lies. Returns false only for a kernel that
// asks a question.
using Kernel = bool (*)(const Job &, const Batch &, std::uint8_t *global);

struct Kernels {
  Kernel move = nullptr;    // the copy itself
  Kernel fill = nullptr;    // loads: rows out of bounds
  Kernel settled = nullptr; // reductions that have open sums: whether this batch has none
};

// `fills`: whether rows lie out of bounds.
[[nodiscard]] Kernels kernels_for(const Spec &spec, Op op, const Row &row, bool fills);

} // namespace tmamap::sim::detail
