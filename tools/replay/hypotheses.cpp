// SPDX-License-Identifier: MIT
#include <replay/hypotheses.hpp>

#include <tmamap/sim/elements.hpp>

#include <algorithm>
#include <cstring>

namespace tmamap::replay {
namespace {

template <class T> bool set(T &member, T value) {
  const bool changed = !(member == value);
  member = value;
  return changed;
}

template <class T> bool reverse(List<T> &list, std::size_t first = 0) {
  const List<T> before = list;
  for (std::size_t i = first, last = list.size(); i + 1 < last; ++i, --last)
    std::swap(list[i], list[last - 1]);
  return list != before;
}

bool unchanged(CopyCase &) { return true; }

template <Swizzle Other> bool swizzle(CopyCase &copy) { return set(copy.spec.swizzle, Other); }

bool other_fill(CopyCase &copy) {
  return is_floating(copy.spec.data_type) &&
         set(copy.spec.oob_fill,
             copy.spec.oob_fill == OobFill::none ? OobFill::nan_request_zero_fma : OobFill::none);
}

// floor(box / stride) elements instead of ceil.
bool fewer_by_strides(CopyCase &copy) {
  bool changed = false;
  for (std::size_t i = 1; i < copy.spec.box_dim.size(); ++i) {
    const std::uint32_t stride = std::max(copy.spec.element_stride(i), 1u);
    const std::uint32_t box = copy.spec.box_dim[i];
    if (box >= stride)
      changed |= set(copy.spec.box_dim[i], box / stride * stride);
  }
  return changed;
}

// Visits the elements that strides select, but one beside the other.
bool ignore_element_strides(CopyCase &copy) {
  bool changed = false;
  for (std::size_t i = 0; i < copy.spec.element_strides.size(); ++i)
    changed |= set(copy.spec.element_strides[i], 1u);
  return changed;
}

bool each_image(CopyCase &copy) {
  const std::size_t last = copy.spec.element_strides.size();
  return copy.spec.mode == Mode::im2col && last != 0 &&
         set(copy.spec.element_strides[last - 1], 1u);
}

bool no_interleave(CopyCase &copy) { return set(copy.spec.interleave, Interleave::none); }

bool no_tf32(CopyCase &copy) {
  return (copy.spec.data_type == DataType::tf32 || copy.spec.data_type == DataType::tf32_ftz) &&
         set(copy.spec.data_type, DataType::f32);
}

bool reverse_coordinates(CopyCase &copy) { return reverse(copy.access.coordinates, 1); }
bool reverse_offsets(CopyCase &copy) { return reverse(copy.access.im2col_offsets); }
bool reverse_corners(CopyCase &copy) {
  const bool lower = reverse(copy.spec.pixel_box_lower_corner);
  return reverse(copy.spec.pixel_box_upper_corner) || lower;
}
bool no_offsets(CopyCase &copy) {
  bool changed = false;
  for (std::size_t i = 0; i < copy.access.im2col_offsets.size(); ++i)
    changed |= set(copy.access.im2col_offsets[i], std::uint16_t{0});
  return changed;
}

bool has_swizzle(CopyCase &copy) {
  return copy.spec.swizzle != Swizzle::none && copy.spec.swizzle <= Swizzle::b128;
}
bool is_phase_shifted(CopyCase &copy) {
  return has_swizzle(copy) && copy.access.smem_address % swizzle_period_bytes(copy.spec.swizzle);
}
bool has_narrow_rows(CopyCase &copy) {
  const Geometry shape = geometry(copy.spec);
  return has_swizzle(copy) && shape.row_bytes < shape.row_pitch_bytes;
}
bool is_load(CopyCase &copy) { return copy.access.op == Op::load; }
bool is_store(CopyCase &copy) { return writes_global(copy.access.op); }

sim::Result nothing(const CopyCase &copy, const sim::GlobalMemory &, sim::SharedMemory) {
  return sim::without_memory(copy.map(), copy.access);
}

// The copy between global memory and a dense, unswizzled tile at 0, of which each 16-byte chunk
// lies at place(row, byte in the row) in the real window.
template <class Place>
sim::Result placed(const CopyCase &copy, const sim::GlobalMemory &global, sim::SharedMemory shared,
                   Place &&place) {
  CopyCase dense = copy;
  dense.spec.swizzle = Swizzle::none;
  dense.access.smem_address = 0;
  const Geometry shape = geometry(dense.spec);
  std::vector<std::uint8_t> tile(shape.smem_footprint_bytes);
  const sim::SharedWindow real = shared.windows[0];
  const auto exchange = [&](bool to_tile) {
    for (std::uint64_t at = 0; at + 16 <= tile.size(); at += 16) {
      const std::uint64_t there = place(at / shape.row_bytes, at % shape.row_bytes);
      if (there + 16 > real.bytes)
        continue;
      std::uint8_t *const ours = tile.data() + at, *const theirs = real.data + there;
      std::memcpy(to_tile ? ours : theirs, to_tile ? theirs : ours, 16);
    }
  };
  exchange(true);
  const sim::SharedWindow window{tile.data(), tile.size()};
  const sim::Result result = fast_model(dense, global, window);
  if (result.ok() && reads_global(copy.access.op))
    exchange(false);
  return result;
}

sim::Result phase_from_tile(const CopyCase &copy, const sim::GlobalMemory &global,
                            sim::SharedMemory shared) {
  const std::uint64_t pitch = geometry(copy.spec).row_pitch_bytes;
  return placed(copy, global, shared, [&](std::uint64_t row, std::uint64_t byte) {
    return copy.access.smem_address + swizzled(copy.spec.swizzle, row * pitch + byte);
  });
}

sim::Result dense_rows(const CopyCase &copy, const sim::GlobalMemory &global,
                       sim::SharedMemory shared) {
  const std::uint64_t pitch = geometry(copy.spec).row_bytes;
  return placed(copy, global, shared, [&](std::uint64_t row, std::uint64_t byte) {
    return swizzled(copy.spec.swizzle, copy.access.smem_address + row * pitch + byte);
  });
}

// The copy, after which `kept` elements are as they were before.
template <class Kept, class Where>
sim::Result keeping(const CopyCase &copy, const sim::GlobalMemory &global, sim::SharedMemory shared,
                    Kept &&kept, Where &&where) {
  struct Saved {
    std::uint8_t *at;
    std::uint8_t byte;
  };
  std::vector<Saved> saved;
  const std::uint32_t bytes = sim::unit_of(copy.spec).bytes;
  if (!sim::without_memory(copy.map(), copy.access).ok())
    return fast_model(copy, global, shared);
  sim::for_each_element(copy.spec, copy.access, [&](const sim::Element &element) {
    for (std::uint32_t i = 0; i < bytes && kept(element); ++i)
      if (std::uint8_t *const at = where(element, i))
        saved.push_back({at, *at});
  });
  const sim::Result result = fast_model(copy, global, shared);
  for (const Saved &byte : saved)
    *byte.at = byte.byte;
  return result;
}

sim::Result unfilled(const CopyCase &copy, const sim::GlobalMemory &global,
                     sim::SharedMemory shared) {
  const sim::SharedWindow window = shared.windows[0];
  return keeping(
      copy, global, shared, [](const sim::Element &element) { return !element.in_bounds; },
      [&](const sim::Element &element, std::uint32_t i) -> std::uint8_t * {
        const std::uint64_t at = element.smem_address + i;
        return at < window.bytes ? window.data + at : nullptr;
      });
}

sim::Result exact_store(const CopyCase &copy, const sim::GlobalMemory &global,
                        sim::SharedMemory shared) {
  return keeping(
      copy, global, shared,
      [](const sim::Element &element) { return element.row_in_bounds && !element.in_bounds; },
      [&](const sim::Element &element, std::uint32_t i) -> std::uint8_t * {
        const std::uint64_t at = *copy.spec.global_address + element.global_offset + i;
        const sim::GlobalRange *const range = global.find(at, 1);
        return range == nullptr ? nullptr : range->at(at);
      });
}

} // namespace

std::span<const Hypothesis> hypotheses() {
  static const Hypothesis rows[] = {
      {"does what the reference model does: the fast model is wrong", unchanged, reference_model},
      {"moves nothing", unchanged, nothing},
      {"starts the swizzle at the tile, not at the absolute address", is_phase_shifted,
       phase_from_tile},
      {"does not swizzle", swizzle<Swizzle::none>, fast_model},
      {"swizzles as 32B does", swizzle<Swizzle::b32>, fast_model},
      {"swizzles as 64B does", swizzle<Swizzle::b64>, fast_model},
      {"swizzles as 128B does", swizzle<Swizzle::b128>, fast_model},
      {"does not pad narrow rows to the swizzle span", has_narrow_rows, dense_rows},
      {"fills with the other of zero and NaN", other_fill, fast_model},
      {"leaves what is out of bounds unwritten", is_load, unfilled},
      {"clips a store at the element, not at 16 bytes", is_store, exact_store},
      {"rounds box / element stride down, not up", fewer_by_strides, fast_model},
      {"ignores element strides", ignore_element_strides, fast_model},
      {"goes on to the next image, whatever its element stride", each_image, fast_model},
      {"does not convert to tf32", no_tf32, fast_model},
      {"does not interleave", no_interleave, fast_model},
      {"takes the outer coordinates in the other order", reverse_coordinates, fast_model},
      {"takes the im2col offsets in the other order", reverse_offsets, fast_model},
      {"takes the corners in the other order", reverse_corners, fast_model},
      {"ignores the im2col offsets", no_offsets, fast_model},
  };
  return rows;
}

} // namespace tmamap::replay
