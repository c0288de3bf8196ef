// SPDX-License-Identifier: MIT
// Lines of a capture file. Written here and not by tools/io, whose JSON library Debian has as a
// shared one only: this program must run where nothing but a driver is installed.
#pragma once

#include "batch.hpp"

#include <string>

namespace tmamap::capture {

[[nodiscard]] std::string header_line(const DeviceName &name, const std::string &command);
[[nodiscard]] std::string encode_line(const Spec &spec, int result, const CUtensorMap &map);

// With the hashes of what was observed. A fault records its outcome alone.
[[nodiscard]] std::string copy_line(const std::string &id, const CopyCase &c, const Observed &seen);

} // namespace tmamap::capture
