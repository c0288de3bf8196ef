// SPDX-License-Identifier: MIT
// One cluster of blocks as it runs: the operations of its threads, the scheduler and the checks.
// The member functions are defined by subject: barriers.cpp, copies.cpp, maps.cpp, memory.cpp,
// schedule.cpp, ends.cpp, blame.cpp.
#pragma once

#include "random.hpp"
#include "worker.hpp"

#include <tmamap/kernel/protocol_rules.hpp>
#include <tmamap/sim/copy.hpp>

#include <deque>
#include <initializer_list>
#include <string>
#include <string_view>

namespace tmamap::kernel::detail {

// A value of a finding, for the braces of its rule's text.
struct Value {
  Value(std::string_view key, std::string value) : name(key), text(std::move(value)) {}
  Value(std::string_view key, std::string_view value) : name(key), text(value) {}
  Value(std::string_view key, const char *value) : name(key), text(value) {}
  template <class Number, class = std::enable_if_t<std::is_integral_v<Number>>>
  Value(std::string_view key, Number value) : name(key), text(std::to_string(value)) {}

  std::string_view name;
  std::string text;
};

// The row of an id that the compiler has seen in the table.
consteval const Rule &rule(std::string_view id) {
  const Rule *const found = find_protocol_rule(id);
  if (found == nullptr)
    throw "no such rule";
  return *found;
}

// Bytes [begin, begin + bytes) of a block's shared memory.
struct Range {
  std::uint32_t block = 0;
  std::uint64_t begin = 0, bytes = 0;

  [[nodiscard]] std::uint64_t end() const { return begin + bytes; }
};

class Cluster {
public:
  Result run(const Launch &launch, const Body &body, const sim::GlobalMemory &global,
             const Options &options);

  // --- as thread.hpp, for one of its threads
  void mbarrier_init(Worker &, SharedAddress, std::uint64_t count, Step);
  void mbarrier_inval(Worker &, SharedAddress, Step);
  ArrivalState arrive(Worker &, SharedAddress, std::uint64_t count, Operation, Step);
  ArrivalState arrive_expect_tx(Worker &, SharedAddress, std::uint64_t bytes, Step);
  void change_tx(Worker &, SharedAddress, std::uint64_t bytes, Operation, Step);
  void await_phase(Worker &, SharedAddress, std::uint32_t parity, std::optional<ArrivalState>,
                   bool poll, Step);
  void load(Worker &, const sim::TensorMap &, const Access &, std::uint32_t to_rank,
            SharedAddress barrier, Step);
  void copy(Worker &, const sim::TensorMap &, const Access &, Step);
  void commit_group(Worker &, Step);
  void await_groups(Worker &, std::uint64_t pending, bool read_only, Step);
  void fence_proxy_async(Worker &, Step);
  void fence_mbarrier_init(Worker &, Step);
  void fence_proxy_tensormap(Worker &, const sim::TensorMap &, Step);
  void replace_address(Worker &, const sim::TensorMap &, std::uint64_t address, Step);
  void await_threads(Worker &, Step);
  void await_warp(Worker &, Step);
  void cluster_arrive(Worker &, Step);
  void cluster_wait(Worker &, Step);
  std::uint8_t *access(Worker &, SharedAddress, std::uint64_t bytes, Operation, Step);
  std::uint8_t *access_global(Worker &, std::uint64_t address, std::uint64_t bytes, Operation,
                              Step);
  [[nodiscard]] bool goes_on(Worker &); // without a turn of the scheduler
  void suspended(Worker &, std::coroutine_handle<>);

  [[nodiscard]] const Launch &launch() const { return launch_; }
  [[nodiscard]] std::uint32_t block_of(const Worker &w) const { return first_block_ + w.block; }

private:
  using Kind = Condition::Kind;

  // schedule.cpp
  [[nodiscard]] bool launch_is_valid();
  void begin(std::uint32_t first_block, const Body &body);
  void run_cluster();
  [[nodiscard]] bool copy_is_next();
  void run_worker(std::uint32_t index);
  [[nodiscard]] std::uint32_t pick_ready();
  [[nodiscard]] bool satisfied(const Worker &) const;
  void pass(Worker &); // acquires what the condition hands on
  void wake(std::vector<std::uint32_t> &workers);
  void release_into(Gatherings &, Worker &);
  void acquire(Worker &, const Knowledge &);
  void arrive_at(Rendezvous &, Worker &);
  void complete(Rendezvous &);
  void leave(Rendezvous &, bool has_arrived);
  void leave_barriers(const Worker &);
  void await(Worker &, Rendezvous &, std::uint32_t phase, Site);
  void stop(Outcome);
  void log(const Site &, std::uint64_t address, std::uint64_t value);

