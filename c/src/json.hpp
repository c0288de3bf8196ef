// SPDX-License-Identifier: MIT
// The little JSON that the C interface writes.
#pragma once

#include <tmamap/descriptor.hpp>
#include <tmamap/message.hpp>

#include <string>
#include <string_view>

namespace tmamap::c {

void append_string(std::string &out, std::string_view text);

// `"key":` behind a comma, unless it is the first of its object.
void append_key(std::string &out, std::string_view key);

template <class T> void append_number(std::string &out, std::string_view key, T value) {
  append_key(out, key);
  out += std::to_string(value);
}
void append_text(std::string &out, std::string_view key, std::string_view value);

// verdict, driver, outcome, findings and derived, as members.
void append_report(std::string &out, const Report &report, const Spec &spec,
                   const Context &context);
// The member `unexplained`.
void append_unexplained(std::string &out, const Descriptor &map, const Decoded &decoded);

} // namespace tmamap::c
