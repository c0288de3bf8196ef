// SPDX-License-Identifier: MIT
// The speed of simulated copies as a ratio to the least any model must do: a row-by-row memcpy of
// the same bytes between the same places. Copy and memcpy alternate in short rounds within one run,
// and the best round of each counts, so that a busy machine disturbs both alike.
#include <tmamap/geometry.hpp>
#include <tmamap/sim/copy.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

using namespace tmamap;

namespace {

// A contiguous piece of both memories, in the order of the rows.
struct Piece {
  std::uint8_t *to;
  const std::uint8_t *from;
  std::size_t bytes;
};

void memcpy_rows(const std::vector<Piece> &pieces) {
  for (const Piece &piece : pieces)
    std::memcpy(piece.to, piece.from, piece.bytes);
  benchmark::ClobberMemory();
}

double nanoseconds(int repeats, const std::function<void()> &work) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i)
    work();
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
  return took.count() / repeats;
}

struct Case {
  std::string name;
  Spec spec;
  Access access;
  double at_least; // the ratio asked for
};

constexpr std::uint64_t base = 0x7f0000000000;

class Memories {
public:
  Memories() : global_bytes_(4u << 20), shared_bytes_(256u << 10) {
    for (std::size_t i = 0; i < global_bytes_.size(); ++i) // ordinary f32 values
      global_bytes_[i] = static_cast<std::uint8_t>(i % 4 == 3 ? 0x3F : i * 7);
    for (std::size_t i = 0; i < shared_bytes_.size(); ++i)
      shared_bytes_[i] = static_cast<std::uint8_t>(i % 4 == 3 ? 0x3F : i * 5);
    if (global_.add(base, global_bytes_.data(), global_bytes_.size()))
      std::abort();
    window_ = {shared_bytes_.data(), shared_bytes_.size()};
  }
  sim::Result copy(const sim::TensorMap &map, const Access &access) {
    return sim::copy(map, access, global_, window_);
  }

  // In-bounds rows of a two-dimensional tile, or of im2col pixels without padding.
  std::vector<Piece> rows(const Case &c) {
    const Geometry shape = geometry(c.spec);
    const std::uint64_t element = element_bits(c.spec.data_type) / 8;
    const auto first = static_cast<std::uint64_t>(c.access.coordinates[0]);
    const std::uint64_t bytes = std::min(shape.row_bytes, (c.spec.global_dim[0] - first) * element);
    std::vector<Piece> pieces;
    for (std::uint64_t r = 0; r < shape.rows; ++r) {
      std::uint64_t row = r;
      if (c.spec.mode == Mode::tiled && c.spec.rank() > 1)
        row += static_cast<std::uint64_t>(c.access.coordinates[1]);
      if (c.spec.rank() > 1 && c.spec.mode == Mode::tiled && row >= c.spec.global_dim[1])
        continue;
      const std::uint64_t stride = c.spec.rank() > 1 ? c.spec.global_strides[0] : 0;
      std::uint8_t *global = global_bytes_.data() + row * stride + first * element;
      std::uint8_t *shared = shared_bytes_.data() + r * shape.row_pitch_bytes;
      if (writes_global(c.access.op))
        pieces.push_back({global, shared, bytes});
      else
        pieces.push_back({shared, global, bytes});
    }
    return pieces;
  }

private:
  std::vector<std::uint8_t> global_bytes_, shared_bytes_;
  sim::GlobalMemory global_;
  sim::SharedWindow window_;
};

// A 64x128 box of f16 (128 rows of 128 bytes) out of a matrix with rows of 2 KiB.
Spec half_matrix(Swizzle swizzle) {
  return {.data_type = DataType::f16,
          .global_address = base,
          .global_dim = {1024, 1024},
          .global_strides = {2048},
          .box_dim = {64, 128},
          .swizzle = swizzle};
}

