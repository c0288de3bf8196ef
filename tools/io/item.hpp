// SPDX-License-Identifier: MIT
// One line of input: a spec and what stands beside it, in JSON or in the one-line form.
#pragma once

#include <io/json_read.hpp>
#include <io/json_write.hpp>

#include <tmamap/text.hpp>

#include <string_view>
#include <vector>

namespace tmamap::io {

// A member that no reader of specs knows. Valid until the next line is read.
struct Member {
  std::string_view name; // unescaped
  simdjson::dom::element element;
  std::size_t position = 0; // among the members of its line
};

enum class ItemKind : std::uint8_t {
  spec,           // a bare spec, or the one-line form
  wrapped,        // an object with the key `spec`
  capture_header, // {"capture":1,...}: everything is in `others`
};

struct Item {
  ItemKind kind = ItemKind::spec;
  Spec spec = {};
  Context context = {};
  std::vector<Member> others = {};
  std::string_view text = {}; // the line
};

// Results carry the members that no command reads: writes those that `carried` wants, as they were
// written.
void append_others(ObjectWriter &writer, const Item &item, bool (*carried)(std::string_view name));

// Whether a text is one valid JSON document.
bool is_json(std::string_view text);

class ItemReader {
public:
  Target default_target = Target::sm_90; // of items that name none

  // `line` is followed by line_padding_bytes readable bytes.
  Failure read(std::string_view line, Item &out);
  // Of a text that stands alone, such as a command-line argument: copied first.
  Failure read_copy(std::string_view text, Item &out);

private:
  Failure read_wrapped(simdjson::dom::object object, Item &out);

  simdjson::dom::parser parser_;
  std::string copy_;
};

} // namespace tmamap::io
