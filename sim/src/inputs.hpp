// SPDX-License-Identifier: MIT
// Inputs of the wrong kind: what no chip was ever asked, because the driver, the assembler or the
// caller's own buffers forbid it.
#pragma once

#include <tmamap/access.hpp>
#include <tmamap/geometry.hpp>
#include <tmamap/sim/memory.hpp>
#include <tmamap/spec.hpp>

namespace tmamap::sim::detail {

// Each returns whether something is wrong, and then sets `error`; it is left alone otherwise.

// A descriptor that the driver would not make: named by the rule. Or one without an address.
bool wrong_spec(const Spec &spec, Target target, InputError &error);

// Operands that do not fit the descriptor or that no instruction of the target has.
[[nodiscard]] bool wrong_access(const Spec &spec, const Access &access, Target target,
                                InputError &error);

[[nodiscard]] bool wrong_memory(const Spec &spec, const Access &access, const Geometry &shape,
                                const GlobalMemory &global, SharedMemory shared, InputError &error);

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
