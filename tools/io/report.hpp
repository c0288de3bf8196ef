// SPDX-License-Identifier: MIT
// A report in JSON.
#pragma once

#include <io/json_write.hpp>

#include <tmamap/message.hpp>

#include <array>
#include <string>

namespace tmamap::io {

// The keys of a report, which win over an input's keys of the same name.
[[nodiscard]] bool is_report_key(std::string_view key);

// Writes reports. What is the same in every finding of a rule is put together once, when the writer
// is made.
class ReportWriter {
public:
  ReportWriter();

  // verdict, driver, outcome, findings and derived as members of `writer`.
  void append(ObjectWriter &writer, const Report &report, const Spec &spec,
              const Context &context) const;

private:
  // The text around a finding's own values.
  struct Parts {
    std::string before_index, before_message, after_fix;
  };

  void append_finding(std::string &out, const Finding &finding, const Spec &spec,
                      const Context &context) const;

  std::array<std::array<Parts, rule_count>, 2> parts_; // by target and rule
};

} // namespace tmamap::io
