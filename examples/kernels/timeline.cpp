// SPDX-License-Identifier: MIT
#include "timeline.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace examples {
namespace {

using namespace tmamap;
using draw::Cell;
using draw::Fill;
using kernel::Event;
using kernel::Operation;

constexpr std::size_t most_threads = 4;

bool by_hardware(Operation operation) { return operation >= Operation::load_arrives; }

// What a copy does while the program goes on.
bool starts_copy(Operation operation) {
  return operation == Operation::load || operation == Operation::store ||
         operation == Operation::reduce;
}
bool ends_copy(Operation operation) {
  return operation == Operation::load_arrives || operation == Operation::store_written;
}
bool waits(Operation operation) {
  return operation == Operation::wait || operation == Operation::wait_group ||
         operation == Operation::wait_group_read || operation == Operation::syncthreads ||
         operation == Operation::cluster_wait;
}

// The name without what all have in common, and what it is about.
std::string words(const Event &event) {
  std::string text(name(event.operation));
  for (const std::string_view prefix : {"mbarrier.", "cp.async.bulk.", "cp.reduce.async.bulk."})
    if (text.rfind(prefix, 0) == 0)
      text.erase(0, prefix.size());
  const std::string value = std::to_string(event.value), at = " @" + std::to_string(event.address);
  switch (event.operation) {
  case Operation::load: return "load" + at;
  case Operation::store: return "store" + at;
  case Operation::reduce: return "reduce" + at;
  case Operation::mbarrier_init: return text + at + ", " + value;
  case Operation::arrive: return text + at;
  case Operation::arrive_expect_tx:
  case Operation::expect_tx: return text + at + ", " + value + " B";
  case Operation::wait: return text + at + ", parity " + value;
  case Operation::wait_group:
  case Operation::wait_group_read: return text + ' ' + value;
  case Operation::read_shared: return "read " + value + " B" + at;
  case Operation::write_shared: return "write " + value + " B" + at;
  case Operation::read_global:
  case Operation::write_global: return text.substr(0, text.find(' ')) + " global memory";
  case Operation::load_arrives: return value + " B arrive" + at;
  case Operation::phase_ends: return "phase " + value + " completes" + at;
  default: return text;
  }
}

using Lane = std::pair<std::uint32_t, std::uint32_t>; // block, thread

// The threads that do most, in order.
std::vector<Lane> lanes_of(const kernel::Trace &trace, std::uint32_t blocks) {
  std::map<Lane, std::size_t> events;
  for (const Event &event : trace)
    if (event.block < blocks && !by_hardware(event.operation))
      ++events[{event.block, event.thread}];
  std::vector<std::pair<std::size_t, Lane>> ranked;
  for (const auto &[lane, count] : events)
    ranked.emplace_back(count, lane);
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto &a, const auto &b) { return a.first > b.first; });
  // Many threads that do the same are shown by one of them.
  if (ranked.size() > most_threads)
    ranked.resize(2);
  std::vector<Lane> lanes;
  for (const auto &each : ranked)
    lanes.push_back(each.second);
  std::sort(lanes.begin(), lanes.end());
  return lanes;
}

Cell cell(std::string text, Fill fill, std::uint32_t hue = 0) {
  Cell made;
  made.text = std::move(text);
  made.fill = fill;
  made.hue = hue;
  return made;
}

class Timeline {
public:
  Timeline(const kernel::Launch &launch, const kernel::Trace &trace)
      : lanes_(lanes_of(trace, launch.cluster_size)), waiting_(lanes_.size(), false),
        blocks_(launch.cluster_size), several_blocks_(launch.cluster_size > 1) {
    for (const auto &[block, thread] : lanes_) {
      std::string head = "thread " + std::to_string(thread);
      grid_.heads.push_back(several_blocks_ ? "block " + std::to_string(block) : head);
    }
    grid_.heads.emplace_back("copies");
    grid_.heads.emplace_back("barriers");
  }

  void add(const Event &event) {
    if (event.block >= blocks_)
      return;
    const auto lane = std::find(lanes_.begin(), lanes_.end(), Lane{event.block, event.thread});
    const bool hardware = by_hardware(event.operation);
    if (!hardware && lane == lanes_.end())
      return;
    std::string text = words(event);
    if (several_blocks_ && hardware)
      text += " of block " + std::to_string(event.block);
    if (event.operation == Operation::phase_ends && !grid_.rows.empty()) {
      // It follows from the step before.
      grid_.rows.back().cells.back() = cell(std::move(text), Fill::hue, 2);
      return;
    }
    const auto at = static_cast<std::size_t>(lane - lanes_.begin());
    if (!hardware)
      waiting_[at] = false;
    draw::Row row;
    row.label = std::to_string(grid_.rows.size() + 1);
    for (std::size_t i = 0; i < lanes_.size(); ++i)
      row.cells.push_back(waiting_[i] ? cell("", Fill::padding) : cell("", Fill::none));
    if (ends_copy(event.operation))
      in_flight_ -= std::min(event.value, in_flight_);
    row.cells.push_back(in_flight_ == 0 ? cell("", Fill::none) : cell("in flight", Fill::hue, 1));
    row.cells.push_back(cell("", Fill::none));
    if (hardware)
      row.cells[lanes_.size()] = cell(std::move(text), Fill::hue, 1);
    else
      row.cells[at] = cell(std::move(text), Fill::hue, 0);
    if (starts_copy(event.operation))
      in_flight_ += event.value;
    if (!hardware)
      waiting_[at] = waits(event.operation);
    grid_.rows.push_back(std::move(row));
  }

  [[nodiscard]] std::size_t steps() const { return grid_.rows.size(); }
  [[nodiscard]] bool shows_all(std::uint32_t threads) const { return lanes_.size() == threads; }
  draw::Grid take(std::string more) {
    grid_.more = std::move(more);
    return std::move(grid_);
  }

private:
  std::vector<Lane> lanes_;
  std::vector<bool> waiting_;
  std::uint32_t blocks_;
  bool several_blocks_;
  std::uint64_t in_flight_ = 0; // bytes
  draw::Grid grid_;
};

} // namespace

draw::Picture timeline(std::string title, const kernel::Launch &launch, const kernel::Trace &trace,
                       std::size_t most_steps) {
  Timeline lines(launch, trace);
  std::size_t left = 0;
  for (const Event &event : trace)
    if (lines.steps() < most_steps)
      lines.add(event);
    else
      ++left;
  draw::Picture picture;
  picture.title = std::move(title);
  if (!lines.shows_all(launch.threads * launch.cluster_size))
    picture.facts.push_back({"threads", "the two busiest of " + std::to_string(launch.threads)});
  if (launch.blocks > launch.cluster_size)
    picture.facts.push_back({"blocks", "the first of " + std::to_string(launch.blocks)});
  picture.legend = {
      {cell("", Fill::hue, 0), "a step of a thread; @ is an address in shared memory"},
      {cell("", Fill::padding), "it waits"},
      {cell("", Fill::hue, 1), "copies in flight, and what they do"},
      {cell("", Fill::hue, 2), "a barrier"}};
  picture.grids.push_back(
      lines.take(left == 0 ? "" : "and " + std::to_string(left) + " more events"));
  return picture;
}

} // namespace examples
