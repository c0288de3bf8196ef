// SPDX-License-Identifier: MIT
#include "catch.hpp"

#include <io/capture.hpp>
#include <io/json_write.hpp>
#include <io/line_source.hpp>

#include <filesystem>
#include <vector>

using namespace tmamap;
using namespace tmamap::io;

namespace {

const std::string spec = R"({"spec":{"mode":"tiled","data_type":"u8","global_dim":[64],)"
                         R"("box_dim":[16]},)";

std::string error_of(const std::string &members) {
  ItemReader reader;
  Item item;
  Records records;
  Failure failure = reader.read_copy(spec + members + "}", item);
  REQUIRE(!failure);
  failure = read_records(item, records);
  return failure ? to_string(*failure) : "none";
}

} // namespace

TEST_CASE("memory patterns and hashes have their published values") {
  CHECK(splitmix64(0) == 0xe220a8397b1dcdaf);
  const auto hash = [](std::string_view text) {
    return fnv1a64(std::as_bytes(std::span(text.data(), text.size())));
  };
  CHECK(hash("") == 0xcbf29ce484222325);
  CHECK(hash("foobar") == 0x85944171f73967e8);
}

TEST_CASE("a pattern ends inside a word") {
  const Memory memory{
      .bytes = 11, .is_pattern = true, .seed = 5, .and_mask = 0x00ffffffffffff0f, .or_mask = 0x30};
  std::vector<std::byte> bytes(11);
  fill_memory(memory, bytes);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    CHECK(bytes[i] == static_cast<std::byte>(pattern_word(memory, i / 8) >> (i % 8 * 8)));
  fill_memory({.bytes = 11, .fill = 165}, bytes);
  CHECK(bytes[10] == std::byte{165});
}

TEST_CASE("the records of a capture") {
  ItemReader reader;
  Item item;
  Records records;
  REQUIRE(!reader.read_copy(
      spec +
          R"("id":"x","global_memory":{"address":4096,"bytes":64,"splitmix64_seed":9,)"
          R"("and_mask":"00000000000000ff"},"shared_memory":{"bytes":32,"fill":165},)"
          R"("hardware":{"outcome":"ok","tx_bytes":16,"smem_fnv1a64":"00000000000000aB"},)"
          R"("driver":{"result":0,"descriptor":")" +
          std::string(254, '0') + R"(7f"}})",
      item));
  REQUIRE(!read_records(item, records));
  CHECK(records.global_memory ==
        Memory{.address = 4096, .bytes = 64, .is_pattern = true, .seed = 9, .and_mask = 255});
  CHECK(records.shared_memory == Memory{.bytes = 32, .fill = 165});
  CHECK(records.hardware == CopyResult{.tx_bytes = 16, .smem_fnv1a64 = Hex64{0xab}});
  CHECK(records.driver->descriptor->back() == std::byte{0x7f});

  std::string text;
  append_json(text, *records.hardware);
  CHECK(text == R"({"outcome":"ok","tx_bytes":16,"smem_fnv1a64":"00000000000000ab"})");
}

TEST_CASE("a malformed record is answered with the key and the reason") {
  CHECK(error_of(R"("shared_memory":{"bytes":4})") ==
        R"(shared_memory: one of "fill" and "splitmix64_seed" is wanted)");
  CHECK(error_of(R"("shared_memory":{"bytes":4,"fill":1,"or_mask":"0000000000000000"})") ==
        R"(shared_memory: masks belong to "splitmix64_seed", not to "fill")");
  CHECK(error_of(R"("shared_memory":{"bytes":4,"fill":256})") ==
        "shared_memory.fill: 256 is too large (at most 255)");
  CHECK(error_of(R"("shared_memory":{"address":0,"bytes":4,"fill":1})") ==
        R"(shared_memory: "address" is no key)");
  CHECK(error_of(R"("global_memory":{"bytes":4,"fill":1})") == "global_memory.address: missing");
  CHECK(error_of(R"("global_memory":{"address":"0xffffffffffffffff","bytes":4,"fill":1})") ==
        "global_memory: the range runs past the end of the address space");
  CHECK(error_of(R"("hardware":{"outcome":"fine"})").substr(0, 58) ==
        "hardware.outcome: \"fine\" is no outcome; one of: ok illegal");
  CHECK(error_of(R"("hardware":{"outcome":"ok","smem_fnv1a64":"12"})") ==
        R"(hardware.smem_fnv1a64: 16 hexadecimal digits are wanted, not the string "12")");
  CHECK(error_of(R"("driver":{"result":0,"descriptor":"00"})") ==
        "driver.descriptor: 256 hexadecimal digits are wanted, not 2");
  CHECK(error_of(R"("driver":{"result":0},"driver":{"result":0})") == "driver: given twice");
}

TEST_CASE("every captured line is read whole") {
  std::size_t files = 0, lines = 0;
  for (const auto &entry : std::filesystem::directory_iterator(TMAMAP_TESTS_DIR "/captures")) {
    if (entry.path().extension() != ".gz")
      continue;
    INFO(entry.path().filename().string());
    LineSource source(entry.path().string());
    ItemReader reader;
    Item item;
    while (const std::optional<Line> line = source.next()) {
      REQUIRE(line->failure == "");
      Failure failure = reader.read(line->text, item);
      REQUIRE((failure ? to_string(*failure) : "") == "");
      if (line->number == 1) {
        CaptureHeader header;
        REQUIRE(item.kind == ItemKind::capture_header);
        REQUIRE(!read_header(item, header));
        CHECK(header.device == "NVIDIA H200");
        continue;
      }
      Records records;
      failure = read_records(item, records);
      REQUIRE((failure ? to_string(*failure) : "") == "");
      REQUIRE((records.hardware || records.driver));
      ++lines;
    }
    ++files;
  }
  CHECK(files > 0);
  CHECK(lines > files);
}
