// SPDX-License-Identifier: MIT
#include <tmamap/cute/layout.hpp>

#include <algorithm>
#include <numeric>

namespace tmamap::cute {
namespace {

const Int zero = Int::fixed(0), one = Int::fixed(1);

Tuple compact_strides(const Tuple &shape, Int &next) {
  if (shape.is_leaf()) {
    if (shape.value().is(1))
      return zero;
    const Int stride = next;
    next = next * shape.value();
    return stride;
  }
  std::vector<Tuple> strides;
  for (const Tuple &mode : shape.modes())
    strides.push_back(compact_strides(mode, next));
  return Tuple(std::move(strides));
}

Result<Int> index(const Tuple &shape, const Tuple &stride, const Tuple &coordinate) {
  if (coordinate.is_leaf()) {
    const Int at = coordinate.value();
    if (at.is_dynamic() || at.is_static())
      return index(Layout{shape, stride}, at.value());
    return Failure{"a coordinate beyond 64 bits"};
  }
  if (shape.is_leaf() || coordinate.rank() != shape.rank())
    return Failure{"the coordinate nests otherwise than the shape"};
  Int sum = zero;
  for (std::size_t i = 0; i < shape.rank(); ++i) {
    const Result<Int> part = index(shape[i], stride[i], coordinate[i]);
    if (!part)
      return part;
    sum = sum + *part;
  }
  return sum;
}

// Calls with each integer of the shape, the last one open ended, and what a one-dimensional
// coordinate is along it.
template <class Visit> void unravel(const Layout &layout, std::int64_t coordinate, Visit visit) {
  const std::vector<Leaf> shapes = leaves(layout.shape), strides = leaves(layout.stride);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const std::int64_t extent = shapes[i].value.value();
    const bool last = i + 1 == shapes.size();
    const std::int64_t at = last || extent <= 0 ? coordinate : coordinate % extent;
    coordinate = extent <= 0 ? 0 : coordinate / extent;
    visit(Int::fixed(at), strides[i]);
  }
}

} // namespace

bool is_sound(const Layout &layout) {
  if (!congruent(layout.shape, layout.stride))
    return false;
  const std::vector<Leaf> shapes = leaves(layout.shape);
  return !shapes.empty() && shapes.size() <= max_leaves &&
         std::all_of(
             shapes.begin(), shapes.end(),
             [](const Leaf &leaf) { return leaf.value.value() >= 1 && leaf.basis.empty(); }) &&
         !size(layout).is_overflow() && !cosize(layout).is_overflow();
}

Layout compact(const Tuple &shape) {
  Int next = one;
  return {shape, compact_strides(shape, next)};
}

Layout compact(const Tuple &shape, const Tuple &order) {
  if (shape.is_leaf() || order.is_leaf())
    return compact(shape);
  std::vector<std::size_t> sequence(shape.rank());
  std::iota(sequence.begin(), sequence.end(), std::size_t{0});
  const auto key = [&](std::size_t i) {
    return i < order.rank() ? product(order[i]).value() : INT64_MAX;
  };
  std::stable_sort(sequence.begin(), sequence.end(),
                   [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  std::vector<Tuple> strides(shape.rank());
  Int next = one;
  for (const std::size_t i : sequence)
    strides[i] = compact_strides(shape[i], next);
  return {shape, Tuple(std::move(strides))};
}

Layout identity(const Tuple &shape) { return {shape, basis_like(shape)}; }

Layout joined(const std::vector<Layout> &modes) {
  std::vector<Tuple> shapes, strides;
  for (const Layout &mode : modes) {
    shapes.push_back(mode.shape);
    strides.push_back(mode.stride);
  }
  return {Tuple(std::move(shapes)), Tuple(std::move(strides))};
}

Int size(const Layout &layout) { return product(layout.shape); }

Int cosize(const Layout &layout) {
  const std::vector<Leaf> shapes = leaves(layout.shape), strides = leaves(layout.stride);
  Int sum = one;
  for (std::size_t i = 0; i < shapes.size() && i < strides.size(); ++i)
    sum = sum + (shapes[i].value - one) * abs(strides[i].value);
  return sum;
}

bool is_static(const Tuple &tuple) {
  if (tuple.is_leaf())
    return tuple.value().is_static();
  return std::all_of(tuple.modes().begin(), tuple.modes().end(),
                     [](const Tuple &mode) { return is_static(mode); });
}

bool is_static(const Layout &layout) { return is_static(layout.shape) && is_static(layout.stride); }

Int index(const Layout &layout, std::int64_t coordinate) {
  Int sum = zero;
  unravel(layout, coordinate, [&](Int at, const Leaf &stride) { sum = sum + at * stride.value; });
  return sum;
}

Result<Int> index(const Layout &layout, const Tuple &coordinate) {
  return index(layout.shape, layout.stride, coordinate);
}

std::vector<std::int64_t> indices(const Layout &layout) {
  std::vector<std::int64_t> all = {0};
  const std::vector<Leaf> shapes = leaves(layout.shape), strides = leaves(layout.stride);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const std::size_t inner = all.size();
    Int start = zero;
    for (std::int64_t step = 1; step < shapes[i].value.value(); ++step) {
      start = start + strides[i].value;
      for (std::size_t k = 0; k < inner; ++k)
        all.push_back((Int::fixed(all[k]) + start).value());
    }
  }
  return all;
}

std::vector<std::int64_t> coordinates(const Layout &layout, std::int64_t coordinate,
                                      std::size_t rank) {
  std::vector<std::int64_t> sums(rank, 0);
  unravel(layout, coordinate, [&](Int at, const Leaf &stride) {
    if (stride.basis.size() == 1 && stride.basis[0] < rank)
      sums[stride.basis[0]] += (at * stride.value).value();
  });
  return sums;
}

std::uint64_t byte_offset(const SmemLayout &smem, std::uint64_t index, std::uint32_t element_bits) {
  if (smem.swizzles_indices())
    return smem.swizzle(index) * element_bits / 8;
  const std::uint64_t bytes = index * element_bits / 8;
  return smem.swizzle(bytes);
}

} // namespace tmamap::cute
