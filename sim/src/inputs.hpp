// SPDX-License-Identifier: MIT
// Inputs of the wrong kind: what no chip was ever asked, because the driver, the assembler or the
// caller's own buffers forbid it.
#pragma once

#include <tmamap/access.hpp>
#include <tmamap/geometry.hpp>
#include <tmamap/sim/memory.hpp>
#include <tmamap/spec.hpp>

namespace tmamap::sim::detail {

// What the model takes for granted of a descriptor: the part of the driver's rules that the
// arithmetic of a copy rests on.
[[nodiscard]] InputError wrong_spec(const Spec &spec, Target target);

// Operands that do not fit the descriptor or that no instruction of the target has.
[[nodiscard]] InputError wrong_access(const Spec &spec, const Access &access, Target target);

[[nodiscard]] InputError wrong_memory(const Spec &spec, const Access &access, const Geometry &shape,
                                      const GlobalMemory &global, SharedMemory shared);

// Calls use(window) for each window that a copy reads or writes.
template <class Use> void for_each_window(const Access &access, SharedMemory shared, Use &&use) {
  if (!access.multicast_mask) {
    use(shared.windows[0]);
    return;
  }
  for (std::size_t cta = 0; cta < 16; ++cta)
    if ((*access.multicast_mask >> cta & 1) != 0)
      use(shared.windows[cta]);
}

} // namespace tmamap::sim::detail
