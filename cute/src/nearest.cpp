// SPDX-License-Identifier: MIT
// The nearest layouts that work: candidates from the nearest on, the first one without a reason
// against it.
#include "plan.hpp"

#include <tmamap/check.hpp>
#include <tmamap/cute/algebra.hpp>
#include <tmamap/cute/gmma.hpp>

#include <algorithm>
#include <functional>

namespace tmamap::cute {
namespace {

bool works(const TmaRequest &request) {
  const Plan plan = make_plan(request);
  if (!broken_reasons(plan).empty())
    return false;
  Context context;
  context.target = request.target;
  return check(spec_of(plan), context).driver_accepts;
}

Tuple with_constants(const Tuple &tuple) {
  if (tuple.is_leaf())
    return Leaf{Int::fixed(tuple.value().value()), tuple.leaf().basis};
  std::vector<Tuple> modes;
  for (const Tuple &mode : tuple.modes())
    modes.push_back(with_constants(mode));
  return Tuple(std::move(modes));
}

SmemLayout with_constants(SmemLayout smem) {
  smem.layout = {with_constants(smem.layout.shape), with_constants(smem.layout.stride)};
  return smem;
}

// The same layout under each swizzle: what a swizzle of indices means in bytes, then the others,
// those of nearly as many bits first.
std::vector<SmemLayout> under_other_swizzles(const Plan &plan) {
  std::vector<SmemLayout> candidates;
  SmemLayout smem = plan.request.smem;
  if (smem.swizzles_indices() && plan.fn)
    candidates.push_back({*plan.fn, plan.bits, smem.layout});
  smem.element_bits = plan.bits;
  const int bits = smem.swizzle.bits;
  std::vector<int> widths = {3, 2, 1, 0};
  std::stable_sort(widths.begin(), widths.end(),
                   [&](int a, int b) { return std::abs(a - bits) < std::abs(b - bits); });
  for (const int width : widths) {
    smem.swizzle = {width, 4, 3};
    candidates.push_back(smem);
  }
  return candidates;
}

// The mode of the tile along which the tensor is contiguous.
std::size_t major_mode(const Plan &plan) {
  const Layout &gmem = plan.request.gmem;
  for (std::size_t i = 0; i < gmem.rank() && !gmem.shape.is_leaf(); ++i)
    for (const Leaf &stride : leaves(gmem.stride[i]))
      if (stride.value.value() == 1)
        return i;
  return 0;
}

// No swizzle, the tensor's major mode first. A mode that is longer than a box side is cut in two,
// and its outer part stands behind the other modes: next to each other the two would merge.
SmemLayout plain_layout(const Plan &plan) {
  const std::size_t rank = plan.tile.rank(), major = std::min(major_mode(plan), rank - 1);
  std::vector<std::int64_t> inner(rank), outer(rank);
  for (std::size_t i = 0; i < rank; ++i) {
    const std::int64_t extent = product(plan.tile[i]).value();
    inner[i] = std::min<std::int64_t>(extent, 256);
    while (extent % inner[i] != 0)
      --inner[i];
    outer[i] = extent / inner[i];
  }
  std::vector<std::int64_t> inner_stride(rank), outer_stride(rank);
  std::int64_t next = 1;
  const auto place = [&next](std::int64_t extent, std::int64_t &stride) {
    stride = extent == 1 ? 0 : next;
    next *= extent;
  };
  place(inner[major], inner_stride[major]);
  for (std::size_t i = 0; i < rank; ++i)
    if (i != major)
      place(inner[i], inner_stride[i]);
  std::vector<Layout> modes;
  for (std::size_t i = 0; i < rank; ++i) {
    place(outer[i], outer_stride[i]);
    const Layout piece = {Int::fixed(inner[i]), Int::fixed(inner_stride[i])};
    const Layout rest = {Int::fixed(outer[i]), Int::fixed(outer_stride[i])};
    modes.push_back(outer[i] == 1 ? piece : joined({piece, rest}));
  }
  SmemLayout smem;
  smem.layout = plan.tile.is_leaf() ? modes[0] : joined(modes);
  return smem;
}

// wgmma's layouts of the tensor's major mode, the swizzle asked for first, and a plain one: before
// them where no swizzle was asked for.
std::vector<SmemLayout> other_layouts(const Plan &plan) {
  std::vector<SmemLayout> candidates;
  const Tuple tile = product_each(plan.tile);
  if (plan.swizzle == Swizzle::none)
    candidates.push_back(plain_layout(plan));
  if (!tile.is_leaf() && tile.rank() >= 2) {
    const bool k_major = major_mode(plan) == 1;
    for (const bool as_asked : {true, false})
      for (const GmmaAtom &atom : gmma_atoms) {
        const bool same = plan.swizzle == atom.swizzle;
        if (atom.k_major != k_major || same != as_asked)
          continue;
        if (const Result<SmemLayout> smem = layout_of({&atom, tile, {}}, plan.bits))
          candidates.push_back(*smem);
      }
  }
  if (plan.swizzle != Swizzle::none)
    candidates.push_back(plain_layout(plan));
  return candidates;
}

// Strides of the tensor raised to multiples of 16 bytes, each at least what the modes below need.
Layout padded_rows(const Plan &plan) {
  struct Entry {
    std::int64_t extent;
    std::int64_t stride;
    std::size_t place;
  };
  const Layout &gmem = plan.request.gmem;
  const std::vector<Leaf> extents = leaves(gmem.shape), strides = leaves(gmem.stride);
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < strides.size(); ++i)
    entries.push_back({extents[i].value.value(), strides[i].value.value(), i});
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry &a, const Entry &b) { return a.stride < b.stride; });
  const std::int64_t unit = 128 / plan.bits;
  std::vector<Int> padded(strides.size());
  Int reach = Int::dynamic(1); // elements up to the last one of the modes so far
  for (const Entry &entry : entries) {
    Int stride = Int::dynamic(entry.stride);
    if (entry.stride > 1) {
      const Int least = Int::dynamic(std::max(entry.stride, reach.value()));
      stride = ceil_div(least, Int::dynamic(unit)) * Int::dynamic(unit);
    }
    const bool is_static = strides[entry.place].value.is_static();
    padded[entry.place] = is_static ? Int::fixed(stride.value()) : stride;
    reach = stride * Int::dynamic(entry.extent);
    if (reach.is_overflow())
      break;
  }
  std::size_t next = 0;
  const std::function<Tuple(const Tuple &)> rebuilt = [&](const Tuple &tuple) {
    if (tuple.is_leaf())
      return Tuple(padded[next++]);
    std::vector<Tuple> modes;
    for (const Tuple &mode : tuple.modes())
      modes.push_back(rebuilt(mode));
    return Tuple(std::move(modes));
  };
  return {gmem.shape, rebuilt(gmem.stride)};
}

