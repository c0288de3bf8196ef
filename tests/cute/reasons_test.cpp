// SPDX-License-Identifier: MIT
// Every row of the reason table: a pair of layouts that it objects to, alone, and one beside it
// that has a tensor map.
#include <tmamap/cute/reason.hpp>
#include <tmamap/cute/text.hpp>

#include "catch.hpp"

#include <set>

using namespace tmamap;

namespace {

struct Case {
  std::string_view id;
  std::string_view type, gmem, smem, tile;
  std::uint32_t cluster;
  std::string_view message; // how it begins
  std::string_view nearest;
};

// The first of each row is broken; those without an id have a map.
constexpr Case cases[] = {
    {"TMAP-cute-dataType-01", "16u4_align8b", "(256,128):(128,_1)", "(_64,_64):(_64,_1)", "", 1,
     "elements of 4 bits", ""},

    {"TMAP-cute-smem-01", "f16", "(256,128):(128,_1)", "(_64,64):(_64,_1)", "", 1,
     "64 is not known while compiling", "smem = (_64,_64):(_64,_1)"},
    {"TMAP-cute-smem-01", "f16", "(256,128):(128,_1)", "(_64,_64):(64,_1)", "", 1,
     "64 is not known while compiling", "smem = (_64,_64):(_64,_1)"},
    {"TMAP-cute-smem-01", "f16", "(256,128):(128,_1)", "(_64,_64):(_64,_1)", "(64,_64)", 1,
     "64 is not known while compiling", "smem = (_64,_64):(_64,_1), tile = (_64,_64)"},
    {"", "f16", "(256,128):(128,_1)", "(_64,_64):(_64,_1)", "(_64,_64)", 1, "", ""},

    {"TMAP-cute-smem-02", "f16", "(256,128):(128,_1)",
     "Sw<3,4,3> o smem_ptr[32b](unset) o (_64,_64):(_64,_1)", "", 1,
     "the shared layout counts elements of 32 bits, the data type has 16",
     "smem = Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_64):(_64,_1)"},

    {"TMAP-cute-smem-03", "u8", "(4096,4096):(4096,_1)", "(_1817,_128):(_128,_1)", "", 1,
     "the tile takes 232576 B of shared memory; a block has at most 232448 B", ""},
    {"", "u8", "(4096,4096):(4096,_1)", "(_227,(_128,_8)):(_128,(_1,_29056))", "(_227,_1024)", 1,
     "", ""},

    {"TMAP-cute-smem-04", "f16", "(256,128):(128,_1)", "(_64,_64):(_0,_1)", "", 1,
     "two elements of the tile lie at index 0", "smem = (_64,_64):(_64,_1)"},
    {"TMAP-cute-smem-04", "f16", "(256,128):(128,_1)", "(_4,_64):(_63,_1)", "", 1,
     "two elements of the tile lie at index 63", "smem = (_4,_64):(_64,_1)"},
    {"", "f16", "(256,128):(128,_1)", "(_4,_64):(_64,_1)", "", 1, "", ""},

    {"TMAP-cute-swizzle-01", "f16", "(256,128):(128,_1)", "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)", "",
     1, "Sw<3,3,3>: M is 3 and must be at least 4",
     "smem = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)"},
    {"TMAP-cute-swizzle-01", "f16", "(256,128):(128,_1)",
     "Sw<3,3,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)", "", 1, "Sw<3,3,3>: M is 3",
     "smem = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)"},
    {"", "f16", "(256,128):(128,_1)", "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)", "", 1,
     "", ""},

    {"TMAP-cute-swizzle-02", "f16", "(256,128):(128,_1)", "Sw<3,4,3> o _0 o (_8,_64):(_64,_1)", "",
     1, "Sw<3,5,3> on byte addresses is no swizzle of TMA",
     "smem = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)"},
    {"TMAP-cute-swizzle-02", "f16", "(256,128):(128,_1)",
     "Sw<2,4,4> o smem_ptr[16b](unset) o (_8,_32):(_32,_1)", "", 1, "Sw<2,4,4> on byte addresses",
     "smem = Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_32):(_32,_1)"},
    {"", "u8", "(256,128):(128,_1)", "Sw<3,4,3> o _0 o (_8,_128):(_128,_1)", "", 1, "", ""},

    {"TMAP-cute-tile-01", "f16", "(256,128):(128,_1)", "(_64,_64,_3):(_64,_1,_4096)", "(_64,_64)",
     1, "the tile has 4096 elements, the shared layout 12288", ""},

    {"TMAP-cute-tile-02", "f16", "(256,128):(128,_1)", "(_64,_64,_1):(_64,_1,_0)", "", 1,
     "the tile cannot be taken from the tensor: the tile has more modes than the layout", ""},
    {"TMAP-cute-tile-02", "f16", "((_24,8),128):((_1,24),256)", "(_32,_64):(_1,_32)", "", 1,
     "the tile cannot be taken from the tensor: a mode would end inside another one", ""},

    {"TMAP-cute-gmem-01", "f16", "((32,8),128):((_1,32),256)", "(_64,_64):(_1,_64)", "", 1,
     "a box side would be 32, which is not known while compiling", ""},
    {"", "f16", "((_32,8),128):((_1,32),256)", "(_64,_64):(_1,_64)", "", 1, "", ""},

    {"TMAP-cute-modes-01", "f16", "((_4,_6),64):((64,304),_1)",
     "((_6,_2),(_8,_8)):((_8,_384),(_1,_48))", "", 1,
     "the modes of the shared layout and of the tensor are cut at different places: a mode would "
     "end inside another one",
     "smem = (_12,_64):(_64,_1)"},
    {"", "f16", "((_4,_6),64):((64,304),_1)", "((_4,_3),(_64,_1)):((_64,_256),(_1,_0))", "", 1, "",
     ""},

    {"TMAP-cute-major-01", "f16", "(256,128):(128,_1)", "(_64,_64):(_2,_128)", "", 1,
     "shared and global memory have no run of elements in common", "smem = (_64,_64):(_64,_1)"},

    {"TMAP-cute-major-02", "f16", "(256,128):(128,_1)", "(_64,_64):(_1,_64)", "", 1,
     "the major modes differ: neighbours in shared memory are 128 elements apart",
     "smem = (_64,_64):(_64,_1)"},
    {"TMAP-cute-major-02", "f16", "(256,128):(_1,256)",
     "Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_64):(_64,_1)", "", 1, "the major modes differ",
     "smem = Sw<3,4,3> o smem_ptr[16b](unset) o ((_64,_1),(_8,_8)):((_1,_0),(_64,_512))"},
    {"", "f16", "(256,128):(_1,256)", "(_64,_64):(_1,_64)", "", 1, "", ""},

    {"TMAP-cute-gmem-02", "f16", "(256,128):(549755813888,_1)", "(_64,_64):(_64,_1)", "", 1,
     "the stride of dimension 1, 549755813888 elements, is 2^40 bytes or more", ""},
    {"TMAP-cute-gmem-02", "f16", "(256,128):(-128,_1)", "(_64,_64):(_64,_1)", "", 1,
     "the stride of dimension 1, 128 elements, is negative", ""},
    {"", "f16", "(256,128):(549755813880,_1)", "(_64,_64):(_64,_1)", "", 1, "", ""},

    {"TMAP-cute-gmem-03", "f16", "(256,100):(100,_1)", "(_64,_64):(_64,_1)", "", 1,
     "the stride of dimension 1 is 200 B, not a multiple of 16 B", "gmem = (256,100):(104,_1)"},
    {"TMAP-cute-gmem-03", "f16", "(256,100,4):(104,_1,26625)", "(_64,_64):(_64,_1)", "", 1,
     "the stride of dimension 2 is 53250 B", "gmem = (256,100,4):(104,_1,26632)"},
    {"", "f16", "(256,100):(104,_1)", "(_64,_64):(_64,_1)", "", 1, "", ""},

    {"TMAP-cute-gmem-04", "u8", "(2147483649,_16):(_16,_1)", "(_1,_16):(_16,_1)", "", 1,
     "dimension 1 has 2147483649 elements", ""},
    {"", "u8", "(2147483648,_16):(_16,_1)", "(_1,_16):(_16,_1)", "", 1, "", ""},

    {"TMAP-cute-cluster-01", "f16", "(256,128):(128,_1)", "(_64,_64):(_64,_1)", "", 3,
     "3 CTAs: multicast takes a power of two of at most 16", ""},
    {"", "f16", "(256,128):(128,_1)", "(_64,_64):(_64,_1)", "", 16, "", ""},

    {"TMAP-cute-cluster-02", "f16", "(256,128):(128,_1)", "(_12,_64):(_64,_1)", "", 8,
     "a box of 768 elements cannot be cut", ""},
    {"", "f16", "(256,128):(128,_1)", "(_12,_64):(_64,_1)", "", 4, "", ""},

    {"TMAP-cute-rank-01", "f16", "(64,4,4,4,4,4):(_1,64,256,1024,8192,65536)",
     "(_64,_2,_2,_2,_2,_2)", "", 1, "6 dimensions are left after coalescing; a tensor map has 5",
     ""},
    // The last two continue each other as far as the tile goes, or are not in it.
    {"", "f16", "(64,4,4,4,2,4):(_1,64,256,1024,8192,16384)", "(_64,_2,_2,_2,_2,_2)", "", 1, "",
     ""},
    {"", "f16", "(64,4,4,4,4,4):(_1,64,256,1024,8192,65536)", "(_64,_2,_2,_2,_2,_1)", "", 1, "",
     ""},

    {"TMAP-cute-box-01", "f16", "(256,128):(128,_1)", "(_64,_4):(_4,_1)", "", 1,
     "the first mode of the box is 8 B, not a multiple of 16 B", ""},
    {"TMAP-cute-box-01", "f32", "(256,128):(128,_1)", "(_16,(_2,_16)):(_2,(_1,_32))", "", 1,
     "the first mode of the box is 8 B", "smem = (_16,_32):(_32,_1)"},
    {"", "f16", "(256,128):(128,_1)", "(_64,_8):(_8,_1)", "", 1, "", ""},

    {"TMAP-cute-box-02", "u8", "(256,1024):(1024,_1)", "(_2,_512):(_512,_1)", "", 1,
     "side 0 of the box is 512 elements; a side has at most 256",
     "smem = (_2,(_256,_2)):(_256,(_1,_512))"},
    {"TMAP-cute-box-02", "u8", "(1024,256):(256,_1)", "(_257,_16):(_16,_1)", "", 1,
     "side 1 of the box is 257 elements", ""},
    {"", "u8", "(1024,256):(256,_1)", "(_256,_16):(_16,_1)", "", 1, "", ""},

    {"TMAP-cute-box-03", "f16", "(256,128):(128,_1)",
     "Sw<2,4,3> o smem_ptr[16b](unset) o (_64,_64):(_64,_1)", "", 1,
     "the first mode of the box is 128 B; under this swizzle it has at most 64 B",
     "smem = Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_64):(_64,_1)"},
    {"", "f16", "(256,128):(128,_1)", "Sw<2,4,3> o smem_ptr[16b](unset) o (_64,_32):(_32,_1)", "",
     1, "", ""},

    {"TMAP-cute-pitch-01", "f16", "(256,128):(128,_1)",
     "Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_32):(_32,_1)", "", 1,
     "rows follow each other every 64 B in the layout, but TMA puts them 128 B apart",
     "smem = Sw<2,4,3> o smem_ptr[16b](unset) o (_64,_32):(_32,_1)"},
    {"", "f16", "(256,128):(128,_1)", "Sw<3,4,3> o smem_ptr[16b](unset) o (_1,_32):(_32,_1)", "", 1,
     "", ""},

    {"TMAP-cute-pitch-02", "f16", "(256,128):(128,_1)", "(_64,_64):(_72,_1)", "", 1,
     "copy 1 would begin 144 B into the tile, not at a multiple of 128 B",
     "smem = (_64,_64):(_64,_1)"},
    {"TMAP-cute-pitch-02", "f16", "(256,128):(128,_1)", "(_2,_32):(_32,_1)", "", 2,
     "copy 1 would begin 64 B into the tile", ""},
    {"", "f16", "(256,128):(128,_1)", "(_64,_64):(_128,_1)", "", 1, "", ""},
};

cute::TmaRequest request_of(const Case &each) {
  cute::TmaRequest request;
  request.data_type = find<DataType>(each.type).value();
  cute::GmemTensor gmem;
  REQUIRE_FALSE(cute::parse(each.gmem, gmem));
  request.gmem = gmem.layout;
  REQUIRE_FALSE(cute::parse(each.smem, element_bits(request.data_type), request.smem));
  if (!each.tile.empty())
    REQUIRE_FALSE(cute::parse(each.tile, request.tile.emplace()));
  request.cluster = each.cluster;
  return request;
}

} // namespace

