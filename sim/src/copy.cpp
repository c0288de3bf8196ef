// SPDX-License-Identifier: MIT
// The fast model: batches of rows, between the one range and the windows that hold them.
#include "arithmetic.hpp"
#include "inputs.hpp"
#include "kernels.hpp"
#include "open_points.hpp"
#include "rows.hpp"

#include <tmamap/sim/copy.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

namespace tmamap::sim {

namespace {

using namespace detail;

// What a look at all batches shows before anything moves.
struct Survey {
  bool one_range_a_batch = true;
  bool fills = false;
  std::uint64_t bytes = 0; // moved to or from global memory
};

Survey survey(const Rows &rows, const GlobalMemory &global) {
  Survey result;
  const Row &row = rows.row();
  result.fills = !row.whole();
  const GlobalRange *range = nullptr;
  result.one_range_a_batch = rows.for_each_batch([&](const Batch &batch) {
    result.fills |= !batch.in_bounds;
    if (!batch.in_bounds || row.empty())
      return true;
    result.bytes += batch.rows * (row.end - row.begin);
    const std::uint64_t from = batch.global_address + row.begin;
    if (range == nullptr || !range->holds(from, batch.extent(row)))
      range = global.find(from, batch.extent(row));
    return range != nullptr;
  });
  return result;
}

bool disjoint(const Rows &rows) {
  if (rows.certainly_disjoint())
    return true;
  std::vector<std::uint64_t> starts;
  rows.for_each_batch([&](const Batch &batch) {
    for (std::uint64_t r = 0; r < batch.rows && batch.in_bounds; ++r)
      starts.push_back(batch.global_address + r * batch.global_step);
    return true;
  });
  std::sort(starts.begin(), starts.end());
  const std::uint64_t bytes = rows.row().end; // begin is 0: a store has no negative coordinates
  return std::adjacent_find(starts.begin(), starts.end(),
                            [bytes](auto a, auto b) { return b - a < bytes; }) == starts.end();
}

// Calls kernel(job, batch, buffer) for the batches in bounds until it returns false; false then.
bool run(Kernel kernel, const Job &job, const Rows &rows, const GlobalMemory &global) {
  const GlobalRange *range = nullptr;
  return rows.for_each_batch([&](const Batch &batch) {
    if (!batch.in_bounds || job.row.empty())
      return true;
    const std::uint64_t from = batch.global_address + job.row.begin;
    if (range == nullptr || !range->holds(from, batch.extent(job.row)))
      range = global.find(from, batch.extent(job.row));
    return kernel(job, batch, range->at(from));
  });
}

void fill(Kernel kernel, const Job &job, const Rows &rows) {
  rows.for_each_batch([&](const Batch &batch) {
    return batch.in_bounds && !job.row.empty() ? true : kernel(job, batch, nullptr);
  });
}

} // namespace

Result copy(const Spec &spec, const Access &access, const GlobalMemory &global, SharedMemory shared,
            Target target) {
  Result result = without_memory(spec, access, target);
  if (result.input || (result.outcome != Outcome::ok && result.outcome != Outcome::hang))
    return result;
  const Geometry shape = tile_geometry(spec, access);
  result.input = wrong_memory(spec, access, shape, global, shared);
  if (result.input)
    return result;

  const Rows rows(spec, access, shape);
  const Survey seen = survey(rows, global);
  // The rare shapes are left to the element by element model: rows with gaps, and batches that do
  // not lie in one buffer, be it because they fault or because they go from one to the next.
  if (is_padded(spec.data_type) || !seen.one_range_a_batch)
    return reference::copy(spec, access, global, shared, target);
  const auto stop = [&](std::string_view point) {
    result.outcome = Outcome::undocumented;
    result.cause = point;
    result.tx_bytes = 0;
    return result;
  };
  if (signals_mbarrier(access.op) && seen.fills && fill_is_open(spec, target))
    return stop(open::nan_fill);
  if (!uses_shared_memory(access.op))
    return result;

  Job job;
  job.row = rows.row();
  job.swizzle = swizzle_bits(spec.swizzle);
  const Kernels kernels = kernels_for(spec, access.op, job.row);
  if (signals_mbarrier(access.op)) {
    if (spec.oob_fill == OobFill::nan_request_zero_fma)
      for (std::size_t i = 0; i < sizeof job.fill; i += 2)
        job.fill[i] = 0xF7, job.fill[i + 1] = 0x7F;
    for_each_window(access, shared, [&](const SharedWindow &window) {
      job.window = window.data;
      run(kernels.move, job, rows, global);
      if (seen.fills)
        fill(kernels.fill, job, rows);
    });
    return result;
  }

  job.window = shared.windows[0].data;
  if (seen.bytes != 0 && rows.spills() && spill_is_open(target))
    return stop(open::spill);
  if (!commutes(access.op, spec.data_type) && seen.bytes != 0 && !disjoint(rows))
    return stop(open::order);
  if (kernels.settled != nullptr && !run(kernels.settled, job, rows, global))
    return stop(open::sum);
  run(kernels.move, job, rows, global);
  result.global_bytes_written = seen.bytes;
  return result;
}

} // namespace tmamap::sim
