// SPDX-License-Identifier: MIT
// What a check costs: accepting a rank-5 spec, and the whole report, beside a memcpy of the 128
// bytes of a tensor map in the same run. (The driver took about 52 ns to accept and 440 ns to
// reject on an H200's host.)
#include <tmamap/message.hpp>

#include <benchmark/benchmark.h>

#include <cstring>
#include <string>

namespace {

using namespace tmamap;

Spec accepted() {
  return {.data_type = DataType::bf16,
          .global_address = 0x7f0000000000,
          .global_dim = {128, 64, 7, 9, 3},
          .global_strides = {256, 16384, 114688, 1032192},
          .box_dim = {64, 8, 2, 3, 1},
          .element_strides = {1, 1, 1, 1, 1},
          .swizzle = Swizzle::b128};
}
Spec with_three_errors() {
  Spec spec = accepted();
  spec.swizzle = Swizzle::b32;    // a box of 128 bytes
  spec.global_strides[1] = 16392; // not a multiple of 16
  spec.global_dim[3] = 0;         // empty
  return spec;
}

void memcpy_128_bytes(benchmark::State &state) {
  char from[128] = {1}, to[128];
  for (auto _ : state) {
    benchmark::DoNotOptimize(from);
    std::memcpy(to, from, sizeof to);
    benchmark::DoNotOptimize(to);
  }
}
BENCHMARK(memcpy_128_bytes);

void accept_rank_5(benchmark::State &state) {
  Spec spec = accepted();
  for (auto _ : state) {
    benchmark::DoNotOptimize(spec);
    bool accepts = conforms(spec);
    benchmark::DoNotOptimize(accepts);
  }
}
BENCHMARK(accept_rank_5);

void report(benchmark::State &state, const Spec &given) {
  Spec spec = given;
  for (auto _ : state) {
    benchmark::DoNotOptimize(spec);
    Report report = check(spec);
    benchmark::DoNotOptimize(report);
  }
  state.counters["findings"] = static_cast<double>(check(spec).size());
}
BENCHMARK_CAPTURE(report, clean, accepted());
BENCHMARK_CAPTURE(report, three_errors, with_three_errors());

void messages_of_three_errors(benchmark::State &state) {
  const Spec spec = with_three_errors();
  const Context context;
  const Report found = check(spec);
  std::string text;
  for (auto _ : state) {
    text.clear();
    for (const Finding &finding : found)
      append_message(text, finding, spec, context);
    benchmark::DoNotOptimize(text.data());
  }
}
BENCHMARK(messages_of_three_errors);

} // namespace

BENCHMARK_MAIN();
