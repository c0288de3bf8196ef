// SPDX-License-Identifier: MIT
#include "catch.hpp"
#include "random_spec.hpp"

#include <io/item.hpp>
#include <io/json_write.hpp>

using namespace tmamap;
using namespace tmamap::io;

namespace {

std::string error_of(std::string_view line) {
  ItemReader reader;
  Item item;
  const Failure failure = reader.read_copy(line, item);
  return failure ? to_string(*failure) : "none";
}

// A good tiled spec with `extra` members before its closing brace.
std::string spec_with(const std::string &extra) {
  return R"({"mode":"tiled","data_type":"bf16","global_dim":[128,64],"global_strides":[256],)"
         R"("box_dim":[64,32])" +
         extra + "}";
}
std::string wrapped_with(const std::string &extra) {
  return R"({"spec":)" + spec_with("") + extra + "}";
}
// The same with one member written differently.
std::string spec_but(const std::string &from, const std::string &to) {
  std::string text = spec_with("");
  text.replace(text.find(from), from.size(), to);
  return text;
}

} // namespace

TEST_CASE("a bare spec, a wrapped one and the one-line form are the same item") {
  ItemReader reader;
  Item bare, wrapped, line;
  REQUIRE(!reader.read_copy(spec_with(""), bare));
  REQUIRE(!reader.read_copy(wrapped_with(""), wrapped));
  REQUIRE(!reader.read_copy("tiled bf16 dim=128x64 strides=256 box=64x32", line));
  CHECK(bare.kind == ItemKind::spec);
  CHECK(wrapped.kind == ItemKind::wrapped);
  CHECK(bare.spec == wrapped.spec);
  CHECK(bare.spec == line.spec);
}

TEST_CASE("what stands beside a spec is read or kept as it was written") {
  ItemReader reader;
  Item item;
  const std::string line = wrapped_with(
      R"(,"id": "a\"},b\\" ,"target":"sm_100","descriptor_address":"0x1040","n":[1.50, {"x":"]"}],)"
      R"("replacement_address":32,"access":{"op":"load","coordinates":[0,-1],"smem_address":128,)"
      R"("im2col_offsets":[1],"expect_tx_bytes":4096,"multicast_mask":3})");
  REQUIRE(!reader.read_copy(line, item));
  CHECK(item.context.target == Target::sm_100);
  CHECK(item.context.descriptor_address == 0x1040);
  CHECK(item.context.replacement_address == 32);
  REQUIRE(item.context.access);
  CHECK(item.context.access->coordinates == List<std::int32_t>{0, -1});
  CHECK(item.context.access->multicast_mask == 3);
  std::string carried;
  {
    ObjectWriter writer(carried);
    append_others(writer, item, [](std::string_view) { return true; });
  }
  CHECK(carried == R"({"id":"a\"},b\\","n":[1.50, {"x":"]"}]})");
  carried.clear();
  {
    ObjectWriter writer(carried);
    append_others(writer, item, [](std::string_view name) { return name == "n"; });
  }
  CHECK(carried == R"({"n":[1.50, {"x":"]"}]})");
}

TEST_CASE("numbers are exact to 2^64-1, written as integers or as 0x strings") {
  ItemReader reader;
  Item item;
  REQUIRE(!reader.read_copy(spec_with(R"(,"global_address":18446744073709551615)"), item));
  CHECK(item.spec.global_address == UINT64_MAX);
  REQUIRE(!reader.read_copy(spec_with(R"(,"global_address":9223372036854775809)"), item));
  CHECK(item.spec.global_address == (std::uint64_t{1} << 63) + 1);
  REQUIRE(!reader.read_copy(spec_with(R"(,"global_address":"0xfffffffffffffffe")"), item));
  CHECK(item.spec.global_address == UINT64_MAX - 1);
}

TEST_CASE("a value without a name is a decimal string") {
  ItemReader reader;
  Item item;
  REQUIRE(!reader.read_copy(spec_with(R"(,"swizzle":"7")"), item));
  CHECK(item.spec.swizzle == static_cast<Swizzle>(7));
  std::string text;
  append_json(text, item.spec);
  CHECK(text.find(R"("swizzle":"7")") != std::string::npos);
}

TEST_CASE("a capture header is no spec and no error") {
  ItemReader reader;
  Item item;
  REQUIRE(!reader.read_copy(R"({"capture":1,"device":"NVIDIA H200"})", item));
  CHECK(item.kind == ItemKind::capture_header);
  REQUIRE(item.others.size() == 2);
}

TEST_CASE("what is written reads back equal") {
  testing::RandomSpec random(7);
  ItemReader reader;
  for (int i = 0; i < 20000; ++i) {
    const Spec spec = random.spec();
    const Access access = random.access();
    std::string text = R"({"spec":)";
    append_json(text, spec);
    text += R"(,"access":)";
    append_json(text, access);
    text += '}';
    INFO(text);
    Item item;
    const Failure failure = reader.read_copy(text, item);
    REQUIRE((failure ? to_string(*failure) : "") == "");
    REQUIRE(item.spec == spec);
    REQUIRE(item.context.access == access);
  }
}

