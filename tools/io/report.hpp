// SPDX-License-Identifier: MIT
// A report in JSON.
#pragma once

#include <io/json_write.hpp>

#include <tmamap/message.hpp>

namespace tmamap::io {

// The keys of a report, which win over an input's keys of the same name.
[[nodiscard]] bool is_report_key(std::string_view key);

// verdict, driver, outcome, findings and derived as members of `writer`.
void append_report(ObjectWriter &writer, const Report &report, const Spec &spec,
                   const Context &context);

} // namespace tmamap::io
