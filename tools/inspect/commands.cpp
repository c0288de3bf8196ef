// SPDX-License-Identifier: MIT
#include <inspect/command.hpp>

namespace tmamap::inspect {
namespace {

constexpr Command rows[] = {
    {"check", "Say what the driver and the copy will do with a spec, and why", add_check},
    {"encode", "Print the 128 bytes that the driver makes of a spec", add_encode},
    {"decode", "Read the 128 bytes of a tensor map: spec, fields, findings", add_decode},
    {"diff", "Compare two maps or specs, field by field", add_diff},
    {"fields", "List every field of the 128 bytes", add_fields},
    {"simulate", "Run copies: outcome, transaction bytes and hashes of memory", add_simulate},
    {"replay", "Run captured copies and encodes; show where the chip did otherwise", add_replay},
    {"tile", "Draw which element of the tensor lies at which byte of shared memory", add_tile},
    {"swizzle", "Draw what a swizzle does to 16-byte chunks", add_swizzle},
    {"banks", "Count bank conflicts of reads of a tile, under every swizzle", add_banks},
    {"cute", "Say which map and copies CuTe's layouts stand for, or why there are none", add_cute},
    {"explain", "Explain one rule: what, why, the way out, and who says so", add_explain},
    {"rules", "List every rule", add_rules},
};

} // namespace

std::span<const Command> commands() { return rows; }

} // namespace tmamap::inspect
