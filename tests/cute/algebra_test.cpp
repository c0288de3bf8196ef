// SPDX-License-Identifier: MIT
// The algebra against brute force: a layout is its list of indices.
#include "random_layout.hpp"

#include <tmamap/cute/algebra.hpp>
#include <tmamap/cute/text.hpp>

#include "catch.hpp"

#include <algorithm>
#include <set>

using namespace tmamap;
using namespace tmamap::cute;

namespace {

Layout layout(std::string_view text) {
  Layout out;
  const auto error = parse(text, out);
  INFO(text);
  REQUIRE_FALSE(error);
  return out;
}

Tuple unravelled(const Tuple &shape, std::int64_t &rest) {
  if (shape.is_leaf()) {
    const std::int64_t extent = shape.value().value(), at = rest % extent;
    rest /= extent;
    return Int::fixed(at);
  }
  std::vector<Tuple> modes;
  for (const Tuple &mode : shape.modes())
    modes.push_back(unravelled(mode, rest));
  return Tuple(std::move(modes));
}

} // namespace

TEST_CASE("a coordinate has the same index in every form") {
  test::RandomLayouts random(1);
  for (int round = 0; round < 500; ++round) {
    const Layout of = random.any();
    const std::vector<std::int64_t> all = indices(of);
    REQUIRE(static_cast<std::int64_t>(all.size()) == size(of).value());
    for (std::int64_t i = 0; i < size(of).value(); ++i) {
      std::int64_t rest = i;
      const Result<Int> nested = index(of, unravelled(of.shape, rest));
      REQUIRE(nested);
      REQUIRE(nested->value() == index(of, i).value());
      REQUIRE(nested->value() == all.at(static_cast<std::size_t>(i)));
    }
  }
  CHECK(index(layout("((2,3),4):((1,8),100)"), layout("((1,2),3):((1,2),3)").shape)->value() ==
        1 + 2 * 8 + 3 * 100);
  CHECK_FALSE(index(layout("(2,3):(1,2)"), layout("(1,1,1)").shape));
}

TEST_CASE("size and cosize count") {
  test::RandomLayouts random(2);
  for (int round = 0; round < 500; ++round) {
    const Layout of = random.any();
    const std::vector<std::int64_t> all = indices(of);
    REQUIRE(cosize(of).value() == *std::max_element(all.begin(), all.end()) + 1);
  }
}

TEST_CASE("coalesce keeps the function, in flat and fewer modes") {
  test::RandomLayouts random(3);
  for (int round = 0; round < 2000; ++round) {
    const Layout of = random.number(0, 1) == 0 ? random.any() : random.injective(true);
    const Layout flat = coalesce(of);
    INFO(to_text(of) << " -> " << to_text(flat));
    REQUIRE(indices(flat) == indices(of));
    REQUIRE(leaves(flat.shape).size() <= leaves(of.shape).size());
    REQUIRE(coalesce(flat) == flat);
    REQUIRE(indices(coalesce_each(of)) == indices(of));
    REQUIRE(coalesce_each(of).rank() == of.rank());
  }
  CHECK(to_text(coalesce(layout("(_2,(_1,_6)):(_1,(_6,_2))"))) == "_12:_1");
  // What only running shows does not merge.
  CHECK(to_text(coalesce(layout("(_2,6):(_1,_2)"))) == "12:_1");
  CHECK(to_text(coalesce(layout("(2,_6):(_1,2)"))) == "(2,_6):(_1,2)");
  CHECK(to_text(coalesce(layout("(_1,_1):(_5,_7)"))) == "_1:_0");
}

TEST_CASE("composition is the one function after the other") {
  test::RandomLayouts random(4);
  int composed = 0;
  for (int round = 0; round < 20000; ++round) {
    const Layout outer = random.any(), inner = random.injective(true);
    if (cosize(inner).value() > size(outer).value())
      continue;
    const Result<Layout> both = composition(outer, inner);
    if (!both)
      continue;
    ++composed;
    INFO(to_text(outer) << " o " << to_text(inner) << " = " << to_text(*both));
    REQUIRE(size(*both) == size(inner));
    for (std::int64_t i = 0; i < size(inner).value(); ++i)
      REQUIRE(index(*both, i).value() == index(outer, index(inner, i).value()).value());
  }
  CHECK(composed > 2000);
  const auto compose = [](std::string_view outer, std::string_view inner) {
    const Result<Layout> both = composition(layout(outer), layout(inner));
    return both ? to_text(*both) : both.failure().message;
  };
  // From CuTe's documentation.
  CHECK(compose("(_6,_2):(_8,_2)", "(_4,_3):(_3,_1)") == "((_2,_2),_3):((_24,_2),_8)");
  CHECK(compose("_20:_2", "(_5,_4):(_4,_1)") == "(_5,_4):(_8,_2)");
  CHECK(compose("(_10,_2):(_16,_4)", "(_5,_4):(_1,_5)") == "(_5,(_2,_2)):(_16,(_80,_4))");
  CHECK(compose("(_4,_3):(_3,_1)", "_5:_1") == "a mode would end inside another one");
}

