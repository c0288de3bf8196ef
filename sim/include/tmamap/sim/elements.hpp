// SPDX-License-Identifier: MIT
// Which element of the tensor lies at which byte of shared memory: the map that the reference
// model copies by and that pictures are drawn from.
#pragma once

#include <tmamap/access.hpp>
#include <tmamap/geometry.hpp>
#include <tmamap/spec.hpp>

#include <cstdint>

namespace tmamap::sim {

// What moves as one: an element; of packed types the values that share bytes; of an interleaved
// tile 16 bytes of a channel slice. Never more than 16 bytes, so that a swizzle keeps it whole.
struct Unit {
  std::uint32_t values = 1;     // steps of coordinate 0 that it covers
  std::uint32_t bytes = 0;      // moved
  std::uint32_t smem_bytes = 0; // occupied in shared memory: more than `bytes` if padded
  std::uint32_t parts = 1;      // units that share one coordinate: 2 in a slice of 32 bytes
};

constexpr Unit unit_of(const Spec &spec) {
  if (counts_slices(spec))
    return {1, 16, 16, slice_bytes(spec.interleave) / 16};
  switch (spec.data_type) {
  case DataType::u4x16_align8b: return {2, 1, 1};
  case DataType::u4x16_align16b: return {16, 8, 16};  // 8 bytes of values, a gap of 8
  case DataType::u6x16_align16b: return {16, 12, 16}; // 12 bytes of values, a gap of 4
  default: return {1, element_bits(spec.data_type) / 8, element_bits(spec.data_type) / 8};
  }
}

struct Element {
  List<std::int64_t> coordinates;  // of its first value in the tensor, innermost first
  bool in_bounds = false;          // inside [0, global_dim) in every dimension
  bool row_in_bounds = false;      // in every dimension but 0
  std::uint64_t tile_address = 0;  // in shared memory before the swizzle: rows one pitch apart
  std::uint64_t smem_address = 0;  // where it really lies
  std::uint64_t global_offset = 0; // from global_address, modulo 2^64; meaningless out of bounds
};

namespace detail {

// The rows of a tile in the order in which they lie in shared memory, as coordinates with
// coordinate 0 at its start. Missing entries of an access or a spec read as 0.
class RowWalk {
public:
  RowWalk(const Spec &spec, const Access &access)
      : spec_(spec), access_(access), rank_(spec.rank() < max_rank ? spec.rank() : max_rank),
        w_(first_spatial_dim(spec)) {
    for (std::uint32_t i = 0; i < rank_; ++i)
      at_.push_back(start(i));
    rows_left_ = tile_geometry(spec, access).rows;
  }

  [[nodiscard]] bool done() const { return rows_left_ == 0; }

  [[nodiscard]] List<std::int64_t> coordinates() const {
    List<std::int64_t> result = at_;
    if (spec_.mode == Mode::im2col)
      for (std::uint32_t axis = 0; axis + 2 < rank_; ++axis)
        result[w_ + axis] += access_.im2col_offset(axis);
    if (spec_.mode == Mode::im2col_wide && rank_ > 1)
      result[1] += access_.im2col_offset(1); // {w_halo, w_offset}
    return result;
  }

  void next() {
    --rows_left_;
    if (is_gather4(access_.op))
      next_gathered();
    else if (spec_.mode == Mode::tiled)
      next_tiled();
    else
      next_pixel();
  }

private:
  [[nodiscard]] std::int64_t start(std::uint32_t i) const {
    return i < access_.coordinates.size() ? access_.coordinates[i] : 0;
  }

  // {column, row0, row1, row2, row3}
  void next_gathered() {
    if (rows_left_ != 0)
      at_[1] = start(static_cast<std::uint32_t>(5 - rows_left_));
  }

  void next_tiled() {
    const bool interleaved = counts_slices(spec_);
    for (std::uint32_t i = 1; i < rank_; ++i) {
      const bool channel_slice = interleaved && i + 2 == rank_; // its box is taken as 1
      const std::uint32_t box = i < spec_.box_dim.size() ? spec_.box_dim[i] : 0;
      at_[i] += spec_.element_stride(i);
      if (!channel_slice && at_[i] < start(i) + box)
        return;
      at_[i] = start(i);
    }
  }

