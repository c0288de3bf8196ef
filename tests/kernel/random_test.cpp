// SPDX-License-Identifier: MIT
// Programs of random operations with bad operands: every one ends, with an outcome, and the same
// seed ends it the same way.
#include "world.hpp"

#include "catch.hpp"

#include <random>

using namespace kernel_tests;

namespace {

constexpr std::uint64_t addresses[] = {0,
                                       8,
                                       16,
                                       128,
                                       1024,
                                       8192,
                                       8196,
                                       8200,
                                       16256,
                                       16376,
                                       16380,
                                       16384,
                                       232448,
                                       1ull << 32,
                                       (1ull << 63) - 4,
                                       UINT64_MAX - 7,
                                       UINT64_MAX};
constexpr std::uint64_t amounts[] = {0, 1, 2, 16, 1024, (1u << 20) - 1, 1u << 20, UINT64_MAX};
constexpr std::int32_t coordinates[] = {0, 8, 16, -8, 255, 256, INT32_MAX, INT32_MIN};

struct Program {
  std::uint64_t seed;
  int length;

  // Most operands are sensible, so that programs come far.
  static SharedAddress barrier(std::mt19937_64 &random) {
    if (random() % 32 != 0)
      return World::bar + 8 * (random() % 3);
    return anything(random);
  }
  static SharedAddress anything(std::mt19937_64 &random) {
    if (random() % 16 != 0)
      return 1024 * (random() % 8);
    const std::uint64_t at = addresses[random() % std::size(addresses)];
    constexpr std::uint32_t ranks[] = {kernel::own_block, 0, 1, 2, 15, 16, UINT32_MAX - 1};
    return {at, ranks[random() % (random() % 4 == 0 ? std::size(ranks) : 1)]};
  }
  static std::uint64_t amount(std::mt19937_64 &random) {
    return random() % 4 != 0 ? 1 : amounts[random() % std::size(amounts)];
  }
  static Coordinates place(std::mt19937_64 &random) {
    Coordinates at;
    const std::uint64_t rank = random() % 32 != 0 ? 2 : random() % 7;
    for (std::uint64_t i = 0; i < rank; ++i)
      at.push_back(random() % 16 != 0 ? 0 : coordinates[random() % std::size(coordinates)]);
    return at;
  }

  Task run(Thread &t, const World &world) const {
    std::mt19937_64 random(seed * 1000 + t.block() * 64 + t.thread());
    kernel::ArrivalState state;
    if (seed % 4 != 0) { // or every program would end at its first barrier
      if (t.thread() == 0)
        for (std::uint32_t i = 0; i < 3; ++i)
          init(t, World::bar + 8 * i, 1 + seed % 3);
      co_await t.cluster_sync();
    }
    for (int i = 0; i < length; ++i)
      switch (random() % 30) {
      case 0:
      case 1: t.mbarrier_init(barrier(random), amount(random)); break;
      case 2: t.mbarrier_inval(barrier(random)); break;
      case 3:
      case 4: state = t.arrive(barrier(random), amount(random)); break;
      case 5: t.arrive_drop(barrier(random), amount(random)); break;
      case 6: state = t.arrive_expect_tx(barrier(random), amount(random) * 1024); break;
      case 7: t.expect_tx(barrier(random), amount(random)); break;
      case 8: t.complete_tx(barrier(random), amount(random)); break;
      case 9: co_await t.test_wait(barrier(random), static_cast<std::uint32_t>(random())); break;
      case 10: co_await t.wait(barrier(random), static_cast<std::uint32_t>(random() % 2)); break;
      case 11: co_await t.wait(barrier(random), state); break;
      case 12:
      case 13:
      case 14: t.load(world.in, anything(random), place(random), barrier(random)); break;
      case 15:
        t.load_multicast(world.in, anything(random), place(random), barrier(random),
                         static_cast<std::uint16_t>(random() % 4 != 0 ? 3 : random()));
        break;
      case 16: t.store(world.out, place(random), anything(random)); break;
      case 17:
        t.reduce(static_cast<Op>(random() % 16), world.out, place(random), anything(random));
        break;
      case 18: t.prefetch(world.in, place(random)); break;
      case 19: t.commit_group(); break;
      case 20: co_await t.wait_group(amount(random)); break;
      case 21: co_await t.wait_group_read(0); break;
      case 22: t.fence_proxy_async(), t.fence_mbarrier_init(); break;
      case 23:
        t.tensormap_replace_address(world.in, addresses[random() % std::size(addresses)]);
        break;
      case 24: t.fence_proxy_tensormap(world.in); break;
      case 25: co_await t.syncthreads(); break;
      case 26:
        random() % 2 == 0 ? (void)co_await t.syncwarp() : (void)co_await t.cluster_sync();
        break;
      case 27: (void)t.view(anything(random), random() % 8 != 0 ? 64 : amount(random)); break;
      case 28: (void)t.edit(anything(random), random() % 8 != 0 ? 64 : amount(random)); break;
      case 29:
        t.write_global<std::uint64_t>(World::base + addresses[random() % std::size(addresses)], 1);
        break;
      }
  }
};

} // namespace

TEST_CASE("random programs end, and the same seed ends them the same way") {
  kernel::Machine machine;
  std::uint64_t hangs = 0, ended = 0, with_findings = 0;
  for (std::uint64_t seed = 0; seed < 12'000; ++seed) {
    World world;
    const Program program{seed, static_cast<int>(1 + seed % 40)};
    const std::uint32_t blocks = seed % 3 == 0 ? 2 : 1;
    const Launch launch{.blocks = blocks,
                        .cluster_size = blocks,
                        .threads = static_cast<std::uint32_t>(1 + seed % 5),
                        .shared_bytes = World::shared_bytes};
    const auto body = [&](Thread &t) { return program.run(t, world); };
    const kernel::Options options{.seed = seed, .max_steps = 20'000};
    const kernel::Result result = machine.run(launch, body, world.global, options);
    INFO("seed " << seed);
    REQUIRE((result.outcome == Outcome::ok || !result.findings.empty()));
    if (seed % 10 == 0)
      REQUIRE(text(machine.run(launch, body, world.global, options)) == text(result));
    hangs += result.outcome == Outcome::hang ? 1 : 0;
    ended += result.outcome == Outcome::ok ? 1 : 0;
    with_findings += result.findings.empty() ? 0 : 1;
  }
  CHECK(hangs > 100);
  CHECK(ended > 100);
  CHECK(with_findings > 4'000);
}

TEST_CASE("a full cluster of full blocks runs") {
  const World world;
  std::uint32_t ran = 0;
  const auto body = [&](Thread &t) -> Task {
    if (t.thread() == 0)
      init(t, World::bar, 1024);
    co_await t.syncthreads();
    t.write<std::uint32_t>(4 * t.thread(), t.thread());
    t.arrive(World::bar);
    co_await t.wait(World::bar, 0);
    if (t.read<std::uint32_t>(4 * (1023 - t.thread())) == 1023 - t.thread())
      ++ran;
    co_await t.cluster_sync();
  };
  const kernel::Result result = kernel::run(
      {.blocks = 16, .cluster_size = 16, .threads = 1024, .shared_bytes = World::shared_bytes},
      body, world.global);
  INFO(text(result));
  CHECK(result.clean());
  CHECK(ran == 16 * 1024);
}
