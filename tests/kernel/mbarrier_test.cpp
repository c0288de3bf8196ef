// SPDX-License-Identifier: MIT
// The mbarrier against a second reading of PTX ISA 9.1, 9.7.13.15, that adds up what was
// asked for and what has come, and compares.
#include <tmamap/kernel/mbarrier.hpp>

#include "catch.hpp"

#include <cstdint>
#include <random>
#include <string>

using namespace tmamap;
using namespace tmamap::kernel;

namespace {

// Totals of what was asked for and what has come, in numbers without limits.
struct Reading {
  long long expected_of_phase = 0, expected_next = 0, arrived = 0, bytes_expected = 0,
            bytes_come = 0;
  unsigned long long phases = 0;

  static constexpr long long limit = 1048575;

  bool init(long long count) {
    if (count <= 0 || count > limit)
      return false;
    *this = {};
    expected_of_phase = expected_next = count;
    return true;
  }
  [[nodiscard]] long long missing_arrivals() const { return expected_of_phase - arrived; }
  [[nodiscard]] long long missing_bytes() const { return bytes_expected - bytes_come; }
  bool settle() {
    if (missing_arrivals() == 0 && missing_bytes() == 0) {
      ++phases;
      expected_of_phase = expected_next;
      arrived = bytes_expected = bytes_come = 0;
    }
    return true;
  }
  bool bytes(long long expect, long long come) {
    const long long after = missing_bytes() + expect - come;
    if (expect > limit || come > limit || after > limit || after < -limit)
      return false;
    bytes_expected += expect;
    bytes_come += come;
    return settle();
  }
  bool arrive(long long count, bool drop) {
    if (count < 1 || count > limit || count > missing_arrivals() || (drop && count > expected_next))
      return false;
    expected_next -= drop ? count : 0;
    arrived += count;
    return settle();
  }
  bool arrive_expecting(long long expect) { // both or neither
    const Reading before = *this;
    if (bytes(expect, 0) && arrive(1, false))
      return true;
    *this = before;
    return false;
  }
};

bool alike(const Mbarrier &a, const Reading &b) {
  return a.phase() == b.phases && a.pending() == b.missing_arrivals() &&
         a.expected() == b.expected_next && a.tx_count() == b.missing_bytes() &&
         a.completed(0) == (b.phases % 2 == 1) && a.completed(1) == (b.phases % 2 == 0);
}

} // namespace

TEST_CASE("an mbarrier counts as PTX says, whatever is asked of it") {
  std::mt19937_64 random(7);
  const std::uint64_t amounts[] = {0,       1,       2,       3,          16,        4096,
                                   1048574, 1048575, 1048576, 4294967296, 1u << 31u, UINT64_MAX};
  std::uint64_t phases = 0, refused = 0;
  for (int run = 0; run < 20'000; ++run) {
    Mbarrier object;
    Reading reading;
    const std::uint64_t count = random() % 4 != 0 ? 1 + random() % 4 : amounts[random() % 12];
    const bool made = reading.init(static_cast<long long>(count));
    REQUIRE((Mbarrier::init(count, object) == Misuse::none) == made);
    if (!made)
      continue;
    for (int step = 0; step < 30; ++step) {
      const std::uint64_t n = random() % 3 != 0 ? 1 + random() % 3 : amounts[random() % 11];
      const auto signed_n = static_cast<long long>(n);
      const Mbarrier before = object;
      Misuse misuse = Misuse::none;
      bool possible = false;
      switch (random() % 5) {
      case 0: misuse = object.arrive(n), possible = reading.arrive(signed_n, false); break;
      case 1: misuse = object.arrive_drop(n), possible = reading.arrive(signed_n, true); break;
      case 2: misuse = object.expect_tx(n), possible = reading.bytes(signed_n, 0); break;
      case 3: misuse = object.complete_tx(n), possible = reading.bytes(0, signed_n); break;
      case 4:
        misuse = object.arrive_expect_tx(n), possible = reading.arrive_expecting(signed_n);
        break;
      }
      REQUIRE((misuse == Misuse::none) == possible);
      REQUIRE((possible || object == before));
      REQUIRE(alike(object, reading));
      refused += possible ? 0 : 1;
    }
    phases += object.phase();
  }
  CHECK(phases > 5'000); // both did happen
  CHECK(refused > 5'000);
}

TEST_CASE("the limits of an mbarrier") {
  Mbarrier object;
  CHECK(Mbarrier::init(0, object) == Misuse::count_range);
  CHECK(Mbarrier::init(1 << 20, object) == Misuse::count_range);
  REQUIRE(Mbarrier::init((1 << 20) - 1, object) == Misuse::none);
  CHECK(object.expect_tx((1 << 20) - 1) == Misuse::none);
  CHECK(object.expect_tx(1) == Misuse::tx_count_range);
  CHECK(object.tx_count() == (1 << 20) - 1);
  CHECK(object.complete_tx((1 << 20) - 1) == Misuse::none);
  CHECK(object.complete_tx((1 << 20) - 1) == Misuse::none); // as far below zero
  CHECK(object.tx_count() == -((1 << 20) - 1));
  CHECK(object.complete_tx(1) == Misuse::tx_count_range);
  CHECK(object.arrive((1 << 20) - 1) == Misuse::none);
  CHECK(object.arrive() == Misuse::too_many);
  CHECK(object.phase() == 0);
}

TEST_CASE("bytes may come before they are expected, and do not end the phase alone") {
  Mbarrier object;
  REQUIRE(Mbarrier::init(1, object) == Misuse::none);
  CHECK(object.completed(1)); // of a new barrier, the phase before the first
  CHECK_FALSE(object.completed(0));
  const ArrivalState state = object.state();
  REQUIRE(object.complete_tx(64) == Misuse::none);
  CHECK(object.phase() == 0);
  REQUIRE(object.arrive_expect_tx(64) == Misuse::none);
  CHECK(object.phase() == 1);
  CHECK(object.completed(0));
  CHECK(object.completed(state));
  CHECK_FALSE(object.completed(object.state()));
}

TEST_CASE("an mbarrier can be used by the compiler") {
  constexpr auto phase = [] {
    Mbarrier object;
    Mbarrier::init(2, object);
    object.arrive_drop();
    object.arrive();
    object.arrive();
    return object.phase();
  };
  static_assert(phase() == 2);
}
