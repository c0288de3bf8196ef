// SPDX-License-Identifier: MIT
#include "modes.hpp"

#include <tmamap/cute/algebra.hpp>

#include <algorithm>

namespace tmamap::cute {
namespace {

const Int zero = Int::fixed(0), one = Int::fixed(1);

const Failure beyond_64_bits{"an integer leaves 64 bits"};
const Failure ends_inside_a_mode{"a mode would end inside another one"};

bool has_overflow(const Tuple &tuple) {
  if (tuple.is_leaf())
    return tuple.value().is_overflow();
  return std::any_of(tuple.modes().begin(), tuple.modes().end(), has_overflow);
}

Result<Layout> checked(Layout layout) {
  if (has_overflow(layout.shape) || has_overflow(layout.stride))
    return beyond_64_bits;
  return layout;
}

bool divides(Int divisor, Int number) {
  return divisor.value() != 0 && number.value() % divisor.value() == 0;
}

// The modes of an outer layout, and how far into each of them an inner one reaches.
class Composer {
public:
  explicit Composer(const Layout &outer) : outer_(outer) {}

  Result<Layout> compose(const Tuple &shape, const Tuple &stride) {
    if (shape.is_leaf())
      return compose_mode(shape.value(), stride.leaf());
    std::vector<Layout> modes;
    for (std::size_t i = 0; i < shape.rank(); ++i) {
      Result<Layout> mode = compose(shape[i], stride[i]);
      if (!mode)
        return mode;
      modes.push_back(*std::move(mode));
    }
    return joined(modes);
  }

  // CuTe composes mode by mode. That is the function only while no sum of coordinates carries from
  // one mode of the outer layout into the next, which CuTe leaves to its caller.
  [[nodiscard]] bool carries() const {
    for (const Place &place : places_)
      for (std::size_t i = 0; i + 1 < place.modes.size(); ++i)
        if (place.reach[i].is_overflow() || place.reach[i].value() >= place.modes[i].shape.value())
          return true;
    return false;
  }

private:
  struct Place {
    Basis basis; // where in the outer shape
    std::vector<Mode> modes;
    std::vector<Int> reach; // the largest coordinate along each mode
  };

  Place *place_at(const Basis &basis) {
    for (Place &place : places_)
      if (place.basis == basis)
        return &place;
    const Tuple *const shape = find(outer_.shape, basis);
    const Tuple *const stride = find(outer_.stride, basis);
    if (shape == nullptr || stride == nullptr)
      return nullptr;
    const std::vector<Mode> modes = coalesced({*shape, *stride});
    places_.push_back({basis, modes, std::vector<Int>(modes.size())});
    return &places_.back();
  }

  // One integer mode of the inner layout, through the modes of the outer one.
  Result<Layout> compose_mode(Int shape, const Leaf &by) {
    Int stride = by.value;
    if (stride.is(0))
      return Layout{shape, Int(zero)};
    Place *const place = place_at(by.basis);
    if (place == nullptr)
      return Failure{"a unit vector leads to no mode"};
    std::vector<Mode> result;
    for (std::size_t i = 0; i + 1 < place->modes.size(); ++i) {
      const Mode &mode = place->modes[i];
      // Steps that stay in this mode, and the stride that is left for the modes behind it.
      const Int step = abs(stride), steps_inside = ceil_div(mode.shape, step);
      const Int next_stride = ceil_div(step, mode.shape) * sign(stride);
      if (step.is_overflow() || steps_inside.is_overflow())
        return beyond_64_bits;
      // CuTe asks this of static integers alone, and not of a run that leaves the mode.
      const bool leaves_mode = shape.value() > steps_inside.value();
      if (step.value() < mode.shape.value() ? leaves_mode && !divides(step, mode.shape)
                                            : !divides(mode.shape, step))
        return ends_inside_a_mode;
      if (!steps_inside.is(1) && !shape.is(1)) {
        const Int steps = min(steps_inside, shape);
        if (!divides(steps, shape))
          return ends_inside_a_mode;
        result.push_back({steps, mode.stride * stride});
        place->reach[i] = place->reach[i] + (steps - one) * step;
        shape = shape / steps;
      }
      stride = next_stride;
    }
    if (result.empty() || !shape.is(1))
      result.push_back({shape, place->modes.back().stride * stride});
    return checked(to_layout(result));
  }

