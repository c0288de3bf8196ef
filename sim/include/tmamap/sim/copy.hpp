// SPDX-License-Identifier: MIT
// One copy through a tensor map, as the chip does it: cp.async.bulk.tensor, its reductions, its
// prefetch.
#pragma once

#include <tmamap/access.hpp>
#include <tmamap/sim/memory.hpp>
#include <tmamap/sim/tensor_map.hpp>
#include <tmamap/spec.hpp>

#include <cstdint>
#include <string_view>

namespace tmamap::sim {

struct Result {
  // Set: the inputs are of the wrong kind, nothing ran, and the rest means nothing.
  InputError input = {};
  // Any outcome but `ok` and `hang` leaves every memory as it was. `hang` moves its bytes: it is
  // the wait on the barrier that never ends.
  Outcome outcome = Outcome::ok;
  // What explains an outcome other than ok: the id of a rule or, for `undocumented`, the open
  // point.
  std::string_view cause = {};
  std::uint64_t tx_bytes = 0; // signalled on the mbarrier of each receiving CTA; loads only
  std::uint64_t smem_footprint_bytes = 0;
  std::uint64_t global_bytes_written = 0; // stores and reductions, the 16-byte spill included
  bool documented_only = false;           // from documents: no chip of this target was measured

  [[nodiscard]] bool ok() const { return !input && outcome == Outcome::ok; }
};

// All that can be said before any byte is looked at: inputs of the wrong kind, the traps, the open
// points that do not depend on data, bytes and footprint. An access that touches memory outside the
// caller's ranges is still `ok` here.
[[nodiscard]] Result without_memory(const TensorMap &map, const Access &access);

// Rows and 16-byte chunks at a time, with the vector instructions of the machine it runs on.
[[nodiscard]] Result copy(const TensorMap &map, const Access &access, const GlobalMemory &global,
                          SharedMemory shared);

namespace reference {

// The same, one element after the other: slow, and written to be read beside a description of the
// hardware.
[[nodiscard]] Result copy(const TensorMap &map, const Access &access, const GlobalMemory &global,
                          SharedMemory shared);

} // namespace reference

// The same for a map that is used once.
[[nodiscard]] inline Result without_memory(const Spec &spec, const Access &access,
                                           Target target = Target::sm_90) {
  return without_memory(TensorMap(spec, target), access);
}
[[nodiscard]] inline Result copy(const Spec &spec, const Access &access, const GlobalMemory &global,
                                 SharedMemory shared, Target target = Target::sm_90) {
  return sim::copy(TensorMap(spec, target), access, global, shared);
}
namespace reference {
[[nodiscard]] inline Result copy(const Spec &spec, const Access &access, const GlobalMemory &global,
                                 SharedMemory shared, Target target = Target::sm_90) {
  return reference::copy(TensorMap(spec, target), access, global, shared);
}
} // namespace reference

} // namespace tmamap::sim
