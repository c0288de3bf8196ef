// SPDX-License-Identifier: MIT
// Parses the one-line form.
#include <tmamap/fields.hpp>
#include <tmamap/text.hpp>

namespace tmamap {
namespace {

using Failure = std::optional<ReadError>;

Failure fail(std::string_view key, std::string message) {
  return ReadError{std::string(key), std::move(message)};
}

template <class T> Failure read_integer(std::string_view text, std::string_view key, T &out) {
  const ParsedNumber number = parse_number(text);
  if (number.fault != NumberFault::none)
    return fail(key, fault_message(text, number.fault));
  const std::optional<T> value = narrow<T>(number.value);
  if (!value)
    return fail(key, range_message<T>(number.value));
  out = *value;
  return std::nullopt;
}

template <class T> Failure read_value(std::string_view text, std::string_view key, Style, T &out) {
  if constexpr (std::is_enum_v<T>) {
    const std::optional<T> value = parse_enum<T>(text);
    if (!value)
      return fail(key, enum_message<T>(text));
    out = *value;
    return std::nullopt;
  } else {
    return read_integer(text, key, out);
  }
}

template <class T>
Failure read_value(std::string_view text, std::string_view key, Style, std::optional<T> &out) {
  T value = {};
  if (Failure failure = read_integer(text, key, value))
    return failure;
  out = value;
  return std::nullopt;
}

template <class T>
Failure read_value(std::string_view text, std::string_view key, Style style, List<T> &out) {
  const auto at = [&key](std::size_t i) {
    return std::string(key) + "[" + std::to_string(i) + "]";
  };
  out = {};
  if (text.empty())
    return std::nullopt;
  // A comma always separates; an x only between sizes, which therefore are never hexadecimal.
  const char separator =
      style == Style::sizes && text.find(',') == std::string_view::npos ? 'x' : ',';
  for (std::size_t i = 0;; ++i) {
    const std::size_t end = text.find(separator);
    T value = {};
    if (Failure failure = read_integer(text.substr(0, end), at(i), value))
      return failure;
    if (!out.push_back(value))
      return fail(key, "more than " + std::to_string(list_capacity) + " entries");
    if (end == std::string_view::npos)
      return std::nullopt;
    text.remove_prefix(end + 1);
  }
}

// One table's members being read: which came already, and into what.
template <class Fields, class Owner> class Reader {
public:
  Reader(const Fields &fields, Owner &owner) : fields_(fields), owner_(owner) {}

  // Whether a row has this name, in whatever mode.
  [[nodiscard]] bool knows(std::string_view name) const {
    return !for_each_field(fields_, [&](const auto &field, std::size_t) {
      return name != field.word && name != field.key;
    });
  }

  Failure read(std::string_view name, std::string_view text, ModeMask modes) {
    Failure failure = fail(name, "no key of mode " + std::string(mode_name(modes)));
    for_each_field(fields_, [&](const auto &field, std::size_t position) {
      if ((name != field.word && name != field.key) || (field.modes & modes) == 0)
        return true;
      const std::uint32_t bit = 1u << position;
      failure = (seen_ & bit) != 0 ? fail(field.key, "given twice")
                                   : read_value(text, field.key, field.style, owner_.*field.member);
      seen_ |= bit;
      return false;
    });
    return failure;
  }

  // Reads the next row of style bare.
  Failure read_bare(std::string_view text) {
    Failure failure = fail({}, in_quotes(text) + ": a word of the form name=value is wanted here");
    for_each_field(fields_, [&](const auto &field, std::size_t position) {
      const std::uint32_t bit = 1u << position;
      if (field.style != Style::bare || (seen_ & bit) != 0)
        return true;
      failure = read_value(text, field.key, field.style, owner_.*field.member);
      seen_ |= bit;
      return false;
    });
    return failure;
  }

  [[nodiscard]] Failure missing(ModeMask modes, std::string_view not_needed = {}) const {
    Failure failure;
    for_each_field(fields_, [&](const auto &field, std::size_t position) {
      if (field.presence == Presence::optional || (field.modes & modes) == 0 ||
          (seen_ & (1u << position)) != 0 || field.key == not_needed)
        return true;
      failure = fail(field.key, "missing (" + std::string(field.word) + "=...)");
      return false;
    });
    return failure;
  }

  [[nodiscard]] bool any() const { return seen_ != 0; }
  [[nodiscard]] bool wants_bare() const {
    return !for_each_field(fields_, [&](const auto &field, std::size_t position) {
      return field.style != Style::bare || (seen_ & (1u << position)) != 0;
    });
  }
  void suggest(Nearest &nearest, ModeMask modes) const {
    for_each_field(fields_, [&](const auto &field, std::size_t) {
      if ((field.modes & modes) != 0) {
        nearest.consider(field.word);
        nearest.consider(field.key);
      }
      return true;
    });
  }

private:
  static std::string_view mode_name(ModeMask modes) {
    for (const Mode mode : {Mode::tiled, Mode::im2col, Mode::im2col_wide})
      if (modes == mask(mode))
        return tmamap::name(mode);
    return "any";
  }

  const Fields &fields_;
  Owner &owner_;
  std::uint32_t seen_ = 0;
};

// Splits at blanks.
class Words {
public:
  explicit Words(std::string_view text) : rest_(text) {}
  std::string_view next() { // empty at the end
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t begin = rest_.find_first_not_of(blanks);
    if (begin == std::string_view::npos)
      return {};
    const std::size_t end = rest_.find_first_of(blanks, begin);
    const std::string_view word = rest_.substr(begin, end - begin);
    rest_ = end == std::string_view::npos ? std::string_view{} : rest_.substr(end);
    return word;
  }

private:
  std::string_view rest_;
};

// The mode stands first: it decides which keys there are.
Failure mode_first(std::string_view word) {
  return fail("mode", "the first word is the mode, not " + in_quotes(word));
}

// Offers a word to the first of the readers that knows it.
template <class... Readers>
Failure read_word(std::string_view word, ModeMask modes, Readers &...readers) {
  Failure failure;
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos) {
    const bool wanted =
        ((readers.wants_bare() && (failure = readers.read_bare(word), true)) || ...);
    return wanted ? failure
                  : fail({}, in_quotes(word) + ": a word of the form name=value is wanted here");
  }
  const std::string_view name = word.substr(0, equals);
  const std::string_view text = word.substr(equals + 1);
  const bool known =
      ((readers.knows(name) && (failure = readers.read(name, text, modes), true)) || ...);
  if (known)
    return failure;
  Nearest nearest(name);
  (readers.suggest(nearest, modes), ...);
  return fail({}, in_quotes(name) + " is no key" + nearest.hint());
}

template <class Reader> Failure missing_of_access(const Reader &reader, const Access &access) {
  return reader.missing(any_mode, access.op == Op::prefetch ? "smem_address" : "");
}

} // namespace

