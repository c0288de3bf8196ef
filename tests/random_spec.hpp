// SPDX-License-Identifier: MIT
// Specs and accesses without sense but with every kind of value: for the readers and writers.
#pragma once

#include <tmamap/report.hpp>

#include <cstdint>
#include <limits>
#include <random>

namespace tmamap::testing {

class RandomSpec {
public:
  explicit RandomSpec(std::uint64_t seed) : random_(seed) {}

  Spec spec() {
    Spec spec;
    spec.mode = static_cast<Mode>(below(3));
    spec.data_type = static_cast<DataType>(one_in(16) ? number<std::uint32_t>() : below(16));
    const std::size_t rank = below(list_capacity + 1);
    const bool broken = one_in(8); // an explicit rank: then any length goes
    if (broken)
      spec.tensor_rank = number<std::uint32_t>();
    const auto length = [&](std::size_t wanted) {
      return broken ? below(list_capacity + 1) : wanted;
    };
    const std::size_t axes = rank < 2 ? 0 : rank - 2;
    if (one_in(2))
      spec.global_address = number<std::uint64_t>();
    spec.global_dim = list<std::uint64_t>(rank);
    spec.global_strides = list<std::uint64_t>(length(rank == 0 ? 0 : rank - 1));
    if (spec.mode == Mode::tiled) {
      spec.box_dim = list<std::uint32_t>(length(rank));
    } else {
      spec.channels_per_pixel = number<std::uint32_t>();
      spec.pixels_per_column = number<std::uint32_t>();
    }
    if (spec.mode == Mode::im2col) {
      spec.pixel_box_lower_corner = list<std::int32_t>(length(axes));
      spec.pixel_box_upper_corner = list<std::int32_t>(length(axes));
    }
    if (spec.mode == Mode::im2col_wide) {
      spec.pixel_box_lower_corner_width = number<std::int32_t>();
      spec.pixel_box_upper_corner_width = number<std::int32_t>();
      spec.im2col_wide_mode = enumerator<Im2colWideMode>(2);
    }
    if (one_in(2))
      spec.element_strides =
          one_in(2) ? List<std::uint32_t>::filled(rank, 1) : list<std::uint32_t>(length(rank));
    spec.interleave = enumerator<Interleave>(3);
    spec.swizzle = enumerator<Swizzle>(7);
    spec.l2_promotion = enumerator<L2Promotion>(4);
    spec.oob_fill = enumerator<OobFill>(2);
    return spec;
  }

  Access access() {
    Access access;
    access.op = static_cast<Op>(below(13));
    access.coordinates = list<std::int32_t>(below(list_capacity + 1));
    access.smem_address = number<std::uint64_t>();
    access.im2col_offsets = list<std::uint16_t>(below(list_capacity + 1));
    if (one_in(2))
      access.expect_tx_bytes = number<std::uint64_t>();
    if (one_in(2))
      access.multicast_mask = number<std::uint16_t>();
    return access;
  }

  Context context() {
    Context context;
    context.target = static_cast<Target>(below(2));
    if (one_in(2))
      context.descriptor_address = number<std::uint64_t>();
    if (one_in(2))
      context.replacement_address = number<std::uint64_t>();
    if (one_in(2))
      context.access = access();
    return context;
  }

  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

  // Small, extreme or anything.
  template <class T> T number() {
    using Limits = std::numeric_limits<T>;
    switch (below(4)) {
    case 0: return Limits::max();
    case 1: return Limits::min();
    case 2: return static_cast<T>(below(300));
    default: return static_cast<T>(random_());
    }
  }

private:
  template <class E> E enumerator(std::uint32_t named) {
    return static_cast<E>(one_in(16) ? number<std::uint32_t>() : below(named));
  }
  template <class T> List<T> list(std::size_t size) {
    List<T> list;
    for (std::size_t i = 0; i < size; ++i)
      list.push_back(number<T>());
    return list;
  }

  std::mt19937_64 random_;
};

} // namespace tmamap::testing