TEST_CASE("unit vectors lead into the modes of the outer layout") {
  const Layout outer = layout("((4,_8),16):((1,100),1000)");
  const auto compose = [&](Basis basis, std::int64_t step) {
    const Layout inner = {Int::fixed(2), Leaf{Int::fixed(step), basis}};
    const Result<Layout> both = composition(outer, inner);
    return both ? to_text(*both) : both.failure().message;
  };
  CHECK(compose(Basis{}.then(1), 1) == "_2:1000");
  CHECK(compose(Basis{}.then(0).then(1), 2) == "_2:200");
  CHECK(compose(Basis{}.then(2), 1) == "a unit vector leads to no mode");
  CHECK(compose(Basis{}.then(1).then(0), 1) == "a unit vector leads to no mode");
}

TEST_CASE("the right inverse undoes, as far as it goes") {
  test::RandomLayouts random(5);
  std::int64_t whole = 0;
  for (int round = 0; round < 2000; ++round) {
    const bool with_gaps = random.number(0, 1) == 0;
    const Layout of = random.injective(with_gaps), inverse = right_inverse(of);
    INFO(to_text(of) << " -> " << to_text(inverse));
    for (std::int64_t i = 0; i < size(inverse).value(); ++i)
      REQUIRE(index(of, index(inverse, i).value()).value() == i);
    if (!with_gaps)
      REQUIRE(size(inverse) == size(of));
    whole += size(inverse) == size(of) ? 1 : 0;
    // It cannot go on: the next index is not one of a whole further mode.
    const std::vector<std::int64_t> all = indices(of);
    for (const Leaf &stride : leaves(coalesce(of).stride))
      REQUIRE((stride.value.value() != size(inverse).value() || size(of).value() == 1));
  }
  CHECK(whole > 500);
  CHECK(to_text(right_inverse(layout("(_2,_3):(_5,_7)"))) == "_1:_0");
}

TEST_CASE("a layout and its complement reach each index once") {
  test::RandomLayouts random(6);
  int found = 0;
  for (int round = 0; round < 2000; ++round) {
    const Layout of = random.injective(true);
    const Int extent = cosize(of) * Int::fixed(random.number(1, 3));
    const Result<Layout> rest = complement(of, extent);
    REQUIRE(rest);
    ++found;
    INFO(to_text(of) << " * " << to_text(*rest));
    const std::vector<std::int64_t> all = indices(joined({of, *rest}));
    const std::set<std::int64_t> each(all.begin(), all.end());
    REQUIRE(each.size() == all.size());
    REQUIRE(*each.rbegin() >= extent.value() - 1);
    REQUIRE(*each.rbegin() + 1 == static_cast<std::int64_t>(each.size()));
  }
  CHECK(found > 0);
  CHECK_FALSE(complement(layout("(_2,_2):(_1,_1)"), Int::fixed(8)));
  CHECK(to_text(*complement(layout("_4:_2"), Int::fixed(24))) == "(_2,_3):(_1,_8)");
}

TEST_CASE("tile_to_shape repeats a block over every mode") {
  const auto tiled = [](std::string_view block, std::string_view shape, std::string_view order) {
    Tuple to, by;
    REQUIRE_FALSE(parse(shape, to));
    if (!order.empty())
      REQUIRE_FALSE(parse(order, by));
    const Result<Layout> result = tile_to_shape(layout(block), to, by);
    return result ? to_text(*result) : result.failure().message;
  };
  CHECK(tiled("(_8,_64):(_64,_1)", "(_128,_64)", "") == "((_8,_16),(_64,_1)):((_64,_512),(_1,_0))");
  CHECK(tiled("(_8,_64):(_64,_1)", "(_64,_128)", "(_2,_1)") ==
        "((_8,_8),(_64,_2)):((_64,_1024),(_1,_512))");
  CHECK(tiled("(_8,_64):(_64,_1)", "(_64,_64,_2)", "") ==
        "((_8,_8),(_64,_1),(_1,_2)):((_64,_512),(_1,_0),(_0,_4096))");
  CHECK(tiled("(_8,_64):(_64,_1)", "(_60,_64)", "") == "the block does not divide the shape");
  CHECK(tiled("(_8,_64):(_64,_1)", "_512", "") == "the block has more modes than the shape");
}

TEST_CASE("arithmetic that leaves 64 bits says so") {
  const Int huge = Int::fixed(INT64_MAX);
  CHECK((huge + Int::fixed(1)).is_overflow());
  CHECK((huge * Int::dynamic(2)).is_overflow());
  CHECK((Int::fixed(INT64_MIN) - Int::fixed(1)).is_overflow());
  CHECK((Int::fixed(INT64_MIN) / Int::fixed(-1)).is_overflow());
  CHECK((Int::fixed(1) / Int::fixed(0)).is_overflow());
  CHECK((Int::fixed(1) % Int::fixed(0)).is_overflow());
  CHECK(abs(Int::fixed(INT64_MIN)).is_overflow());
  CHECK((Int::overflow() * Int::fixed(0)).is_overflow());
  CHECK((Int::dynamic(7) * Int::fixed(0)) == Int::fixed(0));
  const Layout outer = {Tuple({Int::fixed(2), Int::fixed(2)}),
                        Tuple({Int::fixed(1), Int::fixed(std::int64_t{1} << 40)})};
  CHECK_FALSE(composition(outer, {Int::fixed(2), Int::fixed(std::int64_t{1} << 40)}));
}
