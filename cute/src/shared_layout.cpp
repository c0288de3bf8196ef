// SPDX-License-Identifier: MIT
#include <tmamap/check.hpp>
#include <tmamap/cute/shared_layout.hpp>

#include <utility>

namespace tmamap::cute {
namespace {

std::optional<SharedLayout::Operand> as_operand(const SmemLayout &smem, std::uint32_t bits) {
  const std::optional<TiledAtom> atom = gmma_atom_of(smem, bits);
  if (!atom)
    return std::nullopt;
  const Result<SmemLayout> tiled = layout_of(*atom, bits);
  return tiled ? std::optional<SharedLayout::Operand>({*atom, *tiled}) : std::nullopt;
}

Tuple with_first_two_swapped(const Tuple &tuple) {
  std::vector<Tuple> modes = tuple.modes();
  std::swap(modes[0], modes[1]);
  return Tuple(std::move(modes));
}

} // namespace

Result<SharedLayout> shared_layout(const Spec &spec) {
  const std::uint32_t bits = element_bits(spec.data_type);
  if (spec.mode != Mode::tiled || spec.interleave != Interleave::none)
    return Failure{"only tiled maps without interleave have a layout in CuTe"};
  if (bits < 8 || is_padded(spec.data_type))
    return Failure{"packed elements have no layout in whole bytes"};
  const std::optional<SwizzleFn> fn = swizzle_fn(spec.swizzle);
  if (!fn)
    return Failure{"this swizzle is none of CuTe's"};
  const Report report = check(spec);
  if (!report.driver_accepts)
    return Failure{"the driver refuses this map; `check` says why"};
  const Geometry &box = report.derived;

  SharedLayout result;
  std::vector<Tuple> shape, stride;
  Int next = Int::fixed(static_cast<std::int64_t>(box.row_pitch_bytes * 8 / bits));
  for (std::size_t i = 0; i < box.elements.size(); ++i) {
    const Int side = Int::fixed(box.elements[i]);
    shape.emplace_back(side);
    stride.emplace_back(side.is(1) ? Int::fixed(0) : i == 0 ? Int::fixed(1) : next);
    next = i == 0 ? next : next * side;
  }
  result.smem = {*fn, bits, {Tuple(shape), Tuple(stride)}};
  if (shape.size() < 2)
    return result;
  result.as_mn = as_operand(result.smem, bits);
  if (result.as_mn && result.as_mn->atom.atom->k_major)
    result.as_mn.reset(); // one row alone is both
  SmemLayout k_first = result.smem;
  k_first.layout = {with_first_two_swapped(result.smem.layout.shape),
                    with_first_two_swapped(result.smem.layout.stride)};
  result.as_k = as_operand(k_first, bits);
  if (result.as_k && !result.as_k->atom.atom->k_major)
    result.as_k.reset();
  return result;
}

} // namespace tmamap::cute