TEST_CASE("each reason is given alone, and not for the layouts beside it") {
  for (const Case &each : cases) {
    INFO(each.id << ' ' << each.gmem << " <- " << each.smem);
    const cute::TmaAnswer answer = cute::tma_copy(request_of(each));
    for (const cute::ReasonFinding &finding : answer.reasons)
      UNSCOPED_INFO(finding.reason->id << ": " << finding.message << " | " << finding.nearest);
    if (each.id.empty()) {
      CHECK(answer.copy);
      continue;
    }
    CHECK_FALSE(answer.copy);
    REQUIRE(answer.reasons.size() == 1);
    const cute::ReasonFinding &finding = answer.reasons[0];
    CHECK(finding.reason->id == each.id);
    CHECK(finding.message.substr(0, each.message.size()) == each.message);
    CHECK(finding.nearest == each.nearest);
  }
}

TEST_CASE("every reason has a case") {
  std::set<std::string_view> seen;
  seen.insert("TMAP-cute-layout-01"); // not of parsed layouts: the case below
  for (const Case &each : cases)
    seen.insert(each.id);
  for (const cute::Reason &reason : cute::reason_table()) {
    INFO(reason.id);
    CHECK(seen.count(reason.id) == 1);
  }
}

TEST_CASE("layouts that no text gives are refused") {
  using cute::Int;
  using cute::Tuple;
  const auto reason = [](const auto &change) {
    cute::TmaRequest request = request_of(cases[4]);
    change(request);
    const cute::TmaAnswer answer = cute::tma_copy(request);
    return answer.reasons.empty() ? "" : answer.reasons[0].reason->id;
  };
  CHECK(reason([](cute::TmaRequest &) {}).empty());
  constexpr std::string_view unsound = "TMAP-cute-layout-01";
  CHECK(reason([](auto &request) { request.gmem = {}; }) == unsound);
  CHECK(reason([](auto &request) { request.smem = {}; }) == unsound);
  CHECK(reason([](auto &request) { request.gmem.stride = Int::fixed(1); }) == unsound);
  CHECK(reason([](auto &request) {
          request.gmem.shape = Tuple({Int::fixed(0), Int::fixed(64)});
        }) == unsound);
  CHECK(reason([](auto &request) {
          request.gmem.shape = Tuple({Int::overflow(), Int::fixed(64)});
        }) == unsound);
  CHECK(reason([](auto &request) {
          request.smem.layout.stride = Tuple({Int::fixed(INT64_MIN), Int::fixed(1)});
        }) == unsound);
  CHECK(reason([](auto &request) { request.tile = Tuple(); }) == unsound);
  CHECK(reason([](auto &request) { request.tile = Tuple(Int::fixed(-4096)); }) == unsound);
  CHECK(reason([](auto &request) { request.smem.swizzle = {70, 4, 70}; }) == unsound);
  CHECK(reason([](auto &request) { request.cluster = 0; }) == "TMAP-cute-cluster-01");
  CHECK(reason([](auto &request) { request.data_type = static_cast<DataType>(99); }) ==
        "TMAP-cute-dataType-01");
}

TEST_CASE("the reason table is in order") {
  std::set<std::string_view> before;
  for (const cute::Reason &reason : cute::reason_table()) {
    INFO(reason.id);
    CHECK(reason.id.rfind("TMAP-cute-", 0) == 0);
    for (const std::string_view need : reason.needs)
      CHECK((need.empty() || before.count(need) == 1));
    CHECK(before.insert(reason.id).second);
    CHECK_FALSE(reason.says.empty());
    CHECK_FALSE(reason.why.empty());
    CHECK_FALSE(reason.cite.empty());
  }
}
