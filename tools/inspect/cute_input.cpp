// SPDX-License-Identifier: MIT
#include <inspect/cute_input.hpp>
#include <inspect/map_input.hpp>

#include <io/line_source.hpp>

#include <tmamap/descriptor.hpp>

#include <algorithm>

namespace tmamap::inspect {
namespace {

using Error = std::optional<CuteError>;

Error wrong(std::string key, std::string message) {
  return CuteError{{std::move(key), std::move(message)}, {}, {}};
}
Error wrong(std::string key, const std::string &text, const cute::TextError &error) {
  return CuteError{{std::move(key), to_string(error)}, text, error.column};
}

Error read_request(const CuteTexts &texts, cute::TmaRequest &out) {
  for (const auto &[key, text] : {std::pair("data_type", &texts.data_type),
                                  std::pair("gmem", &texts.gmem), std::pair("smem", &texts.smem)})
    if (text->empty())
      return wrong(key, "missing");
  const std::optional<DataType> type = parse_enum<DataType>(texts.data_type);
  if (!type)
    return wrong("data_type", enum_message<DataType>(texts.data_type));
  out.data_type = *type;
  out.cluster = texts.cluster;
  out.target = texts.target;
  cute::GmemTensor gmem;
  if (const auto error = cute::parse(texts.gmem, gmem))
    return wrong("gmem", texts.gmem, *error);
  out.gmem = gmem.layout;
  out.global_address = texts.global_address ? texts.global_address : gmem.address;
  if (gmem.element_bits && *gmem.element_bits != element_bits(*type))
    return wrong("gmem", "elements of " + std::to_string(*gmem.element_bits) + " bits, but " +
                             std::string(name(*type)) + " has " +
                             std::to_string(element_bits(*type)));
  if (const auto error = cute::parse(texts.smem, element_bits(*type), out.smem))
    return wrong("smem", texts.smem, *error);
  if (texts.tile.empty())
    return {};
  cute::Layout tile; // its strides say nothing
  if (const auto error = cute::parse(texts.tile, tile))
    return wrong("tile", texts.tile, *error);
  out.tile = tile.shape;
  return {};
}

Error read_hex_map(const std::string &text, Spec &out) {
  std::vector<std::uint8_t> bytes;
  std::vector<Descriptor> maps;
  std::optional<ReadError> error = read_hex(text, bytes);
  if (!error)
    error = split_maps(bytes, maps);
  if (!error && maps.size() != 1)
    error = ReadError{{}, "one map is wanted, not " + std::to_string(maps.size())};
  if (error)
    return wrong("descriptor", to_string(*error));
  out = decode(maps[0]).spec;
  return {};
}

Error read_text(simdjson::dom::object object, std::string_view key, std::string &out) {
  simdjson::dom::element element;
  if (object[key].get(element) != simdjson::SUCCESS)
    return {};
  std::string_view text;
  if (element.get(text) != simdjson::SUCCESS)
    return wrong(std::string(key), "a string is wanted, not " + io::describe(element));
  out = text;
  return {};
}

template <class T> Error read_value(simdjson::dom::object object, std::string_view key, T &out) {
  simdjson::dom::element element;
  if (object[key].get(element) != simdjson::SUCCESS)
    return {};
  if (io::Failure failure = io::read_value(element, {"", key}, out))
    return CuteError{*failure, {}, {}};
  return {};
}

} // namespace

std::string with_mark(const CuteError &error) {
  std::string text = to_string(error.error);
  if (!error.column)
    return text;
  constexpr std::size_t before = 60, all = 90;
  const std::size_t at = *error.column - 1, begin = at > before ? at - before : 0;
  std::string shown = error.text.substr(std::min(begin, error.text.size()), all);
  for (char &c : shown)
    if (c < ' ' || c > '~')
      c = '?';
  return text + "\n  " + shown + "\n  " + std::string(at - begin, ' ') + '^';
}

std::optional<CuteError> read_question(const CuteTexts &texts, CuteQuestion &out) {
  out = {};
  out.target = texts.target;
  if (texts.map.empty())
    return read_request(texts, out.request.emplace());
  const std::size_t begin = texts.map.find_first_not_of(" \t\n");
  const bool is_spec = begin != std::string::npos &&
                       (texts.map[begin] == '{' || texts.map.substr(begin, 2) == "ti" ||
                        texts.map.substr(begin, 2) == "im");
  if (!is_spec)
    return read_hex_map(texts.map, out.spec.emplace());
  io::ItemReader reader;
  io::Item item;
  if (const io::Failure failure = reader.read_copy(texts.map, item))
    return CuteError{*failure, {}, {}};
  out.spec = item.spec;
  return {};
}

std::optional<CuteError> CuteLineReader::read(std::string_view line, CuteQuestion &out,
                                              io::Item &carried) {
  carried = {};
  out = {};
  const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
  copy_.assign(line.substr(begin));
  copy_.erase(copy_.find_last_not_of(" \t\r") + 1);
  const std::size_t length = copy_.size();
  copy_.append(io::line_padding_bytes, ' ');
  const std::string_view text = std::string_view(copy_).substr(0, length);
  if (text.empty())
    return wrong({}, "the line is empty");
  simdjson::dom::element root;
  const auto code = parser_.parse(text.data(), text.size(), false).get(root);
  if (code != simdjson::SUCCESS)
    return CuteError{io::explain_bad_json(text, code), {}, {}};
  simdjson::dom::object object;
  if (root.get(object) != simdjson::SUCCESS)
    return wrong({}, "an object is wanted, not " + io::describe(root));
  carried.kind = io::ItemKind::wrapped;
  carried.text = text;
  std::size_t position = 0;
  for (const auto [key, value] : object)
    carried.others.push_back({key, value, position++});
  const bool layouts =
      object["gmem"].error() == simdjson::SUCCESS || object["smem"].error() == simdjson::SUCCESS;
  return layouts ? read_layouts(object, out) : read_map(object, text, out);
}

std::optional<CuteError> CuteLineReader::read_layouts(simdjson::dom::object object,
                                                      CuteQuestion &out) {
  CuteTexts texts;
  texts.target = default_target;
  for (const auto &[key, text] :
       {std::pair("data_type", &texts.data_type), std::pair("gmem", &texts.gmem),
        std::pair("smem", &texts.smem), std::pair("tile", &texts.tile)})
    if (Error error = read_text(object, key, *text))
      return error;
  if (Error error = read_value(object, "global_address", texts.global_address))
    return error;
  if (Error error = read_value(object, "cluster", texts.cluster))
    return error;
  if (Error error = read_value(object, "target", texts.target))
    return error;
  return read_question(texts, out);
}

std::optional<CuteError> CuteLineReader::read_map(simdjson::dom::object object,
                                                  std::string_view line, CuteQuestion &out) {
  out.target = default_target;
  if (Error error = read_value(object, "target", out.target))
    return error;
  if (object["descriptor"].error() == simdjson::SUCCESS &&
      object["spec"].error() != simdjson::SUCCESS) {
    std::string hex;
    if (Error error = read_text(object, "descriptor", hex))
      return error;
    return read_hex_map(hex, out.spec.emplace());
  }
  if (object["spec"].error() != simdjson::SUCCESS && object["mode"].error() != simdjson::SUCCESS)
    return wrong("gmem", "missing");
  io::Item item;
  if (const io::Failure failure = items_.read_copy(line, item))
    return CuteError{*failure, {}, {}};
  out.spec = item.spec;
  return {};
}

} // namespace tmamap::inspect
