// SPDX-License-Identifier: MIT
// Reads the members of a JSON object by a table of fields (fields.hpp). Each value is taken
// exactly or refused with its path and the reason.
#pragma once

#include <tmamap/fields.hpp>
#include <tmamap/words.hpp>

#include <simdjson.h>

#include <optional>
#include <string>
#include <string_view>

namespace tmamap::io {

using Failure = std::optional<ReadError>;

// Sixteen hexadecimal digits.
struct Hex64 {
  std::uint64_t value = 0;
  friend bool operator==(const Hex64 &, const Hex64 &) = default;
};

// Where a value stands, for messages: prefix "spec." and key "box_dim".
struct Place {
  std::string_view prefix;
  std::string_view key;

  [[nodiscard]] std::string text() const { return std::string(prefix).append(key); }
  [[nodiscard]] std::string text(std::size_t index) const {
    return text() + "[" + std::to_string(index) + "]";
  }
};

inline Failure fail(std::string key, std::string message) {
  return ReadError{std::move(key), std::move(message)};
}

// "a list", "the number 1.5", …
std::string describe(simdjson::dom::element element);

// The integer in an element, or why there is none.
std::optional<std::string> read_number(simdjson::dom::element element, Number &out);
std::optional<std::string> read_scalar(simdjson::dom::element element, Hex64 &out);
std::optional<std::string> read_scalar(simdjson::dom::element element, std::string_view &out);

template <class T> std::optional<std::string> read_scalar(simdjson::dom::element element, T &out) {
  if constexpr (std::is_enum_v<T>) {
    std::string_view text;
    if (element.get(text) != simdjson::SUCCESS)
      return "the name of a " + std::string(enum_table<T>.what) + " is wanted, not " +
             describe(element);
    const std::optional<T> value = parse_enum<T>(text);
    if (!value)
      return enum_message<T>(text);
    out = *value;
  } else {
    Number number;
    if (std::optional<std::string> why = read_number(element, number))
      return why;
    const std::optional<T> value = narrow<T>(number);
    if (!value)
      return range_message<T>(number);
    out = *value;
  }
  return std::nullopt;
}

template <class T> Failure read_value(simdjson::dom::element element, Place place, T &out) {
  if (std::optional<std::string> why = read_scalar(element, out))
    return fail(place.text(), std::move(*why));
  return std::nullopt;
}

template <class T>
Failure read_value(simdjson::dom::element element, Place place, std::optional<T> &out) {
  return read_value(element, place, out.emplace());
}

template <class T> Failure read_value(simdjson::dom::element element, Place place, List<T> &out) {
  simdjson::dom::array array;
  if (element.get(array) != simdjson::SUCCESS)
    return fail(place.text(), "a list is wanted, not " + describe(element));
  out = {};
  for (const simdjson::dom::element entry : array) {
    T value = {};
    if (std::optional<std::string> why = read_scalar(entry, value))
      return fail(place.text(out.size()), std::move(*why));
    if (!out.push_back(value))
      return fail(place.text(), "more than " + std::to_string(list_capacity) + " entries");
  }
  return std::nullopt;
}

// Reads the rows of one table out of an object, member by member.
template <class Fields, class Owner> class MemberReader {
public:
  MemberReader(const Fields &fields, Owner &owner, std::string_view prefix)
      : fields_(fields), owner_(owner), prefix_(prefix) {}

  // False if no row has this key; else the value is read into its member, and `failure` is set if
  // it cannot be.
  bool read(std::string_view key, simdjson::dom::element element, Failure &failure) {
    return !for_each_field(fields_, [&](const auto &field, std::size_t position) {
      if (field.key != key)
        return true;
      const std::uint32_t bit = 1u << position;
      failure = (seen_ & bit) != 0
                    ? fail(Place{prefix_, key}.text(), "given twice")
                    : read_value(element, Place{prefix_, field.key}, owner_.*field.member);
      seen_ |= bit;
      return false;
    });
  }

  // After the last member: a required one that is missing, one of another mode.
  [[nodiscard]] Failure finish(ModeMask modes = any_mode, std::string_view mode = {},
                               std::string_view not_needed = {}) const {
    Failure failure;
    for_each_field(fields_, [&](const auto &field, std::size_t position) {
      const bool seen = (seen_ & (1u << position)) != 0;
      const bool belongs = (field.modes & modes) != 0;
      if (seen && !belongs)
        failure = fail(Place{prefix_, field.key}.text(), "no key of mode " + std::string(mode));
      else if (!seen && belongs && field.presence == Presence::required && field.key != not_needed)
        failure = fail(Place{prefix_, field.key}.text(), "missing");
      return !failure;
    });
    return failure;
  }

  void suggest(Nearest &nearest) const {
    for_each_field(fields_, [&](const auto &field, std::size_t) {
      nearest.consider(field.key);
      return true;
    });
  }

private:
  const Fields &fields_;
  Owner &owner_;
  std::string_view prefix_;
  std::uint32_t seen_ = 0;
};

inline Failure unknown_key(std::string_view prefix, std::string_view key, const Nearest &nearest) {
  return fail(std::string(prefix), in_quotes(key) + " is no key" + nearest.hint());
}

// An object that has the rows of one table and nothing else.
template <class Fields, class Owner>
Failure read_object(simdjson::dom::element element, const Fields &fields, Owner &owner,
                    std::string_view name, std::string_view not_needed = {}) {
  simdjson::dom::object object;
  if (element.get(object) != simdjson::SUCCESS)
    return fail(std::string(name), "an object is wanted, not " + describe(element));
  const std::string prefix = std::string(name) + ".";
  MemberReader reader(fields, owner, prefix);
  for (const auto [key, value] : object) {
    Failure failure;
    if (!reader.read(key, value, failure)) {
      Nearest nearest(key);
      reader.suggest(nearest);
      return unknown_key(name, key, nearest);
    }
    if (failure)
      return failure;
  }
  return reader.finish(any_mode, {}, not_needed);
}

// Why simdjson refused a line, found by a slower second reading: the column, or the path of a
// number beyond 64 bits.
ReadError explain_bad_json(std::string_view line, simdjson::error_code code);

} // namespace tmamap::io
