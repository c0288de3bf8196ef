// SPDX-License-Identifier: MIT
#include <tmamap/sim/memory.hpp>

#include <algorithm>

namespace tmamap::sim {

InputError GlobalMemory::add(const GlobalRange &range) {
  if (range.data == nullptr)
    return {"global_memory", "a range of global memory without a buffer"};
  if (range.bytes == 0)
    return {"global_memory.bytes", "an empty range of global memory"};
  if (range.address + (range.bytes - 1) < range.address)
    return {"global_memory.bytes", "a range of global memory that goes past 2^64"};
  const auto next = std::upper_bound(
      ranges_.begin(), ranges_.end(), range.address,
      [](std::uint64_t address, const GlobalRange &other) { return address < other.address; });
  const std::uint64_t last = range.address + (range.bytes - 1);
  if (next != ranges_.end() && last >= next->address)
    return {"global_memory.address", "a range of global memory that overlaps another"};
  if (next != ranges_.begin() && std::prev(next)->holds(range.address, 1))
    return {"global_memory.address", "a range of global memory that overlaps another"};
  ranges_.insert(next, range);
  return {};
}

const GlobalRange *GlobalMemory::find(std::uint64_t address, std::uint64_t count) const {
  if (ranges_.size() == 1) // the common case, without a search
    return ranges_.front().holds(address, count) ? ranges_.data() : nullptr;
  const auto next =
      std::upper_bound(ranges_.begin(), ranges_.end(), address,
                       [](std::uint64_t a, const GlobalRange &range) { return a < range.address; });
  if (next == ranges_.begin() || !std::prev(next)->holds(address, count))
    return nullptr;
  return &*std::prev(next);
}

} // namespace tmamap::sim
