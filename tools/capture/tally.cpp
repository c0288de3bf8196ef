// SPDX-License-Identifier: MIT
#include "tally.hpp"

namespace tmamap::capture {

namespace {

constexpr const char *kind_names[] = {"tiled", "tiled interleaved", "im2col", "im2col interleaved"};

std::size_t kind_of(const Spec &spec) {
  return (spec.mode == Mode::tiled ? 0u : 2u) + (spec.interleave == Interleave::none ? 0u : 1u);
}

} // namespace

void Tally::add(const CopyCase &c, bool differs) {
  Count &count =
      counts[static_cast<std::size_t>(c.access.op)][kind_of(c.spec)]
            [static_cast<std::size_t>(c.spec.data_type)][static_cast<std::size_t>(c.spec.swizzle)];
  ++count.compared;
  ++compared;
  count.differ += differs;
  differ += differs;
  multicasts += c.access.multicast_mask.has_value();
}

void Tally::print(std::FILE *to) const {
  std::fprintf(to, "%-11s %-18s %-8s %8s %8s %8s %8s %8s\n", "operation", "mode", "type", "none",
               "32B", "64B", "128B", "differ");
  for (std::size_t op = 0; op < ops; ++op)
    for (std::size_t kind = 0; kind < kinds; ++kind)
      for (std::size_t type = 0; type < types; ++type) {
        unsigned long long row[swizzles] = {}, all = 0, differing = 0;
        for (std::size_t swizzle = 0; swizzle < swizzles; ++swizzle) {
          const Count &count = counts[op][kind][type][swizzle];
          all += row[swizzle] = count.compared;
          differing += count.differ;
        }
        if (all != 0)
          std::fprintf(to, "%-11s %-18s %-8s %8llu %8llu %8llu %8llu %8llu\n",
                       std::string(name(static_cast<Op>(op))).c_str(), kind_names[kind],
                       std::string(name(static_cast<DataType>(type))).c_str(), row[0], row[1],
                       row[2], row[3], differing);
      }
}

} // namespace tmamap::capture
