// SPDX-License-Identifier: MIT
// A value, or the sentence that says why there is none.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace tmamap::cute {

struct Failure {
  std::string message;
};

template <class T> class Result {
public:
  Result(T value) : value_(std::move(value)) {}
  Result(Failure failure) : failure_(std::move(failure)) {}

  [[nodiscard]] explicit operator bool() const { return value_.has_value(); }
  // Of a result that is true.
  [[nodiscard]] const T &operator*() const & { return *value_; }
  [[nodiscard]] T &&operator*() && { return std::move(*value_); }
  [[nodiscard]] const T *operator->() const { return &*value_; }
  // Of a result that is false.
  [[nodiscard]] const Failure &failure() const { return failure_; }

private:
  std::optional<T> value_;
  Failure failure_;
};

} // namespace tmamap::cute
