// SPDX-License-Identifier: MIT
// tensormap.replace held against an H200 (driver 580.159.04, code for sm_90a): each row is one
// instruction on a zeroed map and the same one on a map of ones, both in shared memory.
#include <tmamap/descriptor_replace.hpp>

#include "catch.hpp"

using namespace tmamap;

namespace {

struct Word {
  int index = -1;
  std::uint64_t set = 0;     // bits that were 0 and are 1
  std::uint64_t cleared = 0; // bits that were 1 and are 0
};

struct Seen {
  ReplaceField field;
  std::uint32_t ord;
  std::uint64_t value;
  Word words[2];
};

constexpr Seen seen_on_h200[] = {
    {ReplaceField::global_address, 0, 0x7f0000001230, {{0, 0x7f0000001230, 0xffff80ffffffedcf}}},
    {ReplaceField::global_address,
     0,
     0xfedcba9876543210,
     {{0, 0xfedcba9876543210, 0x123456789abcdef}}},
    {ReplaceField::global_address, 0, 0x7, {{0, 0x7, 0xfffffffffffffff8}}},
    {ReplaceField::rank, 0, 0x0, {{1, 0x0, 0x70}}},
    {ReplaceField::rank, 0, 0x1, {{1, 0x10, 0x60}}},
    {ReplaceField::rank, 0, 0x4, {{1, 0x40, 0x30}}},
    {ReplaceField::rank, 0, 0x5, {{1, 0x50, 0x20}}},
    {ReplaceField::rank, 0, 0x7, {{1, 0x70, 0x0}}},
    {ReplaceField::rank, 0, 0x8, {{1, 0x0, 0x70}}},
    {ReplaceField::box_dim, 0, 0x1, {{6, 0x0, 0xff00000000000000}}},
    {ReplaceField::box_dim, 0, 0x40, {{6, 0x3f00000000000000, 0xc000000000000000}}},
    {ReplaceField::box_dim, 0, 0x100, {{6, 0xff00000000000000, 0x0}}},
    {ReplaceField::box_dim, 0, 0x0, {{6, 0xff00000000000000, 0x0}}},
    {ReplaceField::box_dim, 0, 0x101, {{6, 0x0, 0xff00000000000000}}},
    {ReplaceField::box_dim, 1, 0x40, {{7, 0x3f, 0xc0}}},
    {ReplaceField::box_dim, 2, 0x40, {{7, 0x3f00, 0xc000}}},
    {ReplaceField::box_dim, 3, 0x40, {{7, 0x3f0000, 0xc00000}}},
    {ReplaceField::box_dim, 4, 0x40, {{7, 0x3f000000, 0xc0000000}}},
    {ReplaceField::global_dim, 0, 0x1, {{4, 0x0, 0xffffffff}}},
    {ReplaceField::global_dim, 0, 0x3e8, {{4, 0x3e7, 0xfffffc18}}},
    {ReplaceField::global_dim, 0, 0x0, {{4, 0xffffffff, 0x0}}},
    {ReplaceField::global_dim, 0, 0xffffffff, {{4, 0xfffffffe, 0x1}}},
    {ReplaceField::global_dim, 1, 0x3e8, {{4, 0x3e700000000, 0xfffffc1800000000}}},
    {ReplaceField::global_dim, 2, 0x3e8, {{5, 0x3e7, 0xfffffc18}}},
    {ReplaceField::global_dim, 3, 0x3e8, {{5, 0x3e700000000, 0xfffffc1800000000}}},
    {ReplaceField::global_dim, 4, 0x3e8, {{6, 0x3e7, 0xfffffc18}}},
    {ReplaceField::element_stride, 0, 0x1, {{6, 0x0, 0x700000000}}},
    {ReplaceField::element_stride, 0, 0x3, {{6, 0x200000000, 0x500000000}}},
    {ReplaceField::element_stride, 0, 0x8, {{6, 0x700000000, 0x0}}},
    {ReplaceField::element_stride, 0, 0x0, {{6, 0x700000000, 0x0}}},
    {ReplaceField::element_stride, 0, 0x9, {{6, 0x0, 0x700000000}}},
    {ReplaceField::element_stride, 1, 0x3, {{6, 0x1000000000, 0x2800000000}}},
    {ReplaceField::element_stride, 2, 0x3, {{6, 0x8000000000, 0x14000000000}}},
    {ReplaceField::element_stride, 3, 0x3, {{6, 0x40000000000, 0xa0000000000}}},
    {ReplaceField::element_stride, 4, 0x3, {{6, 0x200000000000, 0x500000000000}}},
    {ReplaceField::global_stride,
     0,
     0x1230,
     {{1, 0x12300000000, 0xfffffedc00000000}, {3, 0x0, 0xf00000000}}},
    {ReplaceField::global_stride,
     0,
     0x123,
     {{1, 0x1200000000, 0xffffffed00000000}, {3, 0x0, 0xf00000000}}},
    {ReplaceField::global_stride,
     0,
     0xabcde12340,
     {{1, 0xbcde123400000000, 0x4321edcb00000000}, {3, 0xa00000000, 0x500000000}}},
    {ReplaceField::global_stride,
     0,
     0x10000000000,
     {{1, 0x0, 0xffffffff00000000}, {3, 0x0, 0xf00000000}}},
    {ReplaceField::global_stride,
     0,
     0xfedcba9876543210,
     {{1, 0x8765432100000000, 0x789abcde00000000}, {3, 0x900000000, 0x600000000}}},
    {ReplaceField::global_stride,
     1,
     0xabcde12340,
     {{2, 0xbcde1234, 0x4321edcb}, {3, 0xa000000000, 0x5000000000}}},
    {ReplaceField::global_stride,
     2,
     0xabcde12340,
     {{2, 0xbcde123400000000, 0x4321edcb00000000}, {3, 0xa0000000000, 0x50000000000}}},
    {ReplaceField::global_stride, 3, 0xabcde12340, {{3, 0xa000bcde1234, 0x50004321edcb}}},
    {ReplaceField::elemtype, 0, 0x0, {{1, 0x0, 0x780}}},
    {ReplaceField::elemtype, 0, 0x1, {{1, 0x80, 0x700}}},
    {ReplaceField::elemtype, 0, 0x2, {{1, 0x100, 0x680}}},
    {ReplaceField::elemtype, 0, 0x3, {{1, 0x180, 0x600}}},
    {ReplaceField::elemtype, 0, 0x4, {{1, 0x200, 0x580}}},
    {ReplaceField::elemtype, 0, 0x5, {{1, 0x280, 0x500}}},
    {ReplaceField::elemtype, 0, 0x6, {{1, 0x300, 0x480}}},
    {ReplaceField::elemtype, 0, 0x7, {{1, 0x380, 0x400}}},
    {ReplaceField::elemtype, 0, 0x8, {{1, 0x400, 0x380}}},
    {ReplaceField::elemtype, 0, 0x9, {{1, 0x480, 0x300}}},
    {ReplaceField::elemtype, 0, 0xa, {{1, 0x500, 0x280}}},
    {ReplaceField::elemtype, 0, 0xb, {{1, 0x10380, 0x400}}},
    {ReplaceField::elemtype, 0, 0xc, {{1, 0x10400, 0x380}}},
    {ReplaceField::interleave_layout, 0, 0x0, {{1, 0x0, 0x1800}}},
    {ReplaceField::interleave_layout, 0, 0x1, {{1, 0x800, 0x1000}}},
    {ReplaceField::interleave_layout, 0, 0x2, {{1, 0x1000, 0x800}}},
    {ReplaceField::swizzle_mode, 0, 0x0, {{1, 0x0, 0x406000}}},
    {ReplaceField::swizzle_mode, 0, 0x1, {{1, 0x2000, 0x404000}}},
    {ReplaceField::swizzle_mode, 0, 0x2, {{1, 0x4000, 0x402000}}},
    {ReplaceField::swizzle_mode, 0, 0x3, {{1, 0x6000, 0x400000}}},
    {ReplaceField::fill_mode, 0, 0x0, {{1, 0x0, 0x8000}}},
    {ReplaceField::fill_mode, 0, 0x1, {{1, 0x8000, 0x0}}},
};

Descriptor all(std::uint64_t word) {
  Descriptor map;
  for (std::uint64_t &each : map.words)
    each = word;
  return map;
}

} // namespace

