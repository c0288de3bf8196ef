// SPDX-License-Identifier: MIT
// A checked driver on the fake library, with its log caught.
#pragma once

#include "fake/fake_cuda.hpp"

#include "catch.hpp"

#include <tmamap/driver.hpp>
#include <tmamap/rule.hpp>

#include <dlfcn.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/ostream_sink.h>

#include <cstring>
#include <memory>
#include <sstream>
#include <string>

namespace tmamap {

// The fake, as it was born.
inline FakeCuda &fresh_fake() {
  void *const handle = dlopen(FAKE_CUDA, RTLD_NOW);
  REQUIRE(handle != nullptr);
  const auto script = reinterpret_cast<FakeCudaScript>(dlsym(handle, "fake_cuda_script"));
  REQUIRE(script != nullptr);
  *script() = FakeCuda{};
  return *script();
}

class Log {
public:
  Log() {
    logger = std::make_shared<spdlog::logger>(
        "test", std::make_shared<spdlog::sinks::ostream_sink_mt>(out_));
    logger->set_pattern("%l: %v");
  }
  [[nodiscard]] std::string text() const { return out_.str(); }
  [[nodiscard]] bool has(std::string_view part) const {
    return out_.str().find(part) != std::string::npos;
  }
  std::shared_ptr<spdlog::logger> logger;

private:
  std::ostringstream out_;
};

inline DriverOptions on_fake(const Log &log, Policy policy = Policy::refuse) {
  DriverOptions options;
  options.library = FAKE_CUDA;
  options.logger = log.logger;
  options.policy = policy;
  return options;
}

inline CUtensorMap filled_map(unsigned char byte) {
  CUtensorMap map;
  std::memset(&map, byte, sizeof map);
  return map;
}

inline bool all_bytes(const CUtensorMap &map, unsigned char byte) {
  const CUtensorMap same = filled_map(byte);
  return std::memcmp(&map, &same, sizeof map) == 0;
}

// Every side differs, so that a swapped index shows.
inline Spec good_spec() {
  return {.data_type = DataType::bf16,
          .global_address = 0x7f0000001000,
          .global_dim = {128, 96, 5},
          .global_strides = {256, 24576},
          .box_dim = {64, 32, 2},
          .element_strides = {1, 2, 1},
          .swizzle = Swizzle::b128,
          .l2_promotion = L2Promotion::b256};
}

// boxDim[0] is 48 bytes too wide for the swizzle; the other arguments are right.
inline Spec bad_spec() {
  Spec spec = good_spec();
  spec.box_dim[0] = 88;
  return spec;
}

inline bool has_rule(const Report &report, std::string_view parameter) {
  for (const Finding &finding : report)
    if (finding.rule->parameter == parameter && finding.severity == Severity::error)
      return true;
  return false;
}

} // namespace tmamap
