// SPDX-License-Identifier: MIT
#include "cases.hpp"

namespace kernel_tests {
namespace {

constexpr std::uint32_t bar = World::bar, tile_bytes = World::tile_bytes;

const Case cases[] = {
    {"TMAP-protocol-wait-01", "a thread that never arrives", pair,
     [](Thread &t, const World &, bool broken) -> Task {
       if (t.thread() == 0)
         init(t, bar, 2);
       co_await t.syncthreads();
       if (t.thread() == 0 || !broken)
         t.arrive(bar);
       if (t.thread() == 0)
         co_await t.wait(bar, 0);
     },
     Outcome::hang},
    {"TMAP-protocol-wait-01", "a loop around test_wait", alone,
     [](Thread &t, const World &, bool broken) -> Task {
       init(t, bar, 1);
       if (!broken)
         t.arrive(bar);
       while (!co_await t.test_wait(bar, 0)) {
       }
     },
     Outcome::hang},
    {"TMAP-protocol-wait-02", "one thread at another barrier, which returns if not", pair,
     [](Thread &t, const World &, bool broken) -> Task {
       if (t.thread() == 1) {
         if (broken)
           co_await t.syncwarp();
         co_return;
       }
       co_await t.syncthreads();
     },
     Outcome::hang},
    {"TMAP-protocol-wait-02", "lanes at different barriers", pair,
     [](Thread &t, const World &, bool broken) -> Task {
       if (t.thread() == 1 && broken)
         co_await t.syncthreads();
       co_await t.syncwarp();
     },
     Outcome::hang},
    {"TMAP-protocol-parity-01", "parity 1 where data is awaited", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       load(t, world);
       co_await t.wait(bar, broken ? 1 : 0);
       (void)t.read<std::uint32_t>(16);
     },
     std::nullopt}, // early or never, as the copy lands
    {"TMAP-protocol-parity-01", "one thread waits for the rest, with the wrong parity", pair,
     [](Thread &t, const World &world, bool broken) -> Task {
       if (t.thread() == 0) {
         init(t, bar, 1);
         load(t, world);
         co_await t.wait(bar, broken ? 1 : 0);
       }
       co_await t.syncthreads();
       (void)t.read<std::uint32_t>(16);
     },
     std::nullopt},
    {"TMAP-protocol-parity-01", "a parity that is not flipped", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       for (std::uint32_t i = 0; i < 2; ++i) {
         load(t, world);
         co_await t.wait(bar, broken ? 0 : i);
         (void)t.read<std::uint32_t>(16);
       }
     },
     std::nullopt},
    {"TMAP-protocol-expectTx-01", "more bytes expected than come", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       t.arrive_expect_tx(bar, broken ? tile_bytes + 16 : tile_bytes);
       t.load(world.in, 0, {0, 0}, bar);
       co_await t.wait(bar, 0);
     },
     Outcome::hang},
    {"TMAP-protocol-expectTx-02", "fewer bytes expected than come", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       t.arrive_expect_tx(bar, broken ? tile_bytes - 16 : tile_bytes);
       t.load(world.in, 0, {0, 0}, bar);
       co_await t.wait(bar, 0);
     },
     std::nullopt},
    {"TMAP-protocol-expectTx-02", "two loads, the bytes of one expected", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       t.arrive_expect_tx(bar, broken ? tile_bytes : 2 * tile_bytes);
       t.load(world.in, 0, {0, 0}, bar);
       t.load(world.in, tile_bytes, {0, 8}, bar);
       co_await t.wait(bar, 0);
     },
     std::nullopt},
    {"TMAP-protocol-expectTx-03", "2^20 bytes", alone,
     [](Thread &t, const World &, bool broken) -> Task {
       init(t, bar, 1);
       t.expect_tx(bar, (1 << 20) - (broken ? 0 : 1));
       if (!broken)
         t.complete_tx(bar, (1 << 20) - 1);
       co_return;
     },
     Outcome::launch_failure},
    {"TMAP-protocol-init-01", "a barrier that another thread initialises", pair,
     [](Thread &t, const World &, bool broken) -> Task {
       if (t.thread() == 0)
         init(t, bar, 2);
       if (!broken)
         co_await t.syncthreads();
       t.arrive(bar);
     },
     std::nullopt},
    {"TMAP-protocol-init-02", "no fence between init and load", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       t.mbarrier_init(bar, 1);
       if (!broken)
         t.fence_proxy_async();
       load(t, world);
       co_await t.wait(bar, 0);
     }},
    {"TMAP-protocol-init-03", "an arrival after inval", alone,
     [](Thread &t, const World &, bool broken) -> Task {
       init(t, bar, 1);
       t.mbarrier_inval(bar);
       if (!broken)
         t.mbarrier_init(bar, 1);
       t.arrive(bar);
       co_return;
     },
     Outcome::undocumented},
    {"TMAP-protocol-reuse-01", "initialised again under a load", alone,
     [](Thread &t, const World &world, bool broken) -> Task {
       init(t, bar, 1);
       load(t, world);
       if (!broken)
         co_await t.wait(bar, 0);
       init(t, bar, 1);
     },
     Outcome::ok},
    {"TMAP-protocol-mbarrier-01", "arrives twice for a count of 1", alone,
     [](Thread &t, const World &, bool broken) -> Task {
       init(t, bar, 2);
       t.arrive(bar, broken ? 3 : 2);
       co_return;
     }},
    {"TMAP-protocol-mbarrier-02", "a count of 0", alone,
     [](Thread &t, const World &, bool broken) -> Task {
       t.mbarrier_init(bar, broken ? 0 : 1);
       co_return;
     }},
    {"TMAP-protocol-mbarrier-02", "a count of 2^20", alone,
     [](Thread &t, const World &, bool broken) -> Task {
       t.mbarrier_init(bar, (1 << 20) - (broken ? 0 : 1));
       co_return;
     }},
    {"TMAP-protocol-mbarrier-03", "a state two phases old", alone,
     [](Thread &t, const World &, bool broken) -> Task {
       init(t, bar, 1);
       kernel::ArrivalState state = t.arrive(bar);
       const kernel::ArrivalState second = t.arrive(bar);
       if (!broken)
         state = second;
       co_await t.wait(bar, state);
     }},
    {"TMAP-protocol-mbarrier-04", "4 bytes off", alone,
     [](Thread &t, const World &, bool broken) -> Task {
       t.mbarrier_init(bar + (broken ? 4 : 8), 1);
       co_return;
     },
     Outcome::misaligned_address},
};

} // namespace

std::span<const Case> wait_cases() { return cases; }

} // namespace kernel_tests
