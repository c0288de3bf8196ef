// SPDX-License-Identifier: MIT
// A layout: a function from coordinates to indices, written shape:stride.
#pragma once

#include <tmamap/cute/result.hpp>
#include <tmamap/cute/swizzle.hpp>
#include <tmamap/cute/tuple.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tmamap::cute {

// Shape and stride nest alike (congruent); functions that take a layout rely on it.
struct Layout {
  Tuple shape;
  Tuple stride;

  [[nodiscard]] std::size_t rank() const { return shape.rank(); }
  [[nodiscard]] Layout operator[](std::size_t i) const { return {shape[i], stride[i]}; }
  friend bool operator==(const Layout &a, const Layout &b) {
    return a.shape == b.shape && a.stride == b.stride;
  }
  friend bool operator!=(const Layout &a, const Layout &b) { return !(a == b); }
};

// A layout of indices as it lies in shared memory. The swizzle acts on byte addresses when the
// elements are known to be in shared memory (`Sw<3,4,3> o smem_ptr[16b](unset) o …`), and else on
// the indices themselves (`Sw<3,3,3> o _0 o …`).
struct SmemLayout {
  SwizzleFn swizzle = {};
  std::optional<std::uint32_t> element_bits = std::nullopt; // of smem_ptr[16b]; absent: not written
  Layout layout = {};

  [[nodiscard]] bool swizzles_indices() const { return !element_bits && !swizzle.is_identity(); }
  friend bool operator==(const SmemLayout &a, const SmemLayout &b) {
    return a.swizzle == b.swizzle && a.element_bits == b.element_bits && a.layout == b.layout;
  }
  friend bool operator!=(const SmemLayout &a, const SmemLayout &b) { return !(a == b); }
};

// Whether shape and stride nest alike, there is an extent and all are positive, and size and
// indices fit 64 bits: what the parser makes sure of and everything else takes for granted.
[[nodiscard]] bool is_sound(const Layout &layout);

// The layout of a shape whose first mode is the fastest; _1 has the stride _0, as in CuTe.
[[nodiscard]] Layout compact(const Tuple &shape);
// The same with the modes from the fastest to the slowest as `order` numbers them: (_2,_1) makes
// mode 1 the fastest. `order` has one integer a mode; equal ones keep their sequence.
[[nodiscard]] Layout compact(const Tuple &shape, const Tuple &order);
// Coordinates as indices: shape:(_1@0,_1@1,…).
[[nodiscard]] Layout identity(const Tuple &shape);

// Several layouts as the modes of one.
[[nodiscard]] Layout joined(const std::vector<Layout> &modes);

[[nodiscard]] Int size(const Layout &layout);
// One more than the distance between the smallest and the largest index. Of a layout with basis
// strides it means nothing.
[[nodiscard]] Int cosize(const Layout &layout);
[[nodiscard]] bool is_static(const Tuple &tuple);
[[nodiscard]] bool is_static(const Layout &layout);

// The index of a one-dimensional coordinate: 0 .. size-1, the first mode the fastest. Past the end
// the last mode goes on, as in CuTe.
[[nodiscard]] Int index(const Layout &layout, std::int64_t coordinate);
// The index of a coordinate that nests as far as it likes: (3,(1,2)) or (3,9).
[[nodiscard]] Result<Int> index(const Layout &layout, const Tuple &coordinate);
// The indices of all coordinates, in their order: as many as size(layout).
[[nodiscard]] std::vector<std::int64_t> indices(const Layout &layout);
// Where a layout of unit vectors leads: the sum of the multiples of each direction 0 .. rank-1.
[[nodiscard]] std::vector<std::int64_t> coordinates(const Layout &layout, std::int64_t coordinate,
                                                    std::size_t rank);

// Byte offset of an element from the start of the tile, for a start aligned to the swizzle. The
// index of the layout and element bits as they are to be taken.
[[nodiscard]] std::uint64_t byte_offset(const SmemLayout &smem, std::uint64_t index,
                                        std::uint32_t element_bits);

} // namespace tmamap::cute
