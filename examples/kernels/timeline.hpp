// SPDX-License-Identifier: MIT
// A run of a kernel as a picture: time runs down, threads, copies and barriers stand side by side.
#pragma once

#include <draw/picture.hpp>

#include <tmamap/kernel/launch.hpp>

#include <string>

namespace examples {

// Of the first cluster: its most active threads, at most `most_steps` steps.
tmamap::draw::Picture timeline(std::string title, const tmamap::kernel::Launch &launch,
                               const tmamap::kernel::Trace &trace, std::size_t most_steps);

} // namespace examples
