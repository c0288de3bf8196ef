// SPDX-License-Identifier: MIT
// The fast model: batches of rows, between the one range and the windows that hold them.
#include "arithmetic.hpp"
#include "inputs.hpp"
#include "kernels.hpp"
#include "look_ahead.hpp"
#include "open_points.hpp"
#include "rows.hpp"

#include <tmamap/sim/copy.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

namespace tmamap::sim {

namespace {

using namespace detail;

// The batches of a copy and the buffers behind them. The first few are kept, so that a small copy
// is walked and looked up once, however often its batches are visited.
class Batches {
public:
  Batches(const Rows &rows, const GlobalMemory &global) : rows_(rows), global_(global) {
    const Row &row = rows.row();
    fills_ = !row.whole();
    const GlobalRange *range = nullptr;
    in_one_range_each_ = rows.for_each_batch([&](const Batch &batch) {
      const bool moved = batch.in_bounds && !row.empty();
      fills_ |= !moved;
      std::uint8_t *buffer = nullptr;
      if (moved) {
        bytes_ += batch.rows * (row.end - row.begin);
        if ((range = range_of(batch, range)) == nullptr)
          return false;
        buffer = range->at(batch.global_address + row.begin);
      }
      if (count_ < kept)
        batches_[count_] = batch, buffers_[count_] = buffer;
      ++count_;
      return true;
    });
  }

  // Whether each batch that is in bounds lies in one buffer. Only then may run() be called.
  [[nodiscard]] bool in_one_range_each() const { return in_one_range_each_; }
  [[nodiscard]] bool fills() const { return fills_; }          // bytes from outside the tensor
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; } // to or from global memory

  // Calls kernel(job, batch, buffer) for the batches that move, or for those that are filled, until
  // it returns false; false then.
  bool run(Kernel kernel, const Job &job) const {
    return visit([&](const Batch &batch, std::uint8_t *buffer) {
      return buffer == nullptr || kernel(job, batch, buffer);
    });
  }
  void fill(Kernel kernel, const Job &job) const {
    visit([&](const Batch &batch, const std::uint8_t *buffer) {
      return buffer != nullptr || kernel(job, batch, nullptr);
    });
  }

private:
  static constexpr std::size_t kept = 4;

  // `guess`: a range that may well hold it, or null.
  [[nodiscard]] const GlobalRange *range_of(const Batch &batch, const GlobalRange *guess) const {
    const std::uint64_t from = batch.global_address + rows_.row().begin;
    const std::uint64_t extent = batch.extent(rows_.row());
    return guess != nullptr && guess->holds(from, extent) ? guess : global_.find(from, extent);
  }

  template <class Visit> bool visit(Visit &&visit) const {
    if (count_ <= kept) {
      for (std::size_t i = 0; i < count_; ++i)
        if (!visit(batches_[i], buffers_[i]))
          return false;
      return true;
    }
    const GlobalRange *range = nullptr;
    return rows_.for_each_batch([&](const Batch &batch) {
      if (!batch.in_bounds || rows_.row().empty())
        return visit(batch, static_cast<std::uint8_t *>(nullptr));
      range = range_of(batch, range);
      return visit(batch, range->at(batch.global_address + rows_.row().begin));
    });
  }

  const Rows &rows_;
  const GlobalMemory &global_;
  bool in_one_range_each_ = true, fills_ = false;
  std::uint64_t bytes_ = 0;
  std::size_t count_ = 0;
  Batch batches_[kept]; // of which count_ are set
  std::uint8_t *buffers_[kept];
};

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

void stop(Result &result, std::string_view point) {
  result.outcome = Outcome::undocumented;
  result.cause = point;
  result.tx_bytes = 0;
}

// One result, returned from every path, is built in the caller's place: a copy of it would be a
// noticeable part of a small transfer.
Result copy_shape(const TensorMap &map, const Access &access, const Geometry &shape,
                  const GlobalMemory &global, SharedMemory shared) {
  const Spec &spec = map.spec();
  const Target target = map.target();
  Result result = look_ahead(map, access, shape);
  if (!moves(result))
    return result;
  if (wrong_memory(spec, access, shape, global, shared, result.input))
    return result;

  // The rare shapes are left to the element by element model: rows with gaps, im2col's walk over
  // slices, and batches that do not lie in one buffer, be it because they fault or because they go
  // from one to the next.
  if (is_padded(spec.data_type) || (spec.mode == Mode::im2col && counts_slices(spec))) {
    result = reference::copy(map, access, global, shared);
    return result;
  }
  const Rows rows(spec, access, shape);
  const Batches batches(rows, global);
  const bool reads_base = signals_mbarrier(access.op) && batches.fills();
  if (!batches.in_one_range_each() ||
      (reads_base && global.find(*spec.global_address, 1) == nullptr)) {
    result = reference::copy(map, access, global, shared);
    return result;
  }
  if (!uses_shared_memory(access.op))
    return result;
  Job job{rows.row(), swizzle_bits(spec.swizzle)};
  const Kernels kernels = kernels_for(spec, access.op, job.row, batches.fills());

  if (signals_mbarrier(access.op)) {
    if (batches.fills() && fill_is_open(spec, target)) {
      stop(result, open::nan_fill);
      return result;
    }
    if (spec.oob_fill == OobFill::nan_request_zero_fma)
      for (std::size_t i = 0; i < sizeof job.fill; i += 2)
        job.fill[i] = 0xF7, job.fill[i + 1] = 0x7F;
    for_each_window(access, shared, [&](const SharedWindow &window) {
      job.window = window.data;
      batches.run(kernels.move, job);
      if (batches.fills())
        batches.fill(kernels.fill, job);
    });
    return result;
  }

  job.window = shared.windows[0].data;
  if (batches.bytes() == 0)
    return result;
  if (rows.spills() && spill_is_open(target))
    stop(result, open::spill);
  else if (order_is_open(target) && !commutes(access.op, spec.data_type) && !disjoint(rows))
    stop(result, open::order);
  else if (kernels.settled != nullptr && !batches.run(kernels.settled, job))
    stop(result, open::sum);
  else
    batches.run(kernels.move, job);
  result.global_bytes_written = result.outcome == Outcome::ok ? batches.bytes() : 0;
  return result;
}

} // namespace

Result copy(const TensorMap &map, const Access &access, const GlobalMemory &global,
            SharedMemory shared) {
  if (is_gather4(access.op))
    return copy_shape(map, access, gathered(map.geometry()), global, shared);
  return copy_shape(map, access, map.geometry(), global, shared);
}

} // namespace tmamap::sim
