// SPDX-License-Identifier: MIT
// The cases that tmamap-hwtest asks a GPU, on the two models: they agree on each, the cases are
// reproducible, and they reach what they are meant to reach.
#include "catch.hpp"

#include <capture/cases.hpp>

#include <tmamap/check.hpp>
#include <tmamap/sim/copy.hpp>

#include <map>
#include <vector>

using namespace tmamap;
using namespace tmamap::capture;

namespace {

constexpr Slot slot{0x7f0000000000, 64 * 1024};

struct Memories {
  std::vector<std::byte> global;
  std::vector<std::vector<std::byte>> windows;
};

Memories memories_of(const CopyCase &c) {
  Memories memories;
  memories.global.resize(c.global.bytes);
  io::fill_memory(c.global, memories.global);
  memories.windows.resize(c.access.multicast_mask ? 4 : 1);
  for (auto &window : memories.windows) {
    window.resize(c.shared.bytes);
    io::fill_memory(c.shared, window);
  }
  return memories;
}

template <class Model> sim::Result run(const CopyCase &c, Memories &memories, Model model) {
  sim::GlobalMemory global;
  REQUIRE_FALSE(global.add(c.global.address,
                           reinterpret_cast<std::uint8_t *>(memories.global.data()),
                           memories.global.size()));
  std::vector<sim::SharedWindow> windows;
  for (auto &window : memories.windows)
    windows.push_back({reinterpret_cast<std::uint8_t *>(window.data()), window.size()});
  return model(c.spec, c.access, global, sim::SharedMemory(windows.data(), windows.size()),
               Target::sm_90);
}

template <class Draw> void compare_models(Draw draw, std::map<Outcome, int> &outcomes) {
  for (std::uint64_t i = 0; i < 4000; ++i) {
    Random random(3, i);
    const CopyCase c = draw(random);
    Memories fast = memories_of(c), slow = fast;
    const sim::Result a = run(c, fast, [](auto &&...all) { return sim::copy(all...); });
    const sim::Result b = run(c, slow, [](auto &&...all) { return sim::reference::copy(all...); });
    CAPTURE(i, a.cause, b.cause, a.input.field);
    REQUIRE(a.outcome == b.outcome);
    REQUIRE(a.tx_bytes == b.tx_bytes);
    REQUIRE_FALSE(a.input);
    REQUIRE(fast.global == slow.global);
    REQUIRE(fast.windows == slow.windows);
    ++outcomes[a.outcome];
  }
}

} // namespace

TEST_CASE("both models agree on the copies that a GPU is asked") {
  std::map<Outcome, int> outcomes;
  compare_models([](Random &random) { return copy_case(random, slot); }, outcomes);
  CHECK(outcomes[Outcome::ok] > 3600);
  compare_models([](Random &random) { return multicast_case(random, slot); }, outcomes);
}

TEST_CASE("both models agree on the faults that a GPU is asked") {
  std::map<Outcome, int> outcomes;
  compare_models([](Random &random) { return fault_case(random, slot); }, outcomes);
  for (const Outcome outcome :
       {Outcome::ok, Outcome::illegal_instruction, Outcome::misaligned_address,
        Outcome::illegal_address, Outcome::hang, Outcome::launch_failure})
    CHECK(outcomes[outcome] > 20);
}

TEST_CASE("a seed gives the same cases again") {
  for (std::uint64_t i = 0; i < 200; ++i) {
    Random a(5, i), b(5, i);
    CHECK(encode_case(a) == encode_case(b));
    const CopyCase x = copy_case(a, slot), y = copy_case(b, slot);
    CHECK(x.spec == y.spec);
    CHECK(x.access == y.access);
    CHECK(x.global == y.global);
  }
}

TEST_CASE("about half of the encoder calls are acceptable, in every mode") {
  std::map<Mode, int> accepted, rejected;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    Random random(7, i);
    const Spec spec = encode_case(random);
    ++(conforms(spec) ? accepted : rejected)[spec.mode];
  }
  for (const Mode mode : {Mode::tiled, Mode::im2col, Mode::im2col_wide}) {
    CHECK(accepted[mode] > 500);
    CHECK(rejected[mode] > 500);
  }
}
