// SPDX-License-Identifier: MIT
// Maps as people have them: hexadecimal in the shapes that dumps and debuggers print, or binary.
#pragma once

#include <tmamap/descriptor.hpp>
#include <tmamap/words.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tmamap::inspect {

// More than this is no list of maps but a slip.
inline constexpr std::size_t max_map_input_bytes = std::size_t{64} << 20;

// The bytes that a text means, in memory order: hexadecimal digits with or without blanks, commas
// and 0x; lines of `xxd`, `hexdump -C`, `hexdump`, gdb's `x/32xw`, `x/16xg` and `x/128xb`, whose
// words are little-endian. Or what is wrong, with the line.
std::optional<ReadError> read_hex(std::string_view text, std::vector<std::uint8_t> &bytes);

// Whether a file's content is bytes themselves and not text.
bool is_binary(std::string_view content);

// All of a file, unpacked if it is gzipped; `-` is standard input.
std::optional<ReadError> read_all(const std::string &path, std::string &content);

// The maps in a row of bytes, which must be whole.
std::optional<ReadError> split_maps(const std::vector<std::uint8_t> &bytes,
                                    std::vector<Descriptor> &maps);

bool is_file(const std::string &path);

} // namespace tmamap::inspect
