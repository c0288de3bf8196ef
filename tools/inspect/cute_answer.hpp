// SPDX-License-Identifier: MIT
// What `tmamap-inspect cute` prints.
#pragma once

#include <inspect/command.hpp>
#include <inspect/cute_input.hpp>
#include <inspect/describe_rule.hpp>

#include <cute/proof.hpp>

#include <tmamap/cute/reason.hpp>
#include <tmamap/cute/shared_layout.hpp>

#include <string>
#include <string_view>

namespace tmamap::inspect {

class Page;

// A question with everything that is said of it.
struct CuteAnswer {
  const CuteQuestion &question;
  cute::TmaAnswer layouts; // of a request
  Proof proof;             // where there is a copy
  // Of a spec: its shared layout, or why it has none.
  cute::Result<cute::SharedLayout> back = cute::Failure{};

  [[nodiscard]] ExitCode code() const;
};
[[nodiscard]] CuteAnswer answer_of(const CuteQuestion &question);

// What there is to do: the nearest layout that works, then the advice.
[[nodiscard]] std::string fix_text(const cute::ReasonFinding &finding);

void print_answer(Page &page, const CuteAnswer &answer);
// One line. `carried` are the members of the input that no answer has.
void append_json(std::string &out, const CuteAnswer &answer, const io::Item *carried);

} // namespace tmamap::inspect
