// SPDX-License-Identifier: MIT
// A spec as the arguments of the driver's call.
#include "arguments.hpp"
#include "checked_call.hpp"

#include <functional>

namespace tmamap {

namespace {

// The arrays that the driver reads. A List holds eight entries whatever its length, the unused ones
// zero, so that a spec with lists too short for its rank is read within them.
CUresult encode_with(const Library &library, CUtensorMap *map, const Spec &spec,
                     const List<std::uint32_t> &element_strides) {
  const auto data_type = enum_cast<CUtensorMapDataType>(spec.data_type);
  const auto interleave = enum_cast<CUtensorMapInterleave>(spec.interleave);
  const auto swizzle = enum_cast<CUtensorMapSwizzle>(spec.swizzle);
  const auto l2_promotion = enum_cast<CUtensorMapL2promotion>(spec.l2_promotion);
  const auto oob_fill = enum_cast<CUtensorMapFloatOOBfill>(spec.oob_fill);
  void *const address = pointer(spec.global_address.value_or(0));
  switch (spec.mode) {
  case Mode::tiled:
    return library.encode_tiled(
        map, data_type, spec.rank(), address, spec.global_dim.begin(), spec.global_strides.begin(),
        spec.box_dim.begin(), element_strides.begin(), interleave, swizzle, l2_promotion, oob_fill);
  case Mode::im2col:
    return library.encode_im2col(map, data_type, spec.rank(), address, spec.global_dim.begin(),
                                 spec.global_strides.begin(), spec.pixel_box_lower_corner.begin(),
                                 spec.pixel_box_upper_corner.begin(), spec.channels_per_pixel,
                                 spec.pixels_per_column, element_strides.begin(), interleave,
                                 swizzle, l2_promotion, oob_fill);
  case Mode::im2col_wide: break;
  }
  return library.encode_im2col_wide(
      map, data_type, spec.rank(), address, spec.global_dim.begin(), spec.global_strides.begin(),
      spec.pixel_box_lower_corner_width, spec.pixel_box_upper_corner_width, spec.channels_per_pixel,
      spec.pixels_per_column, element_strides.begin(), interleave,
      enum_cast<CUtensorMapIm2ColWideMode>(spec.im2col_wide_mode), swizzle, l2_promotion, oob_fill);
}

// A C enumeration holds its enumerators' bits and no others: to convert a larger value is
// undefined.
bool expressible(const Spec &spec) {
  return !name(spec.mode).empty() && !name(spec.data_type).empty() &&
         !name(spec.interleave).empty() && !name(spec.swizzle).empty() &&
         !name(spec.l2_promotion).empty() && !name(spec.oob_fill).empty() &&
         (spec.mode != Mode::im2col_wide || !name(spec.im2col_wide_mode).empty());
}

struct EntryPoint {
  const char *name;
  bool present;
};

EntryPoint entry_point(const Library &library, Mode mode) {
  switch (mode) {
  case Mode::tiled: return {"cuTensorMapEncodeTiled", library.encode_tiled != nullptr};
  case Mode::im2col: return {"cuTensorMapEncodeIm2col", library.encode_im2col != nullptr};
  case Mode::im2col_wide: break;
  }
  return {"cuTensorMapEncodeIm2colWide", library.encode_im2col_wide != nullptr};
}

} // namespace

DriverCall CheckedDriver::encode(CUtensorMap *map, const Spec &given) const {
  Spec spec = given;
  spec.global_address = given.global_address.value_or(0); // what the driver is passed
  List<std::uint32_t> element_strides = spec.element_strides;
  if (element_strides.empty())
    element_strides = List<std::uint32_t>::filled(spec.rank(), 1);

  const Library &library = state_->library();
  const EntryPoint entry = entry_point(library, spec.mode);
  const auto call = [&](CUtensorMap *to) {
    return encode_with(library, to, spec, element_strides);
  };
  return checked_call(*state_, {entry.name, spec, Context{}, map, false, expressible(spec)},
                      entry.present ? DriverFunction(std::cref(call)) : DriverFunction());
}

} // namespace tmamap
