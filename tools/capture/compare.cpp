// SPDX-License-Identifier: MIT
#include "compare.hpp"

#include <tmamap/check.hpp>
#include <tmamap/sim/elements.hpp>

#include <algorithm>
#include <cstring>

namespace tmamap::capture {

namespace {

std::string hex(std::span<const std::byte> bytes) { // the last first: as a number is written
  std::string digits = "0x";
  for (std::size_t i = bytes.size(); i-- > 0;) {
    const auto byte = static_cast<unsigned>(bytes[i]);
    (digits += "0123456789abcdef"[byte >> 4]) += "0123456789abcdef"[byte & 15];
  }
  return digits;
}

void fill(const io::Memory &memory, std::vector<std::byte> &out) {
  out.resize(memory.bytes);
  io::fill_memory(memory, out);
}

// The first few elements that differ, with what each was before.
std::string differing(std::span<const std::byte> seen, std::span<const std::byte> expected,
                      const CopyCase &c, const io::Memory &before_content) {
  std::vector<std::byte> before;
  fill(before_content, before);
  const std::size_t size = std::max(element_bits(c.spec.data_type) / 8, 1u);
  std::size_t count = 0;
  std::string text;
  for (std::size_t i = 0; i + size <= seen.size(); i += size) {
    if (std::memcmp(&seen[i], &expected[i], size) == 0)
      continue;
    if (++count <= 3)
      text += " [" + std::to_string(i) + "] was " + hex({&before[i], size}) + " model " +
              hex({&expected[i], size}) + " chip " + hex({&seen[i], size});
  }
  return std::to_string(count) + " elements" + text;
}

// Which shared-memory values meet the first differing element of global memory.
std::string operands(const CopyCase &c, std::span<const std::byte> seen, const Simulated &s) {
  const auto at = std::mismatch(seen.begin(), seen.end(), s.global.begin()).first - seen.begin();
  const std::size_t size = std::max(element_bits(c.spec.data_type) / 8, 1u);
  std::vector<std::byte> shared;
  fill(c.shared, shared);
  std::string text = " given";
  sim::for_each_element(c.spec, c.access, [&](const sim::Element &e) {
    const std::uint64_t from = *c.spec.global_address + e.global_offset - c.global.address;
    const auto place = static_cast<std::uint64_t>(at);
    if (from <= place && place < from + size && e.smem_address + size <= shared.size() &&
        text.size() < 100)
      text += ' ' + hex({&shared[e.smem_address], size});
  });
  return text;
}

} // namespace

void simulate(const CopyCase &c, Simulated &out) {
  fill(c.global, out.global);
  out.windows.resize(c.access.multicast_mask ? cluster_blocks : 1);
  std::vector<sim::SharedWindow> windows;
  for (auto &window : out.windows) {
    fill(c.shared, window);
    windows.push_back({reinterpret_cast<std::uint8_t *>(window.data()), window.size()});
  }
  sim::GlobalMemory global;
  sim::Result result;
  result.input = global.add(c.global.address, reinterpret_cast<std::uint8_t *>(out.global.data()),
                            out.global.size());
  if (!result.input)
    result = sim::copy(sim::TensorMap(c.spec, Target::sm_90, c.descriptor_offset), c.access, global,
                       {windows.data(), windows.size()});

  Context context;
  context.access = c.access;
  context.descriptor_address = c.descriptor_offset;
  const Outcome by_rules = check(c.spec, context).outcome;
  out.outcome = result.outcome;
  out.cause = result.input ? result.input.field : result.cause;
  out.tx_bytes = result.tx_bytes;
  out.disagreement.clear();
  if (result.input)
    out.disagreement = "the model refuses " + std::string(result.input.field) + ": " +
                       std::string(result.input.problem);
  if (result.outcome == Outcome::undocumented && by_rules != Outcome::ok)
    out.outcome = by_rules;
  else if (by_rules != result.outcome && result.outcome != Outcome::illegal_address &&
           result.outcome != Outcome::undocumented)
    out.disagreement += "rules say " + std::string(name(by_rules)) + ", the model " +
                        std::string(name(result.outcome));
}

std::string difference(const CopyCase &c, const Simulated &s, const Observed &seen) {
  if (!s.disagreement.empty())
    return s.disagreement;
  if (seen.outcome != s.outcome)
    return "outcome: model " + std::string(name(s.outcome)) + ", chip " +
           std::string(name(seen.outcome));
  if (seen.outcome != Outcome::ok)
    return {};
  if (seen.tx_bytes && *seen.tx_bytes != s.tx_bytes)
    return "tx_bytes: model " + std::to_string(s.tx_bytes) + ", chip " +
           std::to_string(*seen.tx_bytes);
  for (std::size_t i = 0; i < seen.windows.size() && i < s.windows.size(); ++i)
    if (!std::ranges::equal(seen.windows[i], s.windows[i]))
      return "shared memory of block " + std::to_string(i) + ": " +
             differing(seen.windows[i], s.windows[i], c, c.shared);
  if (!seen.global.empty() && !std::ranges::equal(seen.global, s.global))
    return "global memory: " + differing(seen.global, s.global, c, c.global) +
           operands(c, seen.global, s);
  return {};
}

} // namespace tmamap::capture
