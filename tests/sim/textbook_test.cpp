// SPDX-License-Identifier: MIT
// Cases small or famous enough to be checked against a table written out by hand.
#include "catch.hpp"

#include <tmamap/sim/copy.hpp>
#include <tmamap/sim/elements.hpp>

#include <cstring>
#include <vector>

using namespace tmamap;

namespace {

constexpr std::uint64_t base = 0x7f0000000000;

// A tensor whose 16-bit elements are numbered in memory order, and an empty window.
struct Numbered {
  std::vector<std::uint16_t> tensor, tile;
  sim::GlobalMemory global;
  sim::SharedWindow window;

  Numbered(std::size_t elements, std::size_t tile_elements)
      : tensor(elements), tile(tile_elements, 0xEEEE) {
    for (std::size_t i = 0; i < elements; ++i)
      tensor[i] = static_cast<std::uint16_t>(i);
    REQUIRE_FALSE(global.add(base, reinterpret_cast<std::uint8_t *>(tensor.data()), 2 * elements));
    window = {reinterpret_cast<std::uint8_t *>(tile.data()), 2 * tile_elements};
  }
};

using Model = sim::Result (*)(const Spec &, const Access &, const sim::GlobalMemory &,
                              sim::SharedMemory, Target);
constexpr Model models[] = {sim::copy, sim::reference::copy};

using Table = std::vector<std::uint16_t>;

} // namespace

TEST_CASE("a tile as large as the tensor arrives in row order") {
  const Spec spec{.data_type = DataType::bf16,
                  .global_address = base,
                  .global_dim = {8, 3},
                  .global_strides = {16},
                  .box_dim = {8, 3}};
  for (const Model model : models) {
    Numbered memory(24, 24);
    const sim::Result result =
        model(spec, {.coordinates = {0, 0}}, memory.global, memory.window, Target::sm_90);
    CHECK(result.ok());
    CHECK(result.tx_bytes == 48);
    CHECK(result.smem_footprint_bytes == 48);
    CHECK(memory.tile == Table{0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11,
                               12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23});
  }
}

