// SPDX-License-Identifier: MIT
#include "record.hpp"

#include <tmamap/fields.hpp>
#include <tmamap/text.hpp>

#include <type_traits>

namespace tmamap::capture {

namespace {

template <class T> std::string value(const T &v) {
  if constexpr (std::is_enum_v<T>) {
    const std::string_view known = name(v);
    std::string text(1, '"');
    text += known;
    text += '"';
    return known.empty() ? std::to_string(static_cast<std::uint32_t>(v)) : text;
  } else {
    return std::to_string(v);
  }
}
template <class T> std::string value(const std::optional<T> &v) { return value(*v); }
template <class T> std::string value(const List<T> &list) {
  std::string text = "[";
  for (const T &v : list) {
    if (text.size() > 1)
      text += ',';
    text += value(v);
  }
  return text += ']';
}
template <class T> bool absent(const T &) { return false; }
template <class T> bool absent(const std::optional<T> &v) { return !v; }

void append(std::string &object, std::string_view key, const std::string &json) {
  object += object.size() > 1 ? ",\"" : "\"";
  (object += key) += "\":";
  object += json;
}
std::string quoted(const std::string &text) { // of printable ASCII
  std::string result = "\"";
  for (const char c : text)
    (result += c == '"' || c == '\\' ? "\\" : "") += c;
  return result + '"';
}
std::string hex64(std::uint64_t bits) {
  std::string digits(16, '0');
  for (std::size_t i = 16; i-- > 0; bits >>= 4)
    digits[i] = "0123456789abcdef"[bits & 15];
  return quoted(digits);
}

std::string spec_json(const Spec &spec) {
  std::string object = "{";
  for_each_field(spec_fields, [&](const auto &field, std::size_t) {
    if ((field.modes & mask(spec.mode)) != 0 && !absent(spec.*field.member))
      append(object, field.key, value(spec.*field.member));
    return true;
  });
  return object + '}';
}
std::string access_json(const Access &access) {
  std::string object = "{";
  for_each_field(access_fields, [&](const auto &field, std::size_t) {
    const bool empty_offsets = field.key == "im2col_offsets" && access.im2col_offsets.empty();
    if (!absent(access.*field.member) && !empty_offsets)
      append(object, field.key, value(access.*field.member));
    return true;
  });
  return object + '}';
}
std::string memory_json(const io::Memory &memory, bool global) {
  std::string object = "{";
  if (global)
    append(object, "address", std::to_string(memory.address));
  append(object, "bytes", std::to_string(memory.bytes));
  if (!memory.is_pattern) {
    append(object, "fill", std::to_string(memory.fill));
    return object + '}';
  }
  append(object, "splitmix64_seed", std::to_string(memory.seed));
  if (memory.and_mask != UINT64_MAX || memory.or_mask != 0) {
    append(object, "and_mask", hex64(memory.and_mask));
    append(object, "or_mask", hex64(memory.or_mask));
  }
  return object + '}';
}

std::string hardware_json(const CopyCase &c, const Observed &seen) {
  std::string object = "{";
  append(object, "outcome", value(seen.outcome));
  if (seen.outcome == Outcome::ok && signals_mbarrier(c.access.op) && !seen.windows.empty()) {
    if (seen.tx_bytes)
      append(object, "tx_bytes", std::to_string(*seen.tx_bytes));
    // Of the first block that takes part; the others are compared with it.
    const unsigned mask = c.access.multicast_mask.value_or(1);
    append(object, "smem_fnv1a64",
           hex64(io::fnv1a64(seen.windows[static_cast<std::size_t>(__builtin_ctz(mask))])));
  } else if (seen.outcome == Outcome::ok && writes_global(c.access.op) && !seen.global.empty()) {
    append(object, "global_fnv1a64", hex64(io::fnv1a64(seen.global)));
  }
  return object + '}';
}

} // namespace

std::string header_line(const DeviceName &name, const std::string &command) {
  std::string object = "{";
  append(object, "capture", "1");
  append(object, "device", quoted(name.device));
  append(object, "compute_capability", quoted(name.compute_capability));
  append(object, "driver", quoted(name.driver));
  append(object, "cuda", quoted(name.toolkit));
  append(object, "command", quoted(command));
  return object + "}\n";
}

std::string encode_line(const Spec &spec, int result, const CUtensorMap &map) {
  std::string driver = "{";
  append(driver, "result", std::to_string(result));
  if (result == 0) {
    std::string digits;
    for (const unsigned char byte :
         std::span(reinterpret_cast<const unsigned char *>(&map), sizeof map))
      (digits += "0123456789abcdef"[byte >> 4]) += "0123456789abcdef"[byte & 15];
    append(driver, "descriptor", quoted(digits));
  }
  return "{\"spec\":" + spec_json(spec) + ",\"driver\":" + driver + "}}\n";
}

std::string copy_line(const std::string &id, const CopyCase &c, const Observed &seen) {
  std::string object = "{";
  append(object, "id", quoted(id));
  append(object, "spec", spec_json(c.spec));
  if (c.descriptor_offset != 0)
    append(object, "descriptor_address", std::to_string(c.descriptor_offset));
  append(object, "access", access_json(c.access));
  append(object, "global_memory", memory_json(c.global, true));
  append(object, "shared_memory", memory_json(c.shared, false));
  append(object, "hardware", hardware_json(c, seen));
  return object + "}\n";
}

} // namespace tmamap::capture
