// SPDX-License-Identifier: MIT
// Runs a kernel's threads, one interleaving a seed, and says what is wrong with its protocol.
// C++20.
//
// The clusters of a grid run one after the other; within one, threads take turns where they can
// block, and copies land when the seed says. A finding comes from what each thread can know to have
// happened before, so that most mistakes are found on every schedule, not only where they bite.
#pragma once

#include <tmamap/kernel/finding.hpp>
#include <tmamap/kernel/task.hpp>
#include <tmamap/kernel/thread.hpp>
#include <tmamap/kernel/trace.hpp>
#include <tmamap/sim/memory.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace tmamap::kernel {

inline constexpr std::uint32_t max_threads = 1024;    // of a block
inline constexpr std::uint32_t max_cluster_size = 16; // more than 8 are not portable

struct Launch {
  std::uint32_t blocks = 1;       // of the grid, a multiple of the cluster's
  std::uint32_t cluster_size = 1; // blocks
  std::uint32_t threads = 1;      // of a block
  std::uint64_t shared_bytes = 0; // of a block, at most 227 KiB
};

// Called once a thread; see task.hpp for what it may capture.
using Body = std::function<Task(Thread &)>;

struct Options {
  std::uint64_t seed = 0;
  std::uint64_t max_steps = 50'000'000; // of the scheduler; then the kernel is taken for a hang
  bool trace = false;
};

struct Result {
  Outcome outcome = Outcome::ok;
  Findings findings = {};
  std::uint64_t steps = 0;
  Trace trace = {}; // if it was asked for

  [[nodiscard]] bool clean() const { return outcome == Outcome::ok && findings.empty(); }
};

namespace detail {
class Cluster;
}

// Keeps the shared memories from one launch to the next. What a block has not written it reads as
// zero.
class Machine {
public:
  Machine();
  ~Machine();
  Machine(Machine &&) noexcept;
  Machine &operator=(Machine &&) noexcept;

  // An exception out of the body is handed on when all threads are gone. A body that loops without
  // ever awaiting is not interrupted.
  [[nodiscard]] Result run(const Launch &launch, const Body &body, const sim::GlobalMemory &global,
                           const Options &options = {});

private:
  std::unique_ptr<detail::Cluster> cluster_;
};

[[nodiscard]] Result run(const Launch &launch, const Body &body, const sim::GlobalMemory &global,
                         const Options &options = {});

struct Exploration {
  std::uint64_t schedules = 0;            // that were run
  std::uint64_t with_findings = 0;        // of them
  std::optional<std::uint64_t> seed = {}; // of the first of those
  Findings findings = {};                 // each once, over all of them
  Outcome outcome = Outcome::ok;          // of the first that was not ok
};

struct ExploreOptions {
  std::uint64_t first_seed = 0;
  std::uint64_t schedules = 1000;
  bool stop_at_first = false;
  std::function<void()> before_each = {}; // puts global memory back; may be empty
};

// Runs one schedule a seed.
[[nodiscard]] Exploration explore(const Launch &launch, const Body &body,
                                  const sim::GlobalMemory &global, const ExploreOptions &options);

} // namespace tmamap::kernel
