// SPDX-License-Identifier: MIT
// How threads, blocks and kernels end; and why one does not.
#include "cluster.hpp"

#include <algorithm>

namespace tmamap::kernel::detail {

void Cluster::worker_returned(Worker &w) {
  w.done = true;
  if (w.task->handle().promise().exception) {
    exception_ = w.task->handle().promise().exception;
    stopped_ = true;
  }
  if (stopped_)
    return;
  const Site site{w.last_step, Operation::exit, w.index};
  log(site, 0, 0);
  const std::uint32_t groups = w.groups_committed + (w.uncommitted != 0 ? 1 : 0);
  if (groups > w.groups_known_read && w.groups_read && !w.blamed)
    blame(rule("TMAP-protocol-bulkGroup-02"), site, nullptr,
          {{"count", groups - w.groups_known_read}});
  Block &block = blocks_[w.block];
  block.at_exit.add(w.knows.seen);
  block.at_exit.add(w.stamp());
  leave_barriers(w);
  if (--block.running == 0)
    block_ended(w.block);
}

void Cluster::leave(Rendezvous &rendezvous, bool has_arrived) {
  if (has_arrived) {
    ++rendezvous.leaving;
    return;
  }
  --rendezvous.size;
  if (rendezvous.arrived != 0 && rendezvous.arrived == rendezvous.size)
    complete(rendezvous);
}

// Who has returned is not waited for.
void Cluster::leave_barriers(const Worker &w) {
  Block &block = blocks_[w.block];
  leave(block.threads, false);
  leave(block.warps[w.thread / warp_size], false);
  leave(all_, w.cluster_arrived && w.cluster_phase == all_.phase);
}

void Cluster::block_ended(std::uint32_t index) {
  Block &block = blocks_[index];
  for (Barrier *const barrier : block.barriers)
    if (!barrier->blamed && !block.at_exit.knows({barrier->component, barrier->last_load}))
      blame(
          rule("TMAP-protocol-exit-01"),
          {barrier->last_load_site.step, Operation::load, barrier->last_load_site.worker}, nullptr,
          {{"phase", barrier->last_load - 1 - barrier->first_phase}, {"barrier", place(*barrier)}});
  for (const Use &use : block.remote)
    if (!block.at_exit.knows(use.stamp))
      blame(rule("TMAP-protocol-exit-02"), use.site, nullptr, {{"block", first_block_ + index}});
}

void Cluster::stop(Outcome outcome) {
  stopped_ = true;
  if (result_.outcome == Outcome::ok)
    result_.outcome = outcome;
}

// Nothing is in flight and no thread can go on.
void Cluster::diagnose_hang() {
  bool named = false;
  for (const Worker &w : workers_)
    if (!w.done && w.condition.kind == Kind::phase)
      named |= diagnose_phase(w);
  // Threads that wait for each other wait for those above.
  for (const Worker &w : workers_) {
    if (named)
      break;
    if (w.done || w.condition.kind != Kind::rendezvous)
      continue;
    const Rendezvous &rendezvous = *w.condition.rendezvous;
    blame(rule("TMAP-protocol-wait-02"), w.condition.site, nullptr,
          {{"missing", rendezvous.size - rendezvous.arrived}, {"expected", rendezvous.size}});
    named = true;
  }
  stop(Outcome::hang);
}

// Why a wait on an mbarrier does not end. False: it waits for a phase that others still hold up.
bool Cluster::diagnose_phase(const Worker &w) {
  Barrier &barrier = *w.condition.barrier;
  const Mbarrier &object = barrier.object;
  const Site &site = w.condition.site;
  const auto own = std::find_if(w.waits.begin(), w.waits.end(),
                                [&](const OwnWait &wait) { return wait.barrier == &barrier; });
  const std::uint32_t waited = own == w.waits.end() ? barrier.first_phase : own->phases;
  const bool untouched = object.pending() == object.expected() && object.tx_count() == 0;
  if (untouched && barrier.phases() > waited) {
    blame_parity(site, barrier, w.condition.parity,
                 "phase " + std::to_string(object.phase() - 1) +
                     " had completed before, and nobody has begun phase " +
                     std::to_string(object.phase()),
                 nullptr);
  } else if (object.tx_count() > 0) {
    blame_barrier(rule("TMAP-protocol-expectTx-01"), site, nullptr, barrier);
  } else if (object.tx_count() < 0 && barrier.multicast_delivered && barrier.expected_bytes == 0) {
    blame_barrier(rule("TMAP-protocol-multicast-01"), site, &barrier.last_load_site, barrier);
  } else if (object.tx_count() < 0) {
    blame_barrier(rule("TMAP-protocol-expectTx-02"),
                  barrier.last_load == 0 ? site : barrier.last_load_site, nullptr, barrier);
  } else {
    blame_barrier(rule("TMAP-protocol-wait-01"), site, nullptr, barrier);
  }
  return true;
}

} // namespace tmamap::kernel::detail
