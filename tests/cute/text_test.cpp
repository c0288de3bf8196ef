// SPDX-License-Identifier: MIT
#include "random_layout.hpp"

#include <tmamap/cute/text.hpp>

#include "catch.hpp"

using namespace tmamap;
using namespace tmamap::cute;

namespace {

std::string smem_text(std::string_view text) {
  SmemLayout out;
  const auto error = parse(text, 16, out);
  return error ? to_string(*error) : to_text(out);
}
std::string gmem_text(std::string_view text) {
  GmemTensor out;
  const auto error = parse(text, out);
  return error ? to_string(*error) : to_text(out);
}

} // namespace

TEST_CASE("static and dynamic integers are told apart") {
  Tuple tuple;
  REQUIRE_FALSE(parse("(_64,64,_-3)", tuple));
  CHECK(tuple[0].value() == Int::fixed(64));
  CHECK(tuple[1].value() == Int::dynamic(64));
  CHECK(tuple[0].value() != tuple[1].value());
  CHECK(tuple[2].value() == Int::fixed(-3));
  CHECK(to_text(tuple) == "(_64,64,_-3)");
}

TEST_CASE("unit vectors nest from the inside out") {
  Tuple tuple;
  REQUIRE_FALSE(parse("(_1@0,2@1,_1@1@0)", tuple));
  CHECK(tuple[2].leaf().basis == Basis{}.then(0).then(1));
  CHECK(to_text(tuple) == "(_1@0,2@1,_1@1@0)");
  CHECK(to_text(basis_like(Tuple({Int::fixed(2), Tuple({Int::fixed(3), Int::fixed(4)})}))) ==
        "(_1@0,(_1@0@1,_1@1@1))");
}

TEST_CASE("a shape alone has compact strides") {
  CHECK(gmem_text("(_8,(_4,_2))") == "(_8,(_4,_2)):(_1,(_8,_32))");
  CHECK(gmem_text("(_8,4,_1,_2)") == "(_8,4,_1,_2):(_1,_8,_0,32)");
  CHECK(gmem_text("_512") == "_512:_1");
}

TEST_CASE("every form that cute::print writes is read") {
  constexpr auto swizzled = "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)";
  CHECK(smem_text(swizzled) == swizzled);
  CHECK(smem_text("Sw<3,4,3> o smem_ptr[16b](0x7f0000000400) o (_8,_64):(_64,_1)") == swizzled);
  CHECK(smem_text("Sw<3,4,3>_smem_ptr[16b](0x7f0000000400) o (_8,_64):(_64,_1)") == swizzled);
  CHECK(smem_text("smem_Sw<3,4,3>_ptr[16b](0x7f0000000400) o (_8,_64):(_64,_1)") == swizzled);
  CHECK(smem_text(" Sw< 3, 4,3> o smem_ptr[16b](unset)  o ( _8 , _64 ) : ( _64 , _1 ) ") ==
        swizzled);
  CHECK(smem_text("Sw<3,3,3> o _0 o (_8,_64):(_64,_1)") == "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)");
  CHECK(smem_text("smem_ptr[16b](unset) o _64:_1") == "Sw<0,4,3> o smem_ptr[16b](unset) o _64:_1");
  CHECK(smem_text("_64:_1") == "_64:_1");
  CHECK(smem_text("tile_to_shape(K SW128, (_16,_64))") ==
        "Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_2),(_64,_1)):((_64,_512),(_1,_0))");
  CHECK(smem_text("tile_to_shape( GMMA::Layout_K_SW128_Atom , (_16,_128) , (_2,_1) )") ==
        "Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_2),(_64,_2)):((_64,_1024),(_1,_512))");
  CHECK(gmem_text("gmem_ptr[16b](0x7f5a00000000) o (256,128):(128,_1)") ==
        "gmem_ptr[16b](0x7f5a00000000) o (256,128):(128,_1)");
  CHECK(gmem_text("gmem_ptr[16b]((nil)) o (256,128):(128,_1)") ==
        "gmem_ptr[16b](unset) o (256,128):(128,_1)");
}

