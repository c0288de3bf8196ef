// SPDX-License-Identifier: MIT
// Finding the driver, the device and the logger.
#include "fixture.hpp"

#include <spdlog/spdlog.h>

using namespace tmamap;

TEST_CASE("no driver: the check still answers, and the status is clear") {
  const Log log;
  DriverOptions options = on_fake(log);
  options.library = "/nonexistent/libcuda.so.1";
  const CheckedDriver driver(options);
  CUtensorMap map = filled_map(0x11);

  const DriverCall call = driver.encode(&map, good_spec());
  CHECK(call.status == CallStatus::no_driver);
  CHECK(call.result == CUDA_ERROR_SHARED_OBJECT_INIT_FAILED);
  CHECK(call.report.verdict != Verdict::reject);
  CHECK(log.has("no CUDA driver: /nonexistent/libcuda.so.1"));

  CHECK(driver.encode(&map, bad_spec()).status == CallStatus::refused);
  CHECK(driver.replace_address(&map, 4096).status == CallStatus::no_driver);
  CHECK(all_bytes(map, 0x11));
}

TEST_CASE("a library that is no driver of CUDA 12 says so") {
  const Log log;
  DriverOptions options = on_fake(log);
  options.library = "libm.so.6";
  const CheckedDriver driver(options);
  CUtensorMap map = filled_map(0x11);
  CHECK(driver.encode(&map, good_spec()).status == CallStatus::no_driver);
  CHECK(log.has("a driver of CUDA 12.0 or newer"));
}

TEST_CASE("a driver too old for one function has the others") {
  FakeCuda &fake = fresh_fake();
  fake.missing = "cuTensorMapEncodeTiled";
  const Log log;
  const CheckedDriver driver(on_fake(log));
  CUtensorMap map = filled_map(0x11);
  const DriverCall call = driver.encode(&map, good_spec());
  CHECK(call.status == CallStatus::no_driver);
  CHECK(call.result == CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND);
  CHECK(log.has("this driver (CUDA 12.4) does not have it"));
  CHECK(all_bytes(map, 0x11));
  CHECK(driver.replace_address(&map, 4096).status == CallStatus::done);
}

TEST_CASE("the target is the current device's, asked for once") {
  Spec packed = good_spec(); // 4-bit values exist on sm_100 only
  packed.data_type = DataType::u4x16_align8b;
  packed.global_strides = {64, 6144};
  packed.swizzle = Swizzle::none;
  CUtensorMap map = filled_map(0);

  FakeCuda &fake = fresh_fake();
  const Log log;
  const CheckedDriver hopper(on_fake(log));
  CHECK(hopper.encode(&map, packed).status == CallStatus::refused);
  CHECK(hopper.encode(&map, packed).status == CallStatus::refused);
  CHECK(fake.attribute_queries == 2); // major and minor

  fake.capability = 100;
  CHECK(CheckedDriver(on_fake(log)).encode(&map, packed).status == CallStatus::done);

  DriverOptions told = on_fake(log);
  told.target = Target::sm_90;
  CHECK(CheckedDriver(told).encode(&map, packed).status == CallStatus::refused);

  fake.context_result = CUDA_ERROR_INVALID_CONTEXT; // no device to ask: sm_90
  CHECK(CheckedDriver(on_fake(log)).encode(&map, packed).status == CallStatus::refused);
}

TEST_CASE("a driver without the device query is asked for sm_90") {
  FakeCuda &fake = fresh_fake();
  fake.missing = "cuDeviceGetAttribute";
  const Log log;
  CUtensorMap map = filled_map(0);
  CHECK(CheckedDriver(on_fake(log)).encode(&map, good_spec()));
}

TEST_CASE("the logger can be silenced, turned down and replaced") {
  fresh_fake();
  CUtensorMap map = filled_map(0x11);

  Log log;
  DriverOptions options = on_fake(log);
  options.logger = nullptr;
  CHECK(CheckedDriver(options).encode(&map, bad_spec()).status == CallStatus::refused);

  log.logger->set_level(spdlog::level::off);
  CheckedDriver(on_fake(log)).encode(&map, bad_spec());
  CHECK(log.text().empty());

  log.logger->set_level(spdlog::level::err);
  Spec overlapping = good_spec();
  overlapping.global_strides = {0, 24576};
  const DriverCall warned = CheckedDriver(on_fake(log)).encode(&map, overlapping);
  CHECK(warned.status == CallStatus::done);
  CHECK(warned.report.verdict == Verdict::accept_with_warning);
  CHECK(log.text().empty());
  log.logger->set_level(spdlog::level::warn);
  CheckedDriver(on_fake(log)).encode(&map, overlapping);
  CHECK(log.has("warning: "));
}

TEST_CASE("a logger that the application registered as tmamap is the default one") {
  const auto mine = std::make_shared<spdlog::logger>("tmamap");
  spdlog::register_logger(mine);
  CHECK(DriverOptions{}.logger == mine);
  spdlog::drop("tmamap");
  CHECK(DriverOptions{}.logger != mine);
  CHECK(DriverOptions{}.logger == default_logger());
}
