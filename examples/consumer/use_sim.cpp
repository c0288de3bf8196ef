// SPDX-License-Identifier: MIT
// Loads a swizzled tile and finds an element in shared memory.
#include <tmamap/sim/copy.hpp>

#include <iostream>
#include <vector>

int main() {
  tmamap::Spec spec;
  spec.data_type = tmamap::DataType::u8;
  spec.global_address = 0x10000;
  spec.global_dim = {128, 8};
  spec.global_strides = {128};
  spec.box_dim = {128, 8};
  spec.swizzle = tmamap::Swizzle::b128;
  tmamap::Access load;
  load.coordinates = {0, 0};

  std::vector<std::uint8_t> tensor(128 * 8);
  tensor[5 * 128 + 32] = 77; // row 5, third 16-byte chunk
  std::vector<std::uint8_t> window(1024);
  tmamap::sim::GlobalMemory global;
  if (global.add(0x10000, tensor.data(), tensor.size()))
    return 1;
  tmamap::sim::SharedWindow shared;
  shared.data = window.data();
  shared.bytes = window.size();

  const tmamap::sim::Result result = tmamap::sim::copy(spec, load, global, shared);
  const std::size_t place = 5 * 128 + (2 ^ 5) * 16; // swizzle 128B: chunk exclusive-or row
  std::cout << result.tx_bytes << " bytes; the element lies at " << place << '\n';
  return result.ok() && result.tx_bytes == 1024 && window[place] == 77 ? 0 : 1;
}
