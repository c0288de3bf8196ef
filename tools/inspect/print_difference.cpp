// SPDX-License-Identifier: MIT
#include <inspect/print_difference.hpp>

#include <io/json_write.hpp>

#include <tmamap/text.hpp>

#include <fmt/format.h>

namespace tmamap::inspect {
namespace {

std::string hash_text(const std::optional<io::Hex64> &hash) {
  return hash ? fmt::format("{:016x}", hash->value) : "none";
}

// "tx_bytes 8192, smem_fnv1a64 cb5cce3df32d15e9": what one side has for the keys that differ.
std::string side_text(const std::vector<std::string_view> &keys, const io::CopyResult &result) {
  std::string text;
  for (const std::string_view key : keys) {
    text += fmt::format("{}{} ", text.empty() ? "" : ", ", key);
    if (key == "outcome")
      text += name(result.outcome);
    else if (key == "tx_bytes")
      text += result.tx_bytes ? std::to_string(*result.tx_bytes) : "none";
    else
      text += hash_text(key == "smem_fnv1a64" ? result.smem_fnv1a64 : result.global_fnv1a64);
  }
  return text;
}

std::string coordinates_text(const List<std::int64_t> &coordinates) {
  std::string text;
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "(" : ",", coordinates[i]);
  return text.empty() ? "nothing" : text + ")";
}

std::string hex_text(const std::array<std::uint8_t, 16> &bytes, std::uint32_t count) {
  std::string text;
  for (std::uint32_t i = 0; i < count; ++i)
    text += fmt::format("{}{:02x}", i != 0 && i % 4 == 0 ? " " : "", bytes[i]);
  return text;
}

// Each 64-bit word in which two descriptors differ.
std::string descriptor_text(const io::Descriptor &driver, const io::Descriptor &model) {
  const auto word = [](const io::Descriptor &map, std::size_t w) {
    std::uint64_t value = 0;
    for (std::size_t i = 8; i-- > 0;)
      value = value << 8 | static_cast<std::uint64_t>(map[8 * w + i]);
    return value;
  };
  std::string text;
  for (std::size_t w = 0; w < driver.size() / 8; ++w)
    if (word(driver, w) != word(model, w))
      text += fmt::format("{}word {}: driver {:016x}, model {:016x}", text.empty() ? "" : "; ", w,
                          word(driver, w), word(model, w));
  return text.empty() ? "the same" : text;
}

std::string why_text(const replay::Explanation &why) {
  if (why.hypothesis != nullptr) {
    std::string text = fmt::format("the chip {}", why.hypothesis->says);
    for (const replay::Hypothesis *const other : why.also)
      text += fmt::format(", or {}", other->says);
    return text + ": with that change alone the model gives the chip's answer";
  }
  if (why.tried == 0)
    return {};
  return fmt::format("none of {} single changes of the model gives the chip's answer; the capture "
                     "holds hashes, so that its bytes are not known",
                     why.tried);
}

void print_bytes(Page &page, const replay::Explanation &why) {
  for (const replay::DifferentBytes &bytes : why.bytes) {
    const std::string place = fmt::format("{} B at {:#x}: ", bytes.count, bytes.address) +
                              "belongs " + coordinates_text(bytes.belongs);
    if (why.hypothesis == nullptr) {
      page.labelled("model wrote",
                    fmt::format("{}  {}", hex_text(bytes.model, bytes.count), place));
      continue;
    }
    page.labelled("bytes", fmt::format("{}, found {}", place, coordinates_text(bytes.found)));
    page.labelled("  model", hex_text(bytes.model, bytes.count));
    page.labelled("  chip", hex_text(bytes.chip, bytes.count));
  }
}

void append_coordinates(std::string &out, const List<std::int64_t> &coordinates) {
  out += '[';
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    out += fmt::format("{}{}", i == 0 ? "" : ",", coordinates[i]);
  out += ']';
}

void append_bytes(std::string &out, const replay::Explanation &why) {
  out += '[';
  for (const replay::DifferentBytes &bytes : why.bytes) {
    if (&bytes != why.bytes.data())
      out += ',';
    io::ObjectWriter writer(out);
    writer.number("address", bytes.address);
    writer.text("model", hex_text(bytes.model, bytes.count));
    append_coordinates(writer.member("belongs"), bytes.belongs);
    if (why.hypothesis == nullptr)
      continue;
    writer.text("chip", hex_text(bytes.chip, bytes.count));
    append_coordinates(writer.member("found"), bytes.found);
  }
  out += ']';
}

} // namespace

void print_difference(Page &page, const Difference &d) {
  page.heading(Colour::red, "differs",
               fmt::format("{}, line {}{}{}", d.file, d.line, d.id.empty() ? "" : ": ", d.id));
  page.labelled("spec", to_text(d.spec));
  if (d.context.access)
    page.labelled("access", to_text(*d.context.access));
  if (d.records.driver) {
    const bool accepted = d.records.driver->result == 0;
    page.labelled("driver",
                  accepted ? "accepts" : fmt::format("rejects ({})", d.records.driver->result));
    page.labelled("model", d.accepts ? "accepts" : "rejects");
    if (d.encoded && d.records.driver->descriptor) {
      page.labelled("bytes", descriptor_text(*d.records.driver->descriptor, *d.encoded));
      page.labelled("", "tmamap-inspect diff of the two shows the fields");
    }
  }
  if (!d.records.hardware)
    return;
  page.labelled("chip", side_text(d.keys, *d.records.hardware));
  if (d.input) {
    page.labelled("model", fmt::format("refuses {}: {}", d.input.field, d.input.problem));
    return;
  }
  page.labelled("model", side_text(d.keys, d.simulated) +
                             (d.cause.empty() ? "" : fmt::format(" ({})", d.cause)));
  if (const std::string why = why_text(d.why); !why.empty())
    page.labelled("why", why);
  if (d.why.hypothesis != nullptr && to_text(d.why.changed.spec) != to_text(d.spec))
    page.labelled("as if", to_text(d.why.changed.spec));
  print_bytes(page, d.why);
}

void append_difference_json(std::string &out, const Difference &d) {
  io::ObjectWriter writer(out);
  writer.number("line", d.line);
  if (!d.id.empty())
    writer.text("id", d.id);
  io::append_json(writer.member("spec"), d.spec);
  if (d.context.access)
    io::append_json(writer.member("access"), *d.context.access);
  std::string &keys = writer.member("differs");
  keys += '[';
  for (const std::string_view key : d.keys) {
    keys += keys.back() == '[' ? "" : ",";
    io::append_string(keys, key);
  }
  keys += ']';
  if (d.records.driver) {
    io::append_json(writer.member("driver"), *d.records.driver);
    writer.text("predicted", d.accepts ? "accept" : "reject");
    if (d.encoded) {
      std::string &hex = writer.member("encoded");
      hex += '"';
      io::append_hex(hex, *d.encoded);
      hex += '"';
    }
  }
  if (!d.records.hardware)
    return;
  io::append_json(writer.member("hardware"), *d.records.hardware);
  if (d.input) {
    writer.text("refused", fmt::format("{}: {}", d.input.field, d.input.problem));
    return;
  }
  io::append_json(writer.member("simulated"), d.simulated);
  if (!d.cause.empty())
    writer.text("cause", d.cause);
  if (const std::string why = why_text(d.why); !why.empty())
    writer.text("why", why);
  append_bytes(writer.member("bytes"), d.why);
}

} // namespace tmamap::inspect
