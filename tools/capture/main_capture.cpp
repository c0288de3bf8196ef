// SPDX-License-Identifier: MIT
// tmamap-capture: records what this machine's GPU and driver do.
#include "compare.hpp"
#include "compare_copies.hpp"
#include "compare_encodes.hpp"
#include "isolate.hpp"
#include "record.hpp"

#include <CLI/CLI.hpp>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <mutex>
#include <new>

using namespace tmamap;
using namespace tmamap::capture;

namespace {

struct Options {
  std::uint64_t seed = 1, count = 1000;
  std::string out;
  unsigned jobs = 8;
  std::string command;
};

using File = std::unique_ptr<std::FILE, int (*)(std::FILE *)>;

// The header is written by a child, because this process must not touch CUDA before it forks.
bool write_header(const Options &options, std::FILE *out) {
  const pid_t child = fork();
  if (child == 0) {
    Device device;
    if (const std::optional<std::string> failure = Device::open(device)) {
      std::fprintf(stderr, "tmamap-capture: %s\n", failure->c_str());
      _exit(1);
    }
    std::fputs(header_line(device.name(), options.command).c_str(), out);
    std::fflush(out);
    _exit(0);
  }
  int status = 1;
  return waitpid(child, &status, 0) == child && status == 0;
}

bool capture_encodes(const Options &options, std::FILE *out) {
  Device device;
  if (Device::open(device))
    return false;
  compare_encodes(device, options.seed, options.count, 1, true,
                  [&](const Spec &spec, int result, const CUtensorMap &map, const std::string &) {
                    std::fputs(encode_line(spec, result, map).c_str(), out);
                  });
  return true;
}

bool capture_copies(const Options &options, std::FILE *out) {
  void *const shared =
      mmap(nullptr, sizeof(Tally), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return false;
  std::uint64_t written = 0;
  return run_copies(
      {options.seed, options.count, false, 1}, *new (shared) Tally,
      [&](const std::string &id, const CopyCase &c, const Observed &seen, const std::string &) {
        if (written++ < options.count) {
          std::fputs(copy_line(id, c, seen).c_str(), out);
          std::fflush(out);
        }
      });
}

// One that has no open point: what it does then is a fact of this chip, not of the next.
CopyCase settled_fault_case(Random &random) {
  Simulated simulated;
  for (;;) {
    const CopyCase c = fault_case(random, {arena_address, isolated_bytes});
    simulate(c, simulated);
    if (simulated.outcome != Outcome::undocumented)
      return c;
  }
}

bool capture_faults(const Options &options, std::FILE *out) {
  std::vector<Isolated> cases;
  for (std::uint64_t i = 0; i < options.count; ++i) {
    Random random(options.seed, i);
    cases.push_back({settled_fault_case(random)});
  }
  std::vector<std::string> lines(cases.size());
  bool all = true;
  run_isolated(cases, "fault-" + std::to_string(options.seed) + '-', options.jobs,
               std::chrono::hours(1), [&](std::size_t i, const IsolatedVerdict &verdict) {
                 lines[i] = verdict.line;
                 all &= verdict.answered;
               });
  for (const std::string &line : lines)
    std::fputs(line.c_str(), out);
  if (!all)
    std::fputs("tmamap-capture: some cases gave no answer and were not written\n", stderr);
  return all;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app{"Records what this machine's GPU and driver do, as JSON lines"};
  app.require_subcommand(1);
  const auto add = [&](const char *name, const char *text) {
    CLI::App *command = app.add_subcommand(name, text);
    command->add_option("--seed", options.seed, "The same seed gives the same cases");
    command->add_option("--count", options.count, "How many");
    command->add_option("--out", options.out, "The capture file")->required();
    command->add_option("--jobs", options.jobs, "Processes at a time, for faults")
        ->check(CLI::Range(1u, 64u));
    return command;
  };
  CLI::App *const encodes = add("encode", "Calls of the driver's encoders");
  CLI::App *const copies = add("copy", "Copies that run");
  CLI::App *const faults = add("fault", "Copies that may fault, each in a process of its own");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  const char *what = *encodes ? "encode" : *copies ? "copy" : "fault";
  options.command = std::string("tmamap-capture ") + what + " --seed " +
                    std::to_string(options.seed) + " --count " + std::to_string(options.count);
  const File out(std::fopen(options.out.c_str(), "w"), std::fclose);
  if (out == nullptr) {
    std::fprintf(stderr, "tmamap-capture: cannot write %s\n", options.out.c_str());
    return 2;
  }
  if (!write_header(options, out.get()))
    return 2;
  const bool done = *encodes  ? capture_encodes(options, out.get())
                    : *copies ? capture_copies(options, out.get())
                              : capture_faults(options, out.get());
  (void)faults;
  return done ? 0 : 1;
}
