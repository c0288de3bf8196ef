// SPDX-License-Identifier: MIT
// The shared-memory layout of a tile, asked of an installed tmamap.
#include <tmamap/geometry.hpp>

#include <iostream>

int main() {
  tmamap::Spec spec;
  spec.data_type = tmamap::DataType::bf16;
  spec.global_dim = {128, 96};
  spec.global_strides = {256};
  spec.box_dim = {64, 32};
  spec.swizzle = tmamap::Swizzle::b128;

  const tmamap::Geometry tile = tmamap::geometry(spec);
  std::cout << tile.tx_bytes << " bytes, rows " << tile.row_pitch_bytes << " bytes apart\n";
  return tile.tx_bytes == 4096 && tile.row_pitch_bytes == 128 ? 0 : 1;
}