TEST_CASE("what is no layout gets an error at its column") {
  CHECK(smem_text("") == "column 1: the text ends where an integer is expected");
  CHECK(smem_text("(_8,_64") == "column 8: the text ends inside parentheses");
  CHECK(smem_text("(_8 _64):(_64,_1)") == "column 5: `,` or `)` is expected");
  CHECK(smem_text("(_8,_64):(_64)") == "column 10: the strides nest otherwise than the shape");
  CHECK(smem_text("(_8,_64):_1") == "column 10: the strides nest otherwise than the shape");
  CHECK(smem_text("(_8,_64):(_64,_1))") == "column 18: nothing more is expected");
  CHECK(smem_text("(_8,x):(_64,_1)") == "column 5: an integer is expected");
  CHECK(smem_text("(_8,_):(_64,_1)") == "column 6: an integer is expected");
  CHECK(smem_text("(_8,_0):(_1,_8)") == "column 1: an extent of the shape is a positive integer");
  CHECK(smem_text("(_8,_8@0):(_1,_8)") == "column 1: an extent of the shape is a positive integer");
  CHECK(smem_text("()") == "column 1: the shape is empty");
  CHECK(smem_text("Sw<3,4> o _64:_1") == "column 7: `,` is expected");
  CHECK(smem_text("Sw<3,4,2> o _0 o _64:_1").rfind("column 1: Sw<B,M,S>", 0) == 0);
  CHECK(smem_text("Sw<3,4,3> _64:_1") == "column 11: ` o ` and the layout are expected");
  CHECK(smem_text("Sw<3,4,3> o Sw<3,4,3> o _64:_1") == "column 13: there is a second swizzle");
  CHECK(smem_text("smem_ptr[b](unset) o _64:_1") == "column 10: an integer is expected");
  CHECK(smem_text("smem_ptr[16b](seven) o _64:_1").rfind("column 15: `unset`", 0) == 0);
  CHECK(smem_text("hello").rfind("column 1: a layout is expected", 0) == 0);
  CHECK(smem_text("gmem_ptr[16b](unset) o _64:_1") ==
        "column 1: this is no layout of shared memory");
  CHECK(smem_text("(_8,_8):(_1@0,_1@1)").find("coordinates (@)") != std::string::npos);
  CHECK(smem_text("tile_to_shape(K SW129, (_8,_64))").rfind("column 15: this is no layout", 0) ==
        0);
  CHECK(smem_text("tile_to_shape(K SW128, (_9,_64))") ==
        "column 24: the block does not divide the shape");
  CHECK(smem_text("tile_to_shape(K SW128, (_8,_64), (_1))") ==
        "column 34: the order has one integer a mode of the shape");
  CHECK(smem_text("tile_to_shape(K SW128") == "column 22: the text ends where `,` is expected");
  CHECK(gmem_text("Sw<3,4,3> o _0 o _64:_1") == "column 1: this is no tensor of global memory");
}

TEST_CASE("hostile input is refused in bounded time and space") {
  CHECK(smem_text(std::string(1000000, '(')) == "column 9: parentheses nest deeper than 8");
  CHECK(smem_text("99999999999999999999:1") == "column 1: the integer leaves 64 bits");
  CHECK(smem_text(std::string(1000000, '9')) == "column 1: the integer leaves 64 bits");
  CHECK(smem_text("(4294967296,4294967296):(1,1)") ==
        "column 1: the size of the shape leaves 64 bits");
  CHECK(smem_text("(_8,_8):(_1,_9223372036854775807)") == "column 1: the indices leave 64 bits");
  std::string many = "(_2";
  for (int i = 0; i < 100000; ++i)
    many += ",_1";
  CHECK(smem_text(many + ")").find("there are more than 256 integers") != std::string::npos);
  std::string widths = "_1";
  for (int i = 0; i < 100000; ++i)
    widths += "@0";
  Tuple tuple;
  CHECK(parse(widths, tuple)->message == "no shape has such a mode");
}

TEST_CASE("parse and print are inverse on random layouts") {
  test::RandomLayouts random(11);
  for (int round = 0; round < 3000; ++round) {
    SmemLayout smem;
    smem.layout = random.any();
    if (random.number(0, 1) == 0)
      smem.element_bits = 8u << random.number(0, 3);
    if (smem.element_bits || random.number(0, 1) == 0)
      smem.swizzle = {static_cast<int>(random.number(0, 3)), static_cast<int>(random.number(3, 6)),
                      static_cast<int>(random.number(3, 5))};
    SmemLayout read;
    const std::string text = to_text(smem);
    INFO(text);
    REQUIRE_FALSE(parse(text, 16, read));
    REQUIRE(read == smem);
    REQUIRE(to_text(read) == text);
  }
}
