// SPDX-License-Identifier: MIT
#include "catch.hpp"
#include "random_spec.hpp"

#include <tmamap/text.hpp>

using namespace tmamap;

namespace {

std::string error_of(std::string_view text) {
  Case out;
  const std::optional<ReadError> error = parse(text, out);
  return error ? to_string(*error) : "none";
}

const std::string good = "tiled bf16 dim=128x64 strides=256 box=64x64";

} // namespace

TEST_CASE("the one-line form of a tiled spec") {
  const Spec spec{.data_type = DataType::bf16,
                  .global_dim = {128, 64},
                  .global_strides = {256},
                  .box_dim = {64, 32},
                  .swizzle = Swizzle::b128};
  const std::string text = "tiled bf16 dim=128x64 strides=256 box=64x32 swizzle=128B";
  CHECK(to_text(spec) == text);
  Spec parsed;
  REQUIRE(!parse(text, parsed));
  CHECK(parsed == spec);
}

TEST_CASE("the one-line form of an im2col spec") {
  const std::string text = "im2col f16 addr=0x7f0000000010 dim=64x28x28x8 "
                           "strides=128,3584,100352 lower=-1,-2 upper=-3,4 channels=64 pixels=128 "
                           "estrides=1x2x2x1 interleave=16B swizzle=64B l2=256B oob=nan";
  Spec parsed;
  REQUIRE(!parse(text, parsed));
  CHECK(parsed.pixel_box_lower_corner == List<std::int32_t>{-1, -2});
  CHECK(parsed.pixel_box_upper_corner == List<std::int32_t>{-3, 4});
  CHECK(parsed.global_address == 0x7f0000000010);
  CHECK(parsed.oob_fill == OobFill::nan_request_zero_fma);
  CHECK(to_text(parsed) == text);
}

TEST_CASE("a zero before an x is a size, not the start of a hexadecimal number") {
  Spec parsed;
  REQUIRE(!parse("tiled u8 dim=128x0x4 strides=0x80,0 box=0x64x1", parsed));
  CHECK(parsed.global_dim == List<std::uint64_t>{128, 0, 4});
  CHECK(parsed.global_strides == List<std::uint64_t>{128, 0});
  CHECK(parsed.box_dim == List<std::uint32_t>{0, 64, 1});
}

TEST_CASE("every spelling of a name is read") {
  Spec parsed;
  REQUIRE(!parse("tiled CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ global_dim=128,64 global_strides=512 "
                 "box_dim=32x2 swizzle=CU_TENSOR_MAP_SWIZZLE_128B",
                 parsed));
  CHECK(parsed.data_type == DataType::f32_ftz);
  CHECK(parsed.swizzle == Swizzle::b128);
  REQUIRE(!parse("tile f32.ftz dim=128 box=4 oob=zero", parsed));
  CHECK(parsed.data_type == DataType::f32_ftz);
}

TEST_CASE("an access stands behind its spec") {
  const std::string text = good + " target=sm_100 descriptor=0x1040 load at=0,-64 smem=0x400 "
                                  "offsets=1,2 tx=8192 multicast=0x3";
  Case parsed;
  REQUIRE(!parse(text, parsed));
  CHECK(parsed.context.target == Target::sm_100);
  CHECK(parsed.context.descriptor_address == 0x1040);
  REQUIRE(parsed.context.access);
  CHECK(parsed.context.access->coordinates == List<std::int32_t>{0, -64});
  CHECK(parsed.context.access->multicast_mask == 3);
  CHECK(to_text(parsed.spec) + " " + to_text(parsed.context) == text);
}

TEST_CASE("parse and print are inverse") {
  testing::RandomSpec random(20240611);
  for (int i = 0; i < 20000; ++i) {
    const Spec spec = random.spec();
    const std::string text = to_text(spec);
    INFO(text);
    Spec parsed;
    const std::optional<ReadError> error = parse(text, parsed);
    REQUIRE((error ? to_string(*error) : "") == "");
    REQUIRE(parsed == spec);
    REQUIRE(to_text(parsed) == text);

    const Access access = random.access();
    Access parsed_access;
    REQUIRE(!parse(to_text(access), parsed_access));
    REQUIRE(parsed_access == access);

    const Context context = random.context();
    Case parsed_case;
    REQUIRE(!parse(text + " " + to_text(context), parsed_case));
    REQUIRE(parsed_case.spec == spec);
    REQUIRE(parsed_case.context.target == context.target);
    REQUIRE(parsed_case.context.access == context.access);
    REQUIRE(parsed_case.context.descriptor_address == context.descriptor_address);
    REQUIRE(parsed_case.context.replacement_address == context.replacement_address);
  }
}

