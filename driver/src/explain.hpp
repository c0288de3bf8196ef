// SPDX-License-Identifier: MIT
// What a result of the driver means for a tensor-map call.
#pragma once

#include "library.hpp"

#include <tmamap/driver.hpp>

#include <string>
#include <string_view>

namespace tmamap {

// The device of the current context, as major * 10 + minor; 0 where there is none to ask.
using ComputeCapability = int;

CallStatus status_of(CUresult result, ComputeCapability device);

// "CUDA_ERROR_INVALID_VALUE (1)"; without the driver's help the number alone.
std::string result_text(const Library &library, CUresult result);

std::string capability_text(ComputeCapability device); // "9.0"
std::string version_text(int version);                 // of CUDA: "13.0"

// The sentence for a status other than done. `function` is the driver's.
std::string explain(std::string_view function, const DriverCall &call, const Library &library,
                    ComputeCapability device);

} // namespace tmamap
