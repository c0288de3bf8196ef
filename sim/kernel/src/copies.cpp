// SPDX-License-Identifier: MIT
// Copies: started by a thread, carried out when the scheduler says.
#include "cluster.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace tmamap::kernel::detail {

namespace {

// What the hardware signals at once is not documented; pieces of 16 bytes were seen.
constexpr std::uint64_t piece_bytes = 16;

Operation operation_of(Op op) {
  if (op == Op::prefetch)
    return Operation::prefetch;
  if (is_reduction(op))
    return Operation::reduce;
  return signals_mbarrier(op) ? Operation::load : Operation::store;
}

void remove_one(std::vector<std::uint32_t> &values, std::uint32_t value) {
  const auto it = std::find(values.begin(), values.end(), value);
  if (it != values.end()) {
    *it = values.back();
    values.pop_back();
  }
}

} // namespace

sim::SharedWindow Cluster::window(std::uint32_t block) {
  return {blocks_[block].memory.data(), launch_.shared_bytes};
}

void Cluster::blame_copy(const Site &site, const sim::Result &result) {
  const bool input = static_cast<bool>(result.input);
  std::string cause(input ? result.input.field : result.cause);
  if (input)
    cause += ": " + std::string(result.input.problem);
  blame(rule("TMAP-protocol-copy-01"), site, nullptr,
        {{"outcome", input ? "the inputs make no copy" : name(result.outcome)},
         {"cause", std::move(cause)}});
  stop(input ? Outcome::undocumented : result.outcome);
}

std::uint32_t Cluster::new_copy() {
  if (free_copies_.empty()) {
    copies_.emplace_back();
    return static_cast<std::uint32_t>(copies_.size() - 1);
  }
  const std::uint32_t index = free_copies_.back();
  free_copies_.pop_back();
  return index;
}

void Cluster::load(Worker &w, const sim::TensorMap &map, const Access &access,
                   std::uint32_t to_rank, SharedAddress barrier, Step step) {
  const Site site{step, Operation::load, w.index};
  if (stopped_)
    return;
  if (!signals_mbarrier(access.op))
    return copy(w, map, access, step);
  Access one = access;
  one.multicast_mask.reset();
  one.expect_tx_bytes.reset(); // what the barrier was told is for the barrier to say
  const std::uint32_t mask = access.multicast_mask.value_or(1);
  log(site, access.smem_address,
      map.geometry().tx_bytes * static_cast<std::uint64_t>(std::popcount(mask)));
  const sim::TensorMap *const seen = usable(w, map, one, site);
  if (seen == nullptr)
    return;
  if (!access.multicast_mask)
    return load_into(w, *seen, one, to_rank == own_block ? w.block : to_rank, barrier, false, site);
  const std::uint32_t size = launch_.cluster_size;
  if (mask == 0 || mask >> size != 0) {
    const int highest = 31 - std::countl_zero(mask);
    blame(rule("TMAP-protocol-multicast-02"), site, nullptr,
          {{"rank", mask == 0 ? "none" : std::to_string(highest)}, {"limit", size}});
    return stop(Outcome::undocumented);
  }
  for (std::uint32_t rank = 0; rank < size && !stopped_; ++rank)
    if ((mask >> rank & 1) != 0)
      load_into(w, *seen, one, rank, {barrier.offset, rank}, rank != w.block, site);
}

void Cluster::load_into(Worker &w, const sim::TensorMap &map, const Access &access,
                        std::uint32_t block, SharedAddress address, bool multicast,
                        const Site &site) {
  const Geometry &shape = map.geometry();
  const Range range{block, access.smem_address, shape.smem_footprint_bytes};
  if (!inside(range, site))
    return;
  Barrier *const barrier = usable(w, address, site);
  if (barrier == nullptr)
    return;
  if (barrier->block != block) {
    blame(rule("TMAP-protocol-mbarrier-05"), site, &barrier->init_site, {});
    return stop(Outcome::undocumented);
  }
  const bool visible =
      (barrier->init_fence && knows(w, *barrier->init_fence)) || fenced(w, barrier->init);
  if (!visible) {
    blame(rule("TMAP-protocol-init-02"), site, &barrier->init_site, {{"barrier", place(*barrier)}});
    forgive(w, barrier->init, true);
  }
  const Use use{.stamp = {barrier->component, barrier->phases() + 1},
                .site = site,
                .async = true,
                .barrier = barrier,
                .issued = w.stamp()};
  check_barriers(range, site);
  async_write(w, range, site, use);
  barrier->last_load = std::max(barrier->last_load, use.stamp.count);
  barrier->last_load_site = site;
  ++barrier->copies_in_flight;

  const std::uint32_t index = new_copy();
  Copy &copy = copies_[index];
  copy.state = Copy::State::whole;
  copy.multicast = multicast;
  copy.map = &map;
  copy.access = access;
  copy.site = site;
  copy.block = block;
  copy.bytes = shape.tx_bytes;
  copy.first_bytes = 0;
  copy.barrier = barrier;
  copy.phase = barrier->phases();
  if (copy.bytes >= 2 * piece_bytes && random_.one_in(4)) {
    copy.state = Copy::State::first_piece;
    copy.first_bytes = piece_bytes * (1 + random_.below(copy.bytes / piece_bytes - 1));
  }
  flying_.push_back(index);
}

