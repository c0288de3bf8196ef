// SPDX-License-Identifier: MIT
#include <inspect/map_text.hpp>

#include <tmamap/words.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tmamap::inspect {
namespace {

// The driver's enumerator, or a cast of a value that has none.
template <class E> std::string enumerator(E value, std::string_view type) {
  const EnumTable<E> &table = enum_table<E>;
  for (std::size_t i = 0; i < table.size; ++i)
    if (table.rows[i].value == value)
      return fmt::format("{}{}", table.driver_prefix, table.rows[i].driver);
  return fmt::format("static_cast<{}>({})", type, static_cast<std::uint32_t>(value));
}

template <class T>
void append_array(std::string &out, std::string_view type, std::string_view name,
                  const List<T> &values) {
  // An array has an element, even where no value is read.
  const auto size = static_cast<std::ptrdiff_t>(values.size());
  fmt::format_to(
      std::back_inserter(out), "const {} {}[] = {{{}}};\n", type, name,
      size == 0 ? "0" : fmt::format("{}", fmt::join(values.begin(), values.begin() + size, ", ")));
}

} // namespace

void append_cpp_call(std::string &out, const Spec &spec) {
  const auto put = std::back_inserter(out);
  const bool tiled_mode = spec.mode == Mode::tiled;
  const bool wide_mode = spec.mode == Mode::im2col_wide;
  append_array(out, "cuuint64_t", "globalDim", spec.global_dim);
  append_array(out, "cuuint64_t", "globalStrides", spec.global_strides);
  if (tiled_mode)
    append_array(out, "cuuint32_t", "boxDim", spec.box_dim);
  if (spec.mode == Mode::im2col) {
    append_array(out, "int", "pixelBoxLowerCorner", spec.pixel_box_lower_corner);
    append_array(out, "int", "pixelBoxUpperCorner", spec.pixel_box_upper_corner);
  }
  append_array(out, "cuuint32_t", "elementStrides",
               spec.element_strides.empty() ? List<std::uint32_t>::filled(spec.rank(), 1)
                                            : spec.element_strides);
  fmt::format_to(put, "alignas(64) CUtensorMap map;\nCUresult result = cuTensorMapEncode{}(\n",
                 tiled_mode  ? "Tiled"
                 : wide_mode ? "Im2colWide"
                             : "Im2col");
  fmt::format_to(put, "    &map, {}, {},\n", enumerator(spec.data_type, "CUtensorMapDataType"),
                 spec.rank());
  fmt::format_to(put, "    reinterpret_cast<void *>({:#x}), globalDim, globalStrides,\n",
                 spec.global_address.value_or(0));
  if (tiled_mode)
    out += "    boxDim, elementStrides,\n";
  else if (wide_mode)
    fmt::format_to(put, "    {}, {}, {}, {}, elementStrides,\n", spec.pixel_box_lower_corner_width,
                   spec.pixel_box_upper_corner_width, spec.channels_per_pixel,
                   spec.pixels_per_column);
  else
    fmt::format_to(put, "    pixelBoxLowerCorner, pixelBoxUpperCorner, {}, {}, elementStrides,\n",
                   spec.channels_per_pixel, spec.pixels_per_column);
  fmt::format_to(put, "    {},\n", enumerator(spec.interleave, "CUtensorMapInterleave"));
  if (wide_mode)
    fmt::format_to(put, "    {},\n",
                   enumerator(spec.im2col_wide_mode, "CUtensorMapIm2ColWideMode"));
  fmt::format_to(put, "    {},\n    {},\n    {});\n",
                 enumerator(spec.swizzle, "CUtensorMapSwizzle"),
                 enumerator(spec.l2_promotion, "CUtensorMapL2promotion"),
                 enumerator(spec.oob_fill, "CUtensorMapFloatOOBfill"));
}

void append_c_array(std::string &out, const Descriptor &map) {
  out += "_Alignas(64) const unsigned char tensor_map[128] = {\n";
  for (std::size_t row = 0; row < descriptor_bytes; row += 16) {
    out += "   ";
    for (std::size_t i = row; i < row + 16; ++i)
      fmt::format_to(std::back_inserter(out), " 0x{:02x},", map.byte(i));
    out += '\n';
  }
  out += "};\n";
}

} // namespace tmamap::inspect
