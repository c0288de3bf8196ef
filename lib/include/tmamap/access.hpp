// SPDX-License-Identifier: MIT
// One use of a tensor map: the operands of a cp.async.bulk.tensor instruction (PTX ISA 9.1,
// 9.7.9.27.1), its reduction and its prefetch.
#pragma once

#include <tmamap/enums.hpp>
#include <tmamap/list.hpp>

#include <cstdint>
#include <optional>

namespace tmamap {

struct Access {
  Op op = Op::load;
  // One coordinate a dimension, innermost first. gather4 and scatter4: {column, row0..row3}.
  List<std::int32_t> coordinates = {};
  std::uint64_t smem_address = 0; // bytes from a 1024-byte aligned start of shared memory
  // im2col loads: one offset a spatial axis, innermost first. im2col_wide: {w_halo, w_offset}.
  List<std::uint16_t> im2col_offsets = {};
  std::optional<std::uint64_t> expect_tx_bytes = std::nullopt; // what the barrier was told
  std::optional<std::uint16_t> multicast_mask = std::nullopt;  // one bit a CTA of the cluster

  [[nodiscard]] constexpr std::uint32_t im2col_offset(std::size_t axis) const {
    return axis < im2col_offsets.size() ? im2col_offsets[axis] : 0;
  }
};

constexpr bool operator==(const Access &a, const Access &b) {
  return a.op == b.op && a.coordinates == b.coordinates && a.smem_address == b.smem_address &&
         a.im2col_offsets == b.im2col_offsets && a.expect_tx_bytes == b.expect_tx_bytes &&
         a.multicast_mask == b.multicast_mask;
}
constexpr bool operator!=(const Access &a, const Access &b) { return !(a == b); }

// Four rows of one box each.
constexpr bool is_gather4(Op op) { return op == Op::gather4 || op == Op::scatter4; }

} // namespace tmamap
