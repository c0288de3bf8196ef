// SPDX-License-Identifier: MIT
#include <inspect/command.hpp>

namespace tmamap::inspect {
namespace {

constexpr Command rows[] = {
    {"check", "Say what the driver and the copy will do with a spec, and why", add_check},
    {"explain", "Explain one rule: what, why, the way out, and who says so", add_explain},
    {"rules", "List every rule", add_rules},
};

} // namespace

std::span<const Command> commands() { return rows; }

} // namespace tmamap::inspect
