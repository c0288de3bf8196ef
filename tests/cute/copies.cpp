// SPDX-License-Identifier: MIT
#include "copies.hpp"

#include "catch.hpp"

#include <nlohmann/json.hpp>
#include <zlib.h>

#include <memory>

namespace tmamap::test {

std::vector<CuteCapture> cute_captures() {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> file(
      gzopen(TMAMAP_TESTS_DIR "/cute/tma-copies.jsonl.gz", "rb"), gzclose);
  REQUIRE(file != nullptr);
  std::vector<CuteCapture> captures;
  std::vector<char> line(1 << 16);
  while (gzgets(file.get(), line.data(), static_cast<int>(line.size())) != nullptr) {
    const auto json = nlohmann::json::parse(line.data());
    const auto text = [&](const char *key) { return json.at(key).get<std::string>(); };
    CuteCapture capture;
    capture.id = text("id");
    capture.gmem = text("gmem");
    capture.smem = text("smem");
    capture.data_type = find<DataType>(text("data_type")).value();
    capture.global_address = json.at("global_address").get<std::uint64_t>();
    capture.descriptor = text("descriptor");
    capture.instructions = json.at("instructions").get<std::uint64_t>();
    capture.source_partition = text("source_partition");
    capture.destination_shape = text("destination_shape");
    captures.push_back(std::move(capture));
  }
  return captures;
}

cute::TmaRequest request_of(const CuteCapture &capture) {
  cute::TmaRequest request;
  cute::GmemTensor gmem;
  INFO(capture.id);
  REQUIRE_FALSE(cute::parse(capture.gmem, gmem));
  REQUIRE_FALSE(cute::parse(capture.smem, element_bits(capture.data_type), request.smem));
  request.data_type = capture.data_type;
  request.gmem = gmem.layout;
  request.global_address = capture.global_address;
  return request;
}

} // namespace tmamap::test
