// SPDX-License-Identifier: MIT
// Numbers and amendments as text, shared by the sources of the library.
#pragma once

#include <tmamap/report.hpp>

#include <string>

namespace tmamap {

void append_number(std::string &out, const Number &value);  // decimal
void append_address(std::string &out, std::uint64_t value); // 0x…
// "boxDim[0] = 16"; nothing for a change that has no words.
void append_amendment(std::string &out, const Amendment &change);

} // namespace tmamap
