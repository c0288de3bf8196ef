// SPDX-License-Identifier: MIT
// tmamap-hwtest: the rules and the model beside this machine's GPU and driver, on fresh cases.
#include "compare_copies.hpp"
#include "compare_encodes.hpp"
#include "isolate.hpp"
#include "questions.hpp"
#include "record.hpp"

#include <CLI/CLI.hpp>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <map>
#include <mutex>
#include <new>

using namespace tmamap;
using namespace tmamap::capture;

namespace {

constexpr int no_device = 77; // what ctest takes for "skipped"

struct Options {
  std::uint64_t seed = 1, encodes = 20'000, copies = 20'000, multicasts = 1'000, faults = 40;
  std::uint64_t shown = 20, fault_seconds = 3600;
  bool questions = false;
  unsigned threads = 1;
  std::string out;
};

class Stopwatch {
public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// What differs: a line for `replay` into the file, and the difference to standard error.
class Differences {
public:
  Differences(std::FILE *file, std::uint64_t shown) : file_(file), shown_(shown) {}

  void add(const std::string &line, const std::string &difference) {
    const std::lock_guard lock(mutex_);
    if (file_ != nullptr) {
      std::fputs(line.c_str(), file_);
      std::fflush(file_);
    }
    if (shown_ != 0) {
      --shown_;
      std::fprintf(stderr, "%s\n  %s", difference.c_str(), line.c_str());
    }
  }

private:
  std::mutex mutex_;
  std::FILE *file_;
  std::uint64_t shown_;
};

// In a child, so that this process can go on forking.
template <class Work> int in_child(Work work) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int code = work();
    std::fflush(nullptr);
    _exit(code);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
    return 1;
  return WEXITSTATUS(status);
}

int probe(std::FILE *out) {
  Device device;
  if (const std::optional<std::string> failure = Device::open(device)) {
    std::printf("tmamap-hwtest: skipped, %s\n", failure->c_str());
    return no_device;
  }
  const DeviceName name = device.name();
  std::printf("%s, compute capability %s, driver %s, CUDA %s\n", name.device.c_str(),
              name.compute_capability.c_str(), name.driver.c_str(), name.toolkit.c_str());
  if (out != nullptr)
    std::fputs(header_line(name, "tmamap-hwtest").c_str(), out);
  return 0;
}

std::string name_of(Placement placement) {
  switch (placement) {
  case Placement::global: return "in global memory";
  case Placement::global_unfenced: return "in global memory, no fence";
  case Placement::parameter: return "a parameter";
  case Placement::constant: return "in constant memory";
  }
  return {};
}

bool test_faults(const Options &options, Differences &differences) {
  std::vector<Isolated> cases;
  for (std::uint64_t i = 0; i < options.faults; ++i) {
    Random random(options.seed, i);
    cases.push_back({fault_case(random, {arena_address, isolated_bytes})});
    // The descriptor wherever kernels keep it.
    cases.back().placement =
        random.pick({Placement::global, Placement::global, Placement::global_unfenced,
                     Placement::parameter, Placement::constant});
  }
  const Stopwatch watch;
  std::map<std::string, std::uint64_t> outcomes, places, open;
  std::uint64_t predicted = 0, differ = 0;
  run_isolated(
      cases, "fault-" + std::to_string(options.seed) + '-', options.threads,
      std::chrono::seconds(options.fault_seconds),
      [&](std::size_t i, const IsolatedVerdict &verdict) {
        const CopyCase &c = cases[i].copy;
        Simulated simulated;
        simulate(c, simulated);
        const std::string outcome(verdict.answered ? name(verdict.seen.outcome) : "no answer");
        if (verdict.answered && simulated.outcome == Outcome::undocumented) {
          ++open[std::string(name(c.access.op)) + ", " + std::string(simulated.cause) + ": " +
                 outcome];
          return;
        }
        ++outcomes[outcome];
        ++places[name_of(cases[i].placement)];
        predicted += verdict.answered && verdict.difference.empty();
        if (!verdict.answered || !verdict.difference.empty()) {
          ++differ;
          differences.add(verdict.line, verdict.answered ? verdict.difference : "no answer");
        }
      });
  std::printf("isolated: %llu predicted, %llu differ, in %.1f s\n",
              static_cast<unsigned long long>(predicted), static_cast<unsigned long long>(differ),
              watch.seconds());
  for (const auto &[outcome, count] : outcomes)
    std::printf("  %-20s %llu\n", outcome.c_str(), static_cast<unsigned long long>(count));
  for (const auto &[place, count] : places)
    std::printf("  the map %-27s %llu\n", place.c_str(), static_cast<unsigned long long>(count));
  for (const auto &[what, count] : open)
    std::printf("  not predicted: %s %llu\n", what.c_str(), static_cast<unsigned long long>(count));
  return differ == 0;
}

bool test_copies(const Options &options, Differences &differences) {
  void *const shared =
      mmap(nullptr, sizeof(Tally), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return false;
  Tally &tally = *new (shared) Tally;
  const Stopwatch watch;
  bool done = true;
  for (const bool multicast : {false, true})
    done &= run_copies(
        {options.seed, multicast ? options.multicasts : options.copies, multicast, options.threads},
        tally,
        [&](const std::string &id, const CopyCase &c, const Observed &seen,
            const std::string &difference) {
          if (!difference.empty())
            differences.add(copy_line(id, c, seen), difference);
        });
  tally.print(stdout);
  const std::uint64_t compared = tally.compared;
  std::printf(
      "copies: %llu compared (%llu of them multicasts), %llu differ, %llu drawn again for an "
      "open point; %.1f s, %.0f a second\n",
      static_cast<unsigned long long>(compared),
      static_cast<unsigned long long>(tally.multicasts.load()),
      static_cast<unsigned long long>(tally.differ.load()),
      static_cast<unsigned long long>(tally.redrawn_open.load()), watch.seconds(),
      static_cast<double>(compared) / watch.seconds());
  return done && tally.differ == 0;
}

int test_encodes(const Options &options, Differences &differences) {
  Device device;
  if (Device::open(device))
    return 1;
  const Stopwatch watch;
  const EncodeCounts counts = compare_encodes(
      device, options.seed, options.encodes, options.threads, false,
      [&](const Spec &spec, int result, const CUtensorMap &map, const std::string &difference) {
        if (!difference.empty())
          differences.add(encode_line(spec, result, map), difference);
      });
  std::printf(
      "encodes: %llu compared, %llu accepted, verdicts differ %llu, bytes differ %llu; %.1f s, "
      "%.0f a second\n",
      static_cast<unsigned long long>(counts.calls),
      static_cast<unsigned long long>(counts.accepted),
      static_cast<unsigned long long>(counts.verdicts_differ),
      static_cast<unsigned long long>(counts.bytes_differ), watch.seconds(),
      static_cast<double>(counts.calls) / watch.seconds());
  return counts.verdicts_differ + counts.bytes_differ == 0 ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app{"Compares the rules and the model with this machine's GPU and driver"};
  app.add_option("--seed", options.seed, "The same seed gives the same cases");
  app.add_option("--encodes", options.encodes, "Calls of the driver's encoders");
  app.add_option("--copies", options.copies, "Copies, in batches");
  app.add_option("--multicasts", options.multicasts, "Loads to a cluster of four");
  app.add_option("--faults", options.faults, "Copies that may fault, each in a process of its own");
  app.add_option("--fault-seconds", options.fault_seconds, "Take no more of them after this time");
  app.add_flag("--questions", options.questions, "Print what no document says");
  app.add_option("--threads", options.threads, "Threads, and processes at a time")
      ->check(CLI::Range(1u, 64u));
  app.add_option("--show", options.shown, "Differences to print");
  app.add_option("--out", options.out, "File for the capture lines of what differs");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  std::FILE *const out = options.out.empty() ? nullptr : std::fopen(options.out.c_str(), "w");
  if (!options.out.empty() && out == nullptr) {
    std::fprintf(stderr, "tmamap-hwtest: cannot write %s\n", options.out.c_str());
    return 2;
  }
  if (const int code = in_child([&] { return probe(out); }); code != 0)
    return code;
  Differences differences(out, options.shown);
  if (options.questions)
    ask_questions(options.threads);
  bool clean = test_faults(options, differences);
  clean &= test_copies(options, differences);
  clean &= in_child([&] { return test_encodes(options, differences); }) == 0;
  if (out != nullptr)
    std::fclose(out);
  return clean ? 0 : 1;
}
