// SPDX-License-Identifier: MIT
// Any bytes as a line of input. What is read must be checked, written and read back equal; what is
// refused must say why.
#include <io/capture.hpp>
#include <io/report.hpp>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace tmamap;

namespace {

void require(bool holds) {
  if (!holds)
    std::abort();
}

bool is_json(std::string_view text) { // with a parser that is kept: the search repeats this often
  static simdjson::dom::parser parser;
  return parser.parse(text.data(), text.size()).error() == simdjson::SUCCESS;
}

bool same(const Context &a, const Context &b) {
  return a.target == b.target && a.descriptor_address == b.descriptor_address &&
         a.replacement_address == b.replacement_address && a.access == b.access;
}

void require_text_inverse(const io::Item &item) {
  std::string text = to_text(item.spec);
  append_text(text, item.context);
  Case parsed;
  require(!parse(text, parsed));
  require(parsed.spec == item.spec && same(parsed.context, item.context));
}

void require_json_inverse(const io::Item &item) {
  std::string text;
  {
    io::ObjectWriter writer(text);
    io::append_json(writer.member("spec"), item.spec);
    if (item.context.access)
      io::append_json(writer.member("access"), *item.context.access);
  }
  static io::ItemReader reader;
  static io::Item again;
  require(!reader.read_copy(text, again));
  require(again.spec == item.spec && again.context.access == item.context.access);
}

void require_json_result(const io::Item &item) {
  static const io::ReportWriter reports;
  std::string text;
  {
    io::ObjectWriter writer(text);
    io::append_others(writer, item, [](std::string_view name) { return !io::is_report_key(name); });
    reports.append(writer, check(item.spec, item.context), item.spec, item.context);
  }
  require(is_json(text));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char *>(data), size);
  static io::ItemReader reader;
  static io::Item item;
  if (const io::Failure failure = reader.read_copy(line, item)) {
    require(!failure->message.empty());
    std::string text;
    io::append_input_error(text, 1, *failure);
    require(is_json(text));
    return 0;
  }
  if (item.kind == io::ItemKind::capture_header) {
    io::CaptureHeader header;
    read_header(item, header);
    return 0;
  }
  io::Records records;
  read_records(item, records);
  require_text_inverse(item);
  require_json_inverse(item);
  require_json_result(item);
  return 0;
}
