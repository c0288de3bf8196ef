// SPDX-License-Identifier: MIT
// Who may touch which bytes of shared memory: the four combinations of proxies, writer and reader.
//
//   writer    reader    what must stand between
//   generic   generic   an order between the threads
//   generic   async     that, and a fence.proxy.async on the way
//   async     generic   a wait on the copy's barrier (or an order after one)
//   async     async     the same
#include "cluster.hpp"

#include <algorithm>
#include <cstring>

namespace tmamap::kernel::detail {

bool Cluster::knows(const Worker &w, const Stamp &stamp) const {
  return stamp.component == w.index ? stamp.count <= w.epoch
                                    : stamp.count <= count_of(w.knows.seen, stamp.component);
}

bool Cluster::fenced(const Worker &w, const Stamp &stamp) const {
  return stamp.count <= (stamp.component == w.index
                             ? std::max(w.fenced_epoch, count_of(w.knows.fenced, stamp.component))
                             : count_of(w.knows.fenced, stamp.component));
}

void Cluster::fence_proxy_async(Worker &w, Step step) {
  if (stopped_)
    return;
  log({step, Operation::fence_proxy_async, w.index}, 0, 0);
  w.knows.fenced = join_fenced_.join(w.knows.fenced, w.knows.seen);
  w.fenced_epoch = w.epoch++;
}

bool Cluster::inside(const Range &range, const Site &site) {
  if (range.block >= launch_.cluster_size) {
    blame(rule("TMAP-protocol-multicast-02"), site, nullptr,
          {{"rank", range.block}, {"limit", launch_.cluster_size}});
  } else if (range.begin > launch_.shared_bytes ||
             range.bytes > launch_.shared_bytes - range.begin) {
    blame(rule("TMAP-protocol-address-01"), site, nullptr,
          {{"bytes", range.bytes},
           {"address", range.begin},
           {"memory",
            "the block's " + std::to_string(launch_.shared_bytes) + " B of shared memory"}});
  } else {
    return true;
  }
  stop(Outcome::illegal_address);
  return false;
}

// Remembers who uses the shared memory of a block that is not his, and objects when it is gone.
void Cluster::note_remote(Worker &w, std::uint32_t block, const Site &site) {
  if (block == w.block)
    return;
  Block &other = blocks_[block];
  if (other.running == 0)
    return blame(rule("TMAP-protocol-exit-02"), site, nullptr, {{"block", first_block_ + block}});
  if (site.operation == Operation::load) // block_ended() asks whether it was waited for
    return;
  const auto it = std::find_if(other.remote.begin(), other.remote.end(),
                               [&w](const Use &use) { return use.stamp.component == w.index; });
  const Use use{.stamp = w.stamp(), .site = site};
  if (it == other.remote.end())
    other.remote.push_back(use);
  else
    *it = use;
}

void Cluster::check_barriers(const Range &range, const Site &site) {
  std::vector<Barrier *> &known = blocks_[range.block].barriers;
  const std::uint64_t first = range.begin < mbarrier_bytes ? 0 : range.begin - mbarrier_bytes + 1;
  auto it = std::lower_bound(
      known.begin(), known.end(), first,
      [](const Barrier *barrier, std::uint64_t at) { return barrier->offset < at; });
  for (; it != known.end() && (*it)->offset < range.end(); ++it)
    if ((*it)->live)
      return blame(rule("TMAP-protocol-overlap-01"), site, &(*it)->init_site,
                   {{"bytes", range.bytes},
                    {"address", place(range.block, range.begin)},
                    {"barrier", place(**it)}});
}

void Cluster::blame_race(Worker &w, const Range &range, const Site &site, const Use &other) {
  blame(rule("TMAP-protocol-race-01"), site, &other.site,
        {{"bytes", range.bytes}, {"address", place(range.block, range.begin)}});
  forgive(w, other.stamp, true);
}

void Cluster::generic_read(Worker &w, const Range &range, const Site &site) {
  Block &block = blocks_[range.block];
  const auto see = [&](std::uint64_t, Region &region) {
    if (region.write.any() && !knows(w, region.write.stamp)) {
      if (region.write.async)
        blame_early_read(w, range, site, region.write);
      else
        blame_race(w, range, site, region.write);
    }
    // Who comes after this read comes after those before it, too.
    std::erase_if(region.reads, [&](const Use &use) { return !use.async && knows(w, use.stamp); });
    region.reads.push_back({.stamp = w.stamp(), .site = site});
  };
  block.shadow.for_each(range.begin, range.end(), see, [&](std::uint64_t begin, std::uint64_t end) {
    std::memset(block.memory.data() + begin, 0, end - begin);
    block.shadow.add(begin, end).reads.push_back({.stamp = w.stamp(), .site = site});
  });
}

void Cluster::generic_write(Worker &w, const Range &range, const Site &site) {
  Block &block = blocks_[range.block];
  const auto see = [&](std::uint64_t, Region &region) {
    if (region.write.any() && !knows(w, region.write.stamp)) {
      if (region.write.async)
        blame_overlap(w, range, site, region.write);
      else
        blame_race(w, range, site, region.write);
    }
    for (const Use &use : region.reads)
      if (!knows(w, use.stamp)) {
        if (use.async)
          blame_unread(w, range, site, use);
        else
          blame_race(w, range, site, use);
      }
  };
  block.shadow.for_each(
      range.begin, range.end(), see, [&block](std::uint64_t begin, std::uint64_t end) {
        std::memset(block.memory.data() + begin, 0, end - begin); // an edit may read it
      });
  block.shadow.write(range.begin, range.end(), {.stamp = w.stamp(), .site = site});
}

// Generic writes must be visible to the async proxy, whether it reads the bytes or writes them.
void Cluster::check_fence(Worker &w, const Range &range, const Site &site, const Use &write) {
  if (fenced(w, write.stamp))
    return;
  blame(rule("TMAP-protocol-proxy-01"), site, &write.site,
        {{"bytes", range.bytes}, {"address", place(range.block, range.begin)}});
  forgive(w, write.stamp, true);
}

void Cluster::async_read(Worker &w, const Range &range, const Site &site, const Use &use) {
  Block &block = blocks_[range.block];
  const auto see = [&](std::uint64_t, Region &region) {
    const Use &write = region.write;
    if (write.any() && write.async && !knows(w, write.stamp))
      blame_early_read(w, range, site, write);
    else if (write.any() && !write.async && !knows(w, write.stamp))
      blame_race(w, range, site, write);
    else if (write.any() && !write.async)
      check_fence(w, range, site, write);
    std::erase_if(region.reads, [&](const Use &old) {
      return old.async && old.stamp.component == use.stamp.component;
    });
    region.reads.push_back(use);
  };
  block.shadow.for_each(range.begin, range.end(), see, [&](std::uint64_t begin, std::uint64_t end) {
    std::memset(block.memory.data() + begin, 0, end - begin);
    block.shadow.add(begin, end).reads.push_back(use);
  });
}

void Cluster::async_write(Worker &w, const Range &range, const Site &site, const Use &load) {
  Block &block = blocks_[range.block];
  const auto see = [&](std::uint64_t, Region &region) {
    const Use &write = region.write;
    if (write.any() && write.async && !knows(w, write.stamp)) {
      blame_overlap(w, range, site, write);
    } else if (write.any() && !write.async) {
      if (!knows(w, write.stamp))
        blame_overwrite(w, range, load, write, true);
      else
        check_fence(w, range, site, write);
    }
    for (const Use &use : region.reads)
      if (!knows(w, use.stamp)) {
        if (use.async)
          blame_unread(w, range, site, use);
        else
          blame_overwrite(w, range, load, use, write.any());
      }
  };
  block.shadow.for_each(range.begin, range.end(), see, [](std::uint64_t, std::uint64_t) {});
  block.shadow.write(range.begin, range.end(), load);
}

std::uint8_t *Cluster::access(Worker &w, SharedAddress address, std::uint64_t bytes,
                              Operation operation, Step step) {
  const Site site{step, operation, w.index};
  if (stopped_)
    return nullptr;
  log(site, address.offset, bytes);
  const Range range{rank_of(w, address), address.offset, bytes};
  if (!inside(range, site) || bytes == 0)
    return nullptr;
  note_remote(w, range.block, site);
  check_barriers(range, site);
  if (operation == Operation::read_shared)
    generic_read(w, range, site);
  else
    generic_write(w, range, site);
  return blocks_[range.block].memory.data() + range.begin;
}

// Global memory is only looked up: races there are not looked for.
std::uint8_t *Cluster::access_global(Worker &w, std::uint64_t address, std::uint64_t bytes,
                                     Operation operation, Step step) {
  const Site site{step, operation, w.index};
  if (stopped_)
    return nullptr;
  log(site, address, bytes);
  const sim::GlobalRange *const range = global_->find(address, bytes);
  if (range != nullptr)
    return range->at(address);
  blame(rule("TMAP-protocol-address-01"), site, nullptr,
        {{"bytes", bytes}, {"address", address}, {"memory", "global memory"}});
  stop(Outcome::illegal_address);
  return nullptr;
}

} // namespace tmamap::kernel::detail
