// SPDX-License-Identifier: MIT
#include <io/json_read.hpp>

#include <nlohmann/json.hpp>

#include <charconv>
#include <vector>

namespace tmamap::io {

std::string describe(simdjson::dom::element element) {
  switch (element.type()) {
  case simdjson::dom::element_type::ARRAY: return "a list";
  case simdjson::dom::element_type::OBJECT: return "an object";
  case simdjson::dom::element_type::INT64:
  case simdjson::dom::element_type::UINT64:
  case simdjson::dom::element_type::DOUBLE: return "the number " + simdjson::minify(element);
  case simdjson::dom::element_type::STRING:
    return "the string " + in_quotes(element.get_string().value_unsafe());
  case simdjson::dom::element_type::BOOL:
    return element.get_bool().value_unsafe() ? "true" : "false";
  case simdjson::dom::element_type::NULL_VALUE: return "null";
  }
  return "something else";
}

std::optional<std::string> read_number(simdjson::dom::element element, Number &out) {
  switch (element.type()) {
  case simdjson::dom::element_type::INT64: out = element.get_int64().value_unsafe(); break;
  case simdjson::dom::element_type::UINT64: out = element.get_uint64().value_unsafe(); break;
  case simdjson::dom::element_type::STRING: {
    const std::string_view text = element.get_string().value_unsafe();
    if (text.substr(0, 2) != "0x")
      return "an integer or a string \"0x...\" is wanted, not " + describe(element);
    const ParsedNumber number = parse_number(text);
    if (number.fault != NumberFault::none)
      return fault_message(text, number.fault);
    out = number.value;
    break;
  }
  default: return "an integer is wanted, not " + describe(element);
  }
  return std::nullopt;
}

std::optional<std::string> read_scalar(simdjson::dom::element element, Hex64 &out) {
  std::string_view text;
  constexpr std::size_t digits = 16;
  if (element.get(text) == simdjson::SUCCESS && text.size() == digits) {
    const char *const end = text.data() + digits;
    const auto [stop, error] = std::from_chars(text.data(), end, out.value, 16);
    if (error == std::errc{} && stop == end)
      return std::nullopt;
  }
  return "16 hexadecimal digits are wanted, not " + describe(element);
}

std::optional<std::string> read_scalar(simdjson::dom::element element, std::string_view &out) {
  if (element.get(out) != simdjson::SUCCESS)
    return "a string is wanted, not " + describe(element);
  return std::nullopt;
}

namespace {

// Follows the path through a document and stops at the first thing that is wrong.
class Diagnosis {
public:
  using Json = nlohmann::json;
  std::optional<ReadError> found;

  bool null() { return value(); }
  bool boolean(bool) { return value(); }
  bool number_integer(Json::number_integer_t) { return value(); }
  bool number_unsigned(Json::number_unsigned_t) { return value(); }
  bool number_float(Json::number_float_t, const std::string &text) {
    value();
    if (text.find_first_of(".eE") != std::string::npos)
      return true;
    found = ReadError{path(), in_quotes(text) + " does not fit in 64 bits"};
    return false;
  }
  bool string(const std::string &) { return value(); }
  bool binary(const Json::binary_t &) { return value(); }
  bool start_object(std::size_t) { return value(), open(false); }
  bool key(const std::string &name) {
    steps_.back().key = name;
    return true;
  }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return value(), open(true); }
  bool end_array() { return close(); }
  template <class Error> bool parse_error(std::size_t column, const std::string &, const Error &e) {
    const std::string_view why = e.what();
    // nlohmann writes "[json…] parse error at line 1, column 9: syntax error while …".
    const std::size_t colon = why.find(": ");
    found = ReadError{path(), "no JSON, column " + std::to_string(column) + ": " +
                                  printable(why.substr(colon + 2))};
    return false;
  }

private:
  struct Step {
    bool list = false;
    std::size_t next = 0; // of a list
    std::string key = {}; // of an object
  };

  bool value() { // counts the entries of a list
    if (!steps_.empty() && steps_.back().list)
      ++steps_.back().next;
    return true;
  }
  bool open(bool list) {
    steps_.push_back({list});
    return true;
  }
  bool close() {
    steps_.pop_back();
    return true;
  }
  [[nodiscard]] std::string path() const {
    constexpr std::size_t deepest_shown = 8;
    std::string text;
    for (std::size_t i = 0; i < steps_.size() && i < deepest_shown; ++i) {
      const Step &step = steps_[i];
      if (step.list) {
        text.append("[").append(std::to_string(step.next == 0 ? 0 : step.next - 1)).append("]");
      } else if (!step.key.empty()) {
        text += text.empty() ? "" : ".";
        text += printable(step.key);
      }
    }
    return text;
  }
  static std::string printable(std::string_view text) {
    constexpr std::size_t longest = 120;
    std::string out;
    for (const char c : text.substr(0, longest))
      out += c >= ' ' && c <= '~' ? c : '?';
    return text.size() > longest ? out + "..." : out;
  }

  std::vector<Step> steps_;
};

} // namespace

ReadError explain_bad_json(std::string_view line, simdjson::error_code code) {
  Diagnosis diagnosis;
  nlohmann::json::sax_parse(line.begin(), line.end(), &diagnosis);
  if (diagnosis.found)
    return *diagnosis.found;
  return {{}, "no JSON: " + std::string(simdjson::error_message(code))};
}

} // namespace tmamap::io
