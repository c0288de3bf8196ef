// SPDX-License-Identifier: MIT
#include "cluster.hpp"

#include <algorithm>

namespace tmamap::kernel {

Machine::Machine() : cluster_(std::make_unique<detail::Cluster>()) {}
Machine::~Machine() = default;
Machine::Machine(Machine &&) noexcept = default;
Machine &Machine::operator=(Machine &&) noexcept = default;

Result Machine::run(const Launch &launch, const Body &body, const sim::GlobalMemory &global,
                    const Options &options) {
  return cluster_->run(launch, body, global, options);
}

Result run(const Launch &launch, const Body &body, const sim::GlobalMemory &global,
           const Options &options) {
  return Machine().run(launch, body, global, options);
}

Exploration explore(const Launch &launch, const Body &body, const sim::GlobalMemory &global,
                    const ExploreOptions &options) {
  Exploration exploration;
  Machine machine;
  for (std::uint64_t i = 0; i < options.schedules; ++i) {
    if (options.before_each)
      options.before_each();
    const std::uint64_t seed = options.first_seed + i;
    Result result = machine.run(launch, body, global, {.seed = seed});
    ++exploration.schedules;
    if (exploration.outcome == Outcome::ok)
      exploration.outcome = result.outcome;
    if (result.clean())
      continue;
    ++exploration.with_findings;
    if (!exploration.seed)
      exploration.seed = seed;
    for (Finding &finding : result.findings) {
      const auto same = [&finding](const Finding &known) {
        return known.rule == finding.rule && known.where.step == finding.where.step &&
               known.other.step == finding.other.step;
      };
      const auto it = std::find_if(exploration.findings.begin(), exploration.findings.end(), same);
      if (it != exploration.findings.end())
        it->times += finding.times;
      else
        exploration.findings.push_back(std::move(finding));
    }
    if (options.stop_at_first)
      break;
  }
  return exploration;
}

} // namespace tmamap::kernel
