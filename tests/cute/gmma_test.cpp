// SPDX-License-Identifier: MIT
#include <tmamap/cute/algebra.hpp>
#include <tmamap/cute/shared_layout.hpp>
#include <tmamap/cute/text.hpp>
#include <tmamap/text.hpp>

#include "catch.hpp"

using namespace tmamap;

namespace {

cute::SmemLayout smem(std::string_view text, std::uint32_t bits = 16) {
  cute::SmemLayout out;
  const auto error = cute::parse(text, bits, out);
  INFO(text);
  REQUIRE_FALSE(error);
  return out;
}

std::string atom_of(std::string_view text, std::uint32_t bits = 16) {
  const auto atom = cute::gmma_atom_of(smem(text, bits), bits);
  return atom ? cute::to_string(*atom) : "none";
}

std::string back(std::string_view line) {
  Spec spec;
  REQUIRE_FALSE(parse(line, spec));
  const auto shared = cute::shared_layout(spec);
  if (!shared)
    return shared.failure().message;
  std::string text = cute::to_text(shared->smem);
  if (shared->as_k)
    text += "; " + cute::to_string(shared->as_k->atom);
  if (shared->as_mn)
    text += "; " + cute::to_string(shared->as_mn->atom);
  return text;
}

} // namespace

TEST_CASE("the atoms of wgmma have their names") {
  // From cute/atom/mma_traits_sm90_gmma.hpp, upcast from bits.
  const auto atom = [](std::string_view name, std::uint32_t bits) {
    const cute::GmmaAtom *const found = cute::find_gmma_atom(name);
    REQUIRE(found != nullptr);
    return cute::to_text(layout_of(*found, bits));
  };
  CHECK(atom("K SW128", 16) == "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)");
  CHECK(atom("k_sw64", 8) == "Sw<2,4,3> o smem_ptr[8b](unset) o (_8,_64):(_64,_1)");
  CHECK(atom("Layout_MN_SW32_Atom", 32) == "Sw<1,4,3> o smem_ptr[32b](unset) o (_8,_8):(_1,_8)");
  CHECK(atom("MN INTER", 64) == "Sw<0,4,3> o smem_ptr[64b](unset) o (_2,_8):(_1,_2)");
  CHECK(cute::find_gmma_atom("K SW256") == nullptr);
  CHECK(cute::find_gmma_atom("") == nullptr);
}

TEST_CASE("an atom is found in what it was tiled to, with the order") {
  for (const cute::GmmaAtom &atom : cute::gmma_atoms)
    for (const std::uint32_t bits : {8u, 16u, 32u})
      for (const char *order : {"()", "(_2,_1)", "(_2,_1,_3)"}) {
        const bool three = std::string_view(order).size() > 8;
        const std::int64_t row = atom.row_bytes * 8 / bits;
        const std::int64_t wide = row * 2, high = 16;
        std::vector<cute::Tuple> shape = {cute::Int::fixed(atom.k_major ? high : wide),
                                          cute::Int::fixed(atom.k_major ? wide : high)};
        if (three)
          shape.emplace_back(cute::Int::fixed(3));
        cute::TiledAtom tiled = {&atom, cute::Tuple(shape), {}};
        REQUIRE_FALSE(cute::parse(order, tiled.order));
        const auto layout = layout_of(tiled, bits);
        REQUIRE(layout);
        const auto found = cute::gmma_atom_of(*layout, bits);
        REQUIRE(found);
        CHECK(found->atom == &atom);
        CHECK(found->shape == tiled.shape);
        const auto again = layout_of(*found, bits);
        REQUIRE(again);
        CHECK(*again == *layout);
      }
  CHECK(atom_of("(_64,_64):(_64,_1)") == "none");
  CHECK(atom_of("Sw<3,4,3> o smem_ptr[16b](unset) o (_128,_64):(_64,_1)") == "K SW128, (_128,_64)");
  CHECK(atom_of("Sw<2,4,3> o smem_ptr[16b](unset) o (_128,_64):(_64,_1)") == "none");
}

TEST_CASE("a swizzle of indices is recast to bytes") {
  CHECK(*cute::in_bytes({3, 3, 3}, 16) == cute::SwizzleFn{3, 4, 3});
  CHECK(*cute::in_bytes({3, 2, 3}, 32) == cute::SwizzleFn{3, 4, 3});
  CHECK(*cute::in_bytes({2, 4, 3}, 8) == cute::SwizzleFn{2, 4, 3});
  CHECK_FALSE(cute::in_bytes({2, 4, 3}, 6));
  CHECK_FALSE(cute::in_bytes({2, 4, 3}, 24));
  for (std::uint64_t index = 0; index < 4096; ++index) {
    const cute::SwizzleFn elements = {3, 3, 3};
    CHECK(elements(index) * 2 == (*cute::in_bytes(elements, 16))(index * 2));
  }
  for (const Swizzle swizzle : {Swizzle::none, Swizzle::b32, Swizzle::b64, Swizzle::b128,
                                Swizzle::b128_atom_32b, Swizzle::b128_atom_64b}) {
    const auto fn = cute::swizzle_fn(swizzle);
    REQUIRE(fn);
    CHECK(cute::tma_swizzle(*fn) == swizzle);
  }
  CHECK_FALSE(cute::swizzle_fn(Swizzle::b128_atom_32b_flip_8b));
  CHECK_FALSE(cute::tma_swizzle({3, 5, 3}));
  // A negative shift swizzles the upper bits by the lower ones.
  CHECK(cute::SwizzleFn{1, 0, -1}(1) == 3);
}

TEST_CASE("a map's box is a layout again") {
  CHECK(back("tiled f16 dim=128x256 strides=256 box=64x128 swizzle=128B") ==
        "Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_128):(_1,_64); K SW128, (_128,_64); "
        "MN SW128, (_64,_128)");
  CHECK(back("tiled f32 dim=128x256x4 strides=512,131072 box=8x64x2 swizzle=32B") ==
        "Sw<1,4,3> o smem_ptr[32b](unset) o (_8,_64,_2):(_1,_8,_512); K SW32, (_64,_8,_2); "
        "MN SW32, (_8,_64,_2)");
  // Narrow rows are padded to the span.
  CHECK(back("tiled f16 dim=128x256 strides=256 box=16x8 swizzle=128B") ==
        "Sw<3,4,3> o smem_ptr[16b](unset) o (_16,_8):(_1,_64)");
  CHECK(back("tiled u8 dim=128 box=64") == "Sw<0,4,3> o smem_ptr[8b](unset) o (_64):(_1)");
  CHECK(back("tiled f16 dim=128x256 strides=256 box=24x8 swizzle=32B") ==
        "the driver refuses this map; `check` says why");
  CHECK(back("im2col f16 dim=64x28x28x8 strides=128,3584,100352 lower=-1,-1 upper=-1,-1 "
             "channels=64 pixels=128") ==
        "only tiled maps without interleave have a layout in CuTe");
  CHECK(back("tiled 16u4_align8b dim=128x8 strides=64 box=128x8") ==
        "packed elements have no layout in whole bytes");
}
