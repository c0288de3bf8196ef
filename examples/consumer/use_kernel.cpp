// SPDX-License-Identifier: MIT
#include <tmamap/kernel/launch.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

using namespace tmamap;

// Loads a tile and forgets to wait for it: the run says so.
int main() {
  constexpr std::uint64_t address = 0x7f0000000000;
  std::vector<std::uint8_t> memory(128 * 64);
  sim::GlobalMemory global;
  if (global.add(address, memory.data(), memory.size()))
    return 1;
  const sim::TensorMap map(Spec{.data_type = DataType::u8,
                                .global_address = address,
                                .global_dim = {128, 64},
                                .global_strides = {128},
                                .box_dim = {128, 8}});
  const auto body = [&map](kernel::Thread &t) -> kernel::Task {
    const std::uint32_t tile = 0, barrier = 1024;
    t.mbarrier_init(barrier, 1);
    t.fence_mbarrier_init();
    t.arrive_expect_tx(barrier, 1024);
    t.load(map, tile, {0, 0}, barrier);
    t.write_global<std::uint8_t>(address, t.read<std::uint8_t>(tile));
    co_return;
  };
  const kernel::Result result = kernel::run({.shared_bytes = 2048}, body, global);
  for (const kernel::Finding &finding : result.findings)
    std::fputs(kernel::to_string(finding).c_str(), stdout);
  return result.findings.size() == 1 ? 0 : 1;
}
