// SPDX-License-Identifier: MIT
// The memories of a simulated copy: device addresses and shared-memory windows, backed by the
// caller's buffers. Nothing here owns a byte of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tmamap::sim {

// An input that makes no sense: the field that carries it, and what is wrong with it.
struct InputError {
  std::string_view field = {};
  std::string_view problem = {};

  [[nodiscard]] explicit operator bool() const { return !field.empty(); }
};

// `bytes` bytes at device address `address`, kept by the caller at `data`.
struct GlobalRange {
  std::uint64_t address = 0;
  std::uint8_t *data = nullptr;
  std::uint64_t bytes = 0;

  // Whether `count` bytes from device address `from` lie inside; `count` may be 0.
  [[nodiscard]] bool holds(std::uint64_t from, std::uint64_t count) const {
    return from >= address && from - address <= bytes && count <= bytes - (from - address);
  }
  [[nodiscard]] std::uint8_t *at(std::uint64_t from) const { return data + (from - address); }
};

// Any number of ranges, kept in the order of their addresses. An address outside all of them is
// one that the chip would refuse (illegal_address).
class GlobalMemory {
public:
  // Refuses, naming the field, a range that is empty, has no buffer, wraps past 2^64 or overlaps
  // another; the memory is then as it was.
  [[nodiscard]] InputError add(const GlobalRange &range);
  [[nodiscard]] InputError add(std::uint64_t address, std::uint8_t *data, std::uint64_t bytes) {
    return add(GlobalRange{address, data, bytes});
  }

  // The range that holds `count` bytes from `address` on, or null.
  [[nodiscard]] const GlobalRange *find(std::uint64_t address, std::uint64_t count) const;

  [[nodiscard]] const std::vector<GlobalRange> &ranges() const { return ranges_; }

private:
  std::vector<GlobalRange> ranges_;
};

// Shared memory of one CTA, from a 1024-byte aligned start: access.smem_address is an offset into
// it.
struct SharedWindow {
  std::uint8_t *data = nullptr;
  std::uint64_t bytes = 0;
};

// One window a CTA of the cluster: bit i of access.multicast_mask names windows[i]. A copy without
// a mask uses windows[0].
struct SharedMemory {
  const SharedWindow *windows = nullptr;
  std::size_t count = 0;

  constexpr SharedMemory() = default;
  constexpr SharedMemory(const SharedWindow &window) : windows(&window), count(1) {}
  constexpr SharedMemory(const SharedWindow *first, std::size_t size)
      : windows(first), count(size) {}
};

} // namespace tmamap::sim
