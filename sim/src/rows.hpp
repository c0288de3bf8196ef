// SPDX-License-Identifier: MIT
// A copy as batches of rows: what the fast model moves by. A row is contiguous in global memory
// and, before the swizzle, in shared memory; a batch is rows at equal distances in both.
#pragma once

#include <tmamap/access.hpp>
#include <tmamap/geometry.hpp>
#include <tmamap/sim/elements.hpp>
#include <tmamap/spec.hpp>

#include <cstdint>

namespace tmamap::sim::detail {

// One row: its bytes, and the part [begin, end) of them that the copy moves.
struct Row {
  std::uint64_t bytes = 0, begin = 0, end = 0;

  [[nodiscard]] bool empty() const { return begin >= end; }
  [[nodiscard]] bool whole() const { return begin == 0 && end == bytes; }
};

struct Batch {
  std::uint64_t tile_address; // of the first row in shared memory, before the swizzle
  std::uint64_t smem_step;
  std::uint64_t global_address; // of the first row, modulo 2^64
  std::uint64_t global_step;
  std::uint64_t rows;
  bool in_bounds; // of the tensor, in every dimension that a row does not run along

  // Bytes from the first row's first moved byte to the last row's last.
  [[nodiscard]] std::uint64_t extent(const Row &row) const {
    return (rows - 1) * global_step + (row.end - row.begin);
  }
};

// A dimension across the rows: count steps, of which [begin, end) are in bounds.
struct Across {
  std::uint64_t count, begin, end;
  std::uint64_t global_step, smem_step;
};

class Rows {
public:
  Rows(const Spec &spec, const Access &access, const Geometry &shape);

  [[nodiscard]] const Row &row() const { return row_; }

  // Whether a moved row goes past global_dim[0], as stores do within 16 bytes.
  [[nodiscard]] bool spills() const { return spills_; }

  // Whether no address belongs to two rows. False means only that nothing so simple shows it.
  [[nodiscard]] bool certainly_disjoint() const;

  // Calls visit(Batch) until it returns false; false then.
  template <class Visit> bool for_each_batch(Visit &&visit) const {
    if (is_gather4(access_.op))
      return for_each_gathered(visit);
    return spec_.mode == Mode::tiled ? for_each_tiled(visit) : for_each_pixel_run(visit);
  }

private:
  void add_across(std::uint32_t dim, std::uint64_t count, std::uint64_t global_stride,
                  std::uint64_t smem_step);
  void plan_row();
  void plan_tiled();

  [[nodiscard]] std::uint64_t stride(std::uint32_t dim) const {
    return spec_.global_strides[dim - 1];
  }
  [[nodiscard]] static std::uint64_t bits(std::int64_t value) {
    return static_cast<std::uint64_t>(value);
  }

  template <class Visit> bool for_each_gathered(Visit &visit) const {
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::int64_t at = access_.coordinates[k + 1];
      const bool inside = bits(at) < spec_.global_dim[1];
      if (!visit(Batch{access_.smem_address + k * shape_.row_pitch_bytes, 0,
                       row_address_ + bits(at) * stride(1), 0, 1, inside}))
        return false;
    }
    return true;
  }

  template <class Visit> bool for_each_tiled(Visit &visit) const {
    if (across_count_ == 0) // a single row
      return visit(Batch{access_.smem_address, 0, row_address_, 0, 1, all_inside_});
    const Across inner = across_[0];
    std::uint64_t at[max_rank] = {};
    std::uint64_t tile = access_.smem_address, global = row_address_;
    while (true) {
      bool inside = all_inside_;
      for (std::size_t i = 1; i < across_count_; ++i)
        inside &= at[i] >= across_[i].begin && at[i] < across_[i].end;
      const auto rows = [&](std::uint64_t begin, std::uint64_t end, bool in_bounds) {
        return begin >= end || visit(Batch{tile + begin * inner.smem_step, inner.smem_step,
                                           global + begin * inner.global_step, inner.global_step,
                                           end - begin, in_bounds});
      };
      const std::uint64_t begin = inside ? inner.begin : inner.count;
      const std::uint64_t end = inside ? inner.end : inner.count;
      if (!rows(0, begin, false) || !rows(begin, end, true) || !rows(end, inner.count, false))
        return false;
      std::size_t i = 1;
      for (; i < across_count_; ++i) {
        tile += across_[i].smem_step;
        global += across_[i].global_step;
        if (++at[i] < across_[i].count)
          break;
        tile -= across_[i].count * across_[i].smem_step;
        global -= across_[i].count * across_[i].global_step;
        at[i] = 0;
      }
      if (i >= across_count_)
        return true;
    }
  }

