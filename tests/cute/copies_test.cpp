// SPDX-License-Identifier: MIT
#include "copies.hpp"

#include <tmamap/check.hpp>
#include <tmamap/descriptor.hpp>

#include "catch.hpp"

using namespace tmamap;

namespace {

std::string hex(const Descriptor &map) {
  std::uint8_t bytes[descriptor_bytes];
  map.to_bytes(bytes);
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += "0123456789abcdef"[byte / 16];
    text += "0123456789abcdef"[byte % 16];
  }
  return text;
}

} // namespace

TEST_CASE("every copy that CUTLASS made is made the same") {
  const std::vector<test::CuteCapture> captures = test::cute_captures();
  CHECK(captures.size() == 67);
  for (const test::CuteCapture &capture : captures) {
    INFO(capture.id << ' ' << capture.gmem << " <- " << capture.smem);
    const cute::TmaAnswer answer = cute::tma_copy(test::request_of(capture));
    for (const cute::ReasonFinding &finding : answer.reasons)
      UNSCOPED_INFO(finding.message);
    REQUIRE(answer.copy);
    const std::optional<Descriptor> map = encode_if_accepted(answer.copy->spec, Context{});
    REQUIRE(map);
    CHECK(hex(*map) == capture.descriptor);
    CHECK(answer.copy->instructions == capture.instructions);
    CHECK(cute::to_text(answer.copy->source) == capture.source_partition);
    CHECK(cute::to_text(answer.copy->destination.shape) == capture.destination_shape);
  }
}

TEST_CASE("parse and print are inverse on what CUTLASS printed") {
  for (const test::CuteCapture &capture : test::cute_captures()) {
    cute::GmemTensor gmem;
    cute::SmemLayout smem;
    cute::CoordinateTensor source;
    cute::Tuple shape;
    REQUIRE_FALSE(cute::parse(capture.gmem, gmem));
    REQUIRE_FALSE(cute::parse(capture.smem, element_bits(capture.data_type), smem));
    REQUIRE_FALSE(cute::parse(capture.source_partition, source));
    REQUIRE_FALSE(cute::parse(capture.destination_shape, shape));
    CHECK(cute::to_text(gmem) == capture.gmem);
    CHECK(cute::to_text(smem) == capture.smem);
    CHECK(cute::to_text(source) == capture.source_partition);
    CHECK(cute::to_text(shape) == capture.destination_shape);
  }
}
