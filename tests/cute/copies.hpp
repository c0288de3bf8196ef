// SPDX-License-Identifier: MIT
// tma-copies.jsonl.gz: what CUTLASS made on an H200 (make_tma_copy, default tile, no cluster) and
// printed of it.
#pragma once

#include <tmamap/cute/tma_copy.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tmamap::test {

struct CuteCapture {
  std::string id, gmem, smem;
  DataType data_type = DataType::f16;
  std::uint64_t global_address = 0;
  std::string descriptor; // 256 hexadecimal digits
  std::uint64_t instructions = 0;
  std::string source_partition, destination_shape;
};

[[nodiscard]] std::vector<CuteCapture> cute_captures();
[[nodiscard]] cute::TmaRequest request_of(const CuteCapture &capture);

} // namespace tmamap::test