std::optional<ReadError> check_lengths(const Spec &spec) {
  if (spec.tensor_rank)
    return std::nullopt;
  const std::size_t rank = spec.global_dim.size();
  const auto check = [rank](std::string_view key, std::size_t size, std::size_t wanted) -> Failure {
    if (size == wanted)
      return std::nullopt;
    return fail(key, std::to_string(size) + (size == 1 ? " entry" : " entries") +
                         ", but global_dim has " + std::to_string(rank) + " and so " +
                         std::to_string(wanted) + " are wanted (unless tensor_rank is given)");
  };
  const std::size_t axes = rank < 2 ? 0 : rank - 2;
  Failure failure = check("global_strides", spec.global_strides.size(), rank == 0 ? 0 : rank - 1);
  if (!failure && spec.mode == Mode::tiled)
    failure = check("box_dim", spec.box_dim.size(), rank);
  if (!failure && spec.mode == Mode::im2col)
    failure = check("pixel_box_lower_corner", spec.pixel_box_lower_corner.size(), axes);
  if (!failure && spec.mode == Mode::im2col)
    failure = check("pixel_box_upper_corner", spec.pixel_box_upper_corner.size(), axes);
  if (!failure && !spec.element_strides.empty())
    failure = check("element_strides", spec.element_strides.size(), rank);
  return failure;
}

std::optional<ReadError> parse(std::string_view text, Spec &out) {
  out = {};
  Reader reader(spec_fields, out);
  Words words(text);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (!reader.any() && word.find('=') != std::string_view::npos)
      return mode_first(word);
    if (Failure failure = read_word(word, mask(out.mode), reader))
      return failure;
  }
  if (Failure failure = reader.missing(mask(out.mode)))
    return failure;
  return check_lengths(out);
}

std::optional<ReadError> parse(std::string_view text, Access &out) {
  out = {};
  Reader reader(access_fields, out);
  Words words(text);
  for (std::string_view word = words.next(); !word.empty(); word = words.next())
    if (Failure failure = read_word(word, any_mode, reader))
      return failure;
  return missing_of_access(reader, out);
}

std::optional<ReadError> parse(std::string_view text, Case &out) {
  out.spec = {};
  const Target default_target = out.context.target;
  out.context = {};
  out.context.target = default_target;
  Access access;
  Reader spec(spec_fields, out.spec);
  Reader context(context_fields, out.context);
  Reader of_access(access_fields, access);
  Words words(text);
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (!spec.any() && word.find('=') != std::string_view::npos)
      return mode_first(word);
    if (Failure failure = read_word(word, mask(out.spec.mode), spec, context, of_access))
      return failure;
  }
  if (Failure failure = spec.missing(mask(out.spec.mode)))
    return failure;
  if (of_access.any()) {
    if (Failure failure = missing_of_access(of_access, access))
      return failure;
    out.context.access = access;
  }
  return check_lengths(out.spec);
}

} // namespace tmamap
