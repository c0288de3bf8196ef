// SPDX-License-Identifier: MIT
// Hypotheses: where a chip did what one of them says, it is named from hashes alone.
#include "catch.hpp"

#include <replay/explain.hpp>

#include <tmamap/text.hpp>

using namespace tmamap;
using namespace tmamap::replay;

namespace {

constexpr std::uint64_t base = 0x7f0000000000;

CopyCase copy_of(std::string_view text) {
  Case c;
  INFO(text);
  REQUIRE_FALSE(parse(text, c));
  c.spec.global_address = base;
  return {c.spec, *c.context.access, c.context.target};
}

io::Records records() {
  io::Records out;
  out.global_memory =
      io::Memory{.address = base, .bytes = 1 << 18, .is_pattern = true, .seed = 1000003};
  out.shared_memory = io::Memory{.bytes = 1 << 15, .is_pattern = true, .seed = 77};
  return out;
}

const char *const cases[] = {
    "tiled bf16 dim=96x40 strides=192 box=32x20 swizzle=64B estrides=1x3 load at=72,30 smem=0x80",
    "tiled f32 dim=50x20 strides=208 box=8x8 swizzle=128B oob=nan load at=44,15 smem=0x180",
    "tiled tf32 dim=50x20 strides=208 box=32x8 swizzle=128B load at=0,3 smem=0x280",
    "tiled s32 dim=18x6x9 strides=80,480 box=8x4x3 swizzle=32B store at=16,1,2 smem=0x80",
    "tiled u8 dim=19x3x8x4 strides=608,1824,14592 box=16x5x4x2 interleave=32B swizzle=32B load "
    "at=2,0,3,1 smem=0x80",
    "im2col f16 dim=64x9x7x8 strides=128,1152,8064 lower=-1,-2 upper=-1,1 channels=32 pixels=90 "
    "swizzle=64B estrides=1x1x1x2 load at=0,2,1,0 offsets=1,2 smem=0x100",
};

} // namespace

TEST_CASE("a chip that does what a hypothesis says is explained by one") {
  CopyRunner runner;
  std::size_t explained = 0;
  for (const char *const text : cases)
    for (const Hypothesis &hypothesis : hypotheses()) {
      const CopyCase copy = copy_of(text);
      io::Records captured = records();
      CopyCase changed = copy;
      if (!hypothesis.change(changed))
        continue;
      REQUIRE_FALSE(runner.run(changed, captured, hypothesis.model));
      if (!runner.result().ok()) // such as rows wider than another swizzle's span
        continue;
      const io::CopyResult chip = runner.outcome();
      captured.hardware = chip;
      REQUIRE_FALSE(runner.run(copy, captured));
      if (differing_keys(chip, runner.outcome(chip)).empty())
        continue; // it changes nothing here
      INFO(text << ": the chip " << hypothesis.says);
      const Explanation why = explain(runner, copy, captured);
      REQUIRE(why.hypothesis != nullptr);
      ++explained;
      // The bytes shown as the chip's are the chip's: its hash says so.
      REQUIRE_FALSE(runner.run(why.changed, captured, why.hypothesis->model));
      CHECK(differing_keys(chip, runner.outcome(chip)).empty());
      if (chip.tx_bytes == geometry(copy.spec).tx_bytes)
        CHECK_FALSE(why.bytes.empty());
    }
  CHECK(explained > 20);
}

TEST_CASE("where nothing explains a hash, what the model wrote is shown") {
  const CopyCase copy = copy_of(cases[0]);
  io::Records captured = records();
  captured.hardware = io::CopyResult{.tx_bytes = 448, .smem_fnv1a64 = io::Hex64{1}};
  CopyRunner runner;
  REQUIRE_FALSE(runner.run(copy, captured));
  const Explanation why = explain(runner, copy, captured);
  CHECK(why.hypothesis == nullptr);
  CHECK(why.tried > 8);
  REQUIRE_FALSE(why.bytes.empty());
  CHECK(why.bytes[0].address >= 0x80);
  CHECK_FALSE(why.bytes[0].belongs.empty());
}

TEST_CASE("memories that cannot be are refused by name") {
  const CopyCase copy = copy_of(cases[0]);
  CopyRunner runner;
  io::Records captured = records();
  captured.global_memory->bytes = max_memory_bytes + 1;
  CHECK(runner.run(copy, captured)->key == "global_memory.bytes");
  captured = records();
  captured.shared_memory.reset();
  CHECK(runner.run(copy, captured)->key == "shared_memory");
  captured = records();
  captured.global_memory.reset();
  CHECK(runner.run(copy, captured)->key == "global_memory");
  captured = records();
  captured.shared_memory->bytes = 64;
  CHECK_FALSE(runner.run(copy, captured));
  CHECK(runner.result().input.field == "shared_memory.bytes");
}

TEST_CASE("memory that a copy left alone is not filled again, and other memory is") {
  CopyRunner runner;
  const io::Records captured = records();
  const CopyCase load = copy_of(cases[0]), store = copy_of(cases[3]);
  REQUIRE_FALSE(runner.run(load, captured));
  const io::CopyResult first = runner.outcome();
  REQUIRE_FALSE(runner.run(store, captured));
  REQUIRE_FALSE(runner.run(load, captured));
  CHECK(runner.outcome() == first);
}