TEST_CASE("every field is replaced as the chip replaces it") {
  for (const Seen &seen : seen_on_h200) {
    Descriptor zeros = all(0), ones = all(~std::uint64_t{0});
    for (const Word &word : seen.words)
      if (word.index >= 0) {
        zeros.words[word.index] |= word.set;
        ones.words[word.index] &= ~word.cleared;
      }
    INFO(name(seen.field) << " " << seen.ord << " " << seen.value);
    CHECK(replace(all(0), seen.field, seen.ord, seen.value) == zeros);
    CHECK(replace(all(~std::uint64_t{0}), seen.field, seen.ord, seen.value) == ones);
  }
}

TEST_CASE("an instruction that does not exist replaces nothing") {
  const Descriptor map;
  CHECK_FALSE(replace(map, ReplaceField::box_dim, 5, 1));
  CHECK_FALSE(replace(map, ReplaceField::global_stride, 4, 16));
  CHECK_FALSE(replace(map, ReplaceField::elemtype, 0, 13));
  CHECK_FALSE(replace(map, ReplaceField::swizzle_mode, 0, 4));
  CHECK_FALSE(replace(map, static_cast<ReplaceField>(99), 0, 0));
}

TEST_CASE("a map built from zeros lacks the driver's own words alone") {
  Spec spec;
  spec.data_type = DataType::bf16;
  spec.global_address = 0x7f0000000400;
  spec.global_dim = {128, 96};
  spec.global_strides = {256};
  spec.box_dim = {64, 32};
  spec.swizzle = Swizzle::b128;

  std::optional<Descriptor> map = Descriptor{};
  const auto then = [&map](ReplaceField field, std::uint32_t ord, std::uint64_t value) {
    map = replace(map.value(), field, ord, value);
    REQUIRE(map);
  };
  then(ReplaceField::global_address, 0, 0x7f0000000400);
  then(ReplaceField::rank, 0, 1);
  then(ReplaceField::box_dim, 0, 64);
  then(ReplaceField::box_dim, 1, 32);
  then(ReplaceField::global_dim, 0, 128);
  then(ReplaceField::global_dim, 1, 96);
  then(ReplaceField::global_stride, 0, 256);
  then(ReplaceField::element_stride, 0, 1);
  then(ReplaceField::element_stride, 1, 1);
  then(ReplaceField::elemtype, 0, ptx_elemtype(DataType::bf16).value());
  then(ReplaceField::interleave_layout, 0, 0);
  then(ReplaceField::swizzle_mode, 0, 3);
  then(ReplaceField::fill_mode, 0, 0);

  const Decoded decoded = decode(*map);
  CHECK(decoded.spec == spec);
  Descriptor driver = encode(spec);
  CHECK(driver != *map);
  driver.words[8] = driver.words[9] = 0;
  CHECK(driver == *map);
}
