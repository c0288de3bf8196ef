// SPDX-License-Identifier: MIT
// Any bytes as the values of a spec and an access, without a parser that would refuse some: the
// checker, its two paths, its messages and its fixes are defined for all of them.
#include <io/report.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace tmamap;

namespace {

void require(bool holds) {
  if (!holds)
    std::abort();
}

class Bytes {
public:
  Bytes(const std::uint8_t *data, std::size_t size) : data_(data), size_(size) {}

  // The next bytes as an integer; zeros past the end.
  template <class T> T take() {
    T value = {};
    const std::size_t count = size_ < sizeof value ? size_ : sizeof value;
    if (count != 0)
      std::memcpy(&value, data_, count);
    data_ += count;
    size_ -= count;
    return value;
  }
  // One byte chooses between a legal-looking value and any.
  template <class T> T number() {
    const auto kind = take<std::uint8_t>();
    if (kind < 128)
      return static_cast<T>(kind);
    if (kind < 192)
      return static_cast<T>((kind - 128u) * 16u);
    return take<T>();
  }
  template <class T> std::optional<T> maybe() {
    return take<std::uint8_t>() % 2 == 0 ? std::nullopt : std::optional<T>(number<T>());
  }
  template <class T> List<T> list(std::size_t size) {
    List<T> list;
    for (std::size_t i = 0; i < size; ++i)
      list.push_back(number<T>());
    return list;
  }
  // Mostly one of the names.
  template <class E> E enumerator() {
    const auto value = number<std::uint32_t>();
    return static_cast<E>(value < 192 ? value % (enum_table<E>.size + 1) : value);
  }
  template <class E> E named() { return static_cast<E>(take<std::uint8_t>() % enum_table<E>.size); }
  std::size_t length(std::size_t usual) {
    const auto kind = take<std::uint8_t>();
    return kind < 240 ? usual : kind % (list_capacity + 1);
  }

private:
  const std::uint8_t *data_;
  std::size_t size_;
};

Spec take_spec(Bytes &bytes) {
  Spec spec;
  spec.mode = bytes.named<Mode>();
  spec.data_type = bytes.enumerator<DataType>();
  const std::size_t rank = bytes.length(bytes.take<std::uint8_t>() % 5 + 1);
  spec.tensor_rank = bytes.maybe<std::uint32_t>();
  spec.global_address = bytes.maybe<std::uint64_t>();
  spec.global_dim = bytes.list<std::uint64_t>(rank);
  spec.global_strides = bytes.list<std::uint64_t>(bytes.length(rank == 0 ? 0 : rank - 1));
  spec.box_dim = bytes.list<std::uint32_t>(bytes.length(rank));
  spec.pixel_box_lower_corner = bytes.list<std::int32_t>(bytes.length(rank < 2 ? 0 : rank - 2));
  spec.pixel_box_upper_corner = bytes.list<std::int32_t>(bytes.length(rank < 2 ? 0 : rank - 2));
  spec.pixel_box_lower_corner_width = bytes.number<std::int32_t>();
  spec.pixel_box_upper_corner_width = bytes.number<std::int32_t>();
  spec.channels_per_pixel = bytes.number<std::uint32_t>();
  spec.pixels_per_column = bytes.number<std::uint32_t>();
  spec.im2col_wide_mode = bytes.enumerator<Im2colWideMode>();
  spec.element_strides = bytes.list<std::uint32_t>(bytes.length(rank));
  spec.interleave = bytes.enumerator<Interleave>();
  spec.swizzle = bytes.enumerator<Swizzle>();
  spec.l2_promotion = bytes.enumerator<L2Promotion>();
  spec.oob_fill = bytes.enumerator<OobFill>();
  return spec;
}

Context take_context(Bytes &bytes, std::size_t rank) {
  Context context;
  context.target = bytes.named<Target>();
  context.descriptor_address = bytes.maybe<std::uint64_t>();
  context.replacement_address = bytes.maybe<std::uint64_t>();
  if (bytes.take<std::uint8_t>() % 4 == 0)
    context.null_arguments = bytes.take<std::uint8_t>() % 128;
  if (bytes.take<std::uint8_t>() % 2 == 0)
    return context;
  Access access;
  access.op = bytes.named<Op>();
  access.coordinates = bytes.list<std::int32_t>(bytes.length(rank));
  access.smem_address = bytes.number<std::uint64_t>();
  access.im2col_offsets = bytes.list<std::uint16_t>(bytes.length(rank < 2 ? 0 : rank - 2));
  access.expect_tx_bytes = bytes.maybe<std::uint64_t>();
  access.multicast_mask = bytes.maybe<std::uint16_t>();
  context.access = access;
  return context;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const io::ReportWriter reports;
  Bytes bytes(data, size);
  const Spec spec = take_spec(bytes);
  const Context context = take_context(bytes, spec.global_dim.size());
  const Report report = check(spec, context);
  if (!context.replacement_address)
    require(conforms(spec, context) == report.driver_accepts);
  std::string text;
  {
    io::ObjectWriter writer(text);
    reports.append(writer, report, spec, context);
  }
  require(text.find("{}") == std::string::npos);
  if (report.empty())
    return 0;
  const Fix ways = fix(report[bytes.take<std::uint8_t>() % report.size()], spec, context);
  for (const Amendment &way : {ways.first, ways.second}) {
    Spec changed = spec;
    Context changed_context = context;
    if (way && apply(way, changed, changed_context))
      check(changed, changed_context);
  }
  return 0;
}
