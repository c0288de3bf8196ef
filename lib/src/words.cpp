// SPDX-License-Identifier: MIT
#include <tmamap/words.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace tmamap {
namespace {

constexpr std::size_t longest_compared = 64;

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

} // namespace

std::string to_string(const ReadError &error) {
  return error.key.empty() ? error.message : error.key + ": " + error.message;
}

// Optimal string alignment over three rolling rows.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  a = a.substr(0, longest_compared);
  b = b.substr(0, longest_compared);
  using Row = std::array<std::uint8_t, longest_compared + 1>; // small, since rows are copied
  Row before_last = {}, last = {}, row = {};
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = static_cast<std::uint8_t>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last = last;
    last = row;
    row[0] = static_cast<std::uint8_t>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      int best = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1]))
        best = std::min(best, before_last[j - 2] + 1);
      row[j] = static_cast<std::uint8_t>(best);
    }
  }
  return row[b.size()];
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string out = "\"";
  for (const char c : text.substr(0, longest))
    out += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > longest)
    out += "...";
  return out + '"';
}

void Nearest::consider(std::string_view candidate) {
  const std::size_t distance = edit_distance(word_, candidate);
  if (distance < distance_) {
    distance_ = distance;
    best_ = candidate;
  }
}

std::string_view Nearest::word() const {
  // A third of the letters may be wrong, one of a short word: more is a different word.
  const std::size_t letters = std::max(word_.size(), best_.size());
  const std::size_t allowed = letters < 2 ? 0 : std::max<std::size_t>(1, letters / 3);
  return distance_ <= allowed ? best_ : std::string_view{};
}

std::string Nearest::hint() const {
  return word().empty() ? std::string{} : "; did you mean \"" + std::string(word()) + "\"?";
}

ParsedNumber parse_number(std::string_view text) {
  const bool minus = !text.empty() && text[0] == '-';
  const bool hex = text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  const std::string_view digits = text.substr(minus ? 1 : hex ? 2 : 0);
  const char *const end = digits.data() + digits.size();
  std::uint64_t magnitude = 0;
  const auto [stop, error] = std::from_chars(digits.data(), end, magnitude, hex ? 16 : 10);
  if (digits.empty() || error == std::errc::invalid_argument || stop != end)
    return {NumberFault::not_an_integer, {}};
  constexpr std::uint64_t lowest = std::uint64_t{1} << 63;
  if (error == std::errc::result_out_of_range || (minus && magnitude > lowest))
    return {NumberFault::beyond_64_bits, {}};
  if (!minus)
    return {NumberFault::none, magnitude};
  return {NumberFault::none, static_cast<std::int64_t>(0 - magnitude)};
}

std::string to_string(Number number) {
  return number.negative() ? std::to_string(number.signed_value())
                           : std::to_string(number.unsigned_value());
}

std::string range_message(Number number, Number low, Number high) {
  const std::string text = to_string(number);
  if (!number.negative())
    return text + " is too large (at most " + to_string(high) + ")";
  if (!low.negative())
    return text + " is negative";
  return text + " is too small (at least " + to_string(low) + ")";
}

std::string fault_message(std::string_view text, NumberFault fault) {
  if (fault == NumberFault::beyond_64_bits)
    return in_quotes(text) + " does not fit in 64 bits";
  return in_quotes(text) + " is not an integer";
}

} // namespace tmamap
