// SPDX-License-Identifier: MIT
// Between the driver's argument lists and a Spec.
#pragma once

#include <tmamap/report.hpp>
#include <tmamap/spec.hpp>

#include <cuda.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace tmamap {

// The arguments of a call as a spec and, as bits of NullArgument, the pointers that were null.
struct Arguments {
  Spec spec;
  std::uint32_t null_arguments = 0;
};

template <class To, class From> To enum_cast(From value) {
  return static_cast<To>(static_cast<std::underlying_type_t<To>>(value));
}

// Reads argument arrays no further than a caller of that rank must fill them. The driver rejects
// a rank beyond 5 unread, so that five entries are all that may be read then.
class ArgumentReader {
public:
  explicit ArgumentReader(std::uint32_t rank) : rank_(rank), dims_(std::min(rank, max_rank)) {}

  // What the four calls have in common.
  void shared(CUtensorMapDataType data_type, const void *global_address,
              const cuuint64_t *global_dim, const cuuint64_t *global_strides,
              const cuuint32_t *element_strides, CUtensorMapInterleave interleave,
              CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2_promotion,
              CUtensorMapFloatOOBfill oob_fill) {
    Spec &spec = arguments_.spec;
    spec.data_type = enum_cast<DataType>(data_type);
    spec.global_address = reinterpret_cast<std::uintptr_t>(global_address);
    read(global_dim, dims_, null_global_dim, spec.global_dim);
    read(global_strides, less(1), null_global_strides, spec.global_strides);
    read(element_strides, dims_, null_element_strides, spec.element_strides);
    spec.interleave = enum_cast<Interleave>(interleave);
    spec.swizzle = enum_cast<Swizzle>(swizzle);
    spec.l2_promotion = enum_cast<L2Promotion>(l2_promotion);
    spec.oob_fill = enum_cast<OobFill>(oob_fill);
    if (spec.global_dim.size() != rank_)
      spec.tensor_rank = rank_;
  }
  void box(const cuuint32_t *box_dim) {
    read(box_dim, dims_, null_box_dim, arguments_.spec.box_dim);
  }
  void corners(const int *lower, const int *upper) {
    read(lower, less(2), null_lower_corner, arguments_.spec.pixel_box_lower_corner);
    read(upper, less(2), null_upper_corner, arguments_.spec.pixel_box_upper_corner);
  }
  [[nodiscard]] Spec &spec() { return arguments_.spec; }
  [[nodiscard]] const Arguments &arguments() const { return arguments_; }

private:
  [[nodiscard]] std::uint32_t less(std::uint32_t count) const {
    return dims_ > count ? dims_ - count : 0;
  }

  template <class From, class To>
  void read(const From *values, std::uint32_t count, NullArgument argument, List<To> &list) {
    if (values == nullptr) {
      arguments_.null_arguments |= argument;
      return;
    }
    for (std::uint32_t i = 0; i < count; ++i)
      list.push_back(values[i]);
  }

  std::uint32_t rank_;
  std::uint32_t dims_;
  Arguments arguments_;
};

// The address as the driver's pointer parameters take it.
inline void *pointer(std::uint64_t address) {
  return reinterpret_cast<void *>(static_cast<std::uintptr_t>(address));
}

// What a new address must be aligned by: the two fields of an encoded map that say so. Word 1 holds
// the interleave in bits 12:11 (measured on an H200).
inline Spec alignment_of(const CUtensorMap &map) {
  Spec spec;
  spec.interleave = static_cast<Interleave>(map.opaque[1] >> 11 & 3);
  return spec;
}

} // namespace tmamap
