// SPDX-License-Identifier: MIT
#include "kernels.hpp"

#include "loops.hpp"

namespace tmamap::sim::detail {

namespace {

template <class Loop> bool run_anywhere(const Job &job, const Batch &batch, std::uint8_t *global) {
  return Loop::run(job, batch, global);
}

// Every loop is compiled twice on x86-64: for any such machine, and for those with AVX2.
#if defined(__x86_64__)
template <class Loop>
[[gnu::target("avx2")]] bool run_with_avx2(const Job &job, const Batch &batch,
                                           std::uint8_t *global) {
  return Loop::run(job, batch, global);
}
template <class Loop> Kernel kernel() {
  return __builtin_cpu_supports("avx2") ? run_with_avx2<Loop> : run_anywhere<Loop>;
}
#else
template <class Loop> Kernel kernel() { return run_anywhere<Loop>; }
#endif

template <class Place, bool tf32> Kernel load_kernel(const Row &row) {
  if (!row.whole())
    return kernel<LoadPart<Place, tf32>>();
  switch (row.bytes) {
  case 16: return kernel<LoadWhole<Place, 16, tf32>>();
  case 32: return kernel<LoadWhole<Place, 32, tf32>>();
  case 64: return kernel<LoadWhole<Place, 64, tf32>>();
  case 128: return kernel<LoadWhole<Place, 128, tf32>>();
  default: return kernel<LoadWhole<Place, 0, tf32>>();
  }
}

template <class Place> Kernel store_kernel(const Row &row) {
  switch (row.end) {
  case 16: return kernel<Store<Place, 16>>();
  case 32: return kernel<Store<Place, 32>>();
  case 64: return kernel<Store<Place, 64>>();
  case 128: return kernel<Store<Place, 128>>();
  default: return kernel<Store<Place, 0>>();
  }
}

template <class Place> Kernels kernels_of(const Spec &spec, Op op, const Row &row, bool fills) {
  Kernels kernels;
  if (reads_global(op)) {
    const bool tf32 = spec.data_type == DataType::tf32 || spec.data_type == DataType::tf32_ftz;
    kernels.move = tf32 ? load_kernel<Place, true>(row) : load_kernel<Place, false>(row);
    if (fills)
      kernels.fill = kernel<Fill<Place>>();
  } else if (!is_reduction(op)) {
    kernels.move = store_kernel<Place>(row);
  } else {
    with_arithmetic(op, spec.data_type, [&](auto arithmetic) {
      using Arithmetic = decltype(arithmetic);
      kernels.move = kernel<Reduce<Place, Arithmetic>>();
      if constexpr (!Arithmetic::always_settled)
        kernels.settled = kernel<Settled<Place, Arithmetic>>();
    });
  }
  return kernels;
}

} // namespace

Kernels kernels_for(const Spec &spec, Op op, const Row &row, bool fills) {
  if (spec.swizzle == Swizzle::none)
    return kernels_of<Straight>(spec, op, row, fills);
  return counts_slices(spec) ? kernels_of<OneXorAChunk>(spec, op, row, fills)
                             : kernels_of<OneXorARow>(spec, op, row, fills);
}

} // namespace tmamap::sim::detail
