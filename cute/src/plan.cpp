// SPDX-License-Identifier: MIT
#include "plan.hpp"
#include "modes.hpp"

#include <tmamap/cute/algebra.hpp>

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace tmamap::cute {
namespace {

const Int zero = Int::fixed(0), one = Int::fixed(1);
constexpr std::int64_t max_side = 256; // of a box

void plan_shared(Plan &plan) {
  const SmemLayout &smem = plan.request.smem;
  plan.fn = smem.swizzles_indices() ? in_bytes(smem.swizzle, plan.bits) : smem.swizzle;
  if (plan.fn)
    plan.swizzle = tma_swizzle(*plan.fn);
  const Int elements = cosize(smem.layout);
  plan.smem_bytes =
      elements.is_overflow()
          ? UINT64_MAX
          : saturating_mul(static_cast<std::uint64_t>(elements.value()), plan.bits) / 8;
}

// Whether two elements have one place, asked of each: a tile is small.
void plan_places(Plan &plan) {
  const Layout &smem = plan.request.smem.layout;
  const auto places = static_cast<std::size_t>(cosize(smem).value());
  std::vector<bool> taken(places);
  // More elements than places: one more than those is enough to find a second one somewhere.
  const std::int64_t count = std::min(size(smem).value(), cosize(smem).value() + 1);
  for (std::int64_t i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(std::abs(index(smem, i).value()));
    if (at >= places || taken[at]) {
      plan.doubled = at;
      return;
    }
    taken[at] = true;
  }
}

// The tile, and the longest run of shared memory that follows the modes of gmem.
void plan_vector(Plan &plan) {
  const Layout &smem = plan.request.smem.layout;
  const Result<Layout> taken = take(identity(plan.request.gmem.shape), plan.tile);
  if (!taken) {
    plan.tile_problem = taken.failure().message;
    return;
  }
  plan.tile_of_gmem = *taken;
  plan.inverse = right_inverse(smem);
  const Result<Layout> along = composition(plan.tile_of_gmem, plan.inverse);
  if (!along) {
    plan.vector_problem = along.failure().message;
    return;
  }
  // Where a mode of gmem would be entered in its middle, the run ends.
  for (const Mode &mode : coalesced(*along)) {
    if (!mode.stride.value.is(1))
      break;
    plan.vector.emplace_back(mode.shape, mode.stride.basis);
  }
}

const Leaf &stride_at(const Plan &plan, const Basis &basis) {
  return find(plan.request.gmem.stride, basis)->leaf();
}
Int extent_at(const Plan &plan, const Basis &basis) {
  return find(plan.request.gmem.shape, basis)->value();
}

// The run as box sides: merged while static strides of gmem continue each other, up to 256.
void plan_box_dims(Plan &plan) {
  std::vector<Mode> merged; // box sides with their strides in gmem
  for (const auto &[extent, basis] : plan.vector) {
    const Mode mode = {extent, stride_at(plan, basis)};
    if (!plan.dims.empty() && mode.shape.is(1))
      continue;
    if (plan.dims.empty() || merged.back().shape.is(1)) {
      merged = {mode};
      plan.dims = {{extent, {basis}}};
      continue;
    }
    const Int side = merged.back().shape * extent;
    if (continues(merged.back(), mode) && side.is_static() && side.value() <= max_side) {
      merged.back().shape = plan.dims.back().box = side;
      plan.dims.back().modes.push_back(basis);
    } else {
      merged.push_back(mode);
      plan.dims.push_back({extent, {basis}});
    }
  }
}

void append_bases(std::vector<Basis> &out, const Tuple &vectors) {
  for (const Leaf &leaf : leaves(vectors))
    out.push_back(leaf.basis);
}

// The modes of gmem that no box side runs along, as sides of 1, and five dimensions at most.
void plan_other_dims(Plan &plan) {
  std::vector<Basis> all;
  append_bases(all, basis_like(plan.request.gmem.shape));
  for (const Basis &basis : all) {
    if (extent_at(plan, basis).is(1) || stride_at(plan, basis).value.is(0))
      continue;
    const bool known = std::any_of(plan.dims.begin(), plan.dims.end(), [&](const TmaDim &dim) {
      return std::find(dim.modes.begin(), dim.modes.end(), basis) != dim.modes.end();
    });
    if (!known)
      plan.dims.push_back({one, {basis}});
  }
  plan.dims_before_grouping = plan.dims.size();
  if (plan.dims.size() <= max_rank)
    return;
  TmaDim last = {one, {}, {}};
  for (std::size_t i = max_rank - 1; i < plan.dims.size(); ++i) {
    const TmaDim &dim = plan.dims[i];
    last.grouped.emplace_back(dim.box, stride_at(plan, dim.modes[0]).value);
    last.box = last.box * dim.box;
    last.modes.insert(last.modes.end(), dim.modes.begin(), dim.modes.end());
  }
  plan.dims.resize(max_rank - 1);
  plan.dims.push_back(last);
}

// Several modes make one dimension: its stride divides all of theirs, its extent reaches as far as
// they do.
void plan_extents(Plan &plan) {
  for (const TmaDim &dim : plan.dims) {
    if (dim.modes.size() == 1) {
      plan.extents.push_back(extent_at(plan, dim.modes[0]));
      plan.strides.push_back(stride_at(plan, dim.modes[0]).value);
      continue;
    }
    Int extent = one, stride = zero;
    for (const Basis &basis : dim.modes) {
      const Int step = stride_at(plan, basis).value, count = extent_at(plan, basis);
      const Int common = Int::dynamic(std::gcd(stride.value(), abs(step).value()));
      extent = common.value() == 0
                   ? count
                   : (extent - one) * (stride / common) + (count - one) * (step / common) + one;
      stride = common;
    }
    plan.extents.push_back(extent);
    plan.strides.push_back(stride);
  }
}

// The CTAs of a cluster share the box, from its outermost side on.
void plan_box(Plan &plan) {
  for (const TmaDim &dim : plan.dims) {
    plan.box.push_back(dim.box.value());
    plan.elements_per_copy = plan.elements_per_copy * dim.box;
  }
  std::int64_t share = plan.request.cluster;
  for (std::size_t i = plan.box.size(); share > 1 && i-- > 0;) {
    std::int64_t &side = plan.box[i];
    if (side % share != 0 && share % side != 0)
      plan.cluster_divides = false;
    const std::int64_t rest = (share + side - 1) / side;
    side = (side + share - 1) / share;
    share = rest;
  }
  plan.cluster_divides = plan.cluster_divides && share == 1;
}

// What one step along a mode of gmem is in the coordinates of the map.
Leaf coordinate_step(const Plan &plan, const Basis &basis) {
  const Int stride = stride_at(plan, basis).value;
  if (extent_at(plan, basis).is(1) || stride.is(0))
    return {};
  for (std::size_t i = 0; i < plan.dims.size(); ++i) {
    const std::vector<Basis> &modes = plan.dims[i].modes;
    if (std::find(modes.begin(), modes.end(), basis) == modes.end())
      continue;
    const Leaf along = {one, Basis{}.then(i)};
    if (i == 0)
      return along * stride;
    if (modes.size() == 1)
      return along;
    // CUTLASS divides bits by bytes, rounded up twice.
    const Int bytes = Int::dynamic(
        std::max<std::int64_t>((plan.strides[i] * Int::fixed(plan.bits)).value() / 8, 16));
    const Int bits = Int::dynamic((stride * Int::fixed(plan.bits)).value()) / bytes;
    return along * ceil_div(bits, Int::dynamic(8));
  }
  return {};
}

Tuple coordinate_steps(const Plan &plan, const Tuple &vectors) {
  if (vectors.is_leaf())
    return coordinate_step(plan, vectors.leaf().basis);
  std::vector<Tuple> steps;
  for (const Tuple &mode : vectors.modes())
    steps.push_back(coordinate_steps(plan, mode));
  return Tuple(std::move(steps));
}

// The whole tile as copies: what one takes, and where the next begins.
void plan_partition(Plan &plan) {
  const Layout &smem = plan.request.smem.layout;
  plan.tma_tensor = {plan.request.gmem.shape,
                     coordinate_steps(plan, basis_like(plan.request.gmem.shape))};
  const auto fail = [&](const Failure &failure) { plan.partition_problem = failure.message; };
  const Result<Layout> one_copy = take(plan.inverse, plan.elements_per_copy);
  if (!one_copy)
    return fail(one_copy.failure());
  const Int count = size(plan.tile_of_gmem) / plan.elements_per_copy;
  if (count * plan.elements_per_copy != size(plan.tile_of_gmem))
    return fail({"a copy takes " + to_text(plan.elements_per_copy) + " elements"});
  const Result<Layout> all = logical_product(*one_copy, compact(count));
  if (!all)
    return fail(all.failure());
  const Layout values = coalesce_each(*all);
  const Result<Layout> tile = take(plan.tma_tensor, plan.tile);
  const Result<Layout> source = tile ? composition(*tile, values) : tile;
  const Result<Layout> destination = composition(smem, values);
  if (!source)
    return fail(source.failure());
  if (!destination)
    return fail(destination.failure());
  plan.source = *source;
  plan.destination = *destination;
}

void plan_copies(Plan &plan) {
  const std::int64_t each = plan.elements_per_copy.value();
  const std::int64_t count = size(plan.source).value() / each;
  const std::int64_t slice = each / plan.request.cluster;
  for (std::int64_t copy = 0; copy < count; ++copy)
    for (std::uint32_t cta = 0; cta < plan.request.cluster; ++cta) {
      const std::int64_t at = copy * each + cta * slice;
      TmaInstruction instruction;
      for (const std::int64_t c : coordinates(plan.source, at, plan.dims.size()))
        instruction.coordinates.push_back(static_cast<std::int32_t>(c));
      instruction.smem_offset_bytes =
          plan.bytes(static_cast<std::uint64_t>(index(plan.destination, at).value()));
      instruction.cta = cta;
      plan.copies.push_back(instruction);
    }
}

bool all_static(const std::vector<std::pair<Int, Basis>> &vector) {
  return std::all_of(vector.begin(), vector.end(),
                     [](const auto &mode) { return mode.first.is_static(); });
}

} // namespace

Plan make_plan(const TmaRequest &request) {
  Plan plan{request};
  const SwizzleFn &fn = request.smem.swizzle;
  plan.is_sound = is_sound(request.gmem) && is_sound(request.smem.layout) && is_valid(fn) &&
                  (!request.tile || is_sound(compact(*request.tile)));
  if (!plan.is_sound)
    return plan;
  const std::uint32_t bits = element_bits(request.data_type);
  plan.bits = bits >= 8 ? bits : 0;
  plan.tile = request.tile.value_or(product_each(request.smem.layout.shape));
  plan.is_static = is_static(request.smem.layout) && is_static(plan.tile);
  if (plan.bits == 0)
    return plan;
  plan_shared(plan);
  // Larger tiles have no place to lie: what follows is bounded by them.
  if (!plan.is_static || plan.smem_bytes > max_smem_bytes)
    return plan;
  plan_places(plan);
  if (plan.doubled)
    return plan;
  plan_vector(plan);
  if (plan.vector.empty() || !all_static(plan.vector) ||
      product(plan.tile) != size(request.smem.layout))
    return plan;
  plan_box_dims(plan);
  plan_other_dims(plan);
  plan_extents(plan);
  plan_box(plan);
  plan_partition(plan);
  if (plan.partition_problem.empty() && plan.cluster_divides)
    plan_copies(plan);
  return plan;
}

Spec spec_of(const Plan &plan) {
  Spec spec;
  spec.data_type = plan.request.data_type;
  spec.global_address = plan.request.global_address;
  for (std::size_t i = 0; i < plan.dims.size(); ++i) {
    spec.global_dim.push_back(static_cast<std::uint64_t>(plan.extents[i].value()));
    if (i > 0)
      spec.global_strides.push_back(
          plan.bytes(static_cast<std::uint64_t>(plan.strides[i].value())));
    spec.box_dim.push_back(static_cast<std::uint32_t>(plan.box[i]));
    spec.element_strides.push_back(1);
  }
  spec.swizzle = plan.swizzle.value_or(Swizzle::none);
  spec.l2_promotion = L2Promotion::b128;
  return spec;
}

} // namespace tmamap::cute
