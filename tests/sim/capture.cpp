// SPDX-License-Identifier: MIT
#include "capture.hpp"

#include <nlohmann/json.hpp>
#include <zlib.h>

#include <memory>
#include <stdexcept>

namespace tmamap::test {

namespace {

using nlohmann::json;

template <class T> List<T> list(const json &parent, const char *key) {
  List<T> result;
  if (parent.contains(key))
    for (const json &value : parent.at(key))
      result.push_back(value.get<T>());
  return result;
}

template <class E> E named(const json &parent, const char *key) {
  return find<E>(parent.at(key).get<std::string>()).value();
}

std::uint64_t hexadecimal(const json &value) {
  return std::stoull(value.get<std::string>(), nullptr, 16);
}

Spec spec_of(const json &j) {
  Spec spec;
  spec.mode = named<Mode>(j, "mode");
  spec.data_type = named<DataType>(j, "data_type");
  spec.global_address = j.at("global_address").get<std::uint64_t>();
  spec.global_dim = list<std::uint64_t>(j, "global_dim");
  spec.global_strides = list<std::uint64_t>(j, "global_strides");
  spec.box_dim = list<std::uint32_t>(j, "box_dim");
  spec.pixel_box_lower_corner = list<std::int32_t>(j, "pixel_box_lower_corner");
  spec.pixel_box_upper_corner = list<std::int32_t>(j, "pixel_box_upper_corner");
  spec.channels_per_pixel = j.value("channels_per_pixel", 0u);
  spec.pixels_per_column = j.value("pixels_per_column", 0u);
  spec.element_strides = list<std::uint32_t>(j, "element_strides");
  spec.interleave = named<Interleave>(j, "interleave");
  spec.swizzle = named<Swizzle>(j, "swizzle");
  spec.l2_promotion = named<L2Promotion>(j, "l2_promotion");
  spec.oob_fill = named<OobFill>(j, "oob_fill");
  return spec;
}

Access access_of(const json &j) {
  Access access;
  access.op = named<Op>(j, "op");
  access.coordinates = list<std::int32_t>(j, "coordinates");
  access.smem_address = j.at("smem_address").get<std::uint64_t>();
  access.im2col_offsets = list<std::uint16_t>(j, "im2col_offsets");
  if (j.contains("expect_tx_bytes"))
    access.expect_tx_bytes = j.at("expect_tx_bytes").get<std::uint64_t>();
  return access;
}

Pattern pattern_of(const json &j) {
  Pattern pattern;
  pattern.address = j.value("address", std::uint64_t{0});
  pattern.bytes = j.at("bytes").get<std::uint64_t>();
  if (j.contains("fill")) {
    pattern.fill = j.at("fill").get<std::uint8_t>();
    return pattern;
  }
  pattern.seed = j.at("splitmix64_seed").get<std::uint64_t>();
  if (j.contains("and_mask"))
    pattern.and_mask = hexadecimal(j.at("and_mask"));
  if (j.contains("or_mask"))
    pattern.or_mask = hexadecimal(j.at("or_mask"));
  return pattern;
}

Capture capture_of(const json &j) {
  Capture capture;
  capture.id = j.at("id").get<std::string>();
  capture.spec = spec_of(j.at("spec"));
  capture.access = access_of(j.at("access"));
  if (j.contains("descriptor_address"))
    capture.descriptor_address = j.at("descriptor_address").get<std::uint64_t>();
  if (j.contains("global_memory"))
    capture.global = pattern_of(j.at("global_memory"));
  if (j.contains("shared_memory"))
    capture.shared = pattern_of(j.at("shared_memory"));
  const json &hardware = j.at("hardware");
  capture.outcome = named<Outcome>(hardware, "outcome");
  if (hardware.contains("tx_bytes"))
    capture.tx_bytes = hardware.at("tx_bytes").get<std::uint64_t>();
  if (hardware.contains("smem_fnv1a64"))
    capture.smem_fnv1a64 = hexadecimal(hardware.at("smem_fnv1a64"));
  if (hardware.contains("global_fnv1a64"))
    capture.global_fnv1a64 = hexadecimal(hardware.at("global_fnv1a64"));
  return capture;
}

std::uint64_t splitmix64(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

} // namespace

std::vector<std::uint8_t> content(const Pattern &pattern) {
  std::vector<std::uint8_t> bytes(pattern.bytes, pattern.fill.value_or(0));
  if (pattern.fill)
    return bytes;
  for (std::uint64_t i = 0; i < pattern.bytes / 8; ++i) {
    const std::uint64_t word = (splitmix64(pattern.seed + i) & pattern.and_mask) | pattern.or_mask;
    for (std::uint64_t b = 0; b < 8; ++b)
      bytes[8 * i + b] = static_cast<std::uint8_t>(word >> (8 * b));
  }
  return bytes;
}

std::uint64_t fnv1a64(const std::vector<std::uint8_t> &bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const std::uint8_t byte : bytes)
    hash = (hash ^ byte) * 0x100000001b3u;
  return hash;
}

void for_each_capture(const std::string &file, const std::function<void(const Capture &)> &visit) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> input(gzopen(file.c_str(), "rb"), gzclose);
  if (!input)
    throw std::runtime_error("cannot open " + file);
  std::string text;
  char chunk[1 << 16];
  int got = 0;
  while ((got = gzread(input.get(), chunk, sizeof chunk)) > 0)
    text.append(chunk, static_cast<std::size_t>(got));
  if (got < 0)
    throw std::runtime_error("cannot read " + file);
  std::size_t begin = text.find('\n'); // past the line that names the device
  while (begin != std::string::npos && begin + 1 < text.size()) {
    const std::size_t end = text.find('\n', begin + 1);
    visit(capture_of(json::parse(text.substr(begin + 1, end - begin - 1))));
    begin = end;
  }
}

} // namespace tmamap::test
