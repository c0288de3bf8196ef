// SPDX-License-Identifier: MIT
// Names and findings as text.
#include <tmamap/kernel/finding.hpp>
#include <tmamap/kernel/trace.hpp>
#include <tmamap/message.hpp>

namespace tmamap::kernel {

std::string_view name(Operation operation) {
  switch (operation) {
  case Operation::none: return "launch";
  case Operation::mbarrier_init: return "mbarrier.init";
  case Operation::mbarrier_inval: return "mbarrier.inval";
  case Operation::arrive: return "mbarrier.arrive";
  case Operation::arrive_drop: return "mbarrier.arrive_drop";
  case Operation::arrive_expect_tx: return "mbarrier.arrive.expect_tx";
  case Operation::expect_tx: return "mbarrier.expect_tx";
  case Operation::complete_tx: return "mbarrier.complete_tx";
  case Operation::test_wait: return "mbarrier.test_wait";
  case Operation::wait: return "mbarrier.try_wait";
  case Operation::fence_proxy_async: return "fence.proxy.async";
  case Operation::fence_mbarrier_init: return "fence.mbarrier_init";
  case Operation::fence_tensormap: return "fence.proxy.tensormap";
  case Operation::tensormap_replace: return "tensormap.replace";
  case Operation::load: return "cp.async.bulk.tensor (load)";
  case Operation::store: return "cp.async.bulk.tensor (store)";
  case Operation::reduce: return "cp.reduce.async.bulk.tensor";
  case Operation::prefetch: return "cp.async.bulk.prefetch.tensor";
  case Operation::commit_group: return "cp.async.bulk.commit_group";
  case Operation::wait_group: return "cp.async.bulk.wait_group";
  case Operation::wait_group_read: return "cp.async.bulk.wait_group.read";
  case Operation::syncthreads: return "__syncthreads";
  case Operation::syncwarp: return "__syncwarp";
  case Operation::cluster_arrive: return "barrier.cluster.arrive";
  case Operation::cluster_wait: return "barrier.cluster.wait";
  case Operation::read_shared: return "read of shared memory";
  case Operation::write_shared: return "write of shared memory";
  case Operation::read_global: return "read of global memory";
  case Operation::write_global: return "write of global memory";
  case Operation::exit: return "return";
  case Operation::load_arrives: return "bytes arrive";
  case Operation::source_read: return "source read";
  case Operation::store_written: return "global memory written";
  case Operation::phase_ends: return "phase completes";
  }
  return {};
}

std::string to_string(const Where &where) {
  if (!where.known())
    return {};
  std::string_view file = where.step.file;
  if (where.step.line != 0)
    file.remove_prefix(file.rfind('/') + 1); // npos + 1 is 0
  std::string text(where.operation);
  text += where.step.line == 0 ? ", " : " at ";
  text += file;
  if (where.step.line != 0)
    text += ':' + std::to_string(where.step.line);
  return text + ", block " + std::to_string(where.block) + ", thread " +
         std::to_string(where.thread);
}

std::string to_string(const Finding &finding) {
  const Rule &rule = *finding.rule;
  std::string text(tmamap::name(severity(rule.effect(Target::sm_90))));
  text += ' ' + std::string(rule.id) + ": " + finding.message + '\n';
  if (finding.where.known())
    text += "  where     " + to_string(finding.where) + '\n';
  if (finding.other.known())
    text += "  against   " + to_string(finding.other) + '\n';
  text += "  fix       " + finding.fix + '\n';
  text += "  cite      " + std::string(rule.cite) + '\n';
  text += "  evidence  " + evidence_text(rule, Target::sm_90) + '\n';
  return text;
}

} // namespace tmamap::kernel