  // Pixels that follow each other along W, up to the end of the bounding box.
  template <class Visit> bool for_each_pixel_run(Visit &visit) const {
    std::uint64_t tile = access_.smem_address;
    const std::uint64_t step = spec_.element_stride(1);
    const std::uint64_t w_offset =
        access_.im2col_offset(spec_.mode == Mode::im2col_wide ? 1 : 0); // {w_halo, w_offset}
    std::uint64_t left = shape_.rows;
    std::int64_t at[max_rank] = {};
    for (std::uint32_t i = 0; i < spec_.rank(); ++i)
      at[i] = access_.coordinates[i];
    while (left != 0) {
      bool outside = false; // along an axis other than W
      std::uint64_t global = row_address_;
      for (std::uint32_t i = 2; i < spec_.rank(); ++i) {
        const bool spatial = spec_.mode == Mode::im2col && i + 1 < spec_.rank();
        const std::uint64_t position = bits(at[i]) + (spatial ? access_.im2col_offset(i - 1) : 0);
        outside |= position >= spec_.global_dim[i];
        global += position * stride(i);
      }
      const std::uint64_t to_end = bits(last_[1] - at[1]) / step + 1;
      const std::uint64_t count = at[1] > last_[1] ? 1 : to_end < left ? to_end : left;
      const Across run = inside(at[1] + static_cast<std::int64_t>(w_offset), count, step, 1);
      global += (bits(at[1]) + w_offset) * stride(1);
      const auto rows = [&](std::uint64_t begin, std::uint64_t end, bool in_bounds) {
        return begin >= end ||
               visit(Batch{tile + begin * shape_.row_pitch_bytes, shape_.row_pitch_bytes,
                           global + begin * step * stride(1), step * stride(1), end - begin,
                           in_bounds});
      };
      const std::uint64_t begin = outside ? count : run.begin;
      const std::uint64_t end = outside ? count : run.end;
      if (!rows(0, begin, false) || !rows(begin, end, true) || !rows(end, count, false))
        return false;
      tile += count * shape_.row_pitch_bytes;
      left -= count;
      at[1] += static_cast<std::int64_t>((count - 1) * step);
      next_pixel(at);
    }
    return true;
  }

  void next_pixel(std::int64_t (&at)[max_rank]) const {
    for (std::uint32_t i = 1; i < spec_.rank(); ++i) {
      at[i] += spec_.element_stride(i);
      if (i + 1 == spec_.rank() || at[i] <= last_[i])
        return;
      at[i] = first_[i];
    }
  }

  // Which of `count` positions from `first` on, `step` apart, lie inside dimension `dim`.
  [[nodiscard]] Across inside(std::int64_t first, std::uint64_t count, std::uint64_t step,
                              std::uint32_t dim) const;

  const Spec &spec_;
  const Access &access_;
  const Geometry &shape_;
  Row row_;
  bool spills_ = false;
  std::uint64_t row_address_ = 0; // of the first row, in the dimensions it does not step along
  bool all_inside_ = true;        // in the dimensions of a single step
  // Left without values on purpose: clearing them would cost as much as a small copy.
  std::size_t across_count_ = 0;
  Across across_[max_rank]; // innermost first; none of a single step
  // im2col: the bounding box, by dimension.
  std::int64_t first_[max_rank], last_[max_rank];
};

} // namespace tmamap::sim::detail
