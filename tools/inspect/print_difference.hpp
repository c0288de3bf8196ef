// SPDX-License-Identifier: MIT
// A captured line on which the model and the chip differ, for people and in JSON.
#pragma once

#include <inspect/page.hpp>

#include <replay/explain.hpp>

#include <cstdint>

namespace tmamap::inspect {

struct Difference {
  std::string file;
  std::uint64_t line = 0;
  std::string id;
  Spec spec;
  Context context;
  io::Records records;
  std::vector<std::string_view> keys; // in which they differ
  // Of a copy.
  io::CopyResult simulated;
  std::string_view cause;
  sim::InputError input;
  replay::Explanation why;
  // Of an encode.
  bool accepts = false;
  std::optional<io::Descriptor> encoded; // where both have bytes
};

void print_difference(Page &page, const Difference &difference);
void append_difference_json(std::string &out, const Difference &difference);

} // namespace tmamap::inspect
