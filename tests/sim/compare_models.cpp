// SPDX-License-Identifier: MIT
#include "random_copy.hpp"

#include <tmamap/sim/copy.hpp>

#include <algorithm>
#include <cstring>
#include <sstream>

namespace tmamap::test {

namespace {

// Four windows at most and the pieces of global memory, as one model leaves them.
struct Memories {
  std::vector<std::vector<std::uint8_t>> global, windows;
};

Memories memories_of(const RandomCopy &copy) {
  Memories memories;
  std::uint64_t state = copy.content_seed;
  const auto fill = [&](std::uint64_t bytes) {
    std::vector<std::uint8_t> content(bytes);
    for (std::uint64_t at = 0; at < bytes; at += 8) {
      std::uint64_t word = next_word(state);
      // The exponent bits of every half, at every alignment of 2: neither all ones nor all zeros.
      if (copy.ordinary_values)
        word = (word & 0xAFFFAFFFAFFFAFFFu) | 0x1800180018001800u;
      std::memcpy(content.data() + at, &word, std::min<std::uint64_t>(8, bytes - at));
    }
    return content;
  };
  for (const RandomCopy::Piece &piece : copy.global)
    memories.global.push_back(fill(piece.bytes));
  for (const std::uint64_t bytes : copy.window_bytes)
    memories.windows.push_back(fill(bytes));
  return memories;
}

using Model = sim::Result (*)(const sim::TensorMap &, const Access &, const sim::GlobalMemory &,
                              sim::SharedMemory);

sim::Result run(const RandomCopy &copy, Memories &memories, Model model) {
  sim::GlobalMemory global;
  for (std::size_t i = 0; i < copy.global.size(); ++i)
    if (const sim::InputError error = global.add(copy.global[i].address, memories.global[i].data(),
                                                 memories.global[i].size())) {
      sim::Result refused;
      refused.input = error;
      return refused;
    }
  std::vector<sim::SharedWindow> windows;
  for (std::vector<std::uint8_t> &window : memories.windows)
    windows.push_back({window.data(), window.size()});
  return model(sim::TensorMap(copy.spec, copy.target), copy.access, global,
               sim::SharedMemory(windows.data(), windows.size()));
}

std::string summary(const sim::Result &result) {
  std::ostringstream text;
  text << (result.input ? std::string(result.input.field) : std::string(name(result.outcome)))
       << " '" << (result.input ? result.input.problem : result.cause) << "' tx " << result.tx_bytes
       << " footprint " << result.smem_footprint_bytes << " written "
       << result.global_bytes_written;
  return text.str();
}

} // namespace

Comparison compare_models(const RandomCopy &copy) {
  const Memories before = memories_of(copy);
  Memories fast = before, reference = before;
  const sim::Result a = run(copy, fast, sim::copy);
  const sim::Result b = run(copy, reference, sim::reference::copy);
  Comparison comparison;
  comparison.moved = a.ok();
  if (summary(a) != summary(b))
    comparison.difference = "result " + summary(a) + ", reference " + summary(b);
  else if (fast.global != reference.global)
    comparison.difference = "global memory";
  else if (fast.windows != reference.windows)
    comparison.difference = "shared memory";
  else if (!a.ok() && a.outcome != Outcome::hang &&
           (fast.global != before.global || fast.windows != before.windows))
    comparison.difference = "a copy that failed changed memory: " + summary(a);
  return comparison;
}

std::string describe(const RandomCopy &copy) {
  const Spec &s = copy.spec;
  const Access &a = copy.access;
  std::ostringstream text;
  const auto list = [&](const char *what, const auto &values) {
    text << ' ' << what << '=';
    for (const auto value : values)
      text << value << ',';
  };
  text << name(copy.target) << ' ' << name(s.mode) << ' ' << name(s.data_type) << " interleave "
       << name(s.interleave) << " swizzle " << name(s.swizzle) << " fill " << name(s.oob_fill)
       << " address " << s.global_address.value_or(0);
  list("dim", s.global_dim), list("strides", s.global_strides), list("box", s.box_dim);
  list("estrides", s.element_strides), list("lower", s.pixel_box_lower_corner);
  list("upper", s.pixel_box_upper_corner);
  text << " channels " << s.channels_per_pixel << " pixels " << s.pixels_per_column << " | "
       << name(a.op) << " smem " << a.smem_address;
  list("coordinates", a.coordinates), list("offsets", a.im2col_offsets);
  text << " mask " << a.multicast_mask.value_or(0) << " pieces " << copy.global.size();
  return text.str();
}

} // namespace tmamap::test
