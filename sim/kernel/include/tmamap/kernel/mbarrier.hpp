// SPDX-License-Identifier: MIT
// The mbarrier object as a value (PTX ISA 9.1, 9.7.13.15): operations in, misuse out. It knows
// nothing of threads, memory or time.
#pragma once

#include <tmamap/geometry.hpp>

#include <cstdint>

namespace tmamap::kernel {

inline constexpr std::uint32_t max_arrival_count = (1u << 20) - 1; // PTX ISA 9.1, 9.7.13.15.2
inline constexpr std::uint64_t mbarrier_bytes = 8;                 // size and alignment, .1

// What an operation asked for and the object cannot do. The object is then as it was.
enum class Misuse : std::uint8_t {
  none,
  count_range,     // a count outside 1..2^20 - 1
  too_many,        // more arrivals than are pending in the phase
  tx_count_range,  // the transaction count would leave +-(2^20 - 1)
  no_more_arrivals // arrive_drop of the last expected arrival of a later phase
};

// What mbarrier.arrive returns: the phase before the arrival, and what was pending then.
struct ArrivalState {
  std::uint64_t phase = 0;
  std::uint32_t pending = 0; // mbarrier.pending_count
};

class Mbarrier {
public:
  // mbarrier.init: phase 0, `count` arrivals expected in this and every later phase, no bytes.
  static constexpr Misuse init(std::uint64_t count, Mbarrier &out) {
    if (count < 1 || count > max_arrival_count)
      return Misuse::count_range;
    out = Mbarrier();
    out.expected_ = out.pending_ = static_cast<std::uint32_t>(count);
    return Misuse::none;
  }

  [[nodiscard]] constexpr std::uint64_t phase() const { return phase_; } // counted from 0
  [[nodiscard]] constexpr std::uint32_t parity() const { return phase_ % 2; }
  [[nodiscard]] constexpr std::uint32_t pending() const { return pending_; }   // arrivals missing
  [[nodiscard]] constexpr std::uint32_t expected() const { return expected_; } // in later phases
  [[nodiscard]] constexpr std::int32_t tx_count() const { return tx_count_; }  // bytes missing
  [[nodiscard]] constexpr ArrivalState state() const { return {phase_, pending_}; }

  // Bytes that this phase waits for.
  constexpr Misuse expect_tx(std::uint64_t bytes) {
    if (bytes > max_tx_count || tx_count_ + static_cast<std::int64_t>(bytes) > limit)
      return Misuse::tx_count_range;
    tx_count_ += static_cast<std::int32_t>(bytes);
    advance_if_complete();
    return Misuse::none;
  }
  // Bytes that have come; they may come before they are expected.
  constexpr Misuse complete_tx(std::uint64_t bytes) {
    if (bytes > max_tx_count || tx_count_ - static_cast<std::int64_t>(bytes) < -limit)
      return Misuse::tx_count_range;
    tx_count_ -= static_cast<std::int32_t>(bytes);
    advance_if_complete();
    return Misuse::none;
  }
  constexpr Misuse arrive(std::uint64_t count = 1) {
    if (count < 1 || count > max_arrival_count)
      return Misuse::count_range;
    if (count > pending_)
      return Misuse::too_many;
    pending_ -= static_cast<std::uint32_t>(count);
    advance_if_complete();
    return Misuse::none;
  }
  // An expect_tx, then an arrive; both or neither.
  constexpr Misuse arrive_expect_tx(std::uint64_t bytes, std::uint64_t count = 1) {
    Mbarrier next = *this;
    Misuse misuse = next.expect_tx(bytes);
    if (misuse == Misuse::none)
      misuse = next.arrive(count);
    if (misuse == Misuse::none)
      *this = next;
    return misuse;
  }
  // Arrives, and is expected no more in later phases.
  constexpr Misuse arrive_drop(std::uint64_t count = 1) {
    if (count < 1 || count > max_arrival_count)
      return Misuse::count_range;
    if (count > pending_)
      return Misuse::too_many;
    if (count > expected_)
      return Misuse::no_more_arrivals;
    expected_ -= static_cast<std::uint32_t>(count);
    return arrive(count);
  }

  // test_wait.parity: whether the phase of this parity, the current one or the one before it, has
  // completed. Of a new barrier "the one before" has parity 1 and counts as completed.
  [[nodiscard]] constexpr bool completed(std::uint32_t phase_parity) const {
    return parity() != phase_parity % 2;
  }
  // test_wait with a state, of the current phase or the one before it.
  [[nodiscard]] constexpr bool completed(const ArrivalState &state) const {
    return phase_ != state.phase;
  }

  friend constexpr bool operator==(const Mbarrier &a, const Mbarrier &b) {
    return a.phase_ == b.phase_ && a.expected_ == b.expected_ && a.pending_ == b.pending_ &&
           a.tx_count_ == b.tx_count_;
  }
  friend constexpr bool operator!=(const Mbarrier &a, const Mbarrier &b) { return !(a == b); }

private:
  static constexpr std::int64_t limit = max_tx_count;

  // A phase ends when no arrival and no byte is missing (9.7.13.15.6).
  constexpr void advance_if_complete() {
    if (pending_ != 0 || tx_count_ != 0)
      return;
    ++phase_;
    pending_ = expected_;
  }

  std::uint64_t phase_ = 0;
  std::uint32_t expected_ = 1, pending_ = 1;
  std::int32_t tx_count_ = 0;
};

} // namespace tmamap::kernel
