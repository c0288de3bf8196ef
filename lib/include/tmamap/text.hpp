// SPDX-License-Identifier: MIT
// The one-line form of a spec, the same in commands, case files, messages and reports:
//
//   tiled bf16 dim=128x64 strides=256 box=64x64 swizzle=128B
//   im2col f16 dim=64x28x28x8 strides=128,3584,100352 lower=-1,-1 upper=-1,-1 channels=64
//   pixels=128
//
// and, behind it, of what surrounds the spec:
//
//   target=sm_100 descriptor=0x1040 load at=0,64 smem=0x400 tx=8192
//
// Parse and print are inverse: parse(print(s)) == s for every spec that has_lengths_of_its_rank.
#pragma once

#include <tmamap/report.hpp>
#include <tmamap/words.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace tmamap {

// A spec and its surroundings, as one line names them.
struct Case {
  Spec spec;
  Context context;
};

void append_text(std::string &out, const Spec &spec);
void append_text(std::string &out, const Access &access);
// The words that differ from an empty context, without the null arguments, which have no words.
void append_text(std::string &out, const Context &context);

template <class T> std::string to_text(const T &value) {
  std::string out;
  append_text(out, value);
  return out;
}

// Each fills `out` and returns nothing, or says what is wrong, naming the word by its JSON key.
std::optional<ReadError> parse(std::string_view text, Spec &out);
std::optional<ReadError> parse(std::string_view text, Access &out);
// The target that stands in `out` is the one of a line that names none.
std::optional<ReadError> parse(std::string_view text, Case &out);

// Without an explicit rank the lists must have the lengths that global_dim's implies; with one,
// any lengths are a call that can be expressed.
std::optional<ReadError> check_lengths(const Spec &spec);

} // namespace tmamap
