// SPDX-License-Identifier: MIT
#include <tmamap/cute/algebra.hpp>
#include <tmamap/cute/gmma.hpp>
#include <tmamap/cute/text.hpp>

namespace tmamap::cute {
namespace {

const Int one = Int::fixed(1);

// Lower case, without what separates words.
std::string plain(std::string_view name) {
  std::string text;
  for (const char c : name)
    if (c != ' ' && c != '_')
      text += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  return text;
}

bool drop_front(std::string &text, std::string_view part) {
  const bool there = text.compare(0, part.size(), part) == 0;
  if (there)
    text.erase(0, part.size());
  return there;
}

} // namespace

const GmmaAtom *find_gmma_atom(std::string_view name) {
  if (name.size() > 64)
    return nullptr;
  std::string wanted = plain(name);
  drop_front(wanted, "gmma::");
  if (drop_front(wanted, "layout") && wanted.size() > 4 &&
      wanted.compare(wanted.size() - 4, 4, "atom") == 0)
    wanted.erase(wanted.size() - 4);
  for (const GmmaAtom &atom : gmma_atoms)
    if (plain(atom.name) == wanted)
      return &atom;
  return nullptr;
}

SmemLayout layout_of(const GmmaAtom &atom, std::uint32_t element_bits) {
  const Int row = Int::fixed(std::int64_t{atom.row_bytes} * 8 / element_bits),
            eight = Int::fixed(8);
  const Layout lines = {Tuple({eight, row}), Tuple({row, one})};
  const Layout columns = {Tuple({row, eight}), Tuple({one, row})};
  return {swizzle_fn(atom.swizzle).value_or(SwizzleFn{}), element_bits,
          atom.k_major ? lines : columns};
}

Result<SmemLayout> layout_of(const TiledAtom &tiled, std::uint32_t element_bits) {
  SmemLayout smem = layout_of(*tiled.atom, element_bits);
  Result<Layout> layout = tile_to_shape(smem.layout, tiled.shape, tiled.order);
  if (!layout)
    return layout.failure();
  smem.layout = *layout;
  return smem;
}

std::string to_string(const TiledAtom &tiled) {
  std::string text(tiled.atom->name);
  text += ", ";
  append_text(text, tiled.shape);
  if (tiled.order.rank() != 0) {
    text += ", ";
    append_text(text, tiled.order);
  }
  return text;
}

std::optional<TiledAtom> gmma_atom_of(const SmemLayout &smem, std::uint32_t element_bits) {
  const Layout &layout = smem.layout;
  if (!is_static(layout) || layout.rank() < 2 || layout.shape.is_leaf())
    return std::nullopt;
  const Tuple shape = product_each(layout.shape);
  std::vector<Tuple> second_first = shape.modes();
  for (std::size_t i = 0; i < second_first.size(); ++i)
    second_first[i] = Int::fixed(i == 0 ? 2 : i == 1 ? 1 : static_cast<std::int64_t>(i) + 1);
  for (const GmmaAtom &atom : gmma_atoms)
    for (const Tuple &order : {Tuple(), Tuple(second_first)}) {
      const TiledAtom tiled = {&atom, shape, order};
      const Result<SmemLayout> candidate = layout_of(tiled, element_bits);
      const bool swizzles_alike =
          candidate && (candidate->swizzle == smem.swizzle ||
                        (candidate->swizzle.is_identity() && smem.swizzle.is_identity()));
      if (swizzles_alike && same_function(candidate->layout, layout))
        return tiled;
    }
  return std::nullopt;
}

} // namespace tmamap::cute
