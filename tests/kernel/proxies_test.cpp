// SPDX-License-Identifier: MIT
// The four combinations of writer and reader, each with what PTX asks for between them and without.
#include "world.hpp"

#include "catch.hpp"

#include <set>

using namespace kernel_tests;

namespace {

// What a program leaves out of what should stand between the write and the read.
constexpr Launch pair_launch = {.threads = 2, .shared_bytes = World::shared_bytes};

enum class Without { nothing, order, fence };

std::set<std::string_view>
rules(const World &world, Task (*thread)(Thread &, const World &, Without), Without without) {
  std::set<std::string_view> found;
  kernel::Machine machine;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    const kernel::Result result =
        machine.run(pair_launch, [&](Thread &t) { return thread(t, world, without); }, world.global,
                    {.seed = seed});
    std::set<std::string_view> here;
    for (const kernel::Finding &finding : result.findings)
      here.insert(finding.rule->id);
    REQUIRE(result.findings.size() == here.size());
    REQUIRE((seed == 0 || here == found)); // the same on every schedule
    found = here;
  }
  return found;
}

Task load_then_threads(Thread &t, const World &world, Without without) {
  if (t.thread() == 0)
    init(t, World::bar, 1);
  co_await t.syncthreads();
  if (t.thread() == 0)
    load(t, world);
  if (without != Without::order)
    co_await t.wait(World::bar, 0);
  (void)t.read<std::uint32_t>(16 + 4 * t.thread());
  if (without == Without::order)
    co_await t.wait(World::bar, 0);
}

Task threads_then_threads(Thread &t, const World &, Without without) {
  if (t.thread() == 0)
    t.write<std::uint32_t>(16, 7);
  if (without != Without::order)
    co_await t.syncthreads();
  if (t.thread() == 1)
    (void)t.read<std::uint32_t>(16);
}

Task threads_then_store(Thread &t, const World &world, Without without) {
  if (t.thread() == 1)
    t.write<std::uint32_t>(16, 7);
  if (without != Without::fence)
    t.fence_proxy_async();
  if (without != Without::order)
    co_await t.syncthreads();
  if (t.thread() == 0) {
    t.store(world.out, {0, 0}, 0);
    t.commit_group();
    co_await t.wait_group_read(0);
  }
  if (without == Without::order) // or the write could come after the store
    co_await t.syncthreads();
}

Task load_then_store(Thread &t, const World &world, Without without) {
  if (t.thread() != 0)
    co_return;
  init(t, World::bar, 1);
  load(t, world);
  if (without != Without::order)
    co_await t.wait(World::bar, 0);
  t.store(world.out, {0, 0}, 0);
  t.commit_group();
  co_await t.wait_group_read(0);
}

using Rules = std::set<std::string_view>;

} // namespace

TEST_CASE("TMA then threads: a wait, no fence") {
  const World world;
  CHECK(rules(world, load_then_threads, Without::fence).empty());
  CHECK(rules(world, load_then_threads, Without::order) == Rules{"TMAP-protocol-read-02"});
}

TEST_CASE("threads then threads: an order, no fence") {
  const World world;
  CHECK(rules(world, threads_then_threads, Without::fence).empty());
  CHECK(rules(world, threads_then_threads, Without::order) == Rules{"TMAP-protocol-race-01"});
}

TEST_CASE("threads then TMA: an order and a fence") {
  const World world;
  CHECK(rules(world, threads_then_store, Without::nothing).empty());
  CHECK(rules(world, threads_then_store, Without::fence) == Rules{"TMAP-protocol-proxy-01"});
}

TEST_CASE("TMA then TMA: a wait, no fence") {
  const World world;
  CHECK(rules(world, load_then_store, Without::fence).empty());
  CHECK(rules(world, load_then_store, Without::order) == Rules{"TMAP-protocol-read-02"});
}

TEST_CASE("the fence may stand on the reader's side of the barrier") {
  const World world;
  const auto late = [](Thread &t, const World &world, Without) -> Task {
    if (t.thread() == 1)
      t.write<std::uint32_t>(16, 7);
    co_await t.syncthreads();
    if (t.thread() == 0) {
      t.fence_proxy_async();
      t.store(world.out, {0, 0}, 0);
      t.commit_group();
      co_await t.wait_group_read(0);
    }
  };
  CHECK(rules(world, late, Without::nothing).empty());
}