TEST_CASE("a malformed line is answered with the key and the reason") {
  CHECK(error_of("") == "mode: missing (mode=...)");
  CHECK(error_of("tiled") == "data_type: missing (type=...)");
  CHECK(error_of("dim=128 tiled u8") == "mode: the first word is the mode, not \"dim=128\"");
  CHECK(error_of("tilde u8") == "mode: \"tilde\" is no mode; did you mean \"tiled\"? One of: "
                                "tiled im2col im2col_wide");
  CHECK(error_of("tiled bf61 dim=1 box=1").substr(0, 57) ==
        "data_type: \"bf61\" is no data_type; did you mean \"bf16\"? O");
  CHECK(error_of("tiled u8 dim=1") == "box_dim: missing (box=...)");
  CHECK(error_of(good + " swizle=128B") == "\"swizle\" is no key; did you mean \"swizzle\"?");
  CHECK(error_of(good + " colour=red") == "\"colour\" is no key");
  CHECK(error_of(good + " box=1x1") == "box_dim: given twice");
  CHECK(error_of(good + " pixels=4") == "pixels: no key of mode tiled");
  CHECK(error_of(good + " addr=-16") == "global_address: -16 is negative");
  CHECK(error_of(good + " addr=18446744073709551616") ==
        "global_address: \"18446744073709551616\" does not fit in 64 bits");
  CHECK(error_of(good + " addr=0x1G") == "global_address: \"0x1G\" is not an integer");
  CHECK(error_of(good + " addr=") == "global_address: \"\" is not an integer");
  CHECK(error_of("tiled u8 dim=128x64 strides=256 box=64x4294967296") ==
        "box_dim[1]: 4294967296 is too large (at most 4294967295)");
  CHECK(error_of("tiled u8 dim=128x64 strides=256 box=64x-4") == "box_dim[1]: -4 is negative");
  CHECK(error_of("tiled u8 dim=128xx64 strides=256 box=64x4") ==
        "global_dim[1]: \"\" is not an integer");
  CHECK(error_of("tiled u8 dim=1x1x1x1x1x1x1x1x1 strides= box=1") ==
        "global_dim: more than 8 entries");
  CHECK(error_of("tiled u8 dim=128x64 strides=256 box=64") ==
        "box_dim: 1 entry, but global_dim has 2 and so 2 are wanted (unless tensor_rank is given)");
  CHECK(error_of("tiled u8 dim=128x64 rank=3 strides=256 box=64") == "none");
  CHECK(error_of(good + " load") == "coordinates: missing (at=...)");
  CHECK(error_of(good + " load at=0,0") == "smem_address: missing (smem=...)");
  CHECK(error_of(good + " prefetch at=0,0") == "none");
  CHECK(error_of(good + " lod at=0,0").substr(0, 41) ==
        "op: \"lod\" is no op; did you mean \"load\"? ");
  CHECK(error_of(good + " load at=0,2147483648 smem=0") ==
        "coordinates[1]: 2147483648 is too large (at most 2147483647)");
  CHECK(error_of(good + " load at=0,0 smem=0 store") ==
        "\"store\": a word of the form name=value is wanted here");
  CHECK(error_of(good + " target=sm_80") ==
        "target: \"sm_80\" is no target; did you mean \"sm_90\"? One of: sm_90 sm_100");
}

TEST_CASE("near words") {
  CHECK(edit_distance("swizle", "swizzle") == 1);
  CHECK(edit_distance("bf61", "bf16") == 1); // neighbours swapped
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("BOX", "box") == 0);
  CHECK(edit_distance(std::string(100000, 'a'), std::string(100000, 'b')) == 64);
}
