// SPDX-License-Identifier: MIT
// What a checked call does with the driver's answer, and what it leaves in the map.
#include "fixture.hpp"

#include <thread>
#include <vector>

using namespace tmamap;

TEST_CASE("good arguments reach the driver as the spec says") {
  FakeCuda &fake = fresh_fake();
  const Log log;
  const CheckedDriver driver(on_fake(log));
  CUtensorMap map = filled_map(0x11);
  const DriverCall call = driver.encode(&map, good_spec());

  CHECK(call.status == CallStatus::done);
  CHECK(call);
  CHECK(call.result == CUDA_SUCCESS);
  CHECK(call.agrees);
  CHECK(call.explanation.empty());
  CHECK(all_bytes(map, 0xA5));
  Spec expected = good_spec();
  expected.tensor_rank = 3;
  expected.global_address.reset();
  CHECK(fake.spec == expected);
  CHECK(fake.address == reinterpret_cast<void *>(0x7f0000001000));
}

TEST_CASE("a spec without element strides or an address gets ones and zero") {
  FakeCuda &fake = fresh_fake();
  const Log log;
  const CheckedDriver driver(on_fake(log));
  CUtensorMap map = filled_map(0x11);
  Spec spec = good_spec();
  spec.element_strides = {};
  spec.global_address.reset();
  CHECK(driver.encode(&map, spec));
  CHECK(fake.spec.element_strides == List<std::uint32_t>{1, 1, 1});
  CHECK(fake.address == nullptr);
}

TEST_CASE("refuse: an error keeps the call from the driver and the map as it was") {
  FakeCuda &fake = fresh_fake();
  const Log log;
  const CheckedDriver driver(on_fake(log));
  CUtensorMap map = filled_map(0x11);
  const DriverCall call = driver.encode(&map, bad_spec());

  CHECK(call.status == CallStatus::refused);
  CHECK_FALSE(call);
  CHECK(call.result == CUDA_ERROR_INVALID_VALUE);
  CHECK(call.report.verdict == Verdict::reject);
  CHECK(fake.calls == 0);
  CHECK(all_bytes(map, 0x11));
  CHECK(log.has("error: TMAP-encode-boxDim-"));
  CHECK(log.has("boxDim[0] is 88 x 2 B = 176 B"));
  CHECK(log.has("; fix: boxDim[0] = "));
  CHECK(log.has("error: cuTensorMapEncodeTiled was not called, since errors stand: tiled bf16 "));
}

TEST_CASE("report only: the driver is asked all the same") {
  FakeCuda &fake = fresh_fake();
  fake.result = CUDA_ERROR_INVALID_VALUE;
  fake.bytes_written = 40; // as the driver does for some refused maps
  const Log log;
  const CheckedDriver driver(on_fake(log, Policy::report_only));
  CUtensorMap map = filled_map(0x11);
  const DriverCall call = driver.encode(&map, bad_spec());

  CHECK(fake.calls == 1);
  CHECK(call.status == CallStatus::rejected);
  CHECK(call.agrees);
  CHECK(all_bytes(map, 0x11));
  CHECK(log.has("boxDim[0]"));
  CHECK(log.has("CUDA_ERROR_INVALID_VALUE (1)"));
  CHECK_FALSE(log.has("please report"));
}

TEST_CASE("a driver that refuses what should pass is reported with the spec") {
  FakeCuda &fake = fresh_fake();
  fake.result = CUDA_ERROR_INVALID_VALUE;
  const Log log;
  const CheckedDriver driver(on_fake(log));
  CUtensorMap map = filled_map(0x11);
  const DriverCall call = driver.encode(&map, good_spec());

  CHECK(call.status == CallStatus::rejected);
  CHECK_FALSE(call.agrees);
  CHECK(all_bytes(map, 0x11));
  CHECK(log.has("please report this line"));
  CHECK(log.has("should accept"));
  CHECK(log.has("tiled bf16 addr=0x7f0000001000 dim=128x96x5 strides=256,24576 box=64x32x2"));
  CHECK(log.has("target=sm_90 compute_capability=9.0 driver=CUDA 12.4"));
}

