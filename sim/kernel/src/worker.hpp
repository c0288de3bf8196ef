// SPDX-License-Identifier: MIT
// The state of a cluster's parts: its threads, its barriers, its copies in flight.
#pragma once

#include "clock.hpp"
#include "shadow.hpp"

#include <tmamap/kernel/launch.hpp>

#include <coroutine>
#include <cstdint>
#include <optional>
#include <vector>

namespace tmamap::kernel::detail {

// --- barriers

struct Barrier {
  Mbarrier object = {};
  std::uint32_t block = 0; // rank in the cluster
  std::uint64_t offset = 0;
  bool live = false; // between init and inval
  Site init_site = {};
  Stamp init = {};
  std::optional<Stamp> init_fence = {}; // that makes it visible to copies
  Component component = 0;              // counts completed phases, over all lives
  std::uint32_t first_phase = 0;        // of this life

  Gatherings arriving = {};                // what the arrivals of this phase hand on
  Knowledge completed = {};                // the same of the last completed phase
  std::vector<std::uint32_t> waiting = {}; // workers

  // Of the current phase.
  std::uint64_t expected_bytes = 0, delivered_bytes = 0;
  bool multicast_delivered = false; // from another block

  std::uint32_t copies_in_flight = 0;
  std::uint32_t last_load = 0; // the count that one must know to be after every load; 0: none
  Site last_load_site = {};
  bool blamed = false; // a finding speaks of it: what follows from that is not told again
  Use stale_wait = {}; // the latest wait that returned for a phase which was over before

  [[nodiscard]] std::uint32_t phases() const { // completed, over all lives
    return first_phase + static_cast<std::uint32_t>(object.phase());
  }
};

// --- copies

struct Copy {
  enum class State : std::uint8_t { first_piece, whole, source, written };

  State state = State::whole;
  bool multicast = false;
  const sim::TensorMap *map = nullptr;
  Access access = {};
  Site site = {};
  std::uint32_t block = 0; // whose shared memory
  std::uint64_t bytes = 0;
  std::uint64_t first_bytes = 0; // signalled before the rest
  // Loads:
  Barrier *barrier = nullptr;
  std::uint32_t phase = 0; // phases() of the barrier when it was issued
  // Stores and reductions:
  std::uint32_t group = 0;
  std::vector<std::uint8_t> source = {}; // read and not yet written
};

// --- threads

struct Condition {
  enum class Kind : std::uint8_t { none, phase, group, rendezvous };
  Kind kind = Kind::none;
  bool poll = false; // an answer of "no" is an answer
  Site site = {};
  Barrier *barrier = nullptr; // phase
  std::uint32_t parity = 0;
  std::optional<ArrivalState> state = {};
  bool read_only = false;   // group: of the source only
  std::uint32_t groups = 0; // group: the first so many must be done
  struct Rendezvous *rendezvous = nullptr;
  std::uint32_t rendezvous_phase = 0;
};

inline constexpr std::uint32_t warp_size = 32;

// __syncthreads, __syncwarp, barrier.cluster: all of a fixed set arrive, but for those that have
// returned.
struct Rendezvous {
  std::uint32_t size = 0, arrived = 0, phase = 0;
  std::uint32_t leaving = 0; // have arrived in this phase and returned since
  Gatherings arriving = {};
  Knowledge completed = {};
  std::vector<std::uint32_t> waiting = {};
};

// The latest wait of a thread on one barrier that succeeded.
struct OwnWait {
  const Barrier *barrier = nullptr;
  std::uint32_t phases = 0; // completed when it returned
  Use stale = {};           // set: it returned for a phase that was over before
};

struct Worker {
  Worker(Cluster &owner, std::uint32_t number) : cluster(&owner), index(number) {}

  Cluster *cluster;
  std::uint32_t index; // in the cluster, and the component of its epochs
  std::uint32_t block = 0, thread = 0;
  std::optional<Task> task = {};
  std::coroutine_handle<> resume = {};
  bool done = false;
  bool parked = false; // waits for something that has not happened
  bool answer = true;
  Condition condition = {};
  Step last_step = {}; // of what it did, for its end
  std::vector<OwnWait> waits = {};
  std::vector<Barrier *> unfenced_inits = {};

  Knowledge knows = {};
  std::uint32_t epoch = 1, fenced_epoch = 0;
  std::uint32_t cluster_phase = 0; // of the cluster barrier that it arrived in last
  bool cluster_arrived = false;    // ever

  // Stores and reductions.
  std::optional<Component> groups_read = {}; // counts the groups that it knows to be read
  std::uint32_t groups_committed = 0;
  std::uint32_t uncommitted = 0, groups_known_read = 0;
  std::vector<std::uint32_t> unread = {}, unwritten = {}; // groups of copies in flight
  bool blamed = false;                                    // for a store that it did not wait for

  [[nodiscard]] Stamp stamp() const { return {index, epoch}; }
};

// A tensor map that the kernel has changed.
struct Modified {
  const sim::TensorMap *map = nullptr; // as the program calls it
  std::unique_ptr<sim::TensorMap> before = {}, now = {};
  Stamp stamp = {};
  Site site = {};
  std::vector<std::pair<std::uint32_t, Stamp>> fences = {}; // block, fence
};

struct Block {
  std::vector<std::uint8_t> memory = {};
  Shadow shadow = {};
  std::vector<Barrier *> barriers = {}; // by offset
  Rendezvous threads = {};
  std::vector<Rendezvous> warps = {};
  std::uint32_t running = 0;    // threads
  Gathering at_exit = {};       // what its threads knew when they returned
  std::vector<Use> remote = {}; // the latest use of its shared memory by each thread of others
};

} // namespace tmamap::kernel::detail
