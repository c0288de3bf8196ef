// SPDX-License-Identifier: MIT
// The table of what a kernel can do wrong around its copies, in the form of the validator's rules:
// the run of a kernel decides when a row is broken. Words in braces stand for a finding's own
// values.
#pragma once

#include <tmamap/rule.hpp>

#include <string_view>

namespace tmamap::kernel {

namespace rules {

constexpr RuleRow row(std::string_view id, std::string_view parameter) {
  return RuleRow(id, parameter).leads_to(Effect::undefined);
}

inline constexpr Rule table[] = {
    // --- waits that never end
    row("TMAP-protocol-wait-01", "mbarrier")
        .leads_to(Effect::hang)
        .says(
            "waits for ever: the barrier at {barrier} is in phase {phase} and misses {missing} of "
            "{expected} arrivals; {expected_bytes} B expected, {delivered_bytes} B delivered")
        .advice("let as many threads arrive in every phase as mbarrier.init was told, those that "
                "leave early with arrive_drop")
        .why("A phase completes when its pending count and its transaction count are both zero.")
        .cite("PTX ISA 9.1, 9.7.13.15.6, phase completion of the mbarrier object"),
    row("TMAP-protocol-wait-02", "barrier")
        .leads_to(Effect::hang)
        .says("waits for ever in {operation}: {missing} of {expected} threads never come")
        .advice(
            "let all threads of the block (warp, cluster) that go on reach the same barriers in "
            "the same order")
        .why("__syncthreads, __syncwarp and the cluster barrier wait for every thread that has not "
             "returned.")
        .cite("PTX ISA 9.1, 9.7.13, barrier and barrier.cluster")
        .evidence(Evidence::hardware, "no wait for threads and blocks that had returned: 5 of 5 "
                                      "kernels ended"),
    row("TMAP-protocol-wait-03", "steps")
        .leads_to(Effect::hang)
        .says("still runs after {steps} steps of the scheduler, or polls and nothing changes")
        .advice("look for a loop around test_wait or try_wait whose phase never completes")
        .why(
            "No copy is in flight and no other thread can run, or the limit of the run is reached.")
        .cite("PTX ISA 9.1, 9.7.13.15, mbarrier.test_wait / mbarrier.try_wait"),
    row("TMAP-protocol-parity-01", "phaseParity")
        .says(
            "waits for parity {parity} of the barrier at {barrier}, which is not the phase of its "
            "copy: {detail}")
        .advice("start with parity 0 where data is awaited (1 where a free buffer is), and flip it "
                "each time the thread has waited")
        .why("A wait names a phase by its parity alone: the current one or the one before it. With "
             "the wrong parity it returns at once, before the data is there, or misses the phase "
             "and waits for the next.")
        .cite("PTX ISA 9.1, 9.7.13.15, mbarrier.test_wait / mbarrier.try_wait, phaseParity"),

    // --- transaction bytes
    row("TMAP-protocol-expectTx-01", "expectTx")
        .leads_to(Effect::hang)
        .says(
            "waits for ever: the barrier at {barrier} expects {expected_bytes} B in phase {phase}, "
            "{delivered_bytes} B are delivered; arrivals missing: {missing} of {expected}")
        .advice(
            "expect the full box of each copy, whatever part of it is out of bounds, once a phase")
        .why("The transaction count never returns to zero.")
        .cite("PTX ISA 9.1, 9.7.13.15.5, expect-tx operation")
        .evidence(Evidence::hardware, "expecting more: 3,500 of 3,500 launches hung"),
    row("TMAP-protocol-expectTx-02", "expectTx")
        .leads_to(Effect::hang)
        .says("the barrier at {barrier} expects {expected_bytes} B in phase {phase} and is sent "
              "more: "
              "{delivered_bytes} B are delivered; arrivals missing: {missing} of {expected}")
        .advice("expect the full box of each copy before the phase can complete")
        .why(
            "Bytes count one by one as they land: the phase completes early, with data missing, if "
            "the count passes through zero, and otherwise never.")
        .cite("PTX ISA 9.1, 9.7.13.15.5, complete-tx operation")
        .evidence(Evidence::hardware, "load of 128 bytes, 64 expected: passes or hangs"),
    row("TMAP-protocol-expectTx-03", "expectTx")
        .leads_to(Effect::launch_failure)
        .says(
            "moves the transaction count of the barrier at {barrier} from {observed} by {bytes} B, "
            "out of its range of +-{limit}")
        .advice("spread the bytes over several barriers or phases")
        .why("The transaction count has 20 bits and a sign.")
        .cite("PTX ISA 9.1, 9.7.13.15.2, tx-count")
        .evidence(Evidence::hardware, "2^20 expected: unspecified launch failure (719)"),

    // --- who may read what
    row("TMAP-protocol-read-01", "phase")
        .says("reads {bytes} B at {address} before the copy that writes them is known to have "
              "landed: phase {phase} of the barrier at {barrier} has not been waited for")
        .advice("wait for that phase, and go on only when the wait says that it has completed")
        .why("The copy writes at any time until the phase completes, and only a thread that has "
             "seen "
             "the phase complete (or was told by one) sees what it wrote.")
        .cite("PTX ISA 9.1, 9.7.9.25.1, completion of asynchronous copies"),
    row("TMAP-protocol-read-02", "async proxy")
        .says("reads {bytes} B at {address} that a copy writes, and no wait on the barrier at "
              "{barrier} stands before it")
        .advice("wait on the copy's barrier; __syncthreads or a fence does not wait for a copy")
        .why("A copy through the async proxy is not ordered after the instruction that starts it, "
             "even in the same thread.")
        .cite("PTX ISA 9.1, 9.7.9.25.2, async proxy"),
    row("TMAP-protocol-proxy-01", "fence.proxy.async")
        .says(
            "accesses {bytes} B at {address} through the async proxy that were written through the "
            "generic proxy, with no fence.proxy.async between")
        .advice("fence.proxy.async in the threads that wrote, then the barrier, then the copy")
        .why("Ordinary stores may still lie where the copy engine does not look.")
        .cite(
            "PTX ISA 9.1, 9.7.9.25.2, async proxy; CUDA Programming Guide, TMA: writing to global "
            "memory"),
    row("TMAP-protocol-race-01", "shared memory")
        .says(
            "accesses {bytes} B at {address} of shared memory that another thread writes or reads, "
            "in no order")
        .advice("put __syncthreads, __syncwarp or an mbarrier between the two")
        .why("Either may come first.")
        .cite("PTX ISA 9.1, 8.7, data-races"),

    // --- who may overwrite what
    row("TMAP-protocol-overwrite-01", "buffer")
        .says("a copy writes {bytes} B at {address} while a thread may still use what was there")
        .advice(
            "start the copy after every reader has arrived on the buffer's \"empty\" barrier, and "
            "arrive there after the last read")
        .why(
            "Nothing orders the thread's access before the copy: the data changes under it on some "
            "schedules.")
        .cite("PTX ISA 9.1, 9.7.9.25.1, asynchronous copies"),
    row("TMAP-protocol-overlap-01", "mbarrier")
        .says("{bytes} B at {address} overlap the barrier at {barrier}")
        .advice(
            "keep barriers apart from tiles: a tile occupies its whole footprint, the padding of "
            "narrow rows included")
        .why("An mbarrier is opaque: only mbarrier operations may touch its 8 bytes until it is "
             "invalidated.")
        .cite("PTX ISA 9.1, 9.7.13.15.3, lifecycle of the mbarrier object"),
    row("TMAP-protocol-overlap-02", "tile")
        .says("writes {bytes} B at {address}, where a copy that nobody has waited for still writes")
        .advice("wait for the first copy, or give the second a place of its own")
        .why("Two writes in flight land in any order.")
        .cite("PTX ISA 9.1, 9.7.9.25.1, completion of asynchronous copies"),
    row("TMAP-protocol-bulkGroup-01", "wait_group.read")
        .says("writes {bytes} B at {address} that a store or reduction may not have read yet")
        .advice(
            "cp.async.bulk.commit_group and wait_group.read in the thread that started the store, "
            "then a barrier if another thread writes")
        .why("The copy reads its source at any time until wait_group.read says that it has.")
        .cite("PTX ISA 9.1, 9.7.9.25.4, cp.async.bulk.wait_group"),
    row("TMAP-protocol-bulkGroup-02", "wait_group.read")
        .says("ends while {count} of its stores or reductions may still read shared memory")
        .advice("commit_group and wait_group.read 0 before the thread returns")
        .why("Shared memory goes to another block when this one ends.")
        .cite("CUDA Programming Guide, TMA; PTX ISA 9.1, 9.7.9.25.4, cp.async.bulk.wait_group"),

    // --- barriers themselves
    row("TMAP-protocol-init-01", "mbarrier.init")
        .says(
            "{operation} on the barrier at {barrier}, and no mbarrier.init is known to come before")
        .advice("__syncthreads after mbarrier.init; for barriers of other blocks a cluster barrier")
        .why("The thread may find what was in memory before.")
        .cite("PTX ISA 9.1, 9.7.13.15, mbarrier.init"),
    row("TMAP-protocol-init-02", "fence.mbarrier_init")
        .says(
            "starts a copy that signals the barrier at {barrier}, whose mbarrier.init no fence has "
            "made visible to it")
        .advice(
            "fence.mbarrier_init.release.cluster (or fence.proxy.async) after mbarrier.init, in "
            "the thread that initialises")
        .why("The copy engine signals the barrier from outside of the thread.")
        .cite("PTX ISA 9.1, 9.7.13.4, fence.mbarrier_init; CUDA Programming Guide, TMA"),
    row("TMAP-protocol-init-03", "mbarrier.inval")
        .says("{operation} on the barrier at {barrier}, which has been invalidated")
        .advice("nothing but mbarrier.init after mbarrier.inval")
        .why("The 8 bytes are ordinary memory again, and may hold anything.")
        .cite("PTX ISA 9.1, 9.7.13.15.3, lifecycle of the mbarrier object"),
    row("TMAP-protocol-reuse-01", "mbarrier")
        .says("{operation} of the barrier at {barrier}, which still waits for {missing_bytes} B or "
              "will be signalled by {copies} copies in flight")
        .advice("wait for the phase before the barrier is initialised again or invalidated")
        .why("Bytes that are under way then count for the new barrier, or hit other data.")
        .cite("PTX ISA 9.1, 9.7.13.15.3, lifecycle of the mbarrier object"),
    row("TMAP-protocol-mbarrier-01", "arrivals")
        .says(
            "arrives {count} times on the barrier at {barrier}, of which phase {phase} awaits only "
            "{pending}")
        .advice(
            "initialise the barrier with the number of arrivals of a phase, and let nobody arrive "
            "for a phase before the last one has completed")
        .why("The pending count would fall below zero.")
        .cite("PTX ISA 9.1, 9.7.13.15.7, arrive-on operation"),
    row("TMAP-protocol-mbarrier-02", "count")
        .says("{operation} with a count of {count}; 1 to {limit} is possible")
        .advice("pass the number of arrivals of one phase")
        .why("Counts have 20 bits.")
        .cite("PTX ISA 9.1, 9.7.13.15.2, contents of the mbarrier object"),
    row("TMAP-protocol-mbarrier-03", "state")
        .says("waits with the state of phase {observed} on the barrier at {barrier}, which is in "
              "phase {phase}")
        .advice("wait with the state of the latest arrival")
        .why("A state speaks of the current phase or the one before it.")
        .cite("PTX ISA 9.1, 9.7.13.15, mbarrier.test_wait / mbarrier.try_wait, state"),
    row("TMAP-protocol-mbarrier-04", "mbarrier")
        .leads_to(Effect::misaligned_address)
        .says("{operation} at {barrier}, not a multiple of {limit} B")
        .advice("align barriers to 8 bytes")
        .why("A barrier is 8 bytes, aligned to 8.")
        .cite("PTX ISA 9.1, 9.7.13.15.1, size and alignment of the mbarrier object")
        .evidence(Evidence::hardware, "1, 2, 4 or 12 bytes off: misaligned address (716)"),
    row("TMAP-protocol-mbarrier-05", "shared::cta")
        .says("{operation} on a barrier of another block of the cluster")
        .advice("arrive on barriers of other blocks, and wait on the block's own")
        .why("Waiting and initialising work on shared::cta alone.")
        .cite("PTX ISA 9.1, 9.7.13.15.8, mbarrier support with shared memory"),

    // --- clusters
    row("TMAP-protocol-multicast-01", "expectTx")
        .leads_to(Effect::hang)
        .says("the barrier at {barrier} receives {delivered_bytes} B from a "
              "multicast "
              "in phase {phase} and expects none; arrivals missing: {missing} of {expected}")
        .advice(
            "let one thread of every block in the mask arrive.expect_tx the full box on its own "
            "barrier")
        .why("A multicast signals the barrier of each block that it writes to.")
        .cite("PTX ISA 9.1, 9.7.9.27.1.2, .multicast::cluster"),
    row("TMAP-protocol-multicast-02", "multicastMask")
        .leads_to(Effect::undefined)
        .says("names block {rank} of a cluster of {limit}")
        .advice("a bit for each block of the cluster that receives, and no other; at least one")
        .why("There is no such block's shared memory.")
        .cite("PTX ISA 9.1, 9.7.9.27.1.2, .multicast::cluster"),
    row("TMAP-protocol-exit-01", "mbarrier")
        .says("ends while a copy into its shared memory may be in flight: nobody has waited for "
              "phase "
              "{phase} of the barrier at {barrier}")
        .advice("wait for every copy that was started or that another block sends")
        .why("Shared memory goes to another block when this one ends.")
        .cite("CUDA Programming Guide, distributed shared memory and TMA"),
    row("TMAP-protocol-exit-02", "cluster")
        .says("{operation} in the shared memory of block {block}, which may have ended")
        .advice("a cluster barrier before any block of the cluster returns")
        .why("Shared memory of another block may be used only while that block runs.")
        .cite("CUDA Programming Guide, distributed shared memory"),

    // --- descriptors and plain faults
    row("TMAP-protocol-tensormap-01", "tensormap")
        .says("copies through a tensor map that was modified, with no fence.proxy.tensormap after "
              "the "
              "change in this block")
        .advice(
            "release the change, then fence.proxy.tensormap::generic.acquire in each block that "
            "uses the map")
        .why("The copy engine reads maps through a proxy of their own, which may hold the old "
             "bytes.")
        .cite("CUDA Programming Guide, 4.11.2.2; PTX ISA 9.1, 9.7.13.4, fence.proxy.tensormap"),
    row("TMAP-protocol-copy-01", "copy")
        .says("ends the kernel: {outcome} ({cause})")
        .advice("tmamap-inspect explain {cause}; tmamap-inspect check with the same access")
        .why("The copy itself traps, whatever is around it.")
        .cite("the rule that is named as the cause"),
    row("TMAP-protocol-address-01", "address")
        .leads_to(Effect::illegal_address)
        .says("{operation} of {bytes} B at {address}, outside of {memory}")
        .advice("keep the tile's whole footprint inside the memory that was asked for")
        .why("There is no memory of this kernel at that address.")
        .cite("CUDA Programming Guide, shared memory; CUDA_ERROR_ILLEGAL_ADDRESS"),
    row("TMAP-protocol-launch-01", "launch")
        .leads_to(Effect::launch_failure)
        .says("cannot be launched: {parameter} is {observed}; {limit}")
        .advice("stay within the limits of sm_90")
        .why("Nothing runs.")
        .cite("CUDA Programming Guide, compute capability 9.0"),
};

} // namespace rules

inline constexpr std::size_t protocol_rule_count = sizeof rules::table / sizeof *rules::table;
constexpr const Rule (&protocol_rules())[protocol_rule_count] { return rules::table; }

// A rule by its exact id; null when there is none.
constexpr const Rule *find_protocol_rule(std::string_view id) {
  for (const Rule &rule : rules::table)
    if (rule.id == id)
      return &rule;
  return nullptr;
}

} // namespace tmamap::kernel