void Cluster::copy(Worker &w, const sim::TensorMap &map, const Access &access, Step step) {
  const Site site{step, operation_of(access.op), w.index};
  if (stopped_)
    return;
  Access one = access;
  one.multicast_mask.reset();
  one.expect_tx_bytes.reset();
  log(site, access.smem_address, map.geometry().tx_bytes);
  const sim::TensorMap *const seen = usable(w, map, one, site);
  if (seen == nullptr || access.op == Op::prefetch) // a hint moves nothing that can be seen
    return;
  if (signals_mbarrier(access.op)) {
    blame(rule("TMAP-protocol-copy-01"), site, nullptr,
          {{"outcome", "the inputs make no copy"}, {"cause", "a load needs a barrier"}});
    return stop(Outcome::undocumented);
  }
  const Range range{w.block, access.smem_address, seen->geometry().smem_footprint_bytes};
  if (!inside(range, site))
    return;
  if (!w.groups_read)
    w.groups_read = components_++;
  check_barriers(range, site);
  async_read(w, range, site,
             {.stamp = {*w.groups_read, w.groups_committed + 1}, .site = site, .async = true});
  ++w.uncommitted;
  w.unread.push_back(w.groups_committed);
  w.unwritten.push_back(w.groups_committed);

  const std::uint32_t index = new_copy();
  Copy &copy = copies_[index];
  copy.state = Copy::State::source;
  copy.map = seen;
  copy.access = one;
  copy.site = site;
  copy.block = w.block;
  copy.bytes = seen->geometry().tx_bytes;
  copy.group = w.groups_committed;
  copy.barrier = nullptr;
  flying_.push_back(index);
}

void Cluster::commit_group(Worker &w, Step step) {
  if (stopped_)
    return;
  log({step, Operation::commit_group, w.index}, 0, w.uncommitted);
  ++w.groups_committed;
  w.uncommitted = 0;
}

void Cluster::await_groups(Worker &w, std::uint64_t pending, bool read_only, Step step) {
  const Site site{step, read_only ? Operation::wait_group_read : Operation::wait_group, w.index};
  log(site, 0, pending);
  w.condition = {.kind = Kind::group,
                 .site = site,
                 .read_only = read_only,
                 .groups = pending >= w.groups_committed
                               ? 0
                               : w.groups_committed - static_cast<std::uint32_t>(pending)};
}

// --- at a time that the scheduler chooses

void Cluster::advance_copy(std::uint32_t position) {
  fruitless_polls_ = 0;
  const std::uint32_t index = flying_[position];
  Copy &copy = copies_[index];
  Worker &w = workers_[copy.site.worker];
  switch (copy.state) {
  case Copy::State::first_piece:
    copy.state = Copy::State::whole;
    return signal(copy, copy.first_bytes);
  case Copy::State::whole:
    if (!move(copy, window(copy.block)))
      return;
    --copy.barrier->copies_in_flight;
    signal(copy, copy.bytes - copy.first_bytes);
    return finish_copy(position);
  case Copy::State::source:
    log_copy(Operation::source_read, copy, copy.bytes);
    if (random_.one_in(4)) { // global memory is written later
      const std::uint64_t bytes = copy.map->geometry().smem_footprint_bytes;
      const std::uint8_t *const from = blocks_[copy.block].memory.data() + copy.access.smem_address;
      copy.source.assign(from, from + bytes);
      copy.state = Copy::State::written;
    } else {
      if (!move(copy, window(copy.block)))
        return;
      log_copy(Operation::store_written, copy, copy.bytes);
      group_progress(w, w.unwritten, copy.group);
      finish_copy(position);
    }
    return group_progress(w, w.unread, copy.group);
  case Copy::State::written:
    if (!move_source(copy))
      return;
    log_copy(Operation::store_written, copy, copy.bytes);
    group_progress(w, w.unwritten, copy.group);
    return finish_copy(position);
  }
}

void Cluster::finish_copy(std::uint32_t position) {
  free_copies_.push_back(flying_[position]);
  flying_[position] = flying_.back();
  flying_.pop_back();
}

bool Cluster::move(const Copy &copy, sim::SharedWindow window) {
  const sim::Result moved = sim::copy(*copy.map, copy.access, *global_, window);
  if (moved.ok())
    return true;
  blame_copy(copy.site, moved);
  return false;
}

// From what was read of shared memory, laid where its swizzle finds it.
bool Cluster::move_source(const Copy &copy) {
  const std::uint64_t end = copy.access.smem_address + copy.source.size();
  if (scratch_.size() < end)
    scratch_.resize(end);
  std::memcpy(scratch_.data() + copy.access.smem_address, copy.source.data(), copy.source.size());
  return move(copy, {scratch_.data(), end});
}

// Bytes of a load count on its barrier.
void Cluster::signal(Copy &copy, std::uint64_t bytes) {
  Barrier &barrier = *copy.barrier;
  log_copy(Operation::load_arrives, copy, bytes);
  if (!barrier.live)
    return;
  if (barrier.phases() != copy.phase && !barrier.blamed)
    blame_barrier(rule("TMAP-protocol-expectTx-02"), copy.site, nullptr, barrier);
  const std::uint64_t phase = barrier.object.phase();
  if (!applies(barrier.object.complete_tx(bytes), barrier, bytes, copy.site))
    return;
  barrier.delivered_bytes += bytes;
  barrier.multicast_delivered |= copy.multicast;
  changed(barrier, phase, copy.site);
}

void Cluster::group_progress(Worker &w, std::vector<std::uint32_t> &groups, std::uint32_t group) {
  remove_one(groups, group);
  if (w.parked && w.condition.kind == Kind::group && satisfied(w)) {
    w.parked = false;
    ready_.push_back(w.index);
  }
}

void Cluster::log_copy(Operation operation, const Copy &copy, std::uint64_t bytes) {
  if (options_.trace)
    result_.trace.push_back({operation, copy.site.step, first_block_ + copy.block,
                             workers_[copy.site.worker].thread, copy.access.smem_address, bytes});
}

} // namespace tmamap::kernel::detail
