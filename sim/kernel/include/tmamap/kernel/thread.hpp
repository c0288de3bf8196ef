// SPDX-License-Identifier: MIT
// What a thread of a kernel can do: the instructions around TMA, under their PTX names. C++20.
//
// What can block, or is polled in a loop, is awaited; everything else happens at once. A mistake is
// a finding of the run (launch.hpp), not an exception: after one that a GPU would not survive
// (a trap, an address outside of memory), every operation does nothing and the run ends at the next
// co_await.
#pragma once

#include <tmamap/access.hpp>
#include <tmamap/kernel/mbarrier.hpp>
#include <tmamap/kernel/step.hpp>
#include <tmamap/sim/tensor_map.hpp>

#include <coroutine>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace tmamap::kernel {

namespace detail {
class Cluster;
struct Worker;
} // namespace detail

inline constexpr std::uint32_t own_block = UINT32_MAX;

// Bytes from the 1024-byte aligned start of a block's shared memory; of the thread's own block, or
// of another one of its cluster.
struct SharedAddress {
  std::uint64_t offset = 0;
  std::uint32_t rank = own_block;

  constexpr SharedAddress() = default;
  constexpr SharedAddress(std::uint64_t bytes, std::uint32_t block_rank = own_block)
      : offset(bytes), rank(block_rank) {}
};
constexpr SharedAddress operator+(SharedAddress address, std::uint64_t bytes) {
  return {address.offset + bytes, address.rank};
}

using Coordinates = List<std::int32_t>;

class Thread {
public:
  // %ctaid, %tid, %ntid, %cluster_ctarank, %cluster_nctarank; linear.
  [[nodiscard]] std::uint32_t block() const;
  [[nodiscard]] std::uint32_t thread() const;
  [[nodiscard]] std::uint32_t threads() const;
  [[nodiscard]] std::uint32_t rank() const;
  [[nodiscard]] std::uint32_t cluster_size() const;
  // mapa: the same address in another block of the cluster.
  [[nodiscard]] static SharedAddress mapa(SharedAddress address, std::uint32_t rank) {
    return {address.offset, rank};
  }

  // What co_await takes; never kept.
  class [[nodiscard]] Suspension {
  public:
    using AwaitedByTasks = void;
    [[nodiscard]] bool await_ready() const noexcept;
    void await_suspend(std::coroutine_handle<> handle) const noexcept;
    // Whether the phase that was asked for has completed; true for what has no answer.
    bool await_resume() const noexcept; // NOLINT(modernize-use-nodiscard): most have none

  private:
    friend class Thread;
    explicit Suspension(detail::Worker &worker) : worker_(worker) {}
    detail::Worker &worker_;
  };

  // --- mbarrier (PTX ISA 9.1, 9.7.13.15). All in shared memory of this block or, where PTX allows
  // it (arrive, expect_tx, complete_tx), of another one of the cluster.
  void mbarrier_init(SharedAddress barrier, std::uint64_t count, Step step = Step::here());
  void mbarrier_inval(SharedAddress barrier, Step step = Step::here());
  ArrivalState arrive(SharedAddress barrier, std::uint64_t count = 1, Step step = Step::here());
  ArrivalState arrive_drop(SharedAddress barrier, std::uint64_t count = 1,
                           Step step = Step::here());
  ArrivalState arrive_expect_tx(SharedAddress barrier, std::uint64_t bytes,
                                Step step = Step::here());
  void expect_tx(SharedAddress barrier, std::uint64_t bytes, Step step = Step::here());
  void complete_tx(SharedAddress barrier, std::uint64_t bytes, Step step = Step::here());
  // test_wait and try_wait answer whether the phase has completed, and acquire it if so. wait is
  // the loop around try_wait that ends when it has.
  Suspension test_wait(SharedAddress barrier, std::uint32_t parity, Step step = Step::here());
  Suspension test_wait(SharedAddress barrier, ArrivalState state, Step step = Step::here());
  Suspension try_wait(SharedAddress barrier, std::uint32_t parity, Step step = Step::here());
  Suspension wait(SharedAddress barrier, std::uint32_t parity, Step step = Step::here());
  Suspension wait(SharedAddress barrier, ArrivalState state, Step step = Step::here());