  // Along W by its element stride; past the end of the bounding box back to its lower corner and
  // on along the next axis; past the last axis on to a later image.
  void next_pixel() {
    for (std::uint32_t axis = 0; axis + 2 < rank_; ++axis) {
      std::int64_t &at = at_[w_ + axis];
      at += spec_.element_stride(w_ + axis);
      if (at <= last(axis))
        return;
      at = first(axis);
    }
    if (rank_ > 1)
      at_[rank_ - 1] += spec_.element_stride(rank_ - 1);
  }

  // The bounding box along a spatial axis. im2col_wide has one along W only.
  [[nodiscard]] std::int64_t first(std::uint32_t axis) const {
    if (spec_.mode == Mode::im2col_wide)
      return axis == 0 ? spec_.pixel_box_lower_corner_width : start(w_ + axis);
    return axis < spec_.pixel_box_lower_corner.size() ? spec_.pixel_box_lower_corner[axis] : 0;
  }
  [[nodiscard]] std::int64_t last(std::uint32_t axis) const {
    const std::uint32_t i = w_ + axis;
    const std::int64_t dim =
        i < spec_.global_dim.size() ? static_cast<std::int64_t>(spec_.global_dim[i]) : 0;
    if (spec_.mode == Mode::im2col_wide)
      return axis == 0 ? dim - 1 + spec_.pixel_box_upper_corner_width : start(i);
    const bool given = axis < spec_.pixel_box_upper_corner.size();
    return dim - 1 + (given ? spec_.pixel_box_upper_corner[axis] : 0);
  }

  const Spec &spec_;
  const Access &access_;
  std::uint32_t rank_;
  std::uint32_t w_; // the dimension of the first spatial axis
  List<std::int64_t> at_;
  std::uint64_t rows_left_ = 0;
};

} // namespace detail

// Calls visit(Element) for every unit of the tile, in the order of its unswizzled bytes. The bytes
// of shared memory that no unit covers are padding. Takes as long as the tile is large: look at
// tile_geometry() first if the spec was not checked.
template <class Visit>
void for_each_element(const Spec &spec, const Access &access, Visit &&visit) {
  const Geometry shape = tile_geometry(spec, access);
  const Unit unit = unit_of(spec);
  const bool slices = counts_slices(spec);
  const std::int64_t step = slices ? spec.element_stride(0) : unit.values;
  const std::uint64_t inner = shape.elements.empty() ? 0 : shape.elements[0];
  const std::uint64_t columns = slices ? inner : inner / unit.values;

  std::uint64_t row_address = access.smem_address;
  for (detail::RowWalk walk(spec, access); !walk.done(); walk.next()) {
    Element element;
    element.coordinates = walk.coordinates();
    element.row_in_bounds = true;
    std::uint64_t row_offset = 0;
    for (std::uint32_t i = 1; i < element.coordinates.size(); ++i) {
      const auto at = static_cast<std::uint64_t>(element.coordinates[i]);
      element.row_in_bounds &= i < spec.global_dim.size() && at < spec.global_dim[i];
      row_offset += i - 1 < spec.global_strides.size() ? at * spec.global_strides[i - 1] : 0;
    }
    element.tile_address = row_address;
    for (std::uint64_t column = 0; column < columns; ++column) {
      const auto at = static_cast<std::uint64_t>(element.coordinates[0]);
      element.in_bounds =
          element.row_in_bounds && !spec.global_dim.empty() && at < spec.global_dim[0];
      const std::uint64_t unit_index = slices ? at : at / unit.values;
      element.global_offset = row_offset + unit_index * unit.bytes * unit.parts;
      for (std::uint32_t part = 0; part < unit.parts; ++part) {
        element.smem_address = swizzled(spec.swizzle, element.tile_address);
        visit(static_cast<const Element &>(element));
        element.tile_address += unit.smem_bytes;
        element.global_offset += unit.bytes;
      }
      element.coordinates[0] += step;
    }
    row_address += shape.row_pitch_bytes;
  }
}

} // namespace tmamap::sim
