// SPDX-License-Identifier: MIT
// Tensor maps as copies see them, and maps that the kernel changes.
#include "cluster.hpp"

#include <algorithm>

namespace tmamap::kernel::detail {

// The map as the copy engine sees it; null, and the run is over, if the instruction traps.
const sim::TensorMap *Cluster::usable(Worker &w, const sim::TensorMap &map, const Access &access,
                                      const Site &site) {
  const sim::TensorMap *seen = &map;
  for (const Modified &each : modified_) {
    if (each.map != &map)
      continue;
    seen = each.now.get();
    const bool fenced = std::any_of(each.fences.begin(), each.fences.end(), [&](const auto &fence) {
      return fence.first == w.block && knows(w, fence.second);
    });
    if (!fenced) {
      blame(rule("TMAP-protocol-tensormap-01"), site, &each.site, {});
      if (random_.one_in(2)) // the old bytes or the new ones
        seen = each.before.get();
    }
  }
  const sim::Result ahead = sim::without_memory(*seen, access);
  if (ahead.ok())
    return seen;
  blame_copy(site, ahead);
  return nullptr;
}

void Cluster::replace_address(Worker &w, const sim::TensorMap &map, std::uint64_t address,
                              Step step) {
  const Site site{step, Operation::tensormap_replace, w.index};
  if (stopped_)
    return;
  log(site, address, 0);
  auto it = std::find_if(modified_.begin(), modified_.end(),
                         [&map](const Modified &each) { return each.map == &map; });
  if (it == modified_.end())
    it = modified_.insert(it, Modified{.map = &map});
  Spec spec = it->now ? it->now->spec() : map.spec();
  // Copies in flight keep the map that they were started with.
  old_maps_.push_back(std::move(it->before));
  it->before = it->now ? std::move(it->now) : std::make_unique<sim::TensorMap>(map);
  spec.global_address = address;
  it->now = std::make_unique<sim::TensorMap>(spec, map.target());
  it->stamp = w.stamp();
  it->site = site;
  it->fences.clear();
}

void Cluster::fence_proxy_tensormap(Worker &w, const sim::TensorMap &map, Step step) {
  if (stopped_)
    return;
  log({step, Operation::fence_tensormap, w.index}, 0, 0);
  for (Modified &each : modified_)
    if (each.map == &map && knows(w, each.stamp))
      each.fences.emplace_back(w.block, w.stamp());
  ++w.epoch;
}

} // namespace tmamap::kernel::detail
