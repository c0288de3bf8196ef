// SPDX-License-Identifier: MIT
#include "catch.hpp"

#include <tmamap/geometry.hpp>

using namespace tmamap;

TEST_CASE("a narrow row is padded to the swizzle span") {
  const Spec spec{.data_type = DataType::bf16,
                  .global_dim = {64, 64},
                  .global_strides = {128},
                  .box_dim = {8, 5},
                  .swizzle = Swizzle::b128};
  const Geometry g = geometry(spec);
  CHECK(g.row_bytes == 16);
  CHECK(g.row_pitch_bytes == 128);
  CHECK(g.tx_bytes == 80);
  CHECK(g.smem_footprint_bytes == 640);
  CHECK(g.smem_alignment_bytes == 1024);
}