  // barriers.cpp
  [[nodiscard]] Barrier *find_barrier(std::uint32_t block, std::uint64_t offset);
  [[nodiscard]] Barrier *usable(Worker &, SharedAddress, const Site &);
  [[nodiscard]] bool well_placed(const Range &, const Site &);
  void check_idle(Barrier &, const Site &);
  void changed(Barrier &, std::uint64_t phase_before, const Site &);
  [[nodiscard]] bool applies(Misuse, Barrier &, std::uint64_t amount, const Site &);
  void pass_phase(Worker &);

  // maps.cpp
  [[nodiscard]] const sim::TensorMap *usable(Worker &, const sim::TensorMap &, const Access &,
                                             const Site &);

  // copies.cpp
  [[nodiscard]] std::uint32_t new_copy();
  void load_into(Worker &, const sim::TensorMap &, const Access &, std::uint32_t block,
                 SharedAddress barrier, bool multicast, const Site &);
  void advance_copy(std::uint32_t position);
  void signal(Copy &, std::uint64_t bytes);
  void finish_copy(std::uint32_t position);
  [[nodiscard]] bool move(const Copy &, sim::SharedWindow);
  [[nodiscard]] bool move_source(const Copy &);
  void log_copy(Operation, const Copy &, std::uint64_t bytes);
  void group_progress(Worker &, std::vector<std::uint32_t> &groups, std::uint32_t group);
  [[nodiscard]] sim::SharedWindow window(std::uint32_t block);

  // memory.cpp
  [[nodiscard]] bool inside(const Range &, const Site &);
  [[nodiscard]] std::uint32_t rank_of(const Worker &w, SharedAddress a) const {
    return a.rank == own_block ? w.block : a.rank;
  }
  void note_remote(Worker &, std::uint32_t block, const Site &);
  void check_barriers(const Range &, const Site &);
  void generic_read(Worker &, const Range &, const Site &);
  void generic_write(Worker &, const Range &, const Site &);
  void async_read(Worker &, const Range &, const Site &, const Use &);
  void async_write(Worker &, const Range &, const Site &, const Use &);
  void check_fence(Worker &, const Range &, const Site &, const Use &write);
  [[nodiscard]] bool knows(const Worker &, const Stamp &) const;
  [[nodiscard]] bool fenced(const Worker &, const Stamp &) const;

  // blame.cpp
  void blame(const Rule &, const Site &where, const Site *other,
             std::initializer_list<Value> values);
  void blame_race(Worker &, const Range &, const Site &, const Use &other);
  void blame_early_read(Worker &, const Range &, const Site &, const Use &load);
  void blame_overwrite(Worker &, const Range &, const Use &load, const Use &victim, bool had_data);
  void blame_overlap(Worker &, const Range &, const Site &, const Use &load);
  void blame_unread(Worker &, const Range &, const Site &, const Use &store);
  [[nodiscard]] const Use *stale_wait(const Worker &, const Barrier &) const;
  void blame_parity(const Site &, Barrier &, std::uint32_t parity, std::string detail,
                    const Site *other);
  void blame_barrier(const Rule &, const Site &where, const Site *other, Barrier &);
  void blame_copy(const Site &, const sim::Result &);
  void forgive(Worker &, const Stamp &, bool fence);
  [[nodiscard]] Where where(const Site &) const;
  [[nodiscard]] std::string place(const Barrier &) const;
  [[nodiscard]] std::string place(std::uint32_t block, std::uint64_t offset) const;

  // ends.cpp
  void worker_returned(Worker &);
  void block_ended(std::uint32_t block);
  void diagnose_hang();
  [[nodiscard]] bool diagnose_phase(const Worker &);

  Launch launch_ = {};
  Options options_ = {};
  const sim::GlobalMemory *global_ = nullptr;
  Result result_ = {};
  Random random_{};
  bool stopped_ = false;
  std::exception_ptr exception_ = {};

  std::uint32_t first_block_ = 0;
  std::vector<Block> blocks_;
  std::deque<Worker> workers_;
  std::deque<Thread> threads_; // one a worker
  std::vector<std::uint32_t> ready_;
  std::deque<Barrier> barriers_;
  std::vector<Copy> copies_;
  std::vector<std::uint32_t> flying_, free_copies_; // indices of copies_
  Rendezvous all_ = {};                             // the cluster barrier
  std::vector<Modified> modified_;
  std::vector<std::unique_ptr<sim::TensorMap>> old_maps_;
  Joiner join_seen_, join_fenced_;
  Component components_ = 0;
  std::uint32_t bias_ = 0;            // how early this schedule lets copies land
  std::uint64_t fruitless_polls_ = 0; // since something happened
  std::vector<std::uint8_t> scratch_;
};

} // namespace tmamap::kernel::detail
