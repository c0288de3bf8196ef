// SPDX-License-Identifier: MIT
// A tensor map that was checked once and serves many copies, as the 128 bytes on the device do.
#pragma once

#include <tmamap/geometry.hpp>
#include <tmamap/report.hpp>
#include <tmamap/sim/memory.hpp>
#include <tmamap/spec.hpp>

#include <cstdint>
#include <optional>

namespace tmamap::sim {

class TensorMap {
public:
  // `descriptor_address`: where its 128 bytes lie, if that is to be asked.
  explicit TensorMap(const Spec &spec, Target target = Target::sm_90,
                     std::optional<std::uint64_t> descriptor_address = std::nullopt);

  // Set: the driver would not make this map, and every copy through it is an input error.
  [[nodiscard]] const InputError &error() const { return error_; }
  [[nodiscard]] const Spec &spec() const { return spec_; }
  [[nodiscard]] Target target() const { return context_.target; }
  [[nodiscard]] const Context &context() const { return context_; }
  [[nodiscard]] const Geometry &geometry() const { return geometry_; }

private:
  Spec spec_;
  Context context_; // without an access: it serves many
  Geometry geometry_;
  InputError error_;
};

} // namespace tmamap::sim