TEST_CASE("a malformed line is answered with the key and the reason") {
  // No JSON object at all.
  CHECK(error_of("") == "the line is empty");
  CHECK(error_of(" \t\r") == "the line is empty");
  CHECK(error_of("[1,2]") == "an object or a one-line spec is wanted, not a list");
  CHECK(error_of("12") == "an object or a one-line spec is wanted, not the number 12");
  CHECK(error_of("{").substr(0, 19) == "no JSON, column 2: ");
  CHECK(error_of(R"({"spec":{"mode":tiled}})").substr(0, 9) == "spec.mode");
  CHECK(error_of(R"({"mode":"tiled"} x)").substr(0, 20) == "no JSON, column 18: ");
  CHECK(error_of("{\"mode\":\"\xff\"}").substr(0, 15) == "mode: no JSON, ");
  CHECK(error_of(std::string(5000, '[')).substr(0, 8) != "none");

  // Keys.
  CHECK(error_of("{}") == "mode: missing");
  CHECK(error_of(spec_but(R"("box_dim":[64,32])", R"("swizzle":"none")")) == "box_dim: missing");
  CHECK(error_of(spec_with(R"(,"swizle":"none")")) ==
        R"("swizle" is no key; did you mean "swizzle"?)");
  CHECK(error_of(R"({"spec":)" + spec_with(R"(,"colour":1)") + "}") ==
        R"(spec: "colour" is no key)");
  CHECK(error_of(spec_with(R"(,"box_dim":[1,1])")) == "box_dim: given twice");
  CHECK(error_of(spec_with(R"(,"pixels_per_column":1)")) ==
        "pixels_per_column: no key of mode tiled");
  CHECK(error_of(wrapped_with(R"(,"spec":{})")) == "spec: given twice");
  CHECK(error_of(wrapped_with(R"(,"acess":{})")) == R"("acess" is no key; did you mean "access"?)");
  CHECK(error_of(wrapped_with(R"(,"traget":"sm_90")")) ==
        R"("traget" is no key; did you mean "target"?)");
  CHECK(error_of(R"({"spce":{}})") == R"("spce" is no key; did you mean "spec"?)");
  CHECK(error_of(wrapped_with(R"(,"note":"step","step":1)")) == "none");
  CHECK(error_of(R"({"spec":)" + spec_with(R"(,"descriptor_address":1)") +
                 R"(,"descriptor_address":2})") == "spec.descriptor_address: given twice");

  // Types.
  CHECK(error_of(R"({"spec":3})") == "spec: an object is wanted, not the number 3");
  CHECK(error_of(wrapped_with(R"(,"access":null)")) == "access: an object is wanted, not null");
  CHECK(error_of(spec_but("[64,32]", "64")) == "box_dim: a list is wanted, not the number 64");
  CHECK(error_of(spec_but("[64,32]", R"([64,"32"])")) ==
        R"(box_dim[1]: an integer or a string "0x..." is wanted, not the string "32")");
  CHECK(error_of(spec_but("[64,32]", "[64,32.5]")) ==
        "box_dim[1]: an integer is wanted, not the number 32.5");
  CHECK(error_of(spec_but("[64,32]", "[64,true]")) == "box_dim[1]: an integer is wanted, not true");
  CHECK(error_of(spec_but("[64,32]", "[64,[32]]")) ==
        "box_dim[1]: an integer is wanted, not a list");
  CHECK(error_of(spec_with(R"(,"swizzle":3)")) ==
        "swizzle: the name of a swizzle is wanted, not the number 3");
  CHECK(error_of(spec_with(R"(,"global_address":null)")) ==
        "global_address: an integer is wanted, not null");

  // Ranges.
  CHECK(error_of(R"({"spec":)" + spec_but("[64,32]", "[64,-4]") + "}") ==
        "spec.box_dim[1]: -4 is negative");
  CHECK(error_of(spec_but("[64,32]", "[64,4294967296]")) ==
        "box_dim[1]: 4294967296 is too large (at most 4294967295)");
  CHECK(error_of(R"({"spec":)" + spec_but("[128,64]", "[128,18446744073709551616]") + "}") ==
        R"(spec.global_dim[1]: "18446744073709551616" does not fit in 64 bits)");
  CHECK(error_of(spec_with(R"(,"global_address":"0x10000000000000000")")) ==
        R"(global_address: "0x10000000000000000" does not fit in 64 bits)");
  CHECK(error_of(spec_with(R"(,"global_address":"0x")")) ==
        R"(global_address: "0x" is not an integer)");
  CHECK(error_of(spec_but("[64,32]", "[1,1,1,1,1,1,1,1,1]")) == "box_dim: more than 8 entries");
  CHECK(error_of(R"({"spec":)" + spec_but("[64,32]", "[64]") + "}") ==
        "spec.box_dim: 1 entry, but global_dim has 2 and so 2 are wanted (unless tensor_rank is "
        "given)");
  CHECK(error_of(wrapped_with(R"(,"access":{"op":"load","coordinates":[2147483648,0],)"
                              R"("smem_address":0})")) ==
        "access.coordinates[0]: 2147483648 is too large (at most 2147483647)");
  CHECK(error_of(wrapped_with(R"(,"access":{"op":"load","coordinates":[0,0]})")) ==
        "access.smem_address: missing");
  CHECK(error_of(wrapped_with(R"(,"access":{"op":"prefetch","coordinates":[0,0]})")) == "none");

  // Names.
  CHECK(error_of(spec_with(R"(,"swizzle":"128")")) == "none"); // a number, for a rule to refuse
  CHECK(error_of(spec_with(R"(,"l2_promotion":"512B")")) ==
        "l2_promotion: \"512B\" is no l2_promotion; one of: none 64B 128B 256B");
  CHECK(error_of(wrapped_with(R"(,"target":"7")")) ==
        "target: \"7\" is no target; one of: sm_90 sm_100");
}

TEST_CASE("every text is written as valid JSON") {
  for (const std::string text : {"plain", "a\"b\\c", "line\nbreak\x01", "\xc3\xa9", "\xff\xfe"}) {
    std::string json;
    append_string(json, text);
    simdjson::dom::parser parser;
    CHECK(parser.parse(json).error() == simdjson::SUCCESS);
  }
}
