// SPDX-License-Identifier: MIT
// Check + encode and decode of a tiled map of rank 5, beside a memcpy of its 128 bytes.
#include <tmamap/descriptor.hpp>

#include <benchmark/benchmark.h>

#include <cstring>

namespace {

using namespace tmamap;

Spec rank_5() {
  Spec spec;
  spec.data_type = DataType::bf16;
  spec.global_address = 0x7f0000001000;
  spec.global_dim = {128, 65, 33, 17, 9};
  spec.global_strides = {256, 16640, 549120, 9335040};
  spec.box_dim = {64, 4, 3, 2, 5};
  spec.element_strides = {1, 2, 1, 1, 3};
  spec.swizzle = Swizzle::b128;
  return spec;
}

void copy_128_bytes(benchmark::State &state) {
  Descriptor from = encode(rank_5()), to;
  for (auto _ : state) {
    benchmark::DoNotOptimize(from);
    std::memcpy(&to, &from, sizeof to);
    benchmark::DoNotOptimize(to);
  }
}

void check_and_encode(benchmark::State &state) {
  Spec spec = rank_5();
  for (auto _ : state) {
    benchmark::DoNotOptimize(spec);
    std::optional<Descriptor> map = encode_if_accepted(spec);
    benchmark::DoNotOptimize(map);
  }
}

void encode_alone(benchmark::State &state) {
  Spec spec = rank_5();
  for (auto _ : state) {
    benchmark::DoNotOptimize(spec);
    Descriptor map = encode(spec);
    benchmark::DoNotOptimize(map);
  }
}

void decode_one(benchmark::State &state) {
  Descriptor map = encode(rank_5());
  for (auto _ : state) {
    benchmark::DoNotOptimize(map);
    Decoded decoded = decode(map);
    benchmark::DoNotOptimize(decoded);
  }
}

BENCHMARK(copy_128_bytes);
BENCHMARK(check_and_encode);
BENCHMARK(encode_alone);
BENCHMARK(decode_one);

} // namespace

BENCHMARK_MAIN();
