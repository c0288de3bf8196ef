// SPDX-License-Identifier: MIT
#include "isolate.hpp"

#include "record.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <map>
#include <thread>

namespace tmamap::capture {

namespace {

using Clock = std::chrono::steady_clock;

// Beyond any wait of the kernel and any start of a context.
constexpr auto watchdog = std::chrono::seconds(30);

// What a child hands back, in memory that it shares with its parent.
struct Answer {
  bool answered;
  Outcome outcome;
  char line[4096];
  char difference[1024];
};

void write_text(std::span<char> to, const std::string &text) {
  const std::size_t count = std::min(text.size(), to.size() - 1);
  std::memcpy(to.data(), text.data(), count);
  to[count] = '\0';
}

void run_child(const Isolated &one, const std::string &id, Answer &answer) {
  Device device;
  if (Device::open(device) || device.map(arena_address, isolated_bytes))
    return;
  Batch batch(arena_address, 1, isolated_bytes);
  const cudaError_t error = batch.run(device, {&one.copy, 1}, one.placement, one.barrier_offset);
  const std::optional<Outcome> outcome = outcome_of(error);
  if (!outcome)
    return;
  Observed seen;
  seen.outcome = *outcome;
  if (*outcome == Outcome::ok)
    seen = batch.observed(0);
  Simulated simulated;
  simulate(one.copy, simulated);
  answer.outcome = seen.outcome;
  write_text(answer.line, copy_line(id, one.copy, seen));
  write_text(answer.difference, difference(one.copy, simulated, seen));
  answer.answered = true;
}

} // namespace

void run_isolated(std::span<const Isolated> cases, const std::string &id_prefix, unsigned jobs,
                  const std::function<void(std::size_t, const Verdict &)> &visit) {
  const std::size_t bytes = cases.size() * sizeof(Answer);
  void *const shared = mmap(nullptr, std::max<std::size_t>(bytes, 1), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return;
  const std::span answers(static_cast<Answer *>(shared), cases.size());
  struct Running {
    std::size_t index;
    Clock::time_point since;
  };
  std::map<pid_t, Running> running;
  std::size_t next = 0;
  while (next < cases.size() || !running.empty()) {
    while (next < cases.size() && running.size() < jobs) {
      const pid_t child = fork();
      if (child == 0) {
        run_child(cases[next], id_prefix + std::to_string(next), answers[next]);
        _exit(0);
      }
      if (child > 0)
        running[child] = {next++, Clock::now()};
    }
    bool reaped = false;
    for (auto it = running.begin(); it != running.end();) {
      const auto [index, since] = it->second;
      if (Clock::now() - since > watchdog)
        kill(it->first, SIGKILL);
      if (waitpid(it->first, nullptr, WNOHANG) == 0) {
        ++it;
        continue;
      }
      const Answer &answer = answers[index];
      Verdict verdict;
      verdict.answered = answer.answered;
      verdict.seen.outcome = answer.outcome;
      verdict.line = answer.line;
      verdict.difference = answer.difference;
      visit(index, verdict);
      it = running.erase(it);
      reaped = true;
    }
    if (!reaped)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  munmap(shared, std::max<std::size_t>(bytes, 1));
}

} // namespace tmamap::capture
