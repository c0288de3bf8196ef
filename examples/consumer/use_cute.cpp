// SPDX-License-Identifier: MIT
// The tensor map that CuTe makes of two layouts.
#include <tmamap/cute/tma_copy.hpp>

#include <iostream>

int main() {
  tmamap::cute::TmaRequest request;
  request.data_type = tmamap::DataType::f16;
  if (const auto error = parse("(256,128):(128,_1)", request.gmem)) {
    std::cout << to_string(*error) << '\n';
    return 1;
  }
  if (const auto error = parse("tile_to_shape(K SW128, (_128,_64))", 16, request.smem)) {
    std::cout << to_string(*error) << '\n';
    return 1;
  }
  const tmamap::cute::TmaAnswer answer = tma_copy(request);
  if (!answer.copy)
    return 1;
  std::cout << answer.copy->copies.size() << " copy of " << answer.copy->tx_bytes << " bytes\n";
  return answer.copy->tx_bytes == 16384 ? 0 : 1;
}
