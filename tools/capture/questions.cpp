// SPDX-License-Identifier: MIT
#include "questions.hpp"

#include "isolate.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <map>
#include <vector>

namespace tmamap::capture {

namespace {

CopyCase plain_case(Op op) {
  CopyCase c;
  c.spec.data_type = DataType::u32;
  c.spec.global_address = arena_address + 4096;
  c.spec.global_dim = {64, 16};
  c.spec.global_strides = {256};
  c.spec.box_dim = {8, 4};
  c.access.op = op;
  c.access.coordinates = {0, 0};
  c.global = {.address = arena_address, .bytes = isolated_bytes, .is_pattern = true, .seed = 7};
  c.shared = {.address = 0, .bytes = 2048, .is_pattern = true, .seed = 9};
  return c;
}

struct Question {
  std::string what;
  Isolated one;
};

std::vector<Question> questions() {
  std::vector<Question> all;
  constexpr int repeats = 5;
  const auto ask = [&](const std::string &what, const CopyCase &c, std::uint32_t barrier = 0) {
    for (int i = 0; i < repeats; ++i)
      all.push_back({what, {c, Placement::global, barrier}});
  };
  for (const std::uint32_t offset : {0u, 1u, 2u, 4u, 8u, 12u})
    ask("mbarrier " + std::to_string(offset) + " bytes off", plain_case(Op::load), offset);

  CopyCase c = plain_case(Op::prefetch);
  ask("prefetch", c);
  c.access.coordinates[0] = 1;
  ask("prefetch, inner coordinate off 16 bytes", c);
  c.access.coordinates = {-4, -1};
  ask("prefetch, negative coordinates", c);
  for (const std::uint64_t address : {arena_address + isolated_bytes, std::uint64_t{0}}) {
    c = plain_case(Op::prefetch);
    c.spec.global_address = address;
    ask("prefetch of unmapped memory", c);
  }
  c = plain_case(Op::prefetch);
  c.spec.box_dim = {256, 256};
  c.spec.element_strides = {1, 2};
  ask("prefetch of 131072 bytes", c);

  for (const std::uint64_t expect : {16u, 64u, 112u, 128u}) {
    c = plain_case(Op::load);
    c.access.expect_tx_bytes = expect;
    ask("load of 128 bytes, " + std::to_string(expect) + " expected", c);
  }
  return all;
}

// Sums of NaNs and infinities, which the bits of a hash would not tell.
void ask_sums() {
  Device device;
  if (Device::open(device) || device.map(arena_address, isolated_bytes))
    return;
  Batch batch(arena_address, 1, isolated_bytes);
  CopyCase c = plain_case(Op::reduce_add);
  c.spec.data_type = DataType::f64;
  c.spec.global_dim = {16, 64};
  c.spec.global_strides = {128};
  c.spec.box_dim = {16, 64};
  c.global.and_mask = c.shared.and_mask = 0x8008000000000003;
  c.global.or_mask = c.shared.or_mask = 0x7FF0000000000000;
  c.shared.bytes = 8192;
  if (batch.run(device, {&c, 1}) != cudaSuccess)
    return;
  std::map<std::string, int> sums;
  const auto *result =
      reinterpret_cast<const std::uint64_t *>(batch.observed(0).global.data() + 4096);
  for (std::uint64_t i = 0; i < 1024; ++i) {
    char line[96];
    std::snprintf(line, sizeof line, "f64 %016llx + %016llx = %016llx",
                  static_cast<unsigned long long>(io::pattern_word(c.global, i + 512)),
                  static_cast<unsigned long long>(io::pattern_word(c.shared, i)),
                  static_cast<unsigned long long>(result[i]));
    ++sums[line];
  }
  for (const auto &[line, count] : sums)
    std::printf("question: %s\n", line.c_str());
}

} // namespace

void ask_questions(unsigned jobs) {
  const std::vector<Question> all = questions();
  std::vector<Isolated> cases;
  for (const Question &question : all)
    cases.push_back(question.one);
  std::map<std::string, std::uint64_t> answers;
  run_isolated(
      cases, "question-", jobs, std::chrono::minutes(5),
      [&](std::size_t i, const IsolatedVerdict &verdict) {
        ++answers[all[i].what + ": " +
                  std::string(verdict.answered ? name(verdict.seen.outcome) : "no answer")];
      });
  std::fflush(nullptr);
  if (const pid_t child = fork(); child == 0) {
    ask_sums();
    std::fflush(nullptr);
    _exit(0);
  } else {
    waitpid(child, nullptr, 0);
  }
  for (const auto &[answer, count] : answers)
    std::printf("question: %s, %llu times\n", answer.c_str(),
                static_cast<unsigned long long>(count));
}

} // namespace tmamap::capture
