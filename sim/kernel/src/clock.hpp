// SPDX-License-Identifier: MIT
// What is known to have happened: vector clocks, shared by all threads that know the same.
//
// A component counts events of one kind: the epochs of a thread, the completed phases of a barrier,
// the bulk groups of a thread that have read their source. Threads hold snapshots that never
// change, so that a thousand threads that leave __syncthreads together hold one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace tmamap::kernel::detail {

using Counts = std::vector<std::uint32_t>;
using Snapshot = std::shared_ptr<const Counts>; // null: nothing

using Component = std::uint32_t;

// Something that happened: the count that one must know to be after it.
struct Stamp {
  Component component = 0;
  std::uint32_t count = 0; // 0: always known
};

inline std::uint32_t count_of(const Snapshot &snapshot, Component component) {
  return snapshot && component < snapshot->size() ? (*snapshot)[component] : 0;
}

// A clock that is being put together.
class Gathering {
public:
  void add(const Snapshot &snapshot) {
    if (!snapshot || snapshot == last_)
      return;
    last_ = snapshot;
    if (counts_.size() < snapshot->size())
      counts_.resize(snapshot->size());
    for (std::size_t i = 0; i < snapshot->size(); ++i)
      counts_[i] = std::max(counts_[i], (*snapshot)[i]);
  }
  void add(const Stamp &stamp) {
    if (stamp.count == 0)
      return;
    if (counts_.size() <= stamp.component)
      counts_.resize(stamp.component + std::size_t{1});
    counts_[stamp.component] = std::max(counts_[stamp.component], stamp.count);
  }
  [[nodiscard]] bool knows(const Stamp &stamp) const {
    return stamp.count == 0 ||
           (stamp.component < counts_.size() && counts_[stamp.component] >= stamp.count);
  }
  // Hands out what was gathered and starts anew.
  Snapshot take() {
    last_.reset();
    if (counts_.empty())
      return nullptr;
    auto taken = std::make_shared<const Counts>(std::move(counts_));
    counts_.clear();
    return taken;
  }
  void clear() {
    last_.reset();
    counts_.clear();
  }

private:
  Counts counts_;
  Snapshot last_; // already in counts_
};

// Joins snapshots. The latest joins are remembered: threads that know the same and learn the same
// then share the outcome.
class Joiner {
public:
  const Snapshot &join(const Snapshot &a, const Snapshot &b) {
    if (!b || a == b)
      return a;
    if (!a)
      return b;
    Memo &memo = memos_[next_ % 2];
    for (const Memo &each : memos_)
      if (each.a == a && each.b == b)
        return each.joined;
    ++next_;
    memo = {a, b, joined(a, b)};
    return memo.joined;
  }
  void clear() { memos_[0] = memos_[1] = {}; }

private:
  struct Memo {
    Snapshot a, b, joined;
  };

  static bool covers(const Counts &a, const Counts &b) {
    if (b.size() > a.size())
      return false;
    for (std::size_t i = 0; i < b.size(); ++i)
      if (b[i] > a[i])
        return false;
    return true;
  }
  static Snapshot joined(const Snapshot &a, const Snapshot &b) {
    if (covers(*a, *b))
      return a;
    if (covers(*b, *a))
      return b;
    Counts counts = *a;
    counts.resize(std::max(a->size(), b->size()));
    for (std::size_t i = 0; i < b->size(); ++i)
      counts[i] = std::max(counts[i], (*b)[i]);
    return std::make_shared<const Counts>(std::move(counts));
  }

  Memo memos_[2];
  std::uint32_t next_ = 0;
};

// What one thread knows, or one phase of a barrier hands on.
struct Knowledge {
  Snapshot seen;   // happened before
  Snapshot fenced; // of that, the generic writes that the async proxy sees, too
};

struct Gatherings {
  Gathering seen, fenced;

  Knowledge take() { return {seen.take(), fenced.take()}; }
  void clear() { seen.clear(), fenced.clear(); }
};

} // namespace tmamap::kernel::detail
