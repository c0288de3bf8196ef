// SPDX-License-Identifier: MIT
// A described copy, run: its memories are made from their descriptions, and hashed afterwards.
#pragma once

#include <io/capture.hpp>

#include <tmamap/sim/copy.hpp>

#include <functional>
#include <span>
#include <vector>

namespace tmamap::replay {

struct CopyCase {
  Spec spec;
  Access access;
  Target target = Target::sm_90;
  std::optional<std::uint64_t> descriptor_address = std::nullopt;

  [[nodiscard]] sim::TensorMap map() const {
    return sim::TensorMap(spec, target, descriptor_address);
  }
};

// sim::copy, sim::reference::copy or a variation of them.
using Model =
    std::function<sim::Result(const CopyCase &, const sim::GlobalMemory &, sim::SharedMemory)>;

sim::Result fast_model(const CopyCase &, const sim::GlobalMemory &, sim::SharedMemory);
sim::Result reference_model(const CopyCase &, const sim::GlobalMemory &, sim::SharedMemory);

// Larger memories are refused before any is allocated.
inline constexpr std::uint64_t max_memory_bytes = std::uint64_t{1} << 30;

// Runs one copy after the other. Global memory that a copy left as it was is not filled again.
class CopyRunner {
public:
  // Says why the copy cannot be run: a memory that is missing or too large. Without either memory
  // only what the spec and the access alone decide is answered.
  io::Failure run(const CopyCase &copy, const io::Records &records,
                  const Model &model = fast_model);

  [[nodiscard]] const sim::Result &result() const { return result_; }
  // As captures record it: no hashes of a copy that faults; hashes of what it may have changed and
  // of the memories that `wanted` has hashes of.
  [[nodiscard]] io::CopyResult outcome(const io::CopyResult &wanted = {}) const;

  [[nodiscard]] std::span<const std::uint8_t> global() const { return global_.bytes; }
  [[nodiscard]] std::span<const std::uint8_t> shared() const { return shared_.bytes; }

private:
  struct Image {
    std::optional<io::Memory> content; // what `bytes` hold; nothing once a copy may have written
    std::vector<std::uint8_t> bytes;

    void restore(const io::Memory &memory);
  };

  void run_unmapped(const CopyCase &copy, const Model &model);

  Image global_, shared_;
  bool has_memory_ = false;
  Op op_ = Op::load;
  sim::Result result_;
};

// The keys of `hardware` that `simulated` does not agree with.
std::vector<std::string_view> differing_keys(const io::CopyResult &hardware,
                                             const io::CopyResult &simulated);

} // namespace tmamap::replay
