// SPDX-License-Identifier: MIT
#include "plan.hpp"

#include <tmamap/check.hpp>
#include <tmamap/cute/algebra.hpp>

namespace tmamap::cute {
namespace {

std::vector<std::uint64_t> grid_of(const Plan &plan) {
  const Tuple &shape = plan.request.gmem.shape;
  std::vector<std::uint64_t> grid;
  if (plan.tile.is_leaf()) {
    grid.push_back(static_cast<std::uint64_t>(ceil_div(product(shape), plan.tile.value()).value()));
    return grid;
  }
  for (std::size_t i = 0; i < shape.rank(); ++i) {
    const Int side = i < plan.tile.rank() ? product(plan.tile[i]) : Int::fixed(1);
    grid.push_back(static_cast<std::uint64_t>(ceil_div(product(shape[i]), side).value()));
  }
  return grid;
}

// The modes behind the first one, as often as the tile goes into the shared layout along each.
Layout with_rest(const Plan &plan, const Layout &values, std::uint64_t &rests) {
  std::vector<Layout> modes = {values};
  const Tuple smem = product_each(plan.request.smem.layout.shape);
  for (std::size_t i = 0; i < plan.tile.rank(); ++i) {
    const Int side = i < smem.rank() ? product(smem[i]) : Int::fixed(1);
    const Int count = ceil_div(side, product(plan.tile[i]));
    rests *= static_cast<std::uint64_t>(count.value());
    modes.push_back({count, Int::fixed(0)});
  }
  return joined(modes);
}

TmaCopy copy_of(const Plan &plan, const Spec &spec) {
  TmaCopy copy;
  copy.spec = spec;
  copy.tile = product_each(plan.tile);
  copy.grid = grid_of(plan);
  copy.copies = plan.copies;
  copy.tx_bytes = plan.bytes(static_cast<std::uint64_t>(size(plan.source).value()));
  copy.smem_bytes = plan.smem_bytes;
  copy.tma_tensor = plan.tma_tensor;
  std::vector<Tuple> origin(plan.dims.size(), Tuple(Int::dynamic(0)));
  std::uint64_t ignored = 1;
  copy.source = {Tuple(std::move(origin)), with_rest(plan, plan.source, ignored)};
  copy.destination = with_rest(plan, plan.destination, copy.instructions);
  return copy;
}

} // namespace

TmaAnswer tma_copy(const TmaRequest &request) {
  TmaAnswer answer;
  const Plan plan = make_plan(request);
  answer.reasons = broken_reasons(plan);
  for (ReasonFinding &finding : answer.reasons)
    finding.nearest = nearest(plan, finding.reason->way_out);
  if (!answer.reasons.empty())
    return answer;
  answer.spec = spec_of(plan);
  Context context;
  context.target = request.target;
  answer.report = check(*answer.spec, context);
  if (answer.report.verdict != Verdict::reject)
    answer.copy = copy_of(plan, *answer.spec);
  return answer;
}

} // namespace tmamap::cute