std::vector<Case> cases() {
  std::vector<Case> result;
  const Access load{.coordinates = {0, 0}};
  result.push_back({"load/swizzle_128B", half_matrix(Swizzle::b128), load, 0.7});
  result.push_back({"load/swizzle_64B", half_matrix(Swizzle::b64), load, 0});
  result.back().spec.box_dim = {32, 128};
  result.push_back({"load/no_swizzle", half_matrix(Swizzle::none), load, 0.9});
  result.push_back({"load/no_swizzle_256B_rows", half_matrix(Swizzle::none), load, 0});
  result.back().spec.box_dim = {128, 64};
  Access store = load;
  store.op = Op::store;
  result.push_back({"store/swizzle_128B", half_matrix(Swizzle::b128), store, 0.6});
  result.push_back({"load/half_the_rows_out", half_matrix(Swizzle::b128), load, 0.5});
  result.back().access.coordinates = {0, 1024 - 64};
  result.push_back({"load/half_the_columns_out", half_matrix(Swizzle::b128), load, 0.5});
  result.back().access.coordinates = {1024 - 32, 0};
  result.push_back({"im2col/64_channels",
                    {.mode = Mode::im2col,
                     .data_type = DataType::f16,
                     .global_address = base,
                     .global_dim = {64, 28, 28, 8},
                     .global_strides = {128, 128 * 28, 128 * 28 * 28},
                     .pixel_box_lower_corner = {0, 0},
                     .pixel_box_upper_corner = {0, 0},
                     .channels_per_pixel = 64,
                     .pixels_per_column = 128,
                     .swizzle = Swizzle::b128},
                    {.coordinates = {0, 0, 0, 0}, .im2col_offsets = {0, 0}},
                    0.5});
  result.push_back({"reduce_add/f32",
                    {.data_type = DataType::f32,
                     .global_address = base,
                     .global_dim = {512, 1024},
                     .global_strides = {2048},
                     .box_dim = {32, 128},
                     .swizzle = Swizzle::b128},
                    {.op = Op::reduce_add, .coordinates = {0, 0}},
                    0.25});
  return result;
}

void ratio(benchmark::State &state, const Case &c) {
  Memories memories;
  const sim::TensorMap map(c.spec);
  const std::vector<Piece> pieces = memories.rows(c);
  if (!memories.copy(map, c.access).ok())
    return state.SkipWithError("the copy fails");
  double copy = 1e9, least = 1e9;
  for (auto _ : state) {
    copy = std::min(copy, nanoseconds(200, [&] {
                      benchmark::DoNotOptimize(memories.copy(map, c.access));
                      benchmark::ClobberMemory();
                    }));
    least = std::min(least, nanoseconds(200, [&] { memcpy_rows(pieces); }));
  }
  state.counters["copy_ns"] = copy;
  state.counters["memcpy_ns"] = least;
  state.counters["ratio"] = least / copy;
  state.counters["at_least"] = c.at_least;
}

void duration(benchmark::State &state, const Case &c, double at_most_ns) {
  Memories memories;
  const sim::TensorMap map(c.spec);
  if (!memories.copy(map, c.access).ok())
    return state.SkipWithError("the copy fails");
  double copy = 1e9;
  for (auto _ : state)
    copy = std::min(copy, nanoseconds(200, [&] {
                      benchmark::DoNotOptimize(memories.copy(map, c.access));
                      benchmark::ClobberMemory();
                    }));
  state.counters["copy_ns"] = copy;
  state.counters["at_most_ns"] = at_most_ns;
}

// A map made, checked and used once.
void duration_with_map(benchmark::State &state, const Case &c) {
  Memories memories;
  double copy = 1e9;
  for (auto _ : state)
    copy = std::min(copy, nanoseconds(200, [&] {
                      benchmark::DoNotOptimize(memories.copy(sim::TensorMap(c.spec), c.access));
                      benchmark::ClobberMemory();
                    }));
  state.counters["copy_ns"] = copy;
}

} // namespace

int main(int argc, char **argv) {
  for (const Case &c : cases())
    benchmark::RegisterBenchmark(c.name.c_str(), ratio, c);
  Case narrow{"load/256_rows_of_16_bytes", half_matrix(Swizzle::none), {.coordinates = {0, 0}}, 0};
  narrow.spec.box_dim = {8, 256};
  benchmark::RegisterBenchmark(narrow.name.c_str(), duration, narrow, 2000);
  Case fixed{"load/one_row_of_16_bytes", half_matrix(Swizzle::none), {.coordinates = {0, 0}}, 0};
  fixed.spec.box_dim = {8, 1};
  benchmark::RegisterBenchmark(fixed.name.c_str(), duration, fixed, 60);
  Case five = fixed;
  five.name = "load/one_row_of_16_bytes_rank_5";
  five.spec.global_dim = {1024, 4, 4, 4, 4};
  five.spec.global_strides = {2048, 8192, 32768, 131072};
  five.spec.box_dim = {8, 1, 1, 1, 1};
  five.access.coordinates = {0, 0, 0, 0, 0};
  benchmark::RegisterBenchmark(five.name.c_str(), duration, five, 60);
  benchmark::RegisterBenchmark("load/one_row_of_16_bytes_and_its_map", duration_with_map, fixed);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