std::string first_that_works(const Plan &plan, const std::vector<SmemLayout> &candidates) {
  for (const SmemLayout &smem : candidates) {
    TmaRequest request = plan.request;
    request.smem = smem;
    if (works(request))
      return "smem = " + to_text(smem);
  }
  return {};
}

} // namespace

std::string nearest(const Plan &plan, WayOut way_out) {
  if (plan.bits == 0 || !plan.is_sound)
    return {};
  switch (way_out) {
  case WayOut::none: return {};
  case WayOut::constants: {
    TmaRequest request = plan.request;
    request.smem = with_constants(request.smem);
    if (request.tile)
      request.tile = with_constants(*request.tile);
    if (!works(request))
      return {};
    return "smem = " + to_text(request.smem) +
           (request.tile ? ", tile = " + to_text(*request.tile) : "");
  }
  case WayOut::swizzle: {
    const std::string text = first_that_works(plan, under_other_swizzles(plan));
    return text.empty() ? first_that_works(plan, other_layouts(plan)) : text;
  }
  case WayOut::shared: return first_that_works(plan, other_layouts(plan));
  case WayOut::global: {
    TmaRequest request = plan.request;
    request.gmem = padded_rows(plan);
    return works(request) ? "gmem = " + to_text(request.gmem) : "";
  }
  }
  return {};
}

} // namespace tmamap::cute
