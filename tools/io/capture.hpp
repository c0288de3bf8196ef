// SPDX-License-Identifier: MIT
// The records beside a spec in a capture file: memories, what the hardware did, what the driver
// answered.
#pragma once

#include <io/item.hpp>
#include <io/memory.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace tmamap::io {

// The outcome of a copy, captured (`hardware`) or simulated.
struct CopyResult {
  Outcome outcome = Outcome::ok;
  std::optional<std::uint64_t> tx_bytes = std::nullopt;
  std::optional<Hex64> smem_fnv1a64 = std::nullopt;
  std::optional<Hex64> global_fnv1a64 = std::nullopt;
  std::optional<std::uint64_t> smem_footprint_bytes = std::nullopt; // simulated alone

  friend bool operator==(const CopyResult &, const CopyResult &) = default;
};

using Descriptor = std::array<std::byte, 128>; // in memory order

// What cuTensorMapEncode* returned.
struct DriverResult {
  std::uint32_t result = 0; // CUresult
  std::optional<Descriptor> descriptor = std::nullopt;

  friend bool operator==(const DriverResult &, const DriverResult &) = default;
};

struct Records {
  std::optional<Memory> global_memory = std::nullopt;
  std::optional<Memory> shared_memory = std::nullopt;
  std::optional<CopyResult> hardware = std::nullopt;
  std::optional<DriverResult> driver = std::nullopt;
};

// First line of a capture file.
struct CaptureHeader {
  std::uint32_t capture = 0; // version of the format: 1
  std::string device, compute_capability, driver, cuda;
};

// Reads the four records out of an item's other members; members by other names are left alone.
Failure read_records(const Item &item, Records &out);
Failure read_header(const Item &item, CaptureHeader &out);

// 256 hexadecimal digits, or why there are not.
std::optional<std::string> read_descriptor(std::string_view hex, Descriptor &out);
void append_hex(std::string &out, const Descriptor &descriptor);

void append_json(std::string &out, const CopyResult &result);
void append_json(std::string &out, const DriverResult &result);

} // namespace tmamap::io