  // --- copies (9.7.9.27). The access says where in shared memory and, for a multicast, which
  // blocks; a multicast signals the barrier at the same offset of each of them.
  void load(const sim::TensorMap &map, const Access &access, SharedAddress barrier,
            Step step = Step::here());
  void load(const sim::TensorMap &map, SharedAddress to, Coordinates coordinates,
            SharedAddress barrier, Step step = Step::here());
  void load_multicast(const sim::TensorMap &map, SharedAddress to, Coordinates coordinates,
                      SharedAddress barrier, std::uint16_t mask, Step step = Step::here());
  // Stores, reductions (access.op) and prefetches.
  void copy(const sim::TensorMap &map, const Access &access, Step step = Step::here());
  void store(const sim::TensorMap &map, Coordinates coordinates, SharedAddress from,
             Step step = Step::here());
  void reduce(Op op, const sim::TensorMap &map, Coordinates coordinates, SharedAddress from,
              Step step = Step::here());
  void prefetch(const sim::TensorMap &map, Coordinates coordinates, Step step = Step::here());
  void commit_group(Step step = Step::here());
  // Until at most `pending` of the latest groups are not done; `_read`: have not read their source.
  Suspension wait_group(std::uint64_t pending, Step step = Step::here());
  Suspension wait_group_read(std::uint64_t pending, Step step = Step::here());

  // --- fences
  void fence_proxy_async(Step step = Step::here());
  void fence_mbarrier_init(Step step = Step::here());
  // fence.proxy.tensormap::generic.acquire
  void fence_proxy_tensormap(const sim::TensorMap &map, Step step = Step::here());
  // tensormap.replace of the global address of a map in global memory, and what makes the change
  // visible to other threads of the generic proxy. `map` itself stays as it is: it is what the
  // copies of this cluster read that changes.
  void tensormap_replace_address(const sim::TensorMap &map, std::uint64_t address,
                                 Step step = Step::here());

  // --- other barriers
  Suspension syncthreads(Step step = Step::here());
  Suspension syncwarp(Step step = Step::here());
  void cluster_arrive(Step step = Step::here()); // barrier.cluster.arrive.release
  Suspension cluster_wait(Step step = Step::here());
  Suspension cluster_sync(Step step = Step::here());

  // --- memory through the generic proxy: view() to read, edit() to write or change. An empty span:
  // outside of memory, and a finding. A span is used before the next co_await.
  [[nodiscard]] std::span<const std::uint8_t> view(SharedAddress from, std::uint64_t bytes,
                                                   Step step = Step::here());
  [[nodiscard]] std::span<std::uint8_t> edit(SharedAddress to, std::uint64_t bytes,
                                             Step step = Step::here());
  [[nodiscard]] std::span<const std::uint8_t> view_global(std::uint64_t from, std::uint64_t bytes,
                                                          Step step = Step::here());
  [[nodiscard]] std::span<std::uint8_t> edit_global(std::uint64_t to, std::uint64_t bytes,
                                                    Step step = Step::here());
  template <class T> [[nodiscard]] T read(SharedAddress from, Step step = Step::here()) {
    return value<T>(view(from, sizeof(T), step));
  }
  template <class T>
  void write(SharedAddress to, const std::type_identity_t<T> &value, Step step = Step::here()) {
    put<T>(edit(to, sizeof(T), step), value);
  }
  template <class T> [[nodiscard]] T read_global(std::uint64_t from, Step step = Step::here()) {
    return value<T>(view_global(from, sizeof(T), step));
  }
  template <class T>
  void write_global(std::uint64_t to, const std::type_identity_t<T> &value,
                    Step step = Step::here()) {
    put<T>(edit_global(to, sizeof(T), step), value);
  }

private:
  friend class detail::Cluster;
  Thread(detail::Cluster &cluster, detail::Worker &worker) : cluster_(&cluster), worker_(&worker) {}

  template <class T> static T value(std::span<const std::uint8_t> bytes) {
    static_assert(std::is_trivially_copyable_v<T>);
    T value = {};
    if (!bytes.empty())
      std::memcpy(&value, bytes.data(), sizeof(T));
    return value;
  }
  template <class T> static void put(std::span<std::uint8_t> bytes, const T &value) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (!bytes.empty())
      std::memcpy(bytes.data(), &value, sizeof(T));
  }

  detail::Cluster *cluster_;
  detail::Worker *worker_;
};

} // namespace tmamap::kernel
