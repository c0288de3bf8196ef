// SPDX-License-Identifier: MIT
// The pictures that commands show.
#pragma once

#include <draw/banks.hpp>
#include <draw/picture.hpp>
#include <draw/tile_map.hpp>

namespace tmamap::draw {

// "128,3": innermost first.
std::string coordinates_text(const List<std::int64_t> &coordinates);

// Lines of 128 bytes; at most `most_lines` of them, 0 for all.
Picture tile_picture(const TileMap &map, std::size_t most_lines);

// "bits[6:4] ^= bits[9:7]", and as an expression and as CuTe's functor; empty for none.
std::string xor_text(Swizzle swizzle);
std::string xor_expression(Swizzle swizzle);
std::string cute_text(Swizzle swizzle);

// One period of a mode by itself, or of the lines that a tile's rows lie in.
Picture swizzle_picture(Swizzle swizzle);
Picture swizzle_picture(const TileMap &map);

// Every pattern under every swizzle, and one round of the worst pattern bank by bank, at most
// `most_rows` high (0: all).
Picture banks_picture(const BankReport &report, std::size_t most_rows);

} // namespace tmamap::draw
