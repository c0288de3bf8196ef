// SPDX-License-Identifier: MIT
#include <replay/explain.hpp>

#include <tmamap/sim/elements.hpp>

#include <algorithm>

namespace tmamap::replay {
namespace {

constexpr std::size_t most_shown = 4;

// Which coordinate of the tensor a byte of the written memory is for; empty: none.
List<std::int64_t> coordinate_at(const CopyCase &copy, bool in_shared, std::uint64_t address) {
  List<std::int64_t> found;
  if (!sim::without_memory(copy.map(), copy.access).ok())
    return found;
  const std::uint32_t bytes = sim::unit_of(copy.spec).bytes;
  sim::for_each_element(copy.spec, copy.access, [&](const sim::Element &element) {
    const std::uint64_t start =
        in_shared ? element.smem_address : *copy.spec.global_address + element.global_offset;
    const bool lies = in_shared || element.row_in_bounds;
    if (lies && address >= start && address - start < bytes)
      found = element.coordinates;
  });
  return found;
}

DifferentBytes bytes_at(std::uint64_t offset, std::uint64_t base,
                        std::span<const std::uint8_t> model, std::span<const std::uint8_t> chip) {
  DifferentBytes shown{.address = base + offset};
  shown.count = static_cast<std::uint32_t>(std::min<std::uint64_t>(16, model.size() - offset));
  std::copy_n(model.begin() + static_cast<std::ptrdiff_t>(offset), shown.count,
              shown.model.begin());
  std::copy_n(chip.begin() + static_cast<std::ptrdiff_t>(offset), shown.count, shown.chip.begin());
  return shown;
}

// The first 16-byte chunks in which two memories differ.
std::vector<DifferentBytes> first_different(std::span<const std::uint8_t> model,
                                            std::span<const std::uint8_t> chip,
                                            std::uint64_t base) {
  std::vector<DifferentBytes> found;
  std::uint64_t at = 0;
  while (found.size() < most_shown) {
    while (at < model.size() && model[at] == chip[at])
      ++at;
    if (at >= model.size())
      break;
    found.push_back(bytes_at(round_down(at, 16), base, model, chip));
    at = round_down(at, 16) + 16;
  }
  return found;
}

} // namespace

Explanation explain(CopyRunner &runner, const CopyCase &copy, const io::Records &records) {
  Explanation out;
  if (!records.global_memory || !records.hardware || runner.result().input)
    return out;
  const bool in_shared = reads_global(copy.access.op);
  const std::uint64_t base = in_shared ? 0 : records.global_memory->address;
  const auto written = [&] {
    const std::span<const std::uint8_t> bytes = in_shared ? runner.shared() : runner.global();
    return std::vector(bytes.begin(), bytes.end());
  };
  const std::vector<std::uint8_t> model = written();
  std::vector<std::uint8_t> other; // the chip's, once a hypothesis gives its hash

  const io::CopyResult &hardware = *records.hardware;
  for (const Hypothesis &hypothesis : hypotheses()) {
    CopyCase changed = copy;
    if (!hypothesis.change(changed))
      continue;
    ++out.tried;
    if (runner.run(changed, records, hypothesis.model) || runner.result().input ||
        !differing_keys(hardware, runner.outcome(hardware)).empty())
      continue;
    if (out.hypothesis != nullptr) {
      out.also.push_back(&hypothesis);
      continue;
    }
    out.hypothesis = &hypothesis;
    out.changed = changed;
    other = written();
  }
  if (out.hypothesis == nullptr) { // what the model changed, then
    const io::Memory &before = in_shared ? *records.shared_memory : *records.global_memory;
    other.resize(model.size());
    io::fill_memory(before, std::as_writable_bytes(std::span(other)));
  }
  out.bytes = first_different(model, other, base);
  for (DifferentBytes &bytes : out.bytes) {
    std::uint32_t first = 0;
    while (first + 1 < bytes.count && bytes.model[first] == bytes.chip[first])
      ++first;
    bytes.belongs = coordinate_at(copy, in_shared, bytes.address + first);
    if (out.hypothesis != nullptr)
      bytes.found = coordinate_at(out.changed, in_shared, bytes.address + first);
  }
  return out;
}

} // namespace tmamap::replay
