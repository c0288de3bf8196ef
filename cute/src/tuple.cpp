// SPDX-License-Identifier: MIT
#include <tmamap/cute/tuple.hpp>

namespace tmamap::cute {

void append_leaves(std::vector<Leaf> &out, const Tuple &tuple) {
  if (tuple.is_leaf())
    out.push_back(tuple.leaf());
  for (const Tuple &mode : tuple.modes())
    append_leaves(out, mode);
}

std::vector<Leaf> leaves(const Tuple &tuple) {
  std::vector<Leaf> all;
  append_leaves(all, tuple);
  return all;
}

Int product(const Tuple &tuple) {
  if (tuple.is_leaf())
    return tuple.value();
  Int all = Int::fixed(1);
  for (const Tuple &mode : tuple.modes())
    all = all * product(mode);
  return all;
}

Tuple product_each(const Tuple &tuple) {
  if (tuple.is_leaf())
    return tuple;
  std::vector<Tuple> products;
  for (const Tuple &mode : tuple.modes())
    products.emplace_back(product(mode));
  return Tuple(std::move(products));
}

bool congruent(const Tuple &a, const Tuple &b) {
  if (a.is_leaf() || b.is_leaf())
    return a.is_leaf() && b.is_leaf();
  if (a.rank() != b.rank())
    return false;
  for (std::size_t i = 0; i < a.rank(); ++i)
    if (!congruent(a[i], b[i]))
      return false;
  return true;
}

Tuple basis_like(const Tuple &shape, const Basis &from) {
  if (shape.is_leaf())
    return Leaf{Int::fixed(1), from};
  std::vector<Tuple> vectors;
  for (std::size_t i = 0; i < shape.rank(); ++i)
    vectors.push_back(basis_like(shape[i], from.then(i)));
  return Tuple(std::move(vectors));
}

const Tuple *find(const Tuple &tuple, const Basis &basis) {
  const Tuple *at = &tuple;
  for (std::size_t i = 0; i < basis.size(); ++i) {
    if (at->is_leaf() || basis[i] >= at->rank())
      return nullptr;
    at = &(*at)[basis[i]];
  }
  return at;
}

} // namespace tmamap::cute
