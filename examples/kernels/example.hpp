// SPDX-License-Identifier: MIT
// What each example is made of. The kernel is a function, so that it captures nothing.
#pragma once

#include "layouts.hpp"

#include <tmamap/kernel/launch.hpp>

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace examples {

using namespace tmamap;
using kernel::Task;
using kernel::Thread;

// The parameters of a kernel.
struct Arguments {
  std::uint64_t memory = 0; // device address of its global memory
  std::vector<sim::TensorMap> maps = {};
  bool broken = false; // the twin with the mistake
};

using Bytes = std::span<std::uint8_t>;

struct Example {
  std::string_view name = {};    // of its files
  std::string_view title = {};   // what it shows
  std::string_view mistake = {}; // what its broken twin does
  std::string_view finding = {}; // the one rule that it then breaks
  kernel::Launch launch = {};
  std::uint64_t memory_bytes = 0;
  Task (*thread)(Thread &, const Arguments &) = nullptr;
  std::vector<Spec> (*maps)(std::uint64_t memory) = nullptr;
  void (*fill)(Bytes memory) = nullptr;   // before the kernel
  void (*expect)(Bytes memory) = nullptr; // what the kernel makes of that
};

std::span<const Example *const> all();

extern const Example single_tile_example, load_store_example, load_reduce_example,
    swizzled_grid_example, pipeline_example, multicast_example;

// Global memory, a copy's and a kernel's.
class Memory {
public:
  static constexpr std::uint64_t address = 0x7f0000000000;

  explicit Memory(const Example &example);
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  void fill() { example_.fill(bytes_); }
  [[nodiscard]] Bytes bytes() { return bytes_; }
  [[nodiscard]] const sim::GlobalMemory &global() const { return global_; }

private:
  const Example &example_;
  std::vector<std::uint8_t> bytes_;
  sim::GlobalMemory global_;
};

[[nodiscard]] Arguments arguments(const Example &example, std::uint64_t memory, bool broken);
// What is in memory after the kernel, by plain loops.
[[nodiscard]] std::vector<std::uint8_t> expected(const Example &example);

namespace swizzled_grid {
void unswizzle(std::span<const std::uint8_t> from, Bytes to, std::uint32_t rows);
}

// Values of a type in bytes.
template <class T> T get(std::span<const std::uint8_t> bytes, std::uint64_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}
template <class T> void set(Bytes bytes, std::uint64_t index, T value) {
  std::memcpy(bytes.data() + index * sizeof(T), &value, sizeof(T));
}
// Bytes that differ from their neighbours.
inline void count_up(Bytes bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::uint8_t>(i * 7 + i / 251 * 3 + 1);
}
inline void clear(Bytes bytes) { std::memset(bytes.data(), 0, bytes.size()); }

} // namespace examples
