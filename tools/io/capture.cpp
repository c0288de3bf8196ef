// SPDX-License-Identifier: MIT
#include <io/capture.hpp>
#include <io/json_write.hpp>

namespace tmamap::io {
namespace {

// A memory as its keys say, before they are held against each other.
struct WrittenMemory {
  std::uint64_t address = 0, bytes = 0;
  std::optional<std::uint8_t> fill;
  std::optional<std::uint64_t> seed;
  std::optional<Hex64> and_mask, or_mask;
};

constexpr auto required = Presence::required;
constexpr auto optional = Presence::optional;

template <class Owner, class T>
constexpr NamedField<Owner, T> field(std::string_view key, T Owner::*member, Presence presence) {
  return {key, key, member, Style::number, presence};
}

constexpr auto shared_memory_fields = std::tuple{
    field("bytes", &WrittenMemory::bytes, required),
    field("fill", &WrittenMemory::fill, optional),
    field("splitmix64_seed", &WrittenMemory::seed, optional),
    field("and_mask", &WrittenMemory::and_mask, optional),
    field("or_mask", &WrittenMemory::or_mask, optional),
};
constexpr auto global_memory_fields = std::tuple_cat(
    std::tuple{field("address", &WrittenMemory::address, required)}, shared_memory_fields);

constexpr auto copy_result_fields = std::tuple{
    field("outcome", &CopyResult::outcome, required),
    field("tx_bytes", &CopyResult::tx_bytes, optional),
    field("smem_fnv1a64", &CopyResult::smem_fnv1a64, optional),
    field("global_fnv1a64", &CopyResult::global_fnv1a64, optional),
    field("smem_footprint_bytes", &CopyResult::smem_footprint_bytes, optional),
};

struct WrittenDriver {
  std::uint32_t result = 0;
  std::optional<std::string_view> descriptor;
};
constexpr auto driver_fields = std::tuple{
    field("result", &WrittenDriver::result, required),
    field("descriptor", &WrittenDriver::descriptor, optional),
};

struct WrittenHeader {
  std::uint32_t capture = 0;
  std::string_view device, compute_capability, driver, cuda;
};
constexpr auto header_fields = std::tuple{
    field("capture", &WrittenHeader::capture, required),
    field("device", &WrittenHeader::device, required),
    field("compute_capability", &WrittenHeader::compute_capability, required),
    field("driver", &WrittenHeader::driver, required),
    field("cuda", &WrittenHeader::cuda, required),
};

template <class Fields>
Failure read_memory(const Member &member, const Fields &fields, std::optional<Memory> &out) {
  WrittenMemory written;
  if (Failure failure = read_object(member.element, fields, written, member.name))
    return failure;
  const std::string name(member.name);
  if (written.fill.has_value() == written.seed.has_value())
    return fail(name, "one of \"fill\" and \"splitmix64_seed\" is wanted");
  if (written.fill && (written.and_mask || written.or_mask))
    return fail(name, "masks belong to \"splitmix64_seed\", not to \"fill\"");
  out = Memory{.address = written.address,
               .bytes = written.bytes,
               .is_pattern = written.seed.has_value(),
               .fill = written.fill.value_or(0),
               .seed = written.seed.value_or(0),
               .and_mask = written.and_mask.value_or(Hex64{UINT64_MAX}).value,
               .or_mask = written.or_mask.value_or(Hex64{0}).value};
  if (out->address + out->bytes < out->address)
    return fail(name, "the range runs past the end of the address space");
  return std::nullopt;
}

Failure read_driver(const Member &member, std::optional<DriverResult> &out) {
  WrittenDriver written;
  if (Failure failure = read_object(member.element, driver_fields, written, "driver"))
    return failure;
  out = DriverResult{.result = written.result};
  if (!written.descriptor)
    return std::nullopt;
  if (std::optional<std::string> why =
          read_descriptor(*written.descriptor, out->descriptor.emplace()))
    return fail("driver.descriptor", std::move(*why));
  return std::nullopt;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

} // namespace

Failure read_records(const Item &item, Records &out) {
  out = {};
  for (const Member &member : item.others) {
    Failure failure;
    const auto once = [&](const auto &record, const auto &read) {
      return record ? fail(std::string(member.name), "given twice") : read();
    };
    if (member.name == "global_memory")
      failure = once(out.global_memory,
                     [&] { return read_memory(member, global_memory_fields, out.global_memory); });
    else if (member.name == "shared_memory")
      failure = once(out.shared_memory,
                     [&] { return read_memory(member, shared_memory_fields, out.shared_memory); });
    else if (member.name == "hardware")
      failure = once(out.hardware, [&] {
        return read_object(member.element, copy_result_fields, out.hardware.emplace(), "hardware");
      });
    else if (member.name == "driver")
      failure = once(out.driver, [&] { return read_driver(member, out.driver); });
    if (failure)
      return failure;
  }
  return std::nullopt;
}

Failure read_header(const Item &item, CaptureHeader &out) {
  WrittenHeader written;
  MemberReader reader(header_fields, written, "");
  for (const Member &member : item.others) {
    Failure failure;
    reader.read(member.name, member.element, failure); // other keys are for people
    if (failure)
      return failure;
  }
  if (Failure failure = reader.finish())
    return failure;
  if (written.capture != 1)
    return fail("capture", "version " + std::to_string(written.capture) +
                               " of the capture format; only 1 is known");
  out = {written.capture, std::string(written.device), std::string(written.compute_capability),
         std::string(written.driver), std::string(written.cuda)};
  return std::nullopt;
}

std::optional<std::string> read_descriptor(std::string_view hex, Descriptor &out) {
  if (hex.size() != 2 * out.size())
    return std::to_string(2 * out.size()) + " hexadecimal digits are wanted, not " +
           std::to_string(hex.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
    if (high < 0 || low < 0)
      return "no hexadecimal digit in byte " + std::to_string(i);
    out[i] = static_cast<std::byte>(high << 4 | low);
  }
  return std::nullopt;
}

void append_hex(std::string &out, const Descriptor &descriptor) {
  constexpr char digits[] = "0123456789abcdef";
  for (const std::byte byte : descriptor) {
    out += digits[static_cast<unsigned>(byte) >> 4];
    out += digits[static_cast<unsigned>(byte) & 15];
  }
}

void append_json(std::string &out, const CopyResult &result) {
  ObjectWriter writer(out);
  writer.text("outcome", name(result.outcome));
  if (result.tx_bytes)
    writer.number("tx_bytes", *result.tx_bytes);
  if (result.smem_fnv1a64)
    append_hex64(writer.member("smem_fnv1a64"), result.smem_fnv1a64->value);
  if (result.global_fnv1a64)
    append_hex64(writer.member("global_fnv1a64"), result.global_fnv1a64->value);
  if (result.smem_footprint_bytes)
    writer.number("smem_footprint_bytes", *result.smem_footprint_bytes);
}

void append_json(std::string &out, const DriverResult &result) {
  ObjectWriter writer(out);
  writer.number("result", std::uint64_t{result.result});
  if (!result.descriptor)
    return;
  std::string &hex = writer.member("descriptor");
  hex += '"';
  append_hex(hex, *result.descriptor);
  hex += '"';
}

} // namespace tmamap::io
