// SPDX-License-Identifier: MIT
// CuTe's algebra of layouts: what its documentation ("CuTe Layout Algebra") calls coalesce,
// composition, complement, right inverse, product and divide, on values instead of types.
#pragma once

#include <tmamap/cute/layout.hpp>

namespace tmamap::cute {

// Fewer and flat modes, the same function. Modes merge only where static integers show that they
// continue each other.
[[nodiscard]] Layout coalesce(const Layout &layout);
// Each mode for itself.
[[nodiscard]] Layout coalesce_each(const Layout &layout);

// result(i) == outer(inner(i)), in the shape of `inner`. The strides of `inner` may be multiples of
// unit vectors into the shape of `outer`. Fails where the result is no layout: where a stride or a
// shape of `inner` ends inside a mode of `outer`.
[[nodiscard]] Result<Layout> composition(const Layout &outer, const Layout &inner);
// Mode by mode with a tile of as many modes or fewer: (_128,_64) takes the first 128 of mode 0 and
// the first 64 of mode 1, and leaves later modes out. An integer takes the first elements of all.
[[nodiscard]] Result<Layout> take(const Layout &layout, const Tuple &tile);

// The longest result with layout(result(i)) == i for all i below its size, along modes whose
// strides static integers show: _1, then each after the one before it.
[[nodiscard]] Layout right_inverse(const Layout &layout);

// What steps over the indices up to `extent` that `layout` leaves out: the two together reach each
// index once. Fails where indices of the layout fall together.
[[nodiscard]] Result<Layout> complement(const Layout &layout, Int extent);

// (block,repeats): the block, repeated as `tiler` orders it.
[[nodiscard]] Result<Layout> logical_product(const Layout &block, const Layout &tiler);
// The block repeated to `shape`, mode by mode; mode i of the result is (block i, repeats of it).
// `order` as in compact(): empty takes the first mode first.
[[nodiscard]] Result<Layout> tile_to_shape(const Layout &block, const Tuple &shape,
                                           const Tuple &order = {});

// Whether both are the same function on their common size, for static layouts of one size.
[[nodiscard]] bool same_function(const Layout &a, const Layout &b);

} // namespace tmamap::cute