  const Layout &outer_;
  std::vector<Place> places_;
};

Result<Layout> compose(const Layout &outer, const Tuple &shape, const Tuple &stride) {
  Composer composer(outer);
  Result<Layout> result = composer.compose(shape, stride);
  if (result && composer.carries())
    return Failure{"a sum of coordinates would carry from one mode into the next"};
  return result;
}

} // namespace

std::vector<Mode> flat(const Layout &layout) {
  const std::vector<Leaf> shapes = leaves(layout.shape), strides = leaves(layout.stride);
  std::vector<Mode> modes;
  for (std::size_t i = 0; i < shapes.size() && i < strides.size(); ++i)
    modes.push_back({shapes[i].value, strides[i]});
  return modes;
}

std::vector<Mode> coalesced(const Layout &layout) {
  std::vector<Mode> result;
  for (const Mode &mode : flat(layout)) {
    if (mode.shape.is(1))
      continue;
    if (!result.empty() && continues(result.back(), mode))
      result.back().shape = result.back().shape * mode.shape;
    else
      result.push_back(mode);
  }
  if (result.empty())
    result.push_back({one, Leaf{}});
  return result;
}

Layout to_layout(const std::vector<Mode> &modes) {
  if (modes.size() == 1)
    return {modes[0].shape, modes[0].stride};
  std::vector<Layout> all;
  for (const Mode &mode : modes)
    all.push_back({mode.shape, mode.stride});
  return joined(all);
}

Layout coalesce(const Layout &layout) { return to_layout(coalesced(layout)); }

Layout coalesce_each(const Layout &layout) {
  if (layout.shape.is_leaf())
    return coalesce(layout);
  std::vector<Layout> modes;
  for (std::size_t i = 0; i < layout.rank(); ++i)
    modes.push_back(coalesce(layout[i]));
  return joined(modes);
}

Result<Layout> composition(const Layout &outer, const Layout &inner) {
  return compose(outer, inner.shape, inner.stride);
}

Result<Layout> take(const Layout &layout, const Tuple &tile) {
  if (tile.is_leaf())
    return compose(layout, tile, Int(one));
  if (layout.shape.is_leaf() || tile.rank() > layout.rank())
    return Failure{"the tile has more modes than the layout"};
  std::vector<Layout> modes;
  for (std::size_t i = 0; i < tile.rank(); ++i) {
    Result<Layout> mode = take(layout[i], tile[i]);
    if (!mode)
      return mode;
    modes.push_back(*std::move(mode));
  }
  return joined(modes);
}

Layout right_inverse(const Layout &layout) {
  const std::vector<Mode> modes = coalesced(layout);
  std::vector<Int> first; // the one-dimensional coordinate of step 1 along each mode
  Int next = one;
  for (const Mode &mode : modes) {
    first.push_back(next);
    next = next * mode.shape;
  }
  std::vector<Mode> result;
  for (Int wanted = one;;) {
    const auto found = std::find_if(modes.begin(), modes.end(), [&](const Mode &mode) {
      return mode.stride.basis.empty() && abs(mode.stride.value) == wanted;
    });
    if (found == modes.end())
      break;
    const auto at = static_cast<std::size_t>(found - modes.begin());
    result.push_back({found->shape, Leaf{sign(found->stride.value) * first[at], {}}});
    const Int after = found->shape * wanted;
    if (!after.is_static() || after == wanted)
      break;
    wanted = after;
  }
  return result.empty() ? Layout{Int(one), Int(zero)} : to_layout(result);
}

Result<Layout> complement(const Layout &layout, Int extent) {
  std::vector<Mode> modes;
  for (const Mode &mode : flat(layout))
    if (!mode.shape.is(1) && !mode.stride.value.is(0))
      modes.push_back(mode);
  if (!std::all_of(modes.begin(), modes.end(), [](const Mode &mode) {
        return mode.shape.is_static() && mode.stride.value.is_static() &&
               mode.stride.basis.empty() && mode.stride.value.value() > 0;
      }))
    return Failure{"the complement is known of static, positive strides alone"};
  std::sort(modes.begin(), modes.end(), [](const Mode &a, const Mode &b) {
    return a.stride.value.value() < b.stride.value.value();
  });
  std::vector<Mode> gaps;
  Int reached = one; // indices below it are reached already
  for (const Mode &mode : modes) {
    const Int repeats = mode.stride.value / reached;
    if (repeats.value() == 0 || mode.stride.value % reached != zero)
      return Failure{"indices of the layout fall together"};
    gaps.push_back({repeats, Leaf{reached, {}}});
    reached = mode.stride.value * mode.shape;
  }
  gaps.push_back({ceil_div(extent, reached), Leaf{reached, {}}});
  return checked(coalesce(to_layout(gaps)));
}

Result<Layout> logical_product(const Layout &block, const Layout &tiler) {
  Result<Layout> rest = complement(block, size(block) * cosize(tiler));
  if (!rest)
    return rest;
  Result<Layout> repeats = composition(*rest, tiler);
  if (!repeats)
    return repeats;
  return joined({block, *repeats});
}

Result<Layout> tile_to_shape(const Layout &block, const Tuple &shape, const Tuple &order) {
  const std::size_t rank = shape.rank();
  if (block.rank() > rank)
    return Failure{"the block has more modes than the shape"};
  std::vector<Layout> modes;
  std::vector<Tuple> repeats;
  for (std::size_t i = 0; i < rank; ++i) {
    const bool padding = i >= block.rank();
    modes.push_back(padding                              ? Layout{Int(one), Int(zero)}
                    : block.shape.is_leaf() || rank == 1 ? block
                                                         : block[i]);
    const Int whole = product(shape[i]), part = size(modes.back());
    if (!divides(part, whole))
      return Failure{"the block does not divide the shape"};
    repeats.emplace_back(ceil_div(whole, part));
  }
  const Layout padded = rank == 1 ? block : joined(modes);
  const Layout tiler = order.rank() == 0 || order.is_leaf() ? compact(Tuple(repeats))
                                                            : compact(Tuple(repeats), order);
  const Result<Layout> both = logical_product(padded, rank == 1 ? tiler[0] : tiler);
  if (!both)
    return both;
  if (rank == 1)
    return both;
  std::vector<Layout> zipped;
  for (std::size_t i = 0; i < rank; ++i)
    zipped.push_back(joined({(*both)[0][i], (*both)[1][i]}));
  return checked(joined(zipped));
}

bool same_function(const Layout &a, const Layout &b) { return coalesce(a) == coalesce(b); }

} // namespace tmamap::cute
