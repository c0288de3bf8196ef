// SPDX-License-Identifier: MIT
// A map in words: its fields, a drawing of its bytes, and the call that would make it.
#pragma once

#include <inspect/page.hpp>

#include <tmamap/descriptor.hpp>

#include <string>

namespace tmamap::inspect {

// "global_dim[1]"
std::string field_name(const BitField &field);
// What a field of a map means: "bf16", "64", "0x7f0000001000".
std::string field_value(const BitField &field, const Descriptor &map, const Spec &spec);
// "bytes 32 to 35", "byte 8, bits 6:4"
std::string field_place(const BitField &field);

// Bits that the driver would not have left so, as a sentence.
std::string oddity_text(const Oddity &oddity, std::uint32_t rank);
// Whether nobody is known to write such bits.
bool is_alien(const Oddity &oddity);
// What the oddities together say of the maker; empty if nothing.
std::string maker_text(const Descriptor &map, const Decoded &decoded);

// 256 digits in memory order.
void append_hex(std::string &out, const Descriptor &map);

// The bytes, eight a line, with a leader from the first byte of each field to its name.
void draw_map(std::string &out, const Descriptor &map, const Spec &spec);

// The equivalent cuTensorMapEncode call, as C++ source.
void append_cpp_call(std::string &out, const Spec &spec);
// The bytes as an initialised array.
void append_c_array(std::string &out, const Descriptor &map);

} // namespace tmamap::inspect
