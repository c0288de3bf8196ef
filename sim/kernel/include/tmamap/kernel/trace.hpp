// SPDX-License-Identifier: MIT
// What a run did, in the order in which it did it: what timelines are drawn from.
#pragma once

#include <tmamap/kernel/step.hpp>

#include <cstdint>
#include <string_view>
#include <vector>

namespace tmamap::kernel {

// Everything that a program or the hardware beneath it does.
enum class Operation : std::uint8_t {
  none,
  mbarrier_init,
  mbarrier_inval,
  arrive,
  arrive_drop,
  arrive_expect_tx,
  expect_tx,
  complete_tx,
  test_wait,
  wait,
  fence_proxy_async,
  fence_mbarrier_init,
  fence_tensormap,
  tensormap_replace,
  load,
  store,
  reduce,
  prefetch,
  commit_group,
  wait_group,
  wait_group_read,
  syncthreads,
  syncwarp,
  cluster_arrive,
  cluster_wait,
  read_shared,
  write_shared,
  read_global,
  write_global,
  exit,
  // Of copies, at a time that the scheduler chooses:
  load_arrives,  // a tile, or a piece of its bytes, is there and is signalled
  source_read,   // a store has read shared memory
  store_written, // a store or reduction has reached global memory
  phase_ends,    // of a barrier
};

// As PTX or CUDA calls it: "mbarrier.arrive.expect_tx", "__syncthreads".
std::string_view name(Operation operation);

struct Event {
  Operation operation = Operation::none;
  Step step = {};            // for what copies do: of the instruction that started them
  std::uint32_t block = 0;   // of the grid; where it happens
  std::uint32_t thread = 0;  // of the block; for what copies do: the one that started them
  std::uint64_t address = 0; // of the barrier or the tile, in bytes from the block's shared memory
  std::uint64_t value = 0;   // bytes (all blocks' of a multicast), a count, a parity, a phase
};

using Trace = std::vector<Event>;

} // namespace tmamap::kernel
