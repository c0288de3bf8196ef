// SPDX-License-Identifier: MIT
// Every captured call of the driver: its verdict, its bytes, and the way back. With
// TMAMAP_ENCODE_CAPTURES, a list of files with `:` between, those instead of the repository's.
#include <io/capture.hpp>
#include <io/line_source.hpp>

#include <tmamap/descriptor.hpp>

#include "catch.hpp"

#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

using namespace tmamap;

namespace {

std::vector<std::string> capture_files() {
  const char *given = std::getenv("TMAMAP_ENCODE_CAPTURES");
  if (given == nullptr)
    return {TMAMAP_TESTS_DIR "/captures/encode.jsonl.gz",
            TMAMAP_TESTS_DIR "/captures/wide.jsonl.gz"};
  std::vector<std::string> files;
  std::istringstream list(given);
  for (std::string file; std::getline(list, file, ':');)
    files.push_back(file);
  return files;
}

Descriptor map_of(const io::Descriptor &bytes) {
  std::uint8_t raw[descriptor_bytes];
  for (std::size_t i = 0; i < descriptor_bytes; ++i)
    raw[i] = std::to_integer<std::uint8_t>(bytes[i]);
  return Descriptor::from_bytes(raw);
}

// An im2col wide map of sm_90 is an im2col map: no bit keeps the mode.
Spec as_kept(Spec spec) {
  if (spec.mode != Mode::im2col_wide)
    return spec;
  spec.mode = Mode::im2col;
  spec.pixel_box_lower_corner = List<std::int32_t>::filled(spec.rank() - 2, 0);
  spec.pixel_box_upper_corner = spec.pixel_box_lower_corner;
  spec.pixel_box_lower_corner[0] = spec.pixel_box_lower_corner_width;
  spec.pixel_box_upper_corner[0] = spec.pixel_box_upper_corner_width;
  spec.pixel_box_lower_corner_width = spec.pixel_box_upper_corner_width = 0;
  spec.im2col_wide_mode = Im2colWideMode::w;
  return spec;
}

bool agrees(const io::Item &item, const io::DriverResult &driver) {
  const bool accepted = driver.result == 0;
  if (check(item.spec, item.context).driver_accepts != accepted ||
      conforms(item.spec, item.context) != accepted)
    return false;
  const std::optional<Descriptor> encoded = encode_if_accepted(item.spec, item.context);
  if (encoded.has_value() != accepted)
    return false;
  if (!accepted)
    return true;
  const Descriptor map = map_of(driver.descriptor.value());
  const Decoded decoded = decode(map);
  return *encoded == map && decoded.unexplained == Descriptor{} &&
         decoded.spec == as_kept(item.spec) && encode(decoded.spec) == map;
}

struct Count {
  std::size_t lines = 0, accepted = 0, differ = 0;
};

Count replay(const std::string &file) {
  Count count;
  io::LineSource source(file);
  io::ItemReader reader;
  io::Item item;
  while (const auto line = source.next()) {
    if (!line->failure.empty())
      FAIL(file << ": " << line->failure);
    if (const io::Failure failure = reader.read(line->text, item))
      FAIL(file << ":" << line->number << ": " << to_string(*failure));
    if (item.kind == io::ItemKind::capture_header)
      continue;
    io::Records records;
    if (const io::Failure failure = io::read_records(item, records))
      FAIL(file << ":" << line->number << ": " << to_string(*failure));
    ++count.lines;
    count.accepted += records.driver.value().result == 0;
    if (!agrees(item, *records.driver) && ++count.differ <= 3)
      FAIL_CHECK(file << ":" << line->number << ": " << line->text);
  }
  return count;
}

} // namespace

TEST_CASE("verdict, bytes and the way back agree with every captured call") {
  for (const std::string &file : capture_files()) {
    const Count count = replay(file);
    CHECK(count.differ == 0);
    CHECK(count.lines > 0);
    CHECK(count.accepted > 0);
    CHECK(count.accepted < count.lines);
    WARN(file.substr(file.rfind('/') + 1) << ": " << count.lines << " calls, " << count.accepted
                                          << " accepted, " << count.differ << " differ");
  }
}
