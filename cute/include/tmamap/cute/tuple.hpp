// SPDX-License-Identifier: MIT
// Nested tuples of integers: CuTe's shapes, strides and coordinates as values.
#pragma once

#include <tmamap/cute/integer.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tmamap::cute {

// Deeper or longer tuples are refused by the parser; CuTe's compile times end long before.
inline constexpr std::size_t max_depth = 8;
inline constexpr std::size_t max_leaves = 256;

// The modes that lead to one integer of a nested shape, outermost first. CuTe writes the unit
// vector of that integer with the innermost mode first: `_1@1@0` is mode 1 of mode 0.
class Basis {
public:
  constexpr Basis() = default;
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  constexpr std::size_t operator[](std::size_t i) const { return modes_[i]; }
  // One step further in. At most max_depth steps; more are dropped and make no valid path.
  [[nodiscard]] constexpr Basis then(std::size_t mode) const {
    Basis longer = *this;
    if (longer.size_ < max_depth)
      longer.modes_[longer.size_++] = static_cast<std::uint16_t>(mode);
    return longer;
  }
  friend constexpr bool operator==(const Basis &a, const Basis &b) {
    if (a.size_ != b.size_)
      return false;
    for (std::size_t i = 0; i < a.size_; ++i)
      if (a.modes_[i] != b.modes_[i])
        return false;
    return true;
  }
  friend constexpr bool operator!=(const Basis &a, const Basis &b) { return !(a == b); }

private:
  std::uint16_t modes_[max_depth] = {};
  std::size_t size_ = 0;
};

// One integer, or a multiple of a unit vector: `64`, `_1@0`.
struct Leaf {
  Int value = {};
  Basis basis = {};

  friend constexpr bool operator==(const Leaf &a, const Leaf &b) {
    return a.value == b.value && a.basis == b.basis;
  }
  friend constexpr bool operator!=(const Leaf &a, const Leaf &b) { return !(a == b); }
};
// _0 has no direction.
constexpr Leaf operator*(const Leaf &a, Int b) {
  const Int value = a.value * b;
  return {value, value.is(0) ? Basis{} : a.basis};
}

class Tuple {
public:
  Tuple() : Tuple(std::vector<Tuple>{}) {} // ()
  Tuple(Leaf leaf) : leaf_(leaf), is_leaf_(true) {}
  Tuple(Int value) : Tuple(Leaf{value, {}}) {}
  explicit Tuple(std::vector<Tuple> modes) : modes_(std::move(modes)) {}

  [[nodiscard]] bool is_leaf() const { return is_leaf_; }
  [[nodiscard]] const Leaf &leaf() const { return leaf_; }
  [[nodiscard]] Int value() const { return leaf_.value; } // of a leaf
  // As CuTe counts: an integer has one mode, itself.
  [[nodiscard]] std::size_t rank() const { return is_leaf_ ? 1 : modes_.size(); }
  [[nodiscard]] const Tuple &operator[](std::size_t i) const {
    return is_leaf_ ? *this : modes_[i];
  }
  [[nodiscard]] const std::vector<Tuple> &modes() const { return modes_; } // none of a leaf

  friend bool operator==(const Tuple &a, const Tuple &b) {
    return a.is_leaf_ == b.is_leaf_ && a.leaf_ == b.leaf_ && a.modes_ == b.modes_;
  }
  friend bool operator!=(const Tuple &a, const Tuple &b) { return !(a == b); }

private:
  Leaf leaf_ = {};
  bool is_leaf_ = false;
  std::vector<Tuple> modes_;
};

// Every integer, from the left.
void append_leaves(std::vector<Leaf> &out, const Tuple &tuple);
[[nodiscard]] std::vector<Leaf> leaves(const Tuple &tuple);

// The product of all integers: _1 of ().
[[nodiscard]] Int product(const Tuple &tuple);
// ((2,3),4) -> (6,4): the product of each mode. Of an integer, itself.
[[nodiscard]] Tuple product_each(const Tuple &tuple);

// Whether both nest alike.
[[nodiscard]] bool congruent(const Tuple &a, const Tuple &b);

// Unit vectors in the shape of `shape`: (2,(3,4)) -> (_1@0,(_1@0@1,_1@1@1)).
[[nodiscard]] Tuple basis_like(const Tuple &shape, const Basis &from = {});

// The part of `tuple` that a basis leads to; null when it leads nowhere.
[[nodiscard]] const Tuple *find(const Tuple &tuple, const Basis &basis);

} // namespace tmamap::cute
