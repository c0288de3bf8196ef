// SPDX-License-Identifier: MIT
// Inputs of the wrong kind name their field; copies that fault or are open say why, and change
// nothing.
#include "catch.hpp"

#include <tmamap/sim/copy.hpp>

#include <algorithm>
#include <vector>

using namespace tmamap;

namespace {

constexpr std::uint64_t base = 0x7f0000000000;

struct Setting {
  Spec spec{.data_type = DataType::u32,
            .global_address = base,
            .global_dim = {16, 4},
            .global_strides = {64},
            .box_dim = {16, 4}};
  Access access{.coordinates = {0, 0}};
  Target target = Target::sm_90;
  std::vector<std::uint8_t> tensor = std::vector<std::uint8_t>(256, 0xAB);
  std::vector<std::uint8_t> tile = std::vector<std::uint8_t>(256, 0xEE);

  // Of both models, which must agree.
  sim::Result run() { return run({{base, tensor.data(), tensor.size()}}, {{tile.data(), 256}}); }
  sim::Result run(const std::vector<sim::GlobalRange> &ranges,
                  const std::vector<sim::SharedWindow> &windows) {
    sim::GlobalMemory global;
    for (const sim::GlobalRange &range : ranges)
      REQUIRE_FALSE(global.add(range));
    const sim::SharedMemory shared(windows.data(), windows.size());
    const sim::TensorMap map(spec, target);
    const sim::Result slow = sim::reference::copy(map, access, global, shared);
    const sim::Result fast = sim::copy(map, access, global, shared);
    CHECK(fast.input.field == slow.input.field);
    CHECK(fast.outcome == slow.outcome);
    CHECK(fast.cause == slow.cause);
    return fast;
  }
  bool untouched() const {
    return tensor == std::vector<std::uint8_t>(256, 0xAB) &&
           tile == std::vector<std::uint8_t>(256, 0xEE);
  }
};

} // namespace

TEST_CASE("global memory refuses ranges that are no memory") {
  std::vector<std::uint8_t> buffer(64);
  sim::GlobalMemory global;
  CHECK(global.add(0, nullptr, 16).field == "global_memory");
  CHECK(global.add(0, buffer.data(), 0).field == "global_memory.bytes");
  CHECK(global.add(UINT64_MAX - 62, buffer.data(), 64).field == "global_memory.bytes");
  CHECK_FALSE(global.add(UINT64_MAX - 63, buffer.data(), 64));
  CHECK_FALSE(global.add(100, buffer.data(), 64));
  CHECK(global.add(163, buffer.data(), 64).field == "global_memory.address");
  CHECK(global.add(37, buffer.data(), 64).field == "global_memory.address");
  CHECK(global.add(110, buffer.data(), 1).field == "global_memory.address");
  CHECK_FALSE(global.add(164, buffer.data(), 64));
  CHECK_FALSE(global.add(36, buffer.data(), 64));
  CHECK(global.ranges().size() == 4);
}

TEST_CASE("windows of the wrong kind are named") {
  Setting s;
  const std::vector<sim::GlobalRange> ranges{{base, s.tensor.data(), 256}};
  CHECK(s.run(ranges, {}).input.field == "shared_memory");
  CHECK(s.run(ranges, {{nullptr, 256}}).input.field == "shared_memory");
  CHECK(s.run(ranges, {{s.tile.data(), 255}}).input.field == "shared_memory.bytes");
  CHECK(s.run(ranges, {{s.tensor.data(), 256}}).input.field == "shared_memory");
  s.access.smem_address = 128;
  CHECK(s.run(ranges, {{s.tile.data(), 256}}).input.field == "shared_memory.bytes");
  s.access.smem_address = 0;
  s.access.multicast_mask = 0b10;
  CHECK(s.run(ranges, {{s.tile.data(), 256}}).input.field == "shared_memory");
  s.access.multicast_mask = 0b11;
  CHECK(s.run(ranges, {{s.tile.data(), 256}, {s.tile.data(), 256}}).input.field == "shared_memory");
  CHECK(s.untouched());
}

TEST_CASE("a spec that the driver rejects is named by its rule") {
  Setting s;
  s.spec.box_dim = {16, 257};
  CHECK(s.run().input.field == "boxDim");
  s = {};
  s.spec.global_address.reset();
  CHECK(s.run().input.field == "globalAddress");
  s = {};
  s.spec.global_strides = {};
  CHECK(s.run().input.field == "globalStrides");
}

TEST_CASE("operands that fit no instruction are named") {
  Setting s;
  s.access.coordinates = {0};
  CHECK(s.run().input.field == "coordinates");
  s = {};
  s.access.im2col_offsets = {0};
  CHECK(s.run().input.field == "im2col_offsets");
  s = {};
  s.access.op = Op::store;
  s.access.multicast_mask = 1;
  CHECK(s.run().input.field == "multicast_mask");
  s = {};
  s.access.op = Op::gather4;
  CHECK(s.run().input.field == "op");
}

