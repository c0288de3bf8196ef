// SPDX-License-Identifier: MIT
// The way back: how the box of a tensor map lies in shared memory, in CuTe's notation.
#pragma once

#include <tmamap/cute/gmma.hpp>
#include <tmamap/spec.hpp>

#include <optional>

namespace tmamap::cute {

struct SharedLayout {
  // Modes in the order of the map's dimensions, the innermost first.
  SmemLayout smem;
  // The same box as an operand of wgmma. A map does not say what its innermost dimension means: as
  // K its modes are (dimension 1, dimension 0, …), as M or N (dimension 0, dimension 1, …).
  struct Operand {
    TiledAtom atom;
    SmemLayout smem; // as tile_to_shape prints it
  };
  std::optional<Operand> as_k = std::nullopt, as_mn = std::nullopt;
};

// Fails, in a sentence, for maps that are not tiled or interleaved, that the driver refuses, whose
// elements are packed, and under swizzles that are no functor of CuTe's.
[[nodiscard]] Result<SharedLayout> shared_layout(const Spec &spec);

} // namespace tmamap::cute
