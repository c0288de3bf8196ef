// SPDX-License-Identifier: MIT
// Random copies, and both models run on each: for the property test, which draws from a generator,
// and for the fuzz target, which draws from its input.
#pragma once

#include <tmamap/access.hpp>
#include <tmamap/sim/memory.hpp>
#include <tmamap/spec.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tmamap::test {

// The next of a sequence of random words.
[[nodiscard]] std::uint64_t next_word(std::uint64_t &state);

// Choices: the bytes given, then those of a generator started by `seed`.
class Source {
public:
  explicit Source(std::uint64_t seed, const std::uint8_t *data = nullptr, std::size_t size = 0)
      : state_(seed), data_(data), size_(size) {}

  std::uint64_t bits();
  std::uint64_t below(std::uint64_t count) { return count == 0 ? 0 : bits() % count; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low + 1)));
  }
  bool one_in(std::uint64_t count) { return below(count) == 0; }

private:
  std::uint64_t state_;
  const std::uint8_t *data_;
  std::size_t size_;
};

struct RandomCopy {
  Target target = Target::sm_90;
  Spec spec;
  Access access;
  // Pieces of the memory behind the tensor, by offset: one, or several with or without holes.
  struct Piece {
    std::uint64_t address, bytes;
  };
  std::vector<Piece> global;
  std::vector<std::uint64_t> window_bytes;
  std::uint64_t content_seed = 0;
  bool ordinary_values = true; // no infinities, NaNs or subnormals of any floating type
};

// Mostly well-formed and small. `wild`: now and then with any value in any field.
[[nodiscard]] RandomCopy random_copy(Source &source, bool wild);

// What differs between the two models, or nothing.
struct Comparison {
  std::string difference;
  bool moved = false; // neither refused, nor faulted, nor undocumented
};
[[nodiscard]] Comparison compare_models(const RandomCopy &copy);

// For a failure message.
[[nodiscard]] std::string describe(const RandomCopy &copy);

} // namespace tmamap::test
