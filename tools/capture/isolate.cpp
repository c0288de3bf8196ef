// SPDX-License-Identifier: MIT
#include "isolate.hpp"

#include "record.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
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
  std::atomic<pid_t> owner; // the process that took the case
  std::atomic<bool> answered;
  Outcome outcome;
  char line[4096];
  char difference[1024];
};

void write_text(std::span<char> to, const std::string &text) {
  const std::size_t count = std::min(text.size(), to.size() - 1);
  std::memcpy(to.data(), text.data(), count);
  to[count] = '\0';
}

struct alignas(64) Queue {
  std::atomic<std::size_t> next;
  std::atomic<bool> usable; // some child could use the device
};

void answer_case(const Isolated &one, const std::string &id, const Observed &seen, Answer &answer) {
  Simulated simulated;
  simulate(one.copy, simulated);
  answer.outcome = seen.outcome;
  write_text(answer.line, copy_line(id, one.copy, seen));
  write_text(answer.difference, difference(one.copy, simulated, seen));
  answer.answered = true;
}

// Takes cases until one does not end well: a process never outlives a fault, and none that came
// before it can have spoilt it.
void run_child(std::span<const Isolated> cases, const std::string &id_prefix, Queue &queue,
               std::span<Answer> answers) {
  Device device;
  if (Device::open(device) || device.map(arena_address, isolated_bytes))
    return;
  queue.usable = true;
  Batch batch(arena_address, 1, isolated_bytes);
  for (std::size_t i = 0; (i = queue.next++) < cases.size();) {
    answers[i].owner = getpid();
    const Isolated &one = cases[i];
    const cudaError_t error = batch.run(device, {&one.copy, 1}, one.placement, one.barrier_offset);
    const std::optional<Outcome> outcome = outcome_of(error);
    if (!outcome)
      return;
    Observed seen;
    seen.outcome = *outcome;
    if (error == cudaSuccess)
      seen = batch.observed(0);
    answer_case(one, id_prefix + std::to_string(i), seen, answers[i]);
    if (seen.outcome != Outcome::ok)
      return;
  }
}

// Each child's share of attention from its parent.
struct Running {
  std::size_t case_index = SIZE_MAX; // of the case it was last seen with
  Clock::time_point since = Clock::now();
};

// The case that a process took last, or SIZE_MAX.
std::size_t last_taken(std::span<const Answer> answers, std::size_t taken, pid_t owner) {
  for (std::size_t i = std::min(taken, answers.size()); i-- > 0;)
    if (answers[i].owner == owner)
      return i;
  return SIZE_MAX;
}

} // namespace

void run_isolated(std::span<const Isolated> cases, const std::string &id_prefix, unsigned jobs,
                  std::chrono::seconds limit,
                  const std::function<void(std::size_t, const IsolatedVerdict &)> &visit) {
  const std::size_t bytes = sizeof(Queue) + cases.size() * sizeof(Answer);
  void *const shared = mmap(nullptr, bytes + alignof(Answer), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return;
  static_assert(sizeof(Queue) % alignof(Answer) == 0);
  Queue &queue = *static_cast<Queue *>(shared); // all zeros
  const std::span answers(
      reinterpret_cast<Answer *>(static_cast<std::byte *>(shared) + sizeof(Queue)), cases.size());
  std::map<pid_t, Running> running;
  const Clock::time_point start = Clock::now();
  std::size_t useless = 0; // children in a row that took no case although there was one
  while (queue.next < cases.size() || !running.empty()) {
    while (queue.next < cases.size() && running.size() < jobs && useless < 2 * std::size_t{jobs}) {
      std::fflush(nullptr); // or the child writes again what is buffered here
      const pid_t child = fork();
      if (child == 0) {
        run_child(cases, id_prefix, queue, answers);
        _exit(0);
      }
      if (child > 0)
        running.emplace(child, Running{});
    }
    if (Clock::now() - start > limit)
      queue.next = std::max<std::size_t>(queue.next, cases.size());
    if (running.empty())
      break; // no child can use the device
    for (auto it = running.begin(); it != running.end();) {
      Running &state = it->second;
      const std::size_t taken = last_taken(answers, queue.next, it->first);
      if (taken != state.case_index)
        state = {taken, Clock::now()};
      if (Clock::now() - state.since > watchdog)
        kill(it->first, SIGKILL);
      if (waitpid(it->first, nullptr, WNOHANG) == 0) {
        ++it;
        continue;
      }
      useless = last_taken(answers, queue.next, it->first) == SIZE_MAX ? useless + 1 : 0;
      it = running.erase(it);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (answers[i].owner == 0)
      continue;
    IsolatedVerdict verdict;
    verdict.answered = answers[i].answered;
    verdict.seen.outcome = answers[i].outcome;
    verdict.line = answers[i].line;
    verdict.difference = answers[i].difference;
    visit(i, verdict);
  }
  munmap(shared, bytes + alignof(Answer));
}

} // namespace tmamap::capture
