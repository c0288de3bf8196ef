// SPDX-License-Identifier: MIT
#include <io/item.hpp>
#include <io/line_source.hpp>

#include <array>
#include <bit>

namespace tmamap::io {
namespace {

static_assert(line_padding_bytes >= simdjson::SIMDJSON_PADDING);

constexpr std::string_view blanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos)
    return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Walks over the members of an object that is known to be valid JSON, for the text of each: the
// parser keeps values, not how they were written.
class MemberTexts {
public:
  explicit MemberTexts(std::string_view object) : text_(object), at_(object.find('{') + 1) {}

  // The next member's key and value, as written.
  std::pair<std::string_view, std::string_view> next() {
    const std::string_view key = take(':');
    return {key, take(',')};
  }

private:
  // Up to `separator` or the object's end, whichever is outside of strings and nested values.
  std::string_view take(char separator) {
    const std::size_t begin = at_;
    int depth = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"')
        skip_string();
      else if (depth == 0 && (c == separator || c == '}'))
        break;
      else if ((c | 0x20) == '{') // { or [: the letters' bit of case tells them apart
        ++depth;
      else if ((c | 0x20) == '}')
        --depth;
    }
    const std::string_view part = text_.substr(begin, at_ - begin);
    ++at_;
    return trimmed(part);
  }
  void skip_string() { // to its closing quote; most are too short for a library call to pay
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_)
      if (text_[at_] == '\\')
        ++at_;
  }

  std::string_view text_;
  std::size_t at_;
};

// Which letters a word has, one bit each.
constexpr std::uint32_t letters_of(std::string_view word) {
  std::uint32_t letters = 0;
  for (const char c : word)
    letters |= 1u << (c & 31);
  return letters;
}

// A key beside `spec` that is nearly one of ours is a slip, which must not pass silently.
Failure misspelt(std::string_view key) {
  static constexpr std::array<std::string_view, 5> ours = {
      "spec", "access", "target", "descriptor_address", "replacement_address"};
  const std::uint32_t letters = letters_of(key);
  for (const std::string_view known : ours) {
    const std::size_t allowed = known.size() <= 4 ? 1 : 2;
    // One edit changes at most two letters of the set: most words need no closer look.
    if (static_cast<std::size_t>(std::popcount(letters ^ letters_of(known))) <= 2 * allowed &&
        key.size() <= known.size() + allowed && edit_distance(key, known) <= allowed)
      return fail({}, in_quotes(key) + " is no key; did you mean \"" + std::string(known) + "\"?");
  }
  return std::nullopt;
}

// The members of a spec, with the descriptor's address, which may stand among them.
Failure read_spec(simdjson::dom::object object, std::string_view prefix,
                  std::optional<std::uint64_t> &descriptor_address, Spec &spec) {
  MemberReader reader(spec_fields, spec, prefix);
  for (const auto [key, value] : object) {
    Failure failure;
    if (!reader.read(key, value, failure)) {
      if (key == "descriptor_address" && !descriptor_address) {
        failure = read_value(value, Place{prefix, "descriptor_address"}, descriptor_address);
      } else if (key == "descriptor_address") {
        failure = fail(Place{prefix, key}.text(), "given twice");
      } else {
        Nearest nearest(key);
        reader.suggest(nearest);
        nearest.consider("descriptor_address");
        nearest.consider("spec");
        failure = unknown_key(prefix.empty() ? prefix : prefix.substr(0, prefix.size() - 1), key,
                              nearest);
      }
    }
    if (failure)
      return failure;
  }
  if (Failure failure = reader.finish(mask(spec.mode), name(spec.mode)))
    return failure;
  Failure failure = check_lengths(spec);
  if (failure)
    failure->key.insert(0, prefix);
  return failure;
}

Failure read_access(simdjson::dom::element element, Access &access) {
  std::string_view op;
  const bool prefetch = element["op"].get(op) == simdjson::SUCCESS && op == name(Op::prefetch);
  return read_object(element, access_fields, access, "access", prefetch ? "smem_address" : "");
}

void reset(Item &item, Target default_target) {
  item.kind = ItemKind::spec;
  item.spec = {};
  item.context = {};
  item.context.target = default_target;
  item.others.clear();
}

} // namespace

bool is_json(std::string_view text) {
  simdjson::dom::parser parser;
  return parser.parse(text.data(), text.size()).error() == simdjson::SUCCESS;
}

void append_others(ObjectWriter &writer, const Item &item, bool (*carried)(std::string_view name)) {
  MemberTexts texts(item.text);
  std::size_t next = 0;
  for (const Member &member : item.others) {
    if (!carried(member.name))
      continue;
    for (; next < member.position; ++next)
      texts.next();
    const auto [key, value] = texts.next();
    ++next;
    writer.verbatim(key, value);
  }
}

Failure ItemReader::read_copy(std::string_view text, Item &out) {
  copy_.assign(text);
  copy_.append(line_padding_bytes, ' ');
  return read(std::string_view(copy_).substr(0, text.size()), out);
}

Failure ItemReader::read(std::string_view line, Item &out) {
  reset(out, default_target);
  const std::string_view text = trimmed(line);
  out.text = text;
  if (text.empty())
    return fail({}, "the line is empty");
  if (is_letter(text[0])) {
    Case parsed;
    parsed.context.target = default_target;
    Failure failure = parse(text, parsed);
    out.spec = parsed.spec;
    out.context = parsed.context;
    return failure;
  }
  simdjson::dom::element root;
  const auto error = parser_.parse(text.data(), text.size(), false).get(root);
  if (error != simdjson::SUCCESS)
    return explain_bad_json(text, error);
  simdjson::dom::object object;
  if (root.get(object) != simdjson::SUCCESS)
    return fail({}, "an object or a one-line spec is wanted, not " + describe(root));
  simdjson::dom::element member;
  if (object["spec"].get(member) == simdjson::SUCCESS)
    return read_wrapped(object, out);
  if (object["capture"].get(member) == simdjson::SUCCESS) {
    out.kind = ItemKind::capture_header;
    std::size_t position = 0;
    for (const auto [key, value] : object)
      out.others.push_back({key, value, position++});
    return std::nullopt;
  }
  return read_spec(object, "", out.context.descriptor_address, out.spec);
}

Failure ItemReader::read_wrapped(simdjson::dom::object object, Item &out) {
  out.kind = ItemKind::wrapped;
  MemberReader around(context_fields, out.context, "");
  std::optional<std::uint64_t> inner_descriptor_address;
  bool seen_spec = false;
  std::size_t position = 0;
  for (const auto [key, value] : object) {
    Failure failure;
    if (key == "spec") {
      simdjson::dom::object spec;
      if (seen_spec)
        failure = fail("spec", "given twice");
      else if (value.get(spec) != simdjson::SUCCESS)
        failure = fail("spec", "an object is wanted, not " + describe(value));
      else
        failure = read_spec(spec, "spec.", inner_descriptor_address, out.spec);
      seen_spec = true;
    } else if (key == "access") {
      failure = out.context.access ? fail("access", "given twice")
                                   : read_access(value, out.context.access.emplace());
    } else if (!around.read(key, value, failure)) {
      failure = misspelt(key);
      out.others.push_back({key, value, position});
    }
    if (failure)
      return failure;
    ++position;
  }
  if (inner_descriptor_address && out.context.descriptor_address)
    return fail("spec.descriptor_address", "given twice");
  if (inner_descriptor_address)
    out.context.descriptor_address = inner_descriptor_address;
  return std::nullopt;
}

} // namespace tmamap::io
