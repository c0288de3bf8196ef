// SPDX-License-Identifier: MIT
#include "cases.hpp"

namespace kernel_tests {
namespace {

constexpr std::uint32_t bar = World::bar, tile_bytes = World::tile_bytes;

const Case cases[] = {
    {"TMAP-protocol-multicast-01", "a block that does not expect its bytes", two_blocks,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       if (!broken || t.rank() == 0)
         t.arrive_expect_tx(bar, tile_bytes);
       co_await t.cluster_sync();
       if (t.rank() == 0)
         t.load_multicast(world.in, 0, {0, 0}, bar, 3);
       co_await t.wait(bar, 0);
     },
     Outcome::hang},
    {"TMAP-protocol-multicast-02", "a block that the cluster does not have", two_blocks,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       t.arrive_expect_tx(bar, tile_bytes);
       co_await t.cluster_sync();
       if (t.rank() == 0)
         t.load_multicast(world.in, 0, {0, 0}, bar, broken ? 7 : 3);
       co_await t.wait(bar, 0);
     },
     Outcome::undocumented},
    {"TMAP-protocol-multicast-02", "no block at all", two_blocks,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       t.arrive_expect_tx(bar, tile_bytes);
       co_await t.cluster_sync();
       if (t.rank() == 0)
         t.load_multicast(world.in, 0, {0, 0}, bar, broken ? 0 : 3);
       co_await t.wait(bar, 0);
     },
     Outcome::undocumented},
    {"TMAP-protocol-init-01", "the barrier of another block", two_blocks,
     [](Thread &t, const World &, bool broken) -> Task {
       init(t, bar, 1);
       if (!broken)
         co_await t.cluster_sync();
       t.arrive(Thread::mapa(bar, 1 - t.rank()));
       co_await t.wait(bar, 0);
       co_await t.cluster_sync();
     },
     std::nullopt},
    {"TMAP-protocol-mbarrier-05", "waits on the barrier of another block", two_blocks,
     [](Thread &t, const World &, bool broken) -> Task {
       init(t, bar, 1);
       t.arrive(bar);
       co_await t.cluster_sync();
       co_await t.wait(Thread::mapa(bar, broken ? 1 - t.rank() : t.rank()), 0);
       co_await t.cluster_sync();
     },
     Outcome::undocumented},
    {"TMAP-protocol-exit-01", "ends with a load under way", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       load(t, world);
       if (!broken)
         co_await t.wait(bar, 0);
     }},
    {"TMAP-protocol-exit-02", "another block may have ended", two_blocks,
     [](Thread &t, const World &, bool broken) -> Task {
       co_await t.cluster_sync();
       if (t.rank() == 0)
         t.write<std::uint32_t>(Thread::mapa(16, 1), 7);
       if (!broken)
         co_await t.cluster_sync();
     }},
    {"TMAP-protocol-tensormap-01", "a map that was changed", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       t.tensormap_replace_address(world.in, World::base + 4096);
       if (!broken)
         t.fence_proxy_tensormap(world.in);
       load(t, world);
       co_await t.wait(bar, 0);
     }},
    {"TMAP-protocol-tensormap-01", "changed by another thread, and the fence comes first", pair,
     [](Thread &t, const World &world, bool broken) -> Task {
       if (t.thread() == 0) {
         init(t, bar, 1);
         t.tensormap_replace_address(world.in, World::base + 4096);
       } else if (broken) {
         t.fence_proxy_tensormap(world.in);
       }
       co_await t.syncthreads();
       if (t.thread() == 1) {
         if (!broken)
           t.fence_proxy_tensormap(world.in);
         load(t, world);
         co_await t.wait(bar, 0);
       }
     }},
    {"TMAP-protocol-copy-01", "a tile 16 bytes off", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       load(t, world, broken ? 16 : 128);
       co_await t.wait(bar, 0);
     },
     Outcome::misaligned_address},
    {"TMAP-protocol-copy-01", "a store to a negative coordinate", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       t.store(world.out, {0, broken ? -1 : 0}, 0);
       t.commit_group();
       co_await t.wait_group_read(0);
     },
     Outcome::illegal_instruction},
    {"TMAP-protocol-address-01", "a tile past the end of shared memory", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       load(t, world, World::shared_bytes - tile_bytes + (broken ? 128 : 0));
       co_await t.wait(bar, 0);
     },
     Outcome::illegal_address},
    {"TMAP-protocol-address-01", "a read past the end of global memory", alone,
     [](Thread &t, const World &, bool broken) -> Task {
       (void)t.read_global<std::uint32_t>(World::base + World::memory_bytes - (broken ? 3 : 4));
       co_return;
     },
     Outcome::illegal_address},
};

} // namespace

std::span<const Case> cluster_cases() { return cases; }

} // namespace kernel_tests