TEST_CASE("memory outside every range is an illegal address, and nothing changes") {
  for (const Op op : {Op::load, Op::store, Op::reduce_add}) {
    Setting s;
    s.access.op = op;
    const sim::Result result =
        s.run({{base, s.tensor.data(), 255}}, {{s.tile.data(), 256}}); // the last byte is missing
    CHECK(result.outcome == Outcome::illegal_address);
    CHECK_FALSE(result.cause.empty());
    CHECK(s.untouched());
  }
}

TEST_CASE("a tensor in several buffers is one tensor") {
  Setting s;
  std::vector<std::uint8_t> low(s.tensor.begin(), s.tensor.begin() + 101);
  std::vector<std::uint8_t> high(s.tensor.begin() + 101, s.tensor.end());
  const sim::Result result = s.run(
      {{base + 101, high.data(), high.size()}, {base, low.data(), 101}}, {{s.tile.data(), 256}});
  CHECK(result.ok());
  CHECK(s.tile == s.tensor);
}

TEST_CASE("traps name their rule, and nothing changes") {
  Setting s;
  s.access.smem_address = 64;
  CHECK(s.run().cause == "TMAP-copy-smemAddress-01");
  s = {};
  s.access.coordinates = {1, 0};
  CHECK(s.run().cause == "TMAP-copy-coordinates-02");
  s = {};
  s.access = {.op = Op::store, .coordinates = {0, -1}};
  CHECK(s.run().cause == "TMAP-copy-coordinates-03");
  s = {};
  s.spec.data_type = DataType::s32;
  s.access.op = Op::reduce_inc;
  const sim::Result result = s.run();
  CHECK(result.outcome == Outcome::illegal_instruction);
  CHECK(result.cause == "TMAP-copy-op-03");
  CHECK(s.untouched());
}

TEST_CASE("a barrier told of other bytes never completes, though the tile arrives") {
  Setting s;
  s.access.expect_tx_bytes = 512;
  const sim::Result result = s.run();
  CHECK(result.outcome == Outcome::hang);
  CHECK(result.tx_bytes == 256);
  CHECK(s.tile == s.tensor);
}

TEST_CASE("of the rows written to one address the last one stays") {
  Setting s;
  s.spec.global_strides = {0};
  s.access.op = Op::store;
  for (std::size_t i = 0; i < s.tile.size(); ++i)
    s.tile[i] = static_cast<std::uint8_t>(i / 64);
  CHECK(s.run().ok());
  CHECK(std::count(s.tensor.begin(), s.tensor.end(), 3) == 64);
}

TEST_CASE("on sm_100 an address written twice is open, unless the order cannot matter") {
  Setting s;
  s.target = Target::sm_100;
  s.spec.global_strides = {0};
  for (const Op op : {Op::store, Op::reduce_inc}) {
    s.access.op = op;
    CHECK(s.run().outcome == Outcome::undocumented);
    CHECK(s.untouched());
  }
  s.access.op = Op::reduce_or;
  CHECK(s.run().ok());
}

TEST_CASE("a map off 64-byte alignment traps") {
  Setting s;
  for (const std::uint64_t address : {64u, 128u, 16u, 32u, 96u}) {
    const sim::TensorMap map(s.spec, s.target, address);
    const bool fine = address % 64 == 0;
    const sim::Result result = sim::without_memory(map, s.access);
    CHECK(result.outcome == (fine ? Outcome::ok : Outcome::misaligned_address));
    CHECK(result.cause == (fine ? "" : "TMAP-copy-tensorMap-01"));
  }
}

TEST_CASE("a prefetch is an outcome") {
  Setting s;
  s.access.op = Op::prefetch;
  CHECK(s.run().ok());
  CHECK(s.run({}, {}).ok()); // a hint about memory that is not there
  CHECK(s.untouched());
  s.target = Target::sm_100;
  CHECK(s.run({}, {}).outcome == Outcome::undocumented);
}

TEST_CASE("a load that starts out of bounds needs its base") {
  Setting s;
  const std::uint64_t base = *s.spec.global_address;
  s.spec.global_address = base - 4096; // and the copy still meets what is there
  s.access.coordinates[0] = INT32_MIN;
  CHECK(s.run().outcome == Outcome::illegal_address);
  s.spec.global_address = base;
  CHECK(s.run().ok());
}

TEST_CASE("what no document says of sm_100 is undocumented") {
  Setting s;
  s.target = Target::sm_100;
  CHECK(s.run().ok());
  s.spec.swizzle = Swizzle::b128; // rows of 64 bytes: the pitch is measured on sm_90 alone
  CHECK(s.run().outcome == Outcome::undocumented);
  s.spec.swizzle = Swizzle::b128_atom_32b_flip_8b;
  CHECK(s.run().outcome == Outcome::undocumented);
}
