// SPDX-License-Identifier: MIT
#include <inspect/map_text.hpp>

#include <tmamap/fields.hpp>
#include <tmamap/words.hpp>

#include <fmt/format.h>

namespace tmamap::inspect {
namespace {

template <class T> std::string text_of(const T &value) {
  if constexpr (std::is_enum_v<T>) {
    std::string text;
    append_enum(text, value);
    return text;
  } else {
    return fmt::format("{}", value);
  }
}

// The member of a spec that a field holds, or its part at the field's index.
struct MemberText {
  const BitField &field;
  std::string text = {};

  template <class T> void take(const T &value) { text = text_of(value); }
  template <class T> void take(const std::optional<T> &value) {
    text = value ? fmt::format("{:#x}", *value) : "absent";
  }
  template <class T> void take(const List<T> &list) {
    const auto i = static_cast<std::size_t>(field.index);
    text = i < list.size() ? text_of(list[i]) : "unused";
  }
};

} // namespace

std::string field_name(const BitField &field) {
  return field.index < 0 ? std::string(field.name) : fmt::format("{}[{}]", field.name, field.index);
}

std::string field_value(const BitField &field, const Descriptor &map, const Spec &spec) {
  if (field.name == "tensor_rank")
    return fmt::format("{}", map.rank());
  MemberText member{field};
  for_each_field(spec_fields, [&](const auto &row, std::size_t) {
    if (row.key == field.name && (row.modes & mask(spec.mode)) != 0)
      member.take(spec.*row.member);
    return true;
  });
  return member.text.empty() ? fmt::format("{}", map.get(field)) : member.text;
}

std::string field_place(const BitField &field) {
  const std::uint32_t first = 8 * field.word + field.lsb / 8;
  const std::uint32_t last = 8 * field.word + (field.lsb + field.width - 1) / 8;
  if (field.lsb % 8 == 0 && field.width % 8 == 0)
    return first == last ? fmt::format("byte {}", first)
                         : fmt::format("bytes {} to {}", first, last);
  const std::uint32_t high = field.lsb + field.width - 1;
  const std::string bits = field.width == 1 ? fmt::format("bit {}", field.lsb)
                                            : fmt::format("bits {}:{}", high, field.lsb);
  return fmt::format("word {}, {}", field.word, bits);
}

bool is_alien(const Oddity &oddity) {
  if (oddity.field == nullptr)
    return true;
  return oddity.field->name == "version" ? oddity.found > 1 : oddity.field->holds != Holds::derived;
}

std::string oddity_text(const Oddity &oddity, std::uint32_t rank) {
  const std::uint32_t high = oddity.lsb + oddity.width - 1;
  const std::string where = oddity.width == 1
                                ? fmt::format("word {} bit {}", oddity.word, oddity.lsb)
                                : fmt::format("word {} bits {}:{}", oddity.word, high, oddity.lsb);
  if (oddity.field == nullptr)
    return fmt::format("{}: {:#x}, where no field is known", where, oddity.found);
  const BitField &field = *oddity.field;
  const std::string name = field_name(field);
  if (!oddity.in_use)
    return fmt::format("{}: {:#x} in {}, which rank {} does not use", where, oddity.found, name,
                       rank);
  if (field.name == "version")
    return fmt::format("{}: version {}{}", where, oddity.found,
                       oddity.found == 1 ? "; the driver writes 0"
                                         : ", never seen: 0 is the driver's, 1 is set by builders");
  if (field.name == "tf32")
    return fmt::format("{}: the tf32 bit with a data type that is no 32-bit float", where);
  return fmt::format("{}: {} is {}; the driver writes {}", where, name, oddity.found,
                     oddity.driver);
}

std::string maker_text(const Descriptor &map, const Decoded &decoded) {
  bool alien = false, any = false;
  for_each_oddity(map, decoded, [&](const Oddity &oddity) {
    any = true;
    alien |= is_alien(oddity);
  });
  if (!any || alien || map.words[8] != 0 || map.words[9] != 0)
    return {};
  return "words 8 and 9, which the driver fills, are zero: made on the device (tensormap.replace "
         "on a zeroed buffer), or only the first 64 bytes were set";
}

void append_hex(std::string &out, const Descriptor &map) {
  for (std::size_t i = 0; i < descriptor_bytes; ++i)
    fmt::format_to(std::back_inserter(out), "{:02x}", map.byte(i));
}

void draw_map(std::string &out, const Descriptor &map, const Spec &spec) {
  constexpr std::uint32_t first_column = 6, name_column = 32;
  const auto put = std::back_inserter(out);
  for (std::uint32_t word = 0; word < descriptor_words; ++word) {
    bool named = false;
    for (const BitField &field : descriptor_fields)
      named |= field.word == word && field.exists_in(map.layout());
    if (!named && map.words[word] == 0)
      continue;
    fmt::format_to(put, "  {:02x}", 8 * word);
    for (std::uint32_t i = 0; i < 8; ++i)
      fmt::format_to(put, "{}{:02x}", i == 0 ? "  " : " ", map.byte(8 * word + i));
    out += '\n';
    for (const BitField &field : descriptor_fields) {
      // The fields that the driver leaves zero are worth a line when they are not.
      if (field.word != word || !field.exists_in(map.layout()) ||
          (field.holds == Holds::nothing && map.get(field) == 0))
        continue;
      const std::uint32_t column = first_column + 3 * (field.lsb / 8);
      fmt::format_to(
          put, "{:{}}'{:-<{}} {:<5}  {} = {}\n", "", column, "", name_column - column - 2,
          field.width == 1 ? fmt::format("{}", field.lsb)
                           : fmt::format("{}:{}", field.lsb + field.width - 1, field.lsb),
          field_name(field), field_value(field, map, spec));
    }
  }
}

} // namespace tmamap::inspect
