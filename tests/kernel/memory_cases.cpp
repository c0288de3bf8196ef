// SPDX-License-Identifier: MIT
#include "cases.hpp"

namespace kernel_tests {
namespace {

constexpr std::uint32_t bar = World::bar, other_bar = World::other_bar;
constexpr std::uint32_t tile_bytes = World::tile_bytes;

const Case cases[] = {
    {"TMAP-protocol-read-01", "the wait said no and was not heeded", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       load(t, world);
       co_await t.wait(bar, 0);
       load(t, world);
       if (!broken)
         co_await t.wait(bar, 1);
       (void)t.read<std::uint32_t>(16);
       co_await t.wait(bar, 1);
     }},
    {"TMAP-protocol-read-02", "read with no wait at all", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       load(t, world);
       if (!broken)
         co_await t.wait(bar, 0);
       (void)t.read<std::uint32_t>(16);
     }},
    {"TMAP-protocol-read-02", "one waits, another reads", pair,
     [](Thread &t, const World &world, bool broken) -> Task {
       if (t.thread() == 0) {
         init(t, bar, 1);
         load(t, world);
         co_await t.wait(bar, 0);
       }
       if (!broken || t.thread() == 0)
         co_await t.syncwarp();
       (void)t.read<std::uint32_t>(16);
       if (broken && t.thread() == 1)
         co_await t.syncwarp();
     }},
    {"TMAP-protocol-read-02", "stored before it was loaded", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       load(t, world);
       if (!broken)
         co_await t.wait(bar, 0);
       t.store(world.out, {0, 0}, 0);
       t.commit_group();
       co_await t.wait_group_read(0);
     }},
    {"TMAP-protocol-proxy-01", "written, then stored: no fence", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       t.write<std::uint32_t>(16, 7);
       if (!broken)
         t.fence_proxy_async();
       t.store(world.out, {0, 0}, 0);
       t.commit_group();
       co_await t.wait_group_read(0);
     }},
    {"TMAP-protocol-proxy-01", "fenced too early: before the write", pair,
     [](Thread &t, const World &world, bool broken) -> Task {
       if (broken)
         t.fence_proxy_async();
       t.write<std::uint32_t>(16 * t.thread(), 7);
       if (!broken)
         t.fence_proxy_async();
       co_await t.syncthreads();
       if (t.thread() == 0) {
         t.store(world.out, {0, 0}, 0);
         t.commit_group();
         co_await t.wait_group_read(0);
       }
     }},
    {"TMAP-protocol-proxy-01", "written, then loaded over: no fence", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       t.write<std::uint32_t>(16, 7);
       if (!broken)
         t.fence_proxy_async();
       load(t, world);
       co_await t.wait(bar, 0);
     }},
    {"TMAP-protocol-race-01", "one writes, another reads", pair,
     [](Thread &t, const World &, bool broken) -> Task {
       if (t.thread() == 0)
         t.write<std::uint32_t>(16, 7);
       if (!broken)
         co_await t.syncthreads();
       if (t.thread() == 1)
         (void)t.read<std::uint32_t>(16);
     }},
    {"TMAP-protocol-race-01", "both write, one byte of four in common", pair,
     [](Thread &t, const World &, bool broken) -> Task {
       t.write<std::uint32_t>(16 + t.thread() * (broken ? 3 : 4), 7);
       co_return;
     }},
    {"TMAP-protocol-overwrite-01", "loaded over what another thread may still read", pair,
     [](Thread &t, const World &world, bool broken) -> Task {
       if (t.thread() == 0) {
         init(t, bar, 1);
         init(t, other_bar, 1);
         load(t, world);
       }
       co_await t.syncthreads();
       co_await t.wait(bar, 0);
       if (t.thread() == 1) {
         if (broken)
           t.arrive(other_bar);
         (void)t.read<std::uint32_t>(16);
         if (!broken)
           t.arrive(other_bar);
       } else {
         co_await t.wait(other_bar, 0);
         load(t, world);
         co_await t.wait(bar, 1);
       }
     }},
    {"TMAP-protocol-overlap-01", "a tile over the barrier", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       load(t, world, broken ? bar - tile_bytes + 128 : bar - tile_bytes);
       co_await t.wait(bar, 0);
     }},
    {"TMAP-protocol-overlap-01", "a write into the barrier", alone,
     [](Thread &t, const World &, bool broken) -> Task {
       init(t, bar, 1);
       t.write<std::uint32_t>(broken ? bar - 3 : bar - 4, 7);
       co_return;
     }},
    {"TMAP-protocol-overlap-02", "two loads into one place", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       t.arrive_expect_tx(bar, 2 * tile_bytes);
       t.load(world.in, 0, {0, 0}, bar);
       t.load(world.in, broken ? tile_bytes - 128 : tile_bytes, {0, 8}, bar);
       co_await t.wait(bar, 0);
     }},
    {"TMAP-protocol-overlap-02", "a write into a tile in flight", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       load(t, world);
       if (!broken)
         co_await t.wait(bar, 0);
       t.write<std::uint32_t>(16, 7);
       co_await t.wait(bar, 0);
     }},
    {"TMAP-protocol-bulkGroup-01", "written before the store has read", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       t.store(world.out, {0, 0}, 0);
       t.commit_group();
       if (!broken)
         co_await t.wait_group_read(0);
       t.write<std::uint32_t>(16, 7);
     }},
    {"TMAP-protocol-bulkGroup-01", "the wait stands before the commit", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       t.store(world.out, {0, 0}, 0);
       if (!broken)
         t.commit_group();
       co_await t.wait_group_read(0);
       t.write<std::uint32_t>(16, 7);
       if (broken)
         t.commit_group();
     }},
    {"TMAP-protocol-bulkGroup-01", "waits for all groups but the one in question", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       t.store(world.out, {0, 0}, 0);
       t.commit_group();
       t.store(world.out, {0, 8}, tile_bytes);
       t.commit_group();
       co_await t.wait_group_read(1);
       t.write<std::uint32_t>(broken ? tile_bytes : 16, 7);
       co_await t.wait_group(0);
     }},
    {"TMAP-protocol-bulkGroup-02", "ends before the store has read", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       t.store(world.out, {0, 0}, 0);
       t.commit_group();
       if (!broken)
         co_await t.wait_group_read(0);
     }},
};

} // namespace

std::span<const Case> memory_cases() { return cases; }

} // namespace kernel_tests
