// SPDX-License-Identifier: MIT
// A tensor map that was checked once and serves many copies, as the 128 bytes on the device do.
#pragma once

#include <tmamap/geometry.hpp>
#include <tmamap/sim/memory.hpp>
#include <tmamap/spec.hpp>

namespace tmamap::sim {

class TensorMap {
public:
  explicit TensorMap(const Spec &spec, Target target = Target::sm_90);

  // Set: the driver would not make this map, and every copy through it is an input error.
  [[nodiscard]] const InputError &error() const { return error_; }
  [[nodiscard]] const Spec &spec() const { return spec_; }
  [[nodiscard]] Target target() const { return target_; }
  [[nodiscard]] const Geometry &geometry() const { return geometry_; }

private:
  Spec spec_;
  Target target_;
  Geometry geometry_;
  InputError error_;
};

} // namespace tmamap::sim
