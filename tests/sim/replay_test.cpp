// SPDX-License-Identifier: MIT
// Both models against copies captured on an H200: every line, byte for byte. The folder
// tests/captures holds a part of them; TMAMAP_CAPTURES=DIR replays whole files instead.
#include "capture.hpp"
#include "catch.hpp"

#include <tmamap/sim/copy.hpp>
#include <tmamap/sim/elements.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

using namespace tmamap;
using test::Capture;

namespace {

using Model = sim::Result (*)(const sim::TensorMap &, const Access &, const sim::GlobalMemory &,
                              sim::SharedMemory);

sim::TensorMap map_of(const Capture &capture) {
  return sim::TensorMap(capture.spec, Target::sm_90, capture.descriptor_address);
}

// Runs captures and says in which parts each differs from what the chip did.
class Replay {
public:
  explicit Replay(Model model) : model_(model) {}

  std::string differences(const Capture &capture) {
    if (!capture.global)
      return differences_without_memory(capture);
    if (loaded_ != capture.global || dirty_) {
      global_bytes_ = test::content(*capture.global);
      loaded_ = capture.global;
    }
    dirty_ = writes_global(capture.access.op);
    sim::GlobalMemory global;
    REQUIRE_FALSE(global.add(capture.global->address, global_bytes_.data(), global_bytes_.size()));
    std::vector<std::uint8_t> shared_bytes = test::content(*capture.shared);
    const sim::SharedWindow window{shared_bytes.data(), shared_bytes.size()};
    const sim::Result result = model_(map_of(capture), capture.access, global, window);

    std::string differ = outcome_differences(capture, result);
    if (capture.tx_bytes && *capture.tx_bytes != result.tx_bytes)
      differ += " tx_bytes";
    if (capture.smem_fnv1a64 && *capture.smem_fnv1a64 != test::fnv1a64(shared_bytes))
      differ += " smem_fnv1a64";
    if (capture.global_fnv1a64 && *capture.global_fnv1a64 != test::fnv1a64(global_bytes_))
      differ += " global_fnv1a64";
    return differ;
  }

private:
  // The chip's memory around the tensor was mapped: here, as far as every tensor of the captures
  // reaches.
  std::string differences_without_memory(const Capture &capture) {
    static constexpr std::uint64_t bytes = 1 << 22;
    std::vector<std::uint8_t> global_bytes(bytes);
    std::vector<std::uint8_t> shared_bytes(1 << 20);
    sim::GlobalMemory global;
    REQUIRE_FALSE(global.add(*capture.spec.global_address, global_bytes.data(), bytes));
    const sim::SharedWindow window{shared_bytes.data(), shared_bytes.size()};
    return outcome_differences(capture, model_(map_of(capture), capture.access, global, window));
  }

  static std::string outcome_differences(const Capture &capture, const sim::Result &result) {
    if (result.input)
      return " input error " + std::string(result.input.field);
    if (result.outcome == capture.outcome)
      return {};
    return " outcome " + std::string(name(result.outcome)) + " (" + std::string(result.cause) + ")";
  }

  Model model_;
  std::optional<test::Pattern> loaded_;
  bool dirty_ = false;
  std::vector<std::uint8_t> global_bytes_;
};

std::vector<std::string> capture_files() {
  const char *folder = std::getenv("TMAMAP_CAPTURES");
  std::vector<std::string> files;
  for (const auto &entry : std::filesystem::directory_iterator(
           folder != nullptr ? folder : TMAMAP_TESTS_DIR "/captures")) {
    const std::string file = entry.path().filename().string();
    const bool calls = file.starts_with("encode") || file.starts_with("wide"); // no copies
    if (file.ends_with(".jsonl.gz") && !calls)
      files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void replay(Model model) {
  const std::vector<std::string> files = capture_files();
  REQUIRE_FALSE(files.empty());
  for (const std::string &file : files) {
    Replay run(model);
    std::size_t replayed = 0;
    std::vector<std::string> differ;
    test::for_each_capture(file, [&](const Capture &capture) {
      ++replayed;
      if (const std::string parts = run.differences(capture); !parts.empty())
        differ.push_back(capture.id + ":" + parts);
    });
    CAPTURE(file, replayed, differ.size());
    CHECK(replayed > 0);
    for (std::size_t i = 0; i < std::min<std::size_t>(differ.size(), 10); ++i)
      UNSCOPED_INFO(differ[i]);
    CHECK(differ.empty());
  }
}

} // namespace

TEST_CASE("the fast model does what the chip did") { replay(sim::copy); }
TEST_CASE("the reference model does what the chip did") { replay(sim::reference::copy); }
