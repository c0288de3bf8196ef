// SPDX-License-Identifier: MIT
// Runs every file of the named folders through a fuzz target, for builds without libFuzzer:
//
//   fuzz_parse [--mutations N] FOLDER...
//
// With --mutations, then N inputs made from those: blind, but many more a second than a search that
// measures coverage, and the same ones each time.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace {

using Input = std::vector<std::uint8_t>;

std::vector<Input> read_folder(const std::filesystem::path &folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<Input> inputs;
  for (const auto &path : paths) {
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    inputs.emplace_back(bytes.begin(), bytes.end());
  }
  return inputs;
}

class Mutator {
public:
  explicit Mutator(const std::vector<Input> &seeds) : seeds_(seeds) {}

  // A seed, or nothing at all, changed in one to eight places.
  Input next() {
    Input input = below(32) == 0 ? Input{} : any_seed();
    for (std::size_t changes = 1 + below(8); changes != 0; --changes)
      change(input);
    return input;
  }

private:
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }
  const Input &any_seed() { return seeds_[below(seeds_.size())]; }
  // Half of the time a byte that means something in JSON or to an integer.
  std::uint8_t any_byte() {
    constexpr std::string_view telling = "{}[],:\"\\-0123456789eE.xX= \n\x01\x7f";
    if (below(2) == 0)
      return static_cast<std::uint8_t>(telling[below(telling.size())]);
    return static_cast<std::uint8_t>(below(256));
  }

  void change(Input &input) {
    const auto at = input.begin() + static_cast<std::ptrdiff_t>(below(input.size() + 1));
    const auto left = static_cast<std::size_t>(input.end() - at);
    const auto some = [&](std::size_t most) {
      return static_cast<std::ptrdiff_t>(below(std::min(most, left) + 1));
    };
    switch (below(6)) {
    case 0: input.insert(at, any_byte()); break;
    case 1: input.erase(at, at + some(16)); break;
    case 2: // a stretch of another seed
    {
      const Input &other = any_seed();
      const std::size_t from = below(other.size() + 1);
      const std::size_t count = below(std::min<std::size_t>(64, other.size() - from) + 1);
      const auto begin = other.begin() + static_cast<std::ptrdiff_t>(from);
      input.insert(at, begin, begin + static_cast<std::ptrdiff_t>(count));
      break;
    }
    case 3:
      if (left != 0)
        *at = static_cast<std::uint8_t>(*at ^ (1u << below(8)));
      break;
    default:
      if (left != 0)
        *at = any_byte();
      break;
    }
  }

  const std::vector<Input> &seeds_;
  std::mt19937_64 random_{1};
};

} // namespace

int main(int argc, char **argv) {
  std::uint64_t mutations = 0;
  std::vector<Input> seeds;
  for (int i = 1; i < argc; ++i) {
    if (std::string_view(argv[i]) == "--mutations" && i + 1 < argc) {
      mutations = std::strtoull(argv[++i], nullptr, 10);
      continue;
    }
    for (Input &input : read_folder(argv[i]))
      seeds.push_back(std::move(input));
  }
  for (const Input &input : seeds)
    LLVMFuzzerTestOneInput(input.data(), input.size());
  if (seeds.empty())
    return 1; // an empty corpus tests nothing
  Mutator mutator(seeds);
  for (std::uint64_t i = 0; i < mutations; ++i) {
    const Input input = mutator.next();
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  std::cout << seeds.size() << " inputs replayed, " << mutations << " mutated\n";
  return 0;
}
