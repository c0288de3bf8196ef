// SPDX-License-Identifier: MIT
// The scheduler: whose turn it is, and what a thread learns when it goes on.
#include "cluster.hpp"

#include <algorithm>

namespace tmamap::kernel::detail {

namespace {

// Polls in a row that change nothing, with nothing in flight, after which nothing will.
constexpr std::uint64_t patience = 20'000;

} // namespace

Result Cluster::run(const Launch &launch, const Body &body, const sim::GlobalMemory &global,
                    const Options &options) {
  launch_ = launch;
  options_ = options;
  global_ = &global;
  result_ = {};
  random_ = Random(options.seed);
  stopped_ = false;
  exception_ = {};
  modified_.clear();
  old_maps_.clear();
  if (launch_is_valid()) {
    // Tasks go before the body that they may refer to, also if it throws.
    struct EndTasks {
      std::deque<Worker> &workers;
      ~EndTasks() {
        for (Worker &w : workers)
          w.task.reset();
      }
    } const end_tasks{workers_};
    for (std::uint32_t block = 0; block < launch.blocks && !stopped_;
         block += launch.cluster_size) {
      begin(block, body);
      run_cluster();
    }
  }
  if (exception_)
    std::rethrow_exception(exception_);
  return std::move(result_);
}

bool Cluster::launch_is_valid() {
  const auto refuse = [this](const char *parameter, std::uint64_t observed, std::string limit) {
    blame(rule("TMAP-protocol-launch-01"), Site{{"launch", 0}, Operation::none, 0}, nullptr,
          {{"parameter", parameter}, {"observed", observed}, {"limit", std::move(limit)}});
    stop(Outcome::launch_failure);
    return false;
  };
  if (launch_.threads < 1 || launch_.threads > max_threads)
    return refuse("threads", launch_.threads, "1 to " + std::to_string(max_threads) + " a block");
  if (launch_.cluster_size < 1 || launch_.cluster_size > max_cluster_size)
    return refuse("cluster_size", launch_.cluster_size,
                  "1 to " + std::to_string(max_cluster_size) + " blocks");
  if (launch_.blocks < 1 || launch_.blocks % launch_.cluster_size != 0)
    return refuse("blocks", launch_.blocks, "a multiple of the cluster's size, at least 1");
  if (launch_.shared_bytes > max_smem_bytes)
    return refuse("shared_bytes", launch_.shared_bytes,
                  "at most " + std::to_string(max_smem_bytes) + " B a block");
  return true;
}

// Shared memories are kept from one cluster to the next; all else is new.
void Cluster::begin(std::uint32_t first_block, const Body &body) {
  first_block_ = first_block;
  const std::uint32_t blocks = launch_.cluster_size, threads = launch_.threads;
  const std::uint32_t warps = (threads + warp_size - 1) / warp_size;
  blocks_.resize(blocks);
  for (std::uint32_t b = 0; b < blocks; ++b) {
    Block &block = blocks_[b];
    if (block.memory.size() < launch_.shared_bytes)
      block.memory.resize(launch_.shared_bytes);
    block.shadow.clear();
    block.barriers.clear();
    block.remote.clear();
    block.at_exit.clear();
    block.running = threads;
    block.threads = Rendezvous{.size = threads};
    block.warps.assign(warps, Rendezvous{.size = warp_size});
    block.warps.back().size = threads - (warps - 1) * warp_size;
  }
  all_ = Rendezvous{.size = blocks * threads};
  components_ = blocks * threads;
  barriers_.clear();
  copies_.clear();
  flying_.clear();
  free_copies_.clear();
  ready_.clear();
  join_seen_.clear();
  join_fenced_.clear();
  for (Modified &each : modified_) {
    each.stamp = {}; // an earlier cluster has ended
    each.fences.clear();
  }
  bias_ = random_.below(4);
  fruitless_polls_ = 0;
  threads_.clear();
  workers_.clear();
  for (std::uint32_t i = 0; i < blocks * threads; ++i) {
    Worker &w = workers_.emplace_back(*this, i);
    w.block = i / threads;
    w.thread = i % threads;
    threads_.push_back(Thread(*this, w));
    w.task.emplace(body(threads_.back()));
    w.resume = w.task->handle();
    if (!w.resume) { // a task that was moved from: a thread that does nothing
      w.done = true;
      --blocks_[w.block].running;
      leave_barriers(w);
      continue;
    }
    ready_.push_back(i);
  }
}

void Cluster::run_cluster() {
  while (!stopped_) {
    if (ready_.empty() && flying_.empty())
      break;
    if (result_.steps++ >= options_.max_steps) {
      const Worker &w = workers_[ready_.empty() ? 0 : ready_.front()];
      blame(rule("TMAP-protocol-wait-03"), w.condition.site, nullptr,
            {{"steps", options_.max_steps}});
      return stop(Outcome::hang);
    }
    if (fruitless_polls_ > patience && flying_.empty())
      break; // the polling threads are taken for waiting ones
    if (copy_is_next())
      advance_copy(random_.below(flying_.size()));
    else
      run_worker(pick_ready());
  }
  const bool all_done =
      std::all_of(workers_.begin(), workers_.end(), [](const Worker &w) { return w.done; });
  if (!stopped_ && !all_done)
    diagnose_hang();
}

// Some schedules let copies land as soon as they can, some as late as they can.
bool Cluster::copy_is_next() {
  if (flying_.empty() || ready_.empty())
    return ready_.empty();
  switch (bias_) {
  case 0: return random_.one_in(16);
  case 1: return !random_.one_in(16);
  default: return random_.below(ready_.size() + flying_.size()) >= ready_.size();
  }
}

std::uint32_t Cluster::pick_ready() {
  const std::uint32_t at =
      ready_.size() == 1 ? 0 : random_.below(static_cast<std::uint32_t>(ready_.size()));
  const std::uint32_t index = ready_[at];
  ready_[at] = ready_.back();
  ready_.pop_back();
  return index;
}

void Cluster::run_worker(std::uint32_t index) {
  Worker &w = workers_[index];
  Condition &condition = w.condition;
  w.answer = satisfied(w);
  if (!w.answer && !condition.poll) {
    suspended(w, w.resume); // it was overtaken
    return;
  }
  if (w.answer) {
    fruitless_polls_ = 0;
    pass(w);
  } else {
    ++fruitless_polls_;
  }
  condition.kind = Kind::none;
  w.resume.resume();
  if (w.task->handle().done())
    worker_returned(w);
}

void Cluster::suspended(Worker &w, std::coroutine_handle<> handle) {
  w.resume = handle;
  w.parked = !stopped_ && !w.condition.poll && !satisfied(w);
  if (!w.parked) {
    ready_.push_back(w.index);
    return;
  }
  switch (w.condition.kind) {
  case Kind::phase: w.condition.barrier->waiting.push_back(w.index); break;
  case Kind::rendezvous: w.condition.rendezvous->waiting.push_back(w.index); break;
  case Kind::group: // group_progress() looks at it
  case Kind::none: break;
  }
}

// Nobody else could take a turn, and there is nothing to wait for.
bool Cluster::goes_on(Worker &w) {
  if (stopped_ || !ready_.empty() || !flying_.empty() || w.condition.poll || !satisfied(w))
    return false;
  w.answer = true;
  pass(w);
  w.condition.kind = Kind::none;
  return true;
}

bool Cluster::satisfied(const Worker &w) const {
  const Condition &condition = w.condition;
  switch (condition.kind) {
  case Kind::none: return true;
  case Kind::phase: {
    const Mbarrier &object = condition.barrier->object;
    return condition.state ? object.completed(*condition.state)
                           : object.completed(condition.parity);
  }
  case Kind::group: {
    const auto &groups = condition.read_only ? w.unread : w.unwritten;
    return std::all_of(groups.begin(), groups.end(),
                       [&](std::uint32_t group) { return group >= condition.groups; });
  }
  case Kind::rendezvous: return condition.rendezvous->phase != condition.rendezvous_phase;
  }
  return true;
}

void Cluster::pass(Worker &w) {
  switch (w.condition.kind) {
  case Kind::none: return;
  case Kind::phase: return pass_phase(w);
  case Kind::group: {
    // Groups are known as read in the order in which they were committed.
    if (w.condition.groups > w.groups_known_read && w.groups_read) {
      w.groups_known_read = w.condition.groups;
      forgive(w, {*w.groups_read, w.groups_known_read}, false);
    }
    return;
  }
  case Kind::rendezvous: return acquire(w, w.condition.rendezvous->completed);
  }
}

void Cluster::wake(std::vector<std::uint32_t> &workers) {
  for (const std::uint32_t index : workers) {
    workers_[index].parked = false;
    ready_.push_back(index);
  }
  workers.clear();
}

void Cluster::release_into(Gatherings &gatherings, Worker &w) {
  gatherings.seen.add(w.knows.seen);
  gatherings.seen.add(w.stamp());
  gatherings.fenced.add(w.knows.fenced);
  gatherings.fenced.add(Stamp{w.index, w.fenced_epoch});
  ++w.epoch;
}

void Cluster::acquire(Worker &w, const Knowledge &knowledge) {
  w.knows.seen = join_seen_.join(w.knows.seen, knowledge.seen);
  w.knows.fenced = join_fenced_.join(w.knows.fenced, knowledge.fenced);
}

void Cluster::arrive_at(Rendezvous &rendezvous, Worker &w) {
  release_into(rendezvous.arriving, w);
  if (++rendezvous.arrived == rendezvous.size)
    complete(rendezvous);
}

void Cluster::complete(Rendezvous &rendezvous) {
  rendezvous.size -= rendezvous.leaving;
  rendezvous.leaving = 0;
  rendezvous.arrived = 0;
  ++rendezvous.phase;
  rendezvous.completed = rendezvous.arriving.take();
  wake(rendezvous.waiting);
}

void Cluster::await(Worker &w, Rendezvous &rendezvous, std::uint32_t phase, Site site) {
  w.condition = {
      .kind = Kind::rendezvous, .site = site, .rendezvous = &rendezvous, .rendezvous_phase = phase};
}

void Cluster::await_threads(Worker &w, Step step) {
  const Site site{step, Operation::syncthreads, w.index};
  log(site, 0, 0);
  Rendezvous &threads = blocks_[w.block].threads;
  await(w, threads, threads.phase, site);
  arrive_at(threads, w);
}

void Cluster::await_warp(Worker &w, Step step) {
  const Site site{step, Operation::syncwarp, w.index};
  log(site, 0, 0);
  Rendezvous &warp = blocks_[w.block].warps[w.thread / warp_size];
  await(w, warp, warp.phase, site);
  arrive_at(warp, w);
}

void Cluster::cluster_arrive(Worker &w, Step step) {
  if (stopped_)
    return;
  log({step, Operation::cluster_arrive, w.index}, 0, 0);
  w.cluster_phase = all_.phase;
  w.cluster_arrived = true;
  arrive_at(all_, w);
}

void Cluster::cluster_wait(Worker &w, Step step) {
  const Site site{step, Operation::cluster_wait, w.index};
  log(site, 0, 0);
  await(w, all_, w.cluster_phase, site);
}

void Cluster::log(const Site &site, std::uint64_t address, std::uint64_t value) {
  if (site.operation != Operation::test_wait)
    fruitless_polls_ = 0;
  Worker &w = workers_[site.worker];
  w.last_step = site.step;
  if (!options_.trace)
    return;
  result_.trace.push_back({site.operation, site.step, block_of(w), w.thread, address, value});
}

} // namespace tmamap::kernel::detail
