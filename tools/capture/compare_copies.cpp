// SPDX-License-Identifier: MIT
#include "compare_copies.hpp"

#include "isolate.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <mutex>
#include <new>
#include <thread>
#include <vector>

namespace tmamap::capture {

namespace {

// A process that faults takes every batch in flight with it; which one was at fault shows when each
// runs alone.
enum class State : unsigned char { waiting, running, done };

// Of every batch, in memory that the children share.
struct Progress {
  std::atomic<bool> usable; // a child could open the device
  std::atomic<State> batches[1];
};

std::string case_id(const CopyRun &run, std::uint64_t index) {
  return std::string(run.multicast ? "multicast-" : "copy-") + std::to_string(run.seed) + '-' +
         std::to_string(index);
}

// A case that the model expects to run. The others belong to the fault cases.
CopyCase runnable_case(Random &random, const CopyRun &run, const Slot &slot, Simulated &simulated,
                       Tally &tally) {
  for (;;) {
    const CopyCase c = run.multicast ? multicast_case(random, slot) : copy_case(random, slot);
    simulate(c, simulated);
    if (simulated.outcome == Outcome::ok)
      return c;
    tally.redrawn_open += simulated.outcome == Outcome::undocumented;
  }
}

void draw_batch(const CopyRun &run, std::uint64_t b, Slot first, std::vector<CopyCase> &cases,
                std::vector<Simulated> &simulated, Tally &tally) {
  cases.clear();
  for (unsigned i = 0; i < batch_cases; ++i) {
    Random random(run.seed, b * batch_cases + i);
    cases.push_back(runnable_case(random, run, {first.address + i * slot_bytes, slot_bytes},
                                  simulated[i], tally));
  }
}

std::uint64_t arena_of(std::uint64_t b) {
  return arena_address + b % arenas * batch_cases * slot_bytes;
}

// Batches first..end-1, of which this thread takes its share.
struct Range {
  std::uint64_t first, end;
  unsigned threads;
};

void run_share(const CopyRun &run, const Range &range, unsigned thread, const Device &device,
               Progress &progress, Tally &tally, const CopyVisit &visit) {
  cudaSetDevice(0);
  std::vector<Simulated> simulated(batch_cases);
  std::vector<CopyCase> cases;
  for (unsigned arena = thread; arena < arenas; arena += range.threads) {
    Batch batch(arena_of(arena), batch_cases, slot_bytes);
    for (std::uint64_t b = arena; b < range.end; b += arenas) {
      if (b < range.first || progress.batches[b] != State::waiting)
        continue;
      progress.batches[b] = State::running;
      draw_batch(run, b, {arena_of(b), slot_bytes}, cases, simulated, tally);
      if (batch.run(device, cases) != cudaSuccess)
        _exit(1);
      for (unsigned i = 0; i < batch_cases; ++i) {
        const std::string differs = difference(cases[i], simulated[i], batch.observed(i));
        tally.add(cases[i], !differs.empty());
        visit(case_id(run, b * batch_cases + i), cases[i], batch.observed(i), differs);
      }
      progress.batches[b] = State::done;
    }
  }
}

void run_child(const CopyRun &run, const Range &range, Progress &progress, Tally &tally,
               const CopyVisit &visit) {
  Device device;
  std::optional<std::string> failure = Device::open(device);
  if (!failure)
    failure = device.map(arena_address, arenas * batch_cases * slot_bytes);
  if (failure) {
    std::fprintf(stderr, "%s\n", failure->c_str());
    return;
  }
  progress.usable = true;
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < range.threads; ++i)
    threads.emplace_back([&, i] { run_share(run, range, i, device, progress, tally, visit); });
  for (std::thread &thread : threads)
    thread.join();
}

// Whether the batches of a range ran to the end in a process of their own.
bool run_in_child(const CopyRun &run, const Range &range, Progress &progress, Tally &tally,
                  const CopyVisit &visit) {
  std::fflush(nullptr); // or the child writes again what is buffered here
  const pid_t child = fork();
  if (child == 0) {
    run_child(run, range, progress, tally, visit);
    std::fflush(nullptr);
    _exit(0);
  }
  int status = 1;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

// The copies of a batch that ended its process. Their slots are mapped no longer: they run at the
// start of the arena instead.
void run_alone(const CopyRun &run, std::uint64_t b, Tally &tally, const CopyVisit &visit) {
  std::vector<Isolated> cases;
  for (unsigned i = 0; i < batch_cases; ++i) {
    Random random(run.seed, b * batch_cases + i);
    Simulated simulated;
    cases.push_back(
        {runnable_case(random, run, {arena_address, isolated_bytes}, simulated, tally)});
  }
  run_isolated(cases, "alone-" + std::to_string(run.seed) + '-' + std::to_string(b) + '-', 8,
               std::chrono::minutes(5), [&](std::size_t i, const IsolatedVerdict &verdict) {
                 const std::string differs = verdict.answered ? verdict.difference : "no answer";
                 tally.add(cases[i].copy, !differs.empty());
                 visit(case_id(run, b * batch_cases + i), cases[i].copy, verdict.seen, differs);
               });
}

} // namespace

bool run_copies(const CopyRun &run, Tally &tally, const CopyVisit &visit) {
  const std::uint64_t batches = (run.count + batch_cases - 1) / batch_cases;
  const std::size_t bytes = sizeof(Progress) + batches;
  void *const shared =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return false;
  Progress &progress = *static_cast<Progress *>(shared); // all zeros: waiting
  constexpr int most_faults = 20;                        // beyond them something else is wrong
  for (int faults = 0; faults < most_faults; ++faults) {
    if (run_in_child(run, {0, batches, run.threads}, progress, tally, visit) || !progress.usable)
      break;
    for (std::uint64_t b = 0; b < batches; ++b)
      if (progress.batches[b] == State::running) {
        progress.batches[b] = State::waiting;
        if (!run_in_child(run, {b, b + 1, arenas}, progress, tally, visit))
          run_alone(run, b, tally, visit);
        progress.batches[b] = State::done;
      }
  }
  bool usable = progress.usable;
  for (std::uint64_t b = 0; b < batches; ++b)
    usable &= progress.batches[b] != State::waiting;
  munmap(shared, bytes);
  return usable;
}

} // namespace tmamap::capture
