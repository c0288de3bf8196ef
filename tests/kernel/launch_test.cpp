// SPDX-License-Identifier: MIT
// Launches, schedules and what is promised of them: limits, determinism, order, exceptions.
#include "world.hpp"

#include <kernels/example.hpp>

#include "catch.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

using namespace kernel_tests;

namespace {

Task nothing(Thread &) { co_return; }

std::string rule_of(const kernel::Result &result) {
  return result.findings.size() == 1 ? std::string(result.findings[0].rule->id) : text(result);
}

} // namespace

TEST_CASE("a launch beyond the limits is refused, one at them runs") {
  const World world;
  const auto launched = [&](const Launch &launch) {
    return kernel::run(launch, nothing, world.global);
  };
  CHECK(launched({.threads = 1024, .shared_bytes = 227 * 1024}).clean());
  CHECK(launched({.blocks = 16, .cluster_size = 16, .threads = 64}).clean());
  for (const Launch &launch :
       {Launch{.threads = 0}, Launch{.threads = 1025}, Launch{.blocks = 0},
        Launch{.cluster_size = 0}, Launch{.blocks = 17, .cluster_size = 17},
        Launch{.blocks = 3, .cluster_size = 2}, Launch{.shared_bytes = 227 * 1024 + 1},
        Launch{.threads = UINT32_MAX, .shared_bytes = UINT64_MAX}}) {
    const kernel::Result result = launched(launch);
    CHECK(rule_of(result) == "TMAP-protocol-launch-01");
    CHECK(result.outcome == Outcome::launch_failure);
  }
}

TEST_CASE("one seed is one interleaving, and seeds differ") {
  const examples::Example &example = examples::pipeline_example;
  examples::Memory memory(example);
  const examples::Arguments args = arguments(example, examples::Memory::address, false);
  const auto trace = [&](std::uint64_t seed) {
    std::string lines;
    const kernel::Result result =
        kernel::run(example.launch, [&](Thread &t) { return example.thread(t, args); },
                    memory.global(), {.seed = seed, .trace = true});
    for (const kernel::Event &event : result.trace)
      lines += std::to_string(event.thread) + ' ' + std::string(name(event.operation)) + ' ' +
               std::to_string(event.address) + '\n';
    return lines;
  };
  std::map<std::string, int> seen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const std::string once = trace(seed);
    CHECK(once == trace(seed));
    ++seen[once];
  }
  CHECK(seen.size() > 40);
}

TEST_CASE("a step limit ends a kernel that would not end") {
  const World world;
  const auto body = [](Thread &t) -> Task {
    init(t, World::bar, 2);
    for (;;) {
      t.arrive(World::bar); // something happens all the time
      t.arrive(World::bar);
      co_await t.test_wait(World::bar, 0);
    }
  };
  const kernel::Result result =
      kernel::run({.shared_bytes = World::shared_bytes}, body, world.global, {.max_steps = 1000});
  CHECK(rule_of(result) == "TMAP-protocol-wait-03");
  CHECK(result.outcome == Outcome::hang);
}

TEST_CASE("an exception of the program comes out of run()") {
  const World world;
  const auto body = [](Thread &t) -> Task {
    co_await t.syncthreads();
    if (t.thread() == 3)
      throw std::runtime_error("mine");
    co_await t.syncthreads();
  };
  kernel::Machine machine;
  CHECK_THROWS_AS((void)machine.run({.threads = 8}, body, world.global), std::runtime_error);
  CHECK(machine.run({.threads = 8}, nothing, world.global).clean()); // and leaves nothing behind
  const kernel::Body thrower = [](Thread &t) -> Task {
    if (t.thread() == 3)
      throw std::runtime_error("before there is a coroutine");
    return nothing(t);
  };
  CHECK_THROWS_AS((void)machine.run({.threads = 8}, thrower, world.global), std::runtime_error);
  CHECK_THROWS_AS((void)machine.run({.threads = 8}, {}, world.global), std::bad_function_call);
  CHECK(machine.run({.threads = 8}, nothing, world.global).clean());
}

TEST_CASE("the findings of a hang print the state of the barrier") {
  const World world;
  const auto body = [&world](Thread &t) -> Task {
    init(t, World::bar, 3);
    t.arrive_expect_tx(World::bar, 2000);
    t.load(world.in, 0, {0, 0}, World::bar);
    co_await t.wait(World::bar, 0, kernel::Step::named("the only wait"));
  };
  const kernel::Result result =
      kernel::run({.shared_bytes = World::shared_bytes}, body, world.global);
  REQUIRE(rule_of(result) == "TMAP-protocol-expectTx-01");
  CHECK(result.findings[0].message ==
        "waits for ever: the barrier at 8192 expects 2000 B in phase 0, 1024 B are delivered; "
        "arrivals missing: 2 of 3");
  CHECK(to_string(result.findings[0].where) ==
        "mbarrier.try_wait, the only wait, block 0, thread 0");
  CHECK(to_string(result.findings[0]).find("  cite      PTX ISA") != std::string::npos);
}

TEST_CASE("groups are read and written in the order in which they were committed") {
  const World world;
  const auto body = [&world](Thread &t) -> Task {
    for (std::int32_t i = 0; i < 6; ++i) {
      t.store(world.out, {0, 8 * i}, static_cast<std::uint32_t>(i) * World::tile_bytes);
      t.commit_group();
    }
    for (std::uint32_t left = 6; left-- > 0;) { // each buffer as soon as it is free
      co_await t.wait_group_read(left);
      t.write<std::uint32_t>((5 - left) * World::tile_bytes, 1);
    }
    co_await t.wait_group(0);
  };
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const kernel::Result result =
        kernel::run({.shared_bytes = World::shared_bytes}, body, world.global, {.seed = seed});
    INFO(text(result));
    REQUIRE(result.clean());
  }
}

TEST_CASE("helpers are awaited, and wait for the thread that calls them") {
  const World world;
  struct Helper {
    static Task wait_twice(Thread &t, std::uint32_t barrier) {
      co_await t.wait(barrier, 0);
      co_await t.syncthreads();
    }
  };
  std::uint32_t reached = 0;
  const auto body = [&reached](Thread &t) -> Task {
    if (t.thread() == 0)
      init(t, World::bar, 4);
    co_await t.syncthreads();
    t.arrive(World::bar);
    co_await Helper::wait_twice(t, World::bar);
    ++reached;
  };
  CHECK(
      kernel::run({.threads = 4, .shared_bytes = World::shared_bytes}, body, world.global).clean());
  CHECK(reached == 4);
}

TEST_CASE("exploring finds a planted race, and nothing in a correct pipeline") {
  const examples::Example &example = examples::pipeline_example;
  examples::Memory memory(example);
  const examples::Arguments right = arguments(example, examples::Memory::address, false);
  const examples::Arguments wrong = arguments(example, examples::Memory::address, true);
  const kernel::Exploration race =
      kernel::explore(example.launch, [&](Thread &t) { return example.thread(t, wrong); },
                      memory.global(), {.schedules = 1000, .stop_at_first = true});
  REQUIRE(race.seed);
  CHECK(race.findings.size() == 1);
  CHECK(race.findings[0].rule->id == example.finding);

  const kernel::Exploration clean =
      kernel::explore(example.launch, [&](Thread &t) { return example.thread(t, right); },
                      memory.global(), {.first_seed = 1'000'000, .schedules = 100'000});
  CHECK(clean.schedules == 100'000);
  CHECK(clean.with_findings == 0);
  CHECK(clean.outcome == Outcome::ok);
}
