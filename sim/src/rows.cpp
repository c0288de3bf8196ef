// SPDX-License-Identifier: MIT
#include "rows.hpp"

#include <algorithm>

namespace tmamap::sim::detail {

namespace {

// Steps to cover a distance. A division is most of what planning a small copy would cost.
constexpr std::uint64_t steps_to(std::uint64_t distance, std::uint64_t step) {
  return step == 1 ? distance : (distance + step - 1) / step;
}

} // namespace

Rows::Rows(const Spec &spec, const Access &access, const Geometry &shape)
    : spec_(spec), access_(access), shape_(shape), row_address_(*spec.global_address) {
  plan_row();
  if (spec.mode == Mode::tiled) {
    if (!is_gather4(access.op))
      plan_tiled();
    return;
  }
  for (std::uint32_t i = 0; i < spec.rank(); ++i) {
    const bool boxed = i != 0 && (spec.mode == Mode::im2col ? i + 1 < spec.rank() : i == 1);
    const auto dim = static_cast<std::int64_t>(spec.global_dim[i]);
    const bool wide = spec.mode == Mode::im2col_wide;
    first_[i] = (!boxed ? access.coordinates[i]
                 : wide ? spec.pixel_box_lower_corner_width
                        : spec.pixel_box_lower_corner[i - 1]);
    last_[i] = (!boxed ? access.coordinates[i]
                       : dim - 1 +
                             (wide ? spec.pixel_box_upper_corner_width
                                   : spec.pixel_box_upper_corner[i - 1]));
  }
}

// Along dimension 0. Loads are exact; stores are rounded up to 16 bytes.
void Rows::plan_row() {
  const bool slices = counts_slices(spec_);
  const std::int64_t unit_bits =
      slices ? 8 * slice_bytes(spec_.interleave) : element_bits(spec_.data_type);
  row_.bytes = shape_.row_bytes;
  if (slices && spec_.element_stride(0) != 1) { // each slice a row of its own
    row_ = {slice_bytes(spec_.interleave), 0, slice_bytes(spec_.interleave)};
    return;
  }
  const std::int64_t first = access_.coordinates[0] * unit_bits / 8;
  auto end = static_cast<std::int64_t>(spec_.global_dim[0]) * unit_bits / 8;
  const auto bytes = static_cast<std::int64_t>(row_.bytes);
  if (writes_global(access_.op)) {
    const auto rounded = static_cast<std::int64_t>(round_up(bits(end), 16));
    spills_ = rounded != end && rounded - first <= bytes;
    end = rounded;
  }
  row_.begin = bits(std::clamp<std::int64_t>(-first, 0, bytes));
  row_.end = bits(std::clamp<std::int64_t>(end - first, 0, bytes));
  row_address_ += bits(first);
}

void Rows::plan_tiled() {
  std::uint64_t smem_step = shape_.row_pitch_bytes;
  if (counts_slices(spec_) && spec_.element_stride(0) != 1)
    add_across(0, shape_.elements[0], row_.bytes, row_.bytes);
  for (std::uint32_t i = 1; i < spec_.rank(); ++i) {
    add_across(i, shape_.elements[i], stride(i), smem_step);
    smem_step *= shape_.elements[i];
  }
}

Across Rows::inside(std::int64_t first, std::uint64_t count, std::uint64_t step,
                    std::uint32_t dim) const {
  Across across{count, 0, 0, 0, 0};
  if (first < 0)
    across.begin = std::min(count, steps_to(bits(-first), step));
  const std::int64_t room = static_cast<std::int64_t>(spec_.global_dim[dim]) - first;
  across.end = room <= 0 ? 0 : std::min(count, steps_to(bits(room), step));
  across.end = std::max(across.begin, across.end);
  return across;
}

void Rows::add_across(std::uint32_t dim, std::uint64_t count, std::uint64_t global_stride,
                      std::uint64_t smem_step) {
  const std::int64_t first = access_.coordinates[dim];
  row_address_ += bits(first) * global_stride;
  if (count == 1) {
    all_inside_ &= bits(first) < spec_.global_dim[dim];
    return;
  }
  const std::uint64_t step = spec_.element_stride(dim);
  Across across = inside(first, count, step, dim);
  across.global_step = step * global_stride;
  across.smem_step = smem_step;
  across_[across_count_++] = across;
}

bool Rows::certainly_disjoint() const {
  if (is_gather4(access_.op))
    return false;
  struct Steps {
    std::uint64_t step, count;
  };
  Steps steps[max_rank];
  std::size_t size = 0;
  if (spec_.mode == Mode::tiled)
    for (std::size_t i = 0; i < across_count_; ++i)
      steps[size++] = {across_[i].global_step, across_[i].end - across_[i].begin};
  else // no pixel is visited twice
    for (std::uint32_t i = 1; i < spec_.rank(); ++i)
      steps[size++] = {stride(i), spec_.global_dim[i]};
  std::sort(steps, steps + size, [](const Steps &a, const Steps &b) { return a.step < b.step; });
  std::uint64_t reach = row_.empty() ? 0 : row_.end - row_.begin; // past the first address
  for (std::size_t i = 0; i < size; ++i) {
    if (steps[i].count <= 1)
      continue;
    if (steps[i].step < reach)
      return false;
    reach = saturating_add(reach, saturating_mul(steps[i].count - 1, steps[i].step));
  }
  return reach != UINT64_MAX;
}

} // namespace tmamap::sim::detail
