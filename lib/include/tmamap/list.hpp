// SPDX-License-Identifier: MIT
// A fixed-capacity list: the argument arrays of a tensor-map call, usable in constant expressions.
#pragma once

#include <cstddef>
#include <initializer_list>

namespace tmamap {

// Eight entries: three more than the largest legal rank, so that a call with too many dimensions
// can be expressed, checked and printed. Index 0 is the innermost dimension.
inline constexpr std::size_t list_capacity = 8;

template <class T> class List {
public:
  constexpr List() = default;
  constexpr List(std::initializer_list<T> values) {
    for (const T &value : values)
      push_back(value);
  }
  static constexpr List filled(std::size_t count, T value) { // at most the capacity
    List list;
    for (std::size_t i = 0; i < count && !list.full(); ++i)
      list.push_back(value);
    return list;
  }

  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }
  [[nodiscard]] constexpr bool full() const { return size_ == list_capacity; }

  // Below the capacity; values past the end are 0.
  constexpr T operator[](std::size_t i) const { return values_[i]; }
  constexpr T &operator[](std::size_t i) { return values_[i]; }
  [[nodiscard]] constexpr const T *begin() const { return values_; }
  [[nodiscard]] constexpr const T *end() const { return values_ + size_; }

  // Values past the capacity are dropped and false is returned: a parser turns that into an error.
  constexpr bool push_back(T value) {
    if (full())
      return false;
    values_[size_++] = value;
    return true;
  }

  // New entries are zero. At most the capacity.
  constexpr void resize(std::size_t size) {
    size = size < list_capacity ? size : list_capacity;
    for (std::size_t i = size; i < size_; ++i)
      values_[i] = T{};
    size_ = size;
  }

  friend constexpr bool operator==(const List &a, const List &b) {
    if (a.size_ != b.size_)
      return false;
    for (std::size_t i = 0; i < a.size_; ++i)
      if (a.values_[i] != b.values_[i])
        return false;
    return true;
  }
  friend constexpr bool operator!=(const List &a, const List &b) { return !(a == b); }

private:
  T values_[list_capacity] = {};
  std::size_t size_ = 0;
};

} // namespace tmamap