TEST_CASE("a driver that accepts what should fail is reported with the spec") {
  fresh_fake();
  const Log log;
  const CheckedDriver driver(on_fake(log, Policy::report_only));
  CUtensorMap map = filled_map(0x11);
  const DriverCall call = driver.encode(&map, bad_spec());

  CHECK(call.status == CallStatus::done);
  CHECK_FALSE(call.agrees);
  CHECK(all_bytes(map, 0xA5));
  CHECK(log.has("should refuse"));
}

TEST_CASE("results that are not about the arguments are explained") {
  struct Case {
    int result;
    CallStatus status;
    const char *says;
  };
  const Case cases[] = {
      {3, CallStatus::not_initialized, "cuInit(0)"},
      {201, CallStatus::invalid_context, "no context is current"},
      {214, CallStatus::earlier_error, "not these arguments"},
      {700, CallStatus::earlier_error, "not these arguments: an earlier asynchronous error"},
      {702, CallStatus::earlier_error, "not these arguments"},
      {710, CallStatus::earlier_error, "not these arguments"},
      {714, CallStatus::earlier_error, "not these arguments"},
      {715, CallStatus::earlier_error, "CUresult 715"},
      {716, CallStatus::earlier_error, "not these arguments"},
      {717, CallStatus::earlier_error, "not these arguments"},
      {718, CallStatus::earlier_error, "not these arguments"},
      {719, CallStatus::earlier_error, "compute-sanitizer"},
      {2, CallStatus::failed, "no rule on these arguments explains"},
      {801, CallStatus::failed, "CUresult 801"},
  };
  for (const Policy policy : {Policy::refuse, Policy::report_only})
    for (const Case &one : cases) {
      FakeCuda &fake = fresh_fake();
      fake.result = static_cast<CUresult>(one.result);
      const Log log;
      const CheckedDriver driver(on_fake(log, policy));
      CUtensorMap map = filled_map(0x11);
      const DriverCall call = driver.encode(&map, good_spec());
      CAPTURE(one.result, log.text());
      CHECK(call.status == one.status);
      CHECK(call.result == fake.result);
      CHECK(call.agrees);
      CHECK(log.has(one.says));
      CHECK(all_bytes(map, 0x11));
    }
}

TEST_CASE("an earlier error is named even where the arguments are wrong as well") {
  FakeCuda &fake = fresh_fake();
  fake.result = CUDA_ERROR_ILLEGAL_INSTRUCTION;
  const Log log;
  const CheckedDriver driver(on_fake(log, Policy::report_only));
  CUtensorMap map = filled_map(0x11);
  CHECK(driver.encode(&map, bad_spec()).status == CallStatus::earlier_error);
  CHECK(log.has("these arguments break rules too"));
}

TEST_CASE("a device without tensor maps is named") {
  FakeCuda &fake = fresh_fake();
  fake.capability = 86;
  fake.result = CUDA_ERROR_INVALID_VALUE;
  const Log log;
  const CheckedDriver driver(on_fake(log));
  CUtensorMap map = filled_map(0x11);
  const DriverCall call = driver.encode(&map, good_spec());
  CHECK(call.status == CallStatus::unsupported_device);
  CHECK(call.agrees);
  CHECK(log.has("compute capability 8.6"));
}

TEST_CASE("the first calls may come from many threads at once") {
  FakeCuda &fake = fresh_fake();
  fake.bytes_written = 0; // the fake itself is not made for threads; counting is all it does
  DriverOptions options;
  options.library = "/nonexistent/libcuda.so.1";
  options.logger = nullptr;
  const CheckedDriver driver(options);
  std::vector<CallStatus> seen(8);
  std::vector<std::thread> threads;
  for (CallStatus &status : seen)
    threads.emplace_back([&driver, &status] {
      CUtensorMap map = filled_map(0);
      status = driver.encode(&map, good_spec()).status;
    });
  for (std::thread &thread : threads)
    thread.join();
  CHECK(seen == std::vector<CallStatus>(8, CallStatus::no_driver));
}
