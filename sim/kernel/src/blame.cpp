// SPDX-License-Identifier: MIT
// Findings: which rule a mistake belongs to, whatever the schedule it was seen on, and its words.
#include "cluster.hpp"

#include <algorithm>

namespace tmamap::kernel::detail {

namespace {

// A rule's text with values for the words in braces.
std::string filled(std::string_view text, std::initializer_list<Value> values,
                   std::string_view operation) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('{'), text.size());
    out += text.substr(0, open);
    text.remove_prefix(open);
    const std::size_t close = text.find('}');
    if (text.empty() || close == text.npos)
      return out;
    const std::string_view key = text.substr(1, close - 1);
    const auto it = std::find_if(values.begin(), values.end(),
                                 [key](const Value &value) { return value.name == key; });
    if (it != values.end())
      out += it->text;
    else
      out += key == "operation" ? operation : key;
    text.remove_prefix(close + 1);
  }
  return out;
}

} // namespace

Where Cluster::where(const Site &site) const {
  if (site.operation == Operation::none || site.worker >= workers_.size())
    return {site.step, site.operation == Operation::none ? "" : name(site.operation), 0, 0};
  const Worker &w = workers_[site.worker];
  return {site.step, name(site.operation), block_of(w), w.thread};
}

std::string Cluster::place(std::uint32_t block, std::uint64_t offset) const {
  std::string text = std::to_string(offset);
  if (launch_.cluster_size > 1)
    text += " of block " + std::to_string(first_block_ + block);
  return text;
}
std::string Cluster::place(const Barrier &barrier) const {
  return place(barrier.block, barrier.offset);
}

// One mistake at one place is one finding, however many threads make it.
void Cluster::blame(const Rule &rule, const Site &site, const Site *other,
                    std::initializer_list<Value> values) {
  for (Finding &known : result_.findings)
    if (known.rule == &rule && known.where.step == site.step &&
        (other == nullptr || known.other.step == other->step)) {
      ++known.times;
      return;
    }
  Finding finding;
  finding.rule = &rule;
  finding.where = where(site);
  if (other != nullptr)
    finding.other = where(*other);
  finding.message = filled(rule.says, values, name(site.operation));
  finding.fix = filled(rule.advice, values, name(site.operation));
  result_.findings.push_back(std::move(finding));
}

// After a finding the thread counts as having done it right, so that nothing follows from it.
void Cluster::forgive(Worker &w, const Stamp &stamp, bool fence) {
  if (!knows(w, stamp)) {
    Gathering seen;
    seen.add(w.knows.seen);
    seen.add(stamp);
    w.knows.seen = seen.take();
  }
  if (fence && !fenced(w, stamp)) {
    Gathering seen;
    seen.add(w.knows.fenced);
    seen.add(stamp);
    w.knows.fenced = seen.take();
  }
}

void Cluster::blame_parity(const Site &site, Barrier &barrier, std::uint32_t parity,
                           std::string detail, const Site *other) {
  blame(rule("TMAP-protocol-parity-01"), site, other,
        {{"parity", parity}, {"barrier", place(barrier)}, {"detail", std::move(detail)}});
  barrier.blamed = true;
}

// The wait that let a thread go on too early: its own latest one, or, if it has none of its own,
// that of a thread which has told it.
const Use *Cluster::stale_wait(const Worker &w, const Barrier &barrier) const {
  for (const OwnWait &own : w.waits)
    if (own.barrier == &barrier)
      return own.stale.any() ? &own.stale : nullptr;
  const Use &other = barrier.stale_wait;
  return other.any() && knows(w, other.stamp) ? &other : nullptr;
}

// A thread reads what a load writes, and does not know it to have landed. The same pair of
// instructions is met the other way round, by blame_overwrite(), where the read runs first: both
// come to the same rule.
void Cluster::blame_early_read(Worker &w, const Range &range, const Site &site, const Use &load) {
  Barrier &barrier = *load.barrier;
  const Use *const stale = stale_wait(w, barrier);
  const std::uint32_t phase = load.stamp.count - 1 - barrier.first_phase;
  const bool waited = count_of(w.knows.seen, barrier.component) > barrier.first_phase;
  if (stale != nullptr) {
    blame_parity(stale->site, barrier, (phase + 1) % 2,
                 "the wait returned at once, and phase " + std::to_string(phase) +
                     " was still to come",
                 &load.site);
  } else if (waited && !knows(w, load.issued)) {
    blame(rule("TMAP-protocol-overwrite-01"), load.site, &site,
          {{"bytes", range.bytes}, {"address", place(range.block, range.begin)}});
  } else {
    blame(waited ? rule("TMAP-protocol-read-01") : rule("TMAP-protocol-read-02"), site, &load.site,
          {{"bytes", range.bytes},
           {"address", place(range.block, range.begin)},
           {"phase", phase},
           {"barrier", place(barrier)}});
  }
  barrier.blamed = true;
  forgive(w, load.stamp, true);
}

void Cluster::blame_overwrite(Worker &w, const Range &range, const Use &load, const Use &victim,
                              bool had_data) {
  Barrier &barrier = *load.barrier;
  const Use *const stale = stale_wait(workers_[victim.site.worker], barrier);
  const std::uint32_t phase = load.stamp.count - 1 - barrier.first_phase;
  if (stale != nullptr) {
    blame_parity(stale->site, barrier, (phase + 1) % 2,
                 "the wait returned at once, and phase " + std::to_string(phase) +
                     " was still to come",
                 &load.site);
  } else if (!had_data) { // nothing was there to be read but what the load brings
    blame(rule("TMAP-protocol-read-02"), victim.site, &load.site,
          {{"bytes", range.bytes},
           {"address", place(range.block, range.begin)},
           {"phase", phase},
           {"barrier", place(barrier)}});
  } else {
    blame(rule("TMAP-protocol-overwrite-01"), load.site, &victim.site,
          {{"bytes", range.bytes}, {"address", place(range.block, range.begin)}});
  }
  barrier.blamed = true;
  forgive(w, victim.stamp, true);
}

void Cluster::blame_overlap(Worker &w, const Range &range, const Site &site, const Use &load) {
  blame(rule("TMAP-protocol-overlap-02"), site, &load.site,
        {{"bytes", range.bytes}, {"address", place(range.block, range.begin)}});
  load.barrier->blamed = true;
  forgive(w, load.stamp, true);
}

void Cluster::blame_unread(Worker &w, const Range &range, const Site &site, const Use &store) {
  blame(rule("TMAP-protocol-bulkGroup-01"), site, &store.site,
        {{"bytes", range.bytes}, {"address", place(range.block, range.begin)}});
  workers_[store.site.worker].blamed = true;
  forgive(w, store.stamp, false);
}

// With the state of the barrier.
void Cluster::blame_barrier(const Rule &rule, const Site &site, const Site *other,
                            Barrier &barrier) {
  const Mbarrier &object = barrier.object;
  blame(rule, site, other,
        {{"barrier", place(barrier)},
         {"block", first_block_ + barrier.block},
         {"phase", object.phase()},
         {"missing", object.pending()},
         {"expected", object.expected()},
         {"expected_bytes", barrier.expected_bytes},
         {"delivered_bytes", barrier.delivered_bytes},
         {"missing_bytes", std::max(object.tx_count(), 0)},
         {"copies", barrier.copies_in_flight}});
  barrier.blamed = true;
}

} // namespace tmamap::kernel::detail
