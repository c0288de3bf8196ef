// SPDX-License-Identifier: MIT
// Maps of any bits: nothing is lost, and what is not the driver's is named.
#include "../random_spec.hpp"

#include <tmamap/descriptor.hpp>

#include "catch.hpp"

#include <random>
#include <vector>

using namespace tmamap;

namespace {

Descriptor random_map(std::mt19937_64 &random) {
  Descriptor map;
  for (std::uint64_t &word : map.words)
    word = random();
  return map;
}

Spec rank_5() {
  Spec spec;
  spec.data_type = DataType::tf32;
  spec.global_address = 0x7f0000001230;
  spec.global_dim = {129, 65, 33, 17, 9};
  spec.global_strides = {1008, 0x4000000000, 66000, 48};
  spec.box_dim = {8, 7, 6, 5, 4};
  spec.element_strides = {1, 2, 3, 4, 3};
  spec.swizzle = Swizzle::b32;
  spec.l2_promotion = L2Promotion::b256;
  spec.oob_fill = OobFill::nan_request_zero_fma;
  return spec;
}

std::vector<Oddity> oddities(const Descriptor &map) {
  std::vector<Oddity> all;
  for_each_oddity(map, decode(map), [&all](const Oddity &oddity) { all.push_back(oddity); });
  return all;
}

// The bits of a map that its oddities account for.
Descriptor bits_named(const std::vector<Oddity> &all) {
  Descriptor bits;
  for (const Oddity &oddity : all)
    bits.words[oddity.word] |= (oddity.found ^ oddity.driver) << oddity.lsb;
  return bits;
}

} // namespace

TEST_CASE("decode and encode keep every bit of random maps") {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    Descriptor map = random_map(random);
    if (i % 2 == 0) // mostly legal ranks
      map.words[1] &= ~std::uint64_t{0x40};
    const Decoded decoded = decode(map);
    REQUIRE((encode(decoded.spec) ^ decoded.unexplained) == map);
    if (i % 100 == 0)
      REQUIRE(bits_named(oddities(map)) == decoded.unexplained);
  }
}

TEST_CASE("what a field holds is not unexplained, whatever it is") {
  std::mt19937_64 random(2);
  for (std::uint32_t rank = 1; rank <= max_rank; ++rank)
    for (const bool im2col : {false, true}) {
      Descriptor map;
      map.words[1] = (im2col ? 1u : 0u) | (rank - 1) << 4;
      for (const BitField &field : descriptor_fields)
        if (field.holds == Holds::parameter && field.exists_in(map.layout()) &&
            field.name != "mode" && field.name != "tensor_rank" && field.name != "tf32")
          map.set(field, random());
      for (const BitField &field : descriptor_fields)
        if (field.holds == Holds::derived)
          map.set(field, field.to_bits(decode(map).spec));
      INFO("rank " << rank << ", im2col " << im2col);
      CHECK(oddities(map).empty());
    }
}

TEST_CASE("a spec comes back from its bytes") {
  constexpr auto constant = [] {
    Spec spec;
    spec.global_dim = {64, 32};
    spec.global_strides = {64};
    spec.box_dim = {32, 16};
    return encode(spec);
  }();
  static_assert(constant.words[4] == 0x0000001F0000003F && constant.words[8] == 512);
  static_assert(decode(constant).spec.box_dim[1] == 16);

  const Spec spec = rank_5();
  CHECK(decode(encode(spec)).spec == spec);
  CHECK(oddities(encode(spec)).empty());
}

TEST_CASE("encode is defined for every spec") {
  testing::RandomSpec random(3);
  for (int i = 0; i < 100000; ++i) {
    const Spec spec = random.spec();
    const Descriptor map = encode(spec);
    CHECK((encode(decode(map).spec) ^ decode(map).unexplained) == map);
  }
}

TEST_CASE("bytes are words in little-endian order") {
  const Descriptor map = encode(rank_5());
  std::uint8_t bytes[descriptor_bytes];
  map.to_bytes(bytes);
  CHECK(bytes[0] == 0x30);
  CHECK(bytes[5] == 0x7f);
  CHECK(Descriptor::from_bytes(bytes) == map);
}

TEST_CASE("each kind of bits that the driver does not write is named") {
  const Descriptor map = encode(rank_5());
  const auto only_oddity = [](const Descriptor &changed) {
    const auto all = oddities(changed);
    REQUIRE(all.size() == 1);
    return all[0];
  };

  Descriptor first_half = map;
  first_half.words[8] = first_half.words[9] = 0;
  const auto missing = oddities(first_half);
  REQUIRE(missing.size() == 2);
  CHECK(missing[0].field->name == "box_bytes");
  CHECK(missing[0].found == 0);
  CHECK(missing[0].driver == map.words[8]);
  CHECK(missing[1].field->name == "smem_period_bytes");

  Descriptor versioned = map;
  versioned.words[1] |= 1u << 1;
  CHECK(only_oddity(versioned).field->name == "version");
  CHECK(only_oddity(versioned).found == 1);

  Descriptor quirk = map;
  quirk.words[1] |= 1u << 21;
  CHECK(only_oddity(quirk).field == nullptr);
  CHECK(only_oddity(quirk).lsb == 21);

  Descriptor stray = map;
  stray.words[15] = 0xF0;
  CHECK(only_oddity(stray).lsb == 4);
  CHECK(only_oddity(stray).width == 4);
  CHECK(only_oddity(stray).found == 0xF);

  Descriptor flat = encode([] {
    Spec spec;
    spec.global_dim = {64};
    spec.box_dim = {32};
    return spec;
  }());
  flat.words[4] |= std::uint64_t{7} << 32;
  CHECK(only_oddity(flat).field->name == "global_dim");
  CHECK(only_oddity(flat).field->index == 1);
  CHECK_FALSE(only_oddity(flat).in_use);
}

TEST_CASE("a new address changes word 0 alone") {
  const Descriptor map = encode(rank_5());
  const Descriptor moved = replace_address(map, 0x7f1234567890);
  Spec spec = rank_5();
  spec.global_address = 0x7f1234567890;
  CHECK(moved == encode(spec));
}
