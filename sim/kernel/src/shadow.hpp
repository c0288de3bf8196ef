// SPDX-License-Identifier: MIT
// Who last wrote and who has read each byte of a block's shared memory, by intervals: a tile is one
// entry, not 16,384.
#pragma once

#include "clock.hpp"

#include <tmamap/kernel/trace.hpp>

#include <cstdint>
#include <iterator>
#include <map>
#include <vector>

namespace tmamap::kernel::detail {

// An operation and the thread (of the cluster) that it comes from.
struct Site {
  Step step = {};
  Operation operation = Operation::none;
  std::uint32_t worker = 0;
};

struct Barrier;

struct Use {
  Stamp stamp = {}; // who knows it comes after
  Site site = {};
  bool async = false;
  Barrier *barrier = nullptr; // of a load
  Stamp issued = {};          // of a load: when its instruction ran

  [[nodiscard]] bool any() const { return site.operation != Operation::none; }
};

struct Region {
  std::uint64_t end = 0;
  Use write = {};
  std::vector<Use> reads = {}; // since that write
};

class Shadow {
public:
  using Regions = std::map<std::uint64_t, Region>;

  void clear() { regions_.clear(); }

  // Calls visit(begin, region) for everything known of [begin, end), cut to it, and gap(begin, end)
  // for the bytes between that were never used; in order. visit may change the region.
  template <class Visit, class Gap>
  void for_each(std::uint64_t begin, std::uint64_t end, Visit &&visit, Gap &&gap) {
    auto it = first_after(begin);
    while (begin < end) {
      if (it == regions_.end() || it->first >= end) {
        gap(begin, end);
        return;
      }
      if (it->first > begin) {
        gap(begin, it->first);
        begin = it->first;
        continue;
      }
      if (it->second.end > end)
        cut(it, end);
      visit(begin, it->second);
      begin = it->second.end;
      ++it;
    }
  }

  // Records a write of [begin, end): what was known of these bytes is forgotten.
  void write(std::uint64_t begin, std::uint64_t end, const Use &use) {
    auto it = first_after(begin);
    // The common case, a buffer written again.
    if (it != regions_.end() && it->first == begin && it->second.end == end) {
      it->second.write = use;
      it->second.reads.clear();
      return;
    }
    while (it != regions_.end() && it->first < end) {
      if (it->second.end > end)
        cut(it, end);
      it = regions_.erase(it);
    }
    regions_.emplace_hint(it, begin, Region{end, use, {}});
  }

  // Gives [begin, end), of which nothing is known, a region without a write.
  Region &add(std::uint64_t begin, std::uint64_t end) {
    return regions_.emplace(begin, Region{end, {}, {}}).first->second;
  }

private:
  // The first region that ends after `begin`, cut so that none straddles it.
  Regions::iterator first_after(std::uint64_t begin) {
    auto it = regions_.lower_bound(begin);
    if (it != regions_.begin()) {
      const auto before = std::prev(it);
      if (before->second.end > begin)
        it = cut(before, begin);
    }
    return it;
  }
  // Splits a region at `at`; gives the second half.
  Regions::iterator cut(Regions::iterator it, std::uint64_t at) {
    Region tail = it->second;
    it->second.end = at;
    return regions_.emplace_hint(std::next(it), at, std::move(tail));
  }

  Regions regions_;
};

} // namespace tmamap::kernel::detail
