// SPDX-License-Identifier: MIT
// Text for people: 100 columns, labels on the left, colour where it is wanted.
#pragma once

#include <string>
#include <string_view>

namespace tmamap::inspect {

enum class Colour { none, red, yellow, cyan, green, bold, dim };

class Page {
public:
  static constexpr std::size_t columns = 100;
  static constexpr std::size_t label_columns = 12;

  Page(std::string &out, bool colour) : out_(out), colour_(colour) {}

  // A heading in colour and the text after it, continued under the text.
  void heading(Colour colour, std::string_view word, std::string_view text);
  // "  label     text", continued under the text.
  void labelled(std::string_view label, std::string_view text);
  // Two of them on one line, where they fit.
  void labelled(std::string_view label, std::string_view text, std::string_view second_label,
                std::string_view second_text);
  void blank() { out_ += '\n'; }
  void paint(Colour colour, std::string_view text);

private:
  void wrapped(std::string_view text, std::size_t column, std::size_t indent);

  std::string &out_;
  bool colour_;
};

} // namespace tmamap::inspect
