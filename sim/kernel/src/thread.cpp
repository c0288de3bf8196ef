// SPDX-License-Identifier: MIT
#include "cluster.hpp"

namespace tmamap::kernel {

using detail::Worker;

std::uint32_t Thread::block() const { return cluster_->block_of(*worker_); }
std::uint32_t Thread::thread() const { return worker_->thread; }
std::uint32_t Thread::threads() const { return cluster_->launch().threads; }
std::uint32_t Thread::rank() const { return worker_->block; }
std::uint32_t Thread::cluster_size() const { return cluster_->launch().cluster_size; }

bool Thread::Suspension::await_ready() const noexcept { return worker_.cluster->goes_on(worker_); }
void Thread::Suspension::await_suspend(std::coroutine_handle<> handle) const noexcept {
  worker_.cluster->suspended(worker_, handle);
}
bool Thread::Suspension::await_resume() const noexcept { return worker_.answer; }

void Thread::mbarrier_init(SharedAddress barrier, std::uint64_t count, Step step) {
  cluster_->mbarrier_init(*worker_, barrier, count, step);
}
void Thread::mbarrier_inval(SharedAddress barrier, Step step) {
  cluster_->mbarrier_inval(*worker_, barrier, step);
}
ArrivalState Thread::arrive(SharedAddress barrier, std::uint64_t count, Step step) {
  return cluster_->arrive(*worker_, barrier, count, Operation::arrive, step);
}
ArrivalState Thread::arrive_drop(SharedAddress barrier, std::uint64_t count, Step step) {
  return cluster_->arrive(*worker_, barrier, count, Operation::arrive_drop, step);
}
ArrivalState Thread::arrive_expect_tx(SharedAddress barrier, std::uint64_t bytes, Step step) {
  return cluster_->arrive_expect_tx(*worker_, barrier, bytes, step);
}
void Thread::expect_tx(SharedAddress barrier, std::uint64_t bytes, Step step) {
  cluster_->change_tx(*worker_, barrier, bytes, Operation::expect_tx, step);
}
void Thread::complete_tx(SharedAddress barrier, std::uint64_t bytes, Step step) {
  cluster_->change_tx(*worker_, barrier, bytes, Operation::complete_tx, step);
}
Thread::Suspension Thread::test_wait(SharedAddress barrier, std::uint32_t parity, Step step) {
  cluster_->await_phase(*worker_, barrier, parity, {}, true, step);
  return Suspension(*worker_);
}
Thread::Suspension Thread::test_wait(SharedAddress barrier, ArrivalState state, Step step) {
  cluster_->await_phase(*worker_, barrier, 0, state, true, step);
  return Suspension(*worker_);
}
Thread::Suspension Thread::try_wait(SharedAddress barrier, std::uint32_t parity, Step step) {
  return test_wait(barrier, parity, step);
}
Thread::Suspension Thread::wait(SharedAddress barrier, std::uint32_t parity, Step step) {
  cluster_->await_phase(*worker_, barrier, parity, {}, false, step);
  return Suspension(*worker_);
}
Thread::Suspension Thread::wait(SharedAddress barrier, ArrivalState state, Step step) {
  cluster_->await_phase(*worker_, barrier, 0, state, false, step);
  return Suspension(*worker_);
}

void Thread::load(const sim::TensorMap &map, const Access &access, SharedAddress barrier,
                  Step step) {
  cluster_->load(*worker_, map, access, own_block, barrier, step);
}
void Thread::load(const sim::TensorMap &map, SharedAddress to, Coordinates coordinates,
                  SharedAddress barrier, Step step) {
  cluster_->load(*worker_, map, {.coordinates = coordinates, .smem_address = to.offset}, to.rank,
                 barrier, step);
}
void Thread::load_multicast(const sim::TensorMap &map, SharedAddress to, Coordinates coordinates,
                            SharedAddress barrier, std::uint16_t mask, Step step) {
  cluster_->load(*worker_, map,
                 {.coordinates = coordinates, .smem_address = to.offset, .multicast_mask = mask},
                 own_block, barrier, step);
}
void Thread::copy(const sim::TensorMap &map, const Access &access, Step step) {
  cluster_->copy(*worker_, map, access, step);
}
void Thread::store(const sim::TensorMap &map, Coordinates coordinates, SharedAddress from,
                   Step step) {
  reduce(Op::store, map, coordinates, from, step);
}
void Thread::reduce(Op op, const sim::TensorMap &map, Coordinates coordinates, SharedAddress from,
                    Step step) {
  cluster_->copy(*worker_, map, {.op = op, .coordinates = coordinates, .smem_address = from.offset},
                 step);
}
void Thread::prefetch(const sim::TensorMap &map, Coordinates coordinates, Step step) {
  cluster_->copy(*worker_, map, {.op = Op::prefetch, .coordinates = coordinates}, step);
}
void Thread::commit_group(Step step) { cluster_->commit_group(*worker_, step); }
Thread::Suspension Thread::wait_group(std::uint64_t pending, Step step) {
  cluster_->await_groups(*worker_, pending, false, step);
  return Suspension(*worker_);
}
Thread::Suspension Thread::wait_group_read(std::uint64_t pending, Step step) {
  cluster_->await_groups(*worker_, pending, true, step);
  return Suspension(*worker_);
}

void Thread::fence_proxy_async(Step step) { cluster_->fence_proxy_async(*worker_, step); }
void Thread::fence_mbarrier_init(Step step) { cluster_->fence_mbarrier_init(*worker_, step); }
void Thread::fence_proxy_tensormap(const sim::TensorMap &map, Step step) {
  cluster_->fence_proxy_tensormap(*worker_, map, step);
}
void Thread::tensormap_replace_address(const sim::TensorMap &map, std::uint64_t address,
                                       Step step) {
  cluster_->replace_address(*worker_, map, address, step);
}

Thread::Suspension Thread::syncthreads(Step step) {
  cluster_->await_threads(*worker_, step);
  return Suspension(*worker_);
}
Thread::Suspension Thread::syncwarp(Step step) {
  cluster_->await_warp(*worker_, step);
  return Suspension(*worker_);
}
void Thread::cluster_arrive(Step step) { cluster_->cluster_arrive(*worker_, step); }
Thread::Suspension Thread::cluster_wait(Step step) {
  cluster_->cluster_wait(*worker_, step);
  return Suspension(*worker_);
}
Thread::Suspension Thread::cluster_sync(Step step) {
  cluster_->cluster_arrive(*worker_, step);
  return cluster_wait(step);
}

std::span<const std::uint8_t> Thread::view(SharedAddress from, std::uint64_t bytes, Step step) {
  const std::uint8_t *const data =
      cluster_->access(*worker_, from, bytes, Operation::read_shared, step);
  return {data, data == nullptr ? 0 : bytes};
}
std::span<std::uint8_t> Thread::edit(SharedAddress to, std::uint64_t bytes, Step step) {
  std::uint8_t *const data = cluster_->access(*worker_, to, bytes, Operation::write_shared, step);
  return {data, data == nullptr ? 0 : bytes};
}
std::span<const std::uint8_t> Thread::view_global(std::uint64_t from, std::uint64_t bytes,
                                                  Step step) {
  const std::uint8_t *const data =
      cluster_->access_global(*worker_, from, bytes, Operation::read_global, step);
  return {data, data == nullptr ? 0 : bytes};
}
std::span<std::uint8_t> Thread::edit_global(std::uint64_t to, std::uint64_t bytes, Step step) {
  std::uint8_t *const data =
      cluster_->access_global(*worker_, to, bytes, Operation::write_global, step);
  return {data, data == nullptr ? 0 : bytes};
}

} // namespace tmamap::kernel
