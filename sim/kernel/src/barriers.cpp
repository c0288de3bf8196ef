// SPDX-License-Identifier: MIT
// Operations on mbarriers, and what their phases hand on.
#include "cluster.hpp"

#include <algorithm>

namespace tmamap::kernel::detail {

namespace {

// Where the barrier of an offset stands, or would stand, in a block's list.
auto position(std::vector<Barrier *> &barriers, std::uint64_t offset) {
  return std::lower_bound(
      barriers.begin(), barriers.end(), offset,
      [](const Barrier *barrier, std::uint64_t at) { return barrier->offset < at; });
}

} // namespace

Barrier *Cluster::find_barrier(std::uint32_t block, std::uint64_t offset) {
  std::vector<Barrier *> &known = blocks_[block].barriers;
  const auto it = position(known, offset);
  return it != known.end() && (*it)->offset == offset ? *it : nullptr;
}

bool Cluster::well_placed(const Range &range, const Site &site) {
  if (!inside(range, site))
    return false;
  if (range.begin % mbarrier_bytes == 0)
    return true;
  blame(rule("TMAP-protocol-mbarrier-04"), site, nullptr,
        {{"barrier", place(range.block, range.begin)}, {"limit", mbarrier_bytes}});
  stop(Outcome::misaligned_address);
  return false;
}

// The initialised barrier there; null, and the run is over, if there is none.
Barrier *Cluster::usable(Worker &w, SharedAddress address, const Site &site) {
  const std::uint32_t block = rank_of(w, address);
  if (!well_placed({block, address.offset, mbarrier_bytes}, site))
    return nullptr;
  note_remote(w, block, site);
  Barrier *const barrier = find_barrier(block, address.offset);
  if (barrier != nullptr && barrier->live && knows(w, barrier->init))
    return barrier;
  if (barrier != nullptr && !barrier->live) {
    blame(rule("TMAP-protocol-init-03"), site, &barrier->init_site, {{"barrier", place(*barrier)}});
  } else {
    // That the init has run on this schedule is luck, and so is that it has not.
    blame(rule("TMAP-protocol-init-01"), site, barrier == nullptr ? nullptr : &barrier->init_site,
          {{"barrier", place(block, address.offset)}});
  }
  if (barrier == nullptr || !barrier->live) {
    stop(Outcome::undocumented);
    return nullptr;
  }
  forgive(w, barrier->init, false);
  return barrier;
}

void Cluster::mbarrier_init(Worker &w, SharedAddress address, std::uint64_t count, Step step) {
  const Site site{step, Operation::mbarrier_init, w.index};
  if (stopped_)
    return;
  log(site, address.offset, count);
  const Range range{rank_of(w, address), address.offset, mbarrier_bytes};
  if (!well_placed(range, site))
    return;
  if (range.block != w.block)
    return blame(rule("TMAP-protocol-mbarrier-05"), site, nullptr, {});
  Mbarrier object;
  if (Mbarrier::init(count, object) != Misuse::none)
    return blame(rule("TMAP-protocol-mbarrier-02"), site, nullptr,
                 {{"count", count}, {"limit", max_arrival_count}});
  Barrier *barrier = find_barrier(range.block, range.begin);
  if (barrier != nullptr && barrier->live)
    check_idle(*barrier, site);
  generic_write(w, range, site);
  // From here on check_barriers() watches these bytes.
  blocks_[range.block].shadow.write(range.begin, range.end(), {});
  if (barrier == nullptr) {
    barrier = &barriers_.emplace_back();
    barrier->block = range.block;
    barrier->offset = range.begin;
    barrier->component = components_++;
    std::vector<Barrier *> &known = blocks_[range.block].barriers;
    known.insert(position(known, range.begin), barrier);
  } else {
    barrier->first_phase = barrier->phases() + 1; // no phase of this life is one of an earlier
    barrier->expected_bytes = barrier->delivered_bytes = 0;
    barrier->arriving.clear();
    barrier->completed = {};
    barrier->stale_wait = {};
  }
  barrier->object = object;
  barrier->live = true;
  barrier->init_site = site;
  barrier->init = w.stamp();
  barrier->init_fence.reset();
  w.unfenced_inits.push_back(barrier);
}

void Cluster::mbarrier_inval(Worker &w, SharedAddress address, Step step) {
  const Site site{step, Operation::mbarrier_inval, w.index};
  if (stopped_)
    return;
  log(site, address.offset, 0);
  if (rank_of(w, address) != w.block)
    return blame(rule("TMAP-protocol-mbarrier-05"), site, nullptr, {});
  Barrier *const barrier = usable(w, address, site);
  if (barrier == nullptr)
    return;
  check_idle(*barrier, site);
  generic_write(w, {w.block, address.offset, mbarrier_bytes}, site);
  barrier->live = false;
}

void Cluster::check_idle(Barrier &barrier, const Site &site) {
  if (barrier.object.tx_count() != 0 || barrier.copies_in_flight != 0)
    blame_barrier(rule("TMAP-protocol-reuse-01"), site,
                  barrier.copies_in_flight == 0 ? nullptr : &barrier.last_load_site, barrier);
}

// Whether an operation was one that the object can do; a finding otherwise.
bool Cluster::applies(Misuse misuse, Barrier &barrier, std::uint64_t amount, const Site &site) {
  const Mbarrier &object = barrier.object;
  switch (misuse) {
  case Misuse::none: return true;
  case Misuse::count_range:
    blame(rule("TMAP-protocol-mbarrier-02"), site, nullptr,
          {{"count", amount}, {"limit", max_arrival_count}});
    return false;
  case Misuse::too_many:
  case Misuse::no_more_arrivals:
    blame(rule("TMAP-protocol-mbarrier-01"), site, nullptr,
          {{"count", amount},
           {"barrier", place(barrier)},
           {"phase", object.phase()},
           {"pending", std::min(object.pending(), object.expected())}});
    return false;
  case Misuse::tx_count_range:
    blame(rule("TMAP-protocol-expectTx-03"), site, nullptr,
          {{"barrier", place(barrier)},
           {"observed", object.tx_count()},
           {"bytes", amount},
           {"limit", max_tx_count}});
    stop(Outcome::launch_failure);
    return false;
  }
  return false;
}

// After each operation: hands on what a completed phase gathered, and starts to count anew.
void Cluster::changed(Barrier &barrier, std::uint64_t phase_before, const Site &site) {
  if (barrier.object.phase() == phase_before)
    return;
  barrier.arriving.seen.add(Stamp{barrier.component, barrier.phases()});
  barrier.completed = barrier.arriving.take();
  barrier.expected_bytes = barrier.delivered_bytes = 0;
  barrier.multicast_delivered = false;
  if (options_.trace)
    result_.trace.push_back({Operation::phase_ends, site.step, first_block_ + barrier.block,
                             workers_[site.worker].thread, barrier.offset, phase_before});
  wake(barrier.waiting);
}

ArrivalState Cluster::arrive(Worker &w, SharedAddress address, std::uint64_t count,
                             Operation operation, Step step) {
  const Site site{step, operation, w.index};
  if (stopped_)
    return {};
  log(site, address.offset, count);
  Barrier *const barrier = usable(w, address, site);
  if (barrier == nullptr)
    return {};
  const ArrivalState before = barrier->object.state();
  Mbarrier next = barrier->object;
  const Misuse misuse =
      operation == Operation::arrive_drop ? next.arrive_drop(count) : next.arrive(count);
  if (!applies(misuse, *barrier, count, site))
    return before;
  release_into(barrier->arriving, w);
  barrier->object = next;
  changed(*barrier, before.phase, site);
  return before;
}

ArrivalState Cluster::arrive_expect_tx(Worker &w, SharedAddress address, std::uint64_t bytes,
                                       Step step) {
  const Site site{step, Operation::arrive_expect_tx, w.index};
  if (stopped_)
    return {};
  log(site, address.offset, bytes);
  Barrier *const barrier = usable(w, address, site);
  if (barrier == nullptr)
    return {};
  const ArrivalState before = barrier->object.state();
  Mbarrier next = barrier->object;
  const Misuse misuse = next.arrive_expect_tx(bytes);
  if (!applies(misuse, *barrier, misuse == Misuse::too_many ? 1 : bytes, site))
    return before;
  release_into(barrier->arriving, w);
  barrier->object = next;
  barrier->expected_bytes += bytes;
  changed(*barrier, before.phase, site);
  return before;
}

void Cluster::change_tx(Worker &w, SharedAddress address, std::uint64_t bytes, Operation operation,
                        Step step) {
  const Site site{step, operation, w.index};
  if (stopped_)
    return;
  log(site, address.offset, bytes);
  Barrier *const barrier = usable(w, address, site);
  if (barrier == nullptr)
    return;
  const std::uint64_t phase = barrier->object.phase();
  const bool expects = operation == Operation::expect_tx;
  const Misuse misuse =
      expects ? barrier->object.expect_tx(bytes) : barrier->object.complete_tx(bytes);
  if (!applies(misuse, *barrier, bytes, site))
    return;
  (expects ? barrier->expected_bytes : barrier->delivered_bytes) += bytes;
  changed(*barrier, phase, site);
}

void Cluster::await_phase(Worker &w, SharedAddress address, std::uint32_t parity,
                          std::optional<ArrivalState> state, bool poll, Step step) {
  const Site site{step, poll ? Operation::test_wait : Operation::wait, w.index};
  w.condition = {};
  if (stopped_)
    return;
  log(site, address.offset, state ? state->phase % 2 : parity);
  if (rank_of(w, address) != w.block) {
    blame(rule("TMAP-protocol-mbarrier-05"), site, nullptr, {});
    return stop(Outcome::undocumented);
  }
  Barrier *const barrier = usable(w, address, site);
  if (barrier == nullptr)
    return;
  const std::uint64_t phase = barrier->object.phase();
  if (state && (state->phase > phase || phase - state->phase > 1)) {
    blame(rule("TMAP-protocol-mbarrier-03"), site, nullptr,
          {{"observed", state->phase}, {"barrier", place(*barrier)}, {"phase", phase}});
    state.reset();
    parity = static_cast<std::uint32_t>(phase + 1) % 2; // returns at once
  }
  w.condition = {.kind = Kind::phase,
                 .poll = poll,
                 .site = site,
                 .barrier = barrier,
                 .parity = parity % 2,
                 .state = state};
}

// A wait has seen its phase complete: the thread learns what the arrivals of that phase knew.
void Cluster::pass_phase(Worker &w) {
  Barrier &barrier = *w.condition.barrier;
  const bool new_barrier = barrier.object.phase() == 0;
  auto own = std::find_if(w.waits.begin(), w.waits.end(),
                          [&](const OwnWait &wait) { return wait.barrier == &barrier; });
  if (own == w.waits.end())
    own = w.waits.insert(own, OwnWait{.barrier = &barrier});
  // For the phase before the first, or for one that this thread has waited for already: right for a
  // buffer that is free from the start, wrong for data.
  own->stale = {};
  if (new_barrier || own->phases == barrier.phases())
    barrier.stale_wait = own->stale = {.stamp = w.stamp(), .site = w.condition.site};
  else if (barrier.stale_wait.any() && barrier.stale_wait.site.worker == w.index)
    barrier.stale_wait = {};
  own->phases = barrier.phases();
  if (!new_barrier)
    acquire(w, barrier.completed);
}

void Cluster::fence_mbarrier_init(Worker &w, Step step) {
  if (stopped_)
    return;
  log({step, Operation::fence_mbarrier_init, w.index}, 0, 0);
  for (Barrier *const barrier : w.unfenced_inits)
    barrier->init_fence = w.stamp();
  w.unfenced_inits.clear();
  ++w.epoch;
}

} // namespace tmamap::kernel::detail