TEST_CASE("a tile past two edges is filled with zeros, and counts in full") {
  const Spec spec{.data_type = DataType::f16,
                  .global_address = base,
                  .global_dim = {12, 3},
                  .global_strides = {32},
                  .box_dim = {8, 2}};
  for (const Model model : models) {
    Numbered memory(48, 16);
    const sim::Result result =
        model(spec, {.coordinates = {8, 2}}, memory.global, memory.window, Target::sm_90);
    CHECK(result.ok());
    CHECK(result.tx_bytes == 32);
    CHECK(memory.tile == Table{40, 41, 42, 43, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  }
}

TEST_CASE("a store past global_dim[0] reaches the end of its 16 bytes") {
  const Spec spec{.data_type = DataType::u16,
                  .global_address = base,
                  .global_dim = {3, 2},
                  .global_strides = {32},
                  .box_dim = {16, 2}};
  for (const Model model : models) {
    Numbered memory(32, 32);
    const sim::Result result = model(spec, {.op = Op::store, .coordinates = {0, 0}}, memory.global,
                                     memory.window, Target::sm_90);
    CHECK(result.ok());
    CHECK(result.global_bytes_written == 32);
    const std::uint16_t w = 0xEEEE;
    CHECK(memory.tensor == Table{w, w, w, w, w, w, w, w, 8,  9,  10, 11, 12, 13, 14, 15,
                                 w, w, w, w, w, w, w, w, 24, 25, 26, 27, 28, 29, 30, 31});
  }
}

// Swizzle<3,4,3> o ((8,8),(64,1)):((64,512),(1,0)) in bytes: row r, chunk c of 16 bytes lies at
// 128 r + 16 (c ^ (r % 8)). The eight rows of one atom, as chunks from left to right:
TEST_CASE("a 64x64 bf16 tile with swizzle 128B lies as CuTe says") {
  constexpr int chunk_at[8][8] = {
      {0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6}, {2, 3, 0, 1, 6, 7, 4, 5},
      {3, 2, 1, 0, 7, 6, 5, 4}, {4, 5, 6, 7, 0, 1, 2, 3}, {5, 4, 7, 6, 1, 0, 3, 2},
      {6, 7, 4, 5, 2, 3, 0, 1}, {7, 6, 5, 4, 3, 2, 1, 0},
  };
  const Spec spec{.data_type = DataType::bf16,
                  .global_address = base,
                  .global_dim = {64, 64},
                  .global_strides = {128},
                  .box_dim = {64, 64},
                  .swizzle = Swizzle::b128};
  for (const Model model : models) {
    Numbered memory(64 * 64, 512 + 64 * 64);
    const sim::Result result = model(spec, {.coordinates = {0, 0}, .smem_address = 1024},
                                     memory.global, memory.window, Target::sm_90);
    CHECK(result.ok());
    CHECK(result.tx_bytes == 8192);
    std::size_t wrong = 0;
    for (std::size_t row = 0; row < 64; ++row)
      for (std::size_t chunk = 0; chunk < 8; ++chunk)
        for (std::size_t i = 0; i < 8; ++i) {
          const auto from = static_cast<std::size_t>(chunk_at[row % 8][chunk]);
          wrong += memory.tile[512 + 64 * row + 8 * chunk + i] != 64 * row + 8 * from + i;
        }
    CHECK(wrong == 0);
  }
}

TEST_CASE("a 128x64 half tile signals 16384 bytes") {
  const Spec spec{.data_type = DataType::f16,
                  .global_address = base,
                  .global_dim = {64, 128},
                  .global_strides = {128},
                  .box_dim = {64, 128},
                  .swizzle = Swizzle::b128};
  for (const Model model : models) {
    Numbered memory(64 * 128, 64 * 128);
    CHECK(model(spec, {.coordinates = {0, 0}}, memory.global, memory.window, Target::sm_90)
              .tx_bytes == 16384);
  }
}

// N=2, H=W=4, corners (-1,-1), start (n 0, h 1, w 2), 16 pixels: the example of Triton's tests.
TEST_CASE("im2col walks its bounding box from image to image") {
  const Spec spec{.mode = Mode::im2col,
                  .data_type = DataType::u16,
                  .global_address = base,
                  .global_dim = {8, 4, 4, 2},
                  .global_strides = {16, 64, 256},
                  .pixel_box_lower_corner = {-1, -1},
                  .pixel_box_upper_corner = {-1, -1},
                  .channels_per_pixel = 8,
                  .pixels_per_column = 16};
  for (const Model model : models) {
    Numbered memory(256, 128);
    for (std::size_t i = 0; i < 256; ++i) // every channel holds its pixel's number, from 1
      memory.tensor[i] = static_cast<std::uint16_t>(i / 8 + 1);
    const sim::Result result = model(spec, {.coordinates = {0, 2, 1, 0}, .im2col_offsets = {0, 0}},
                                     memory.global, memory.window, Target::sm_90);
    CHECK(result.ok());
    Table pixels;
    for (std::size_t i = 0; i < 128; i += 8)
      pixels.push_back(memory.tile[i]);
    CHECK(pixels == Table{7, 0, 9, 10, 11, 0, 0, 0, 0, 0, 17, 18, 19, 0, 21, 22});
  }
}

TEST_CASE("a multicast load reaches the CTAs of its mask, each in full") {
  const Spec spec{
      .data_type = DataType::u16, .global_address = base, .global_dim = {8}, .box_dim = {8}};
  for (const Model model : models) {
    Numbered memory(8, 0);
    std::vector<std::vector<std::uint8_t>> windows(4, std::vector<std::uint8_t>(256, 0xEE));
    sim::SharedWindow views[4];
    for (std::size_t i = 0; i < 4; ++i)
      views[i] = {windows[i].data(), windows[i].size()};
    const Access access{.coordinates = {0}, .smem_address = 128, .multicast_mask = 0b1010};
    const sim::Result result = model(spec, access, memory.global, {views, 4}, Target::sm_90);
    CHECK(result.ok());
    CHECK(result.tx_bytes == 16);
    for (std::size_t i = 0; i < 4; ++i) {
      const bool received = std::memcmp(windows[i].data() + 128, memory.tensor.data(), 16) == 0;
      CHECK(received == (i == 1 || i == 3));
    }
  }
}

TEST_CASE("coordinates times strides wrap at 2^64") {
  const Spec spec{.data_type = DataType::bf16,
                  .global_address = base,
                  .global_dim = {128, 1073741824, 2147418112, 2147418112},
                  .global_strides = {256, 256, 34359738112},
                  .box_dim = {64, 4, 1, 1},
                  .swizzle = Swizzle::b128};
  for (const Model model : models) {
    Numbered memory(128 * 1024, 64 * 4);
    const sim::Result result = model(spec, {.coordinates = {0, 1073741524, 1000, 1073741824}},
                                     memory.global, memory.window, Target::sm_90);
    CHECK(result.ok());
    CHECK(memory.tile[0] == static_cast<std::uint16_t>(700 * 128)); // row 700
  }
}

TEST_CASE("gather4 stacks four rows; those outside are zeros") {
  const Spec spec{.data_type = DataType::u16,
                  .global_address = base,
                  .global_dim = {8, 6},
                  .global_strides = {16},
                  .box_dim = {8, 1}};
  for (const Model model : models) {
    Numbered memory(48, 32);
    const sim::Result result = model(spec, {.op = Op::gather4, .coordinates = {0, 5, -1, 0, 6}},
                                     memory.global, memory.window, Target::sm_100);
    CHECK(result.ok());
    CHECK(result.documented_only);
    CHECK(result.tx_bytes == 64);
    CHECK(memory.tile == Table{40, 41, 42, 43, 44, 45, 46, 47, 0, 0, 0, 0, 0, 0, 0, 0,
                               0,  1,  2,  3,  4,  5,  6,  7,  0, 0, 0, 0, 0, 0, 0, 0});
  }
}

TEST_CASE("padded 4-bit values lie 8 bytes in 16, and count as 8") {
  const Spec spec{.data_type = DataType::u4x16_align16b,
                  .global_address = base,
                  .global_dim = {128, 1},
                  .global_strides = {64},
                  .box_dim = {128, 1},
                  .swizzle = Swizzle::b128};
  for (const Model model : models) {
    Numbered memory(32, 64);
    const sim::Result result =
        model(spec, {.coordinates = {0, 0}}, memory.global, memory.window, Target::sm_100);
    CHECK(result.ok());
    CHECK(result.tx_bytes == 64);
    CHECK(result.smem_footprint_bytes == 128);
    Table table;
    for (std::uint16_t group = 0; group < 8; ++group) {
      for (std::uint16_t i = 0; i < 4; ++i)
        table.push_back(static_cast<std::uint16_t>(4 * group + i));
      table.insert(table.end(), 4, 0xEEEE);
    }
    CHECK(memory.tile == table);
  }
}
