// SPDX-License-Identifier: MIT
// The order of things in a checked call: check, call, explain, log.
#pragma once

#include "state.hpp"

#include <functional>

namespace tmamap {

// Calls the driver with the arguments at hand and this map. Empty: the driver has no such function.
using DriverFunction = std::function<CUresult(CUtensorMap *)>;

struct Request {
  const char *name; // the driver's function
  const Spec &spec;
  Context context; // its target is set by the call
  CUtensorMap *map;
  bool in_place = false;   // the map is changed, not made
  bool expressible = true; // false: a value that no enumerator of cuda.h stands for
};

DriverCall checked_call(DriverState &state, Request request, const DriverFunction &function);

} // namespace tmamap
