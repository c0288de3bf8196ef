// SPDX-License-Identifier: MIT
#include "example.hpp"

#include <cstdlib>

namespace examples {

std::span<const Example *const> all() {
  static constexpr const Example *rows[] = {&single_tile_example, &load_store_example,
                                            &load_reduce_example, &swizzled_grid_example,
                                            &pipeline_example,    &multicast_example};
  return rows;
}

Memory::Memory(const Example &example) : example_(example), bytes_(example.memory_bytes) {
  if (global_.add(address, bytes_.data(), bytes_.size()))
    std::abort(); // an example without memory
  fill();
}

Arguments arguments(const Example &example, std::uint64_t memory, bool broken) {
  Arguments arguments{.memory = memory, .broken = broken};
  for (const Spec &spec : example.maps(memory))
    arguments.maps.emplace_back(spec);
  return arguments;
}

std::vector<std::uint8_t> expected(const Example &example) {
  std::vector<std::uint8_t> bytes(example.memory_bytes);
  example.fill(bytes);
  example.expect(bytes);
  return bytes;
}

} // namespace examples
