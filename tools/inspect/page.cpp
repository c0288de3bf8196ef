// SPDX-License-Identifier: MIT
#include <inspect/page.hpp>

#include <algorithm>

namespace tmamap::inspect {
namespace {

constexpr std::string_view escape(Colour colour) {
  switch (colour) {
  case Colour::none: break;
  case Colour::red: return "\x1b[1;31m";
  case Colour::yellow: return "\x1b[1;33m";
  case Colour::cyan: return "\x1b[1;36m";
  case Colour::green: return "\x1b[1;32m";
  case Colour::bold: return "\x1b[1m";
  case Colour::dim: return "\x1b[2m";
  }
  return {};
}

std::string padded(std::string_view label) {
  std::string text = "  ";
  text += label;
  text.resize(std::max(text.size() + 1, Page::label_columns), ' ');
  return text;
}

} // namespace

void Page::paint(Colour colour, std::string_view text) {
  if (!colour_ || colour == Colour::none) {
    out_ += text;
    return;
  }
  out_ += escape(colour);
  out_ += text;
  out_ += "\x1b[0m";
}

void Page::heading(Colour colour, std::string_view word, std::string_view text) {
  paint(colour, word);
  if (!text.empty())
    out_ += ' ';
  wrapped(text, word.size() + 1, label_columns);
}

void Page::labelled(std::string_view label, std::string_view text) {
  const std::string start = padded(label);
  paint(Colour::dim, start);
  wrapped(text, start.size(), label_columns);
}

void Page::labelled(std::string_view label, std::string_view text, std::string_view second_label,
                    std::string_view second_text) {
  const std::string start = padded(label), middle = "    " + std::string(second_label) + "  ";
  if (start.size() + text.size() + middle.size() + second_text.size() > columns) {
    labelled(label, text);
    labelled(second_label, second_text);
    return;
  }
  paint(Colour::dim, start);
  out_ += text;
  paint(Colour::dim, middle);
  out_ += second_text;
  out_ += '\n';
}

// Breaks at blanks; a word longer than a line stays whole, so that it can be copied.
void Page::wrapped(std::string_view text, std::size_t column, std::size_t indent) {
  bool first = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (!first && column + 1 + end > columns) {
      out_ += '\n';
      out_.append(indent, ' ');
      column = indent;
    } else if (!first) {
      out_ += ' ';
      ++column;
    }
    out_ += text.substr(0, end);
    column += end;
    text.remove_prefix(std::min(end + 1, text.size()));
    first = false;
  }
  out_ += '\n';
}

} // namespace tmamap::inspect
