// SPDX-License-Identifier: MIT
#include <replay/run_copy.hpp>

namespace tmamap::replay {
namespace {

io::Failure too_large(std::string_view key, const std::optional<io::Memory> &memory) {
  if (!memory || memory->bytes <= max_memory_bytes)
    return std::nullopt;
  return io::fail(std::string(key) + ".bytes", std::to_string(memory->bytes) + " is more than " +
                                                   std::to_string(max_memory_bytes) +
                                                   ", the most that is simulated");
}

} // namespace

sim::Result fast_model(const CopyCase &copy, const sim::GlobalMemory &global,
                       sim::SharedMemory shared) {
  return sim::copy(copy.map(), copy.access, global, shared);
}

sim::Result reference_model(const CopyCase &copy, const sim::GlobalMemory &global,
                            sim::SharedMemory shared) {
  return sim::reference::copy(copy.map(), copy.access, global, shared);
}

void CopyRunner::Image::restore(const io::Memory &memory) {
  if (content == memory)
    return;
  bytes.resize(memory.bytes);
  io::fill_memory(memory, std::as_writable_bytes(std::span(bytes)));
  content = memory;
}

io::Failure CopyRunner::run(const CopyCase &copy, const io::Records &records, const Model &model) {
  op_ = copy.access.op;
  has_memory_ = records.global_memory || records.shared_memory;
  if (!has_memory_) {
    result_ = sim::without_memory(copy.map(), copy.access);
    if (result_.ok() && records.hardware && records.hardware->outcome == Outcome::illegal_address)
      run_unmapped(copy, model);
    return std::nullopt;
  }
  if (!records.global_memory)
    return io::fail("global_memory", "missing beside \"shared_memory\"");
  if (!records.shared_memory && uses_shared_memory(op_))
    return io::fail("shared_memory", "missing beside \"global_memory\"");
  if (io::Failure failure = too_large("global_memory", records.global_memory))
    return failure;
  if (io::Failure failure = too_large("shared_memory", records.shared_memory))
    return failure;

  global_.restore(*records.global_memory);
  shared_.restore(records.shared_memory.value_or(io::Memory{}));
  sim::GlobalMemory global;
  result_ = {};
  result_.input =
      global.add(records.global_memory->address, global_.bytes.data(), global_.bytes.size());
  if (result_.input)
    return std::nullopt;
  CopyCase one = copy;
  // Every CTA of a multicast starts from the same content and receives the same tile: one window
  // stands for all.
  if (signals_mbarrier(op_) && one.access.multicast_mask.value_or(0) != 0)
    one.access.multicast_mask = std::uint16_t{1};
  const sim::SharedWindow window{shared_.bytes.data(), shared_.bytes.size()};
  result_ = model(one, global, window);
  if (writes_global(op_))
    global_.content.reset();
  else
    shared_.content.reset();
  return std::nullopt;
}

// What was mapped is not told, but that the chip ran into what was not: then nothing is.
void CopyRunner::run_unmapped(const CopyCase &copy, const Model &model) {
  const std::uint64_t span = swizzle_period_bytes(copy.spec.swizzle);
  const std::uint64_t bytes =
      saturating_add(saturating_add(copy.access.smem_address, result_.smem_footprint_bytes), span);
  if (bytes > max_memory_bytes)
    return;
  shared_.content.reset();
  shared_.bytes.resize(bytes);
  const sim::SharedWindow window{shared_.bytes.data(), shared_.bytes.size()};
  CopyCase one = copy;
  one.access.multicast_mask.reset();
  result_ = model(one, sim::GlobalMemory{}, window);
}

io::CopyResult CopyRunner::outcome(const io::CopyResult &wanted) const {
  io::CopyResult out{.outcome = result_.outcome};
  const bool moved = result_.outcome == Outcome::ok || result_.outcome == Outcome::hang;
  if (moved && signals_mbarrier(op_))
    out.tx_bytes = result_.tx_bytes;
  if (moved && uses_shared_memory(op_))
    out.smem_footprint_bytes = result_.smem_footprint_bytes;
  if (!has_memory_)
    return out;
  if ((moved && signals_mbarrier(op_)) || wanted.smem_fnv1a64)
    out.smem_fnv1a64 = io::Hex64{io::fnv1a64(std::as_bytes(shared()))};
  if ((moved && writes_global(op_)) || wanted.global_fnv1a64)
    out.global_fnv1a64 = io::Hex64{io::fnv1a64(std::as_bytes(global()))};
  return out;
}

std::vector<std::string_view> differing_keys(const io::CopyResult &hardware,
                                             const io::CopyResult &simulated) {
  std::vector<std::string_view> keys;
  if (hardware.outcome != simulated.outcome)
    keys.emplace_back("outcome");
  const auto compare = [&](std::string_view key, const auto &theirs, const auto &ours) {
    if (theirs && theirs != ours)
      keys.push_back(key);
  };
  compare("tx_bytes", hardware.tx_bytes, simulated.tx_bytes);
  compare("smem_fnv1a64", hardware.smem_fnv1a64, simulated.smem_fnv1a64);
  compare("global_fnv1a64", hardware.global_fnv1a64, simulated.global_fnv1a64);
  return keys;
}

} // namespace tmamap::replay
