// SPDX-License-Identifier: MIT
#include "explain.hpp"

#include <algorithm>
#include <iterator>

namespace tmamap {

namespace {

// Results that say nothing of the call that returns them: an earlier kernel, copy or process broke
// the context, and every later call repeats it (cuda.h 13.0: "any further CUDA work will return the
// same error"). Numbers, because an older cuda.h lacks some of the names.
constexpr int earlier_errors[] = {
    214, // ECC_UNCORRECTABLE
    220, // NVLINK_UNCORRECTABLE
    226, // CONTAINED
    700, // ILLEGAL_ADDRESS
    702, // LAUNCH_TIMEOUT
    709, // CONTEXT_IS_DESTROYED
    710, // ASSERT
    714, // HARDWARE_STACK_ERROR
    715, // ILLEGAL_INSTRUCTION
    716, // MISALIGNED_ADDRESS
    717, // INVALID_ADDRESS_SPACE
    718, // INVALID_PC
    719, // LAUNCH_FAILED
    721, // TENSOR_MEMORY_LEAK
    810, // MPS_CLIENT_TERMINATED
};

bool is_earlier_error(CUresult result) {
  return std::find(std::begin(earlier_errors), std::end(earlier_errors),
                   static_cast<int>(result)) != std::end(earlier_errors);
}

} // namespace

CallStatus status_of(CUresult result, ComputeCapability device) {
  if (result == CUDA_SUCCESS)
    return CallStatus::done;
  if (result == CUDA_ERROR_NOT_INITIALIZED)
    return CallStatus::not_initialized;
  if (result == CUDA_ERROR_INVALID_CONTEXT)
    return CallStatus::invalid_context;
  if (is_earlier_error(result))
    return CallStatus::earlier_error;
  if (device != 0 && device < 90)
    return CallStatus::unsupported_device;
  return result == CUDA_ERROR_INVALID_VALUE ? CallStatus::rejected : CallStatus::failed;
}

std::string result_text(const Library &library, CUresult result) {
  const std::string number = std::to_string(static_cast<int>(result));
  const char *name = nullptr;
  if (library.get_error_name == nullptr || library.get_error_name(result, &name) != CUDA_SUCCESS ||
      name == nullptr)
    return "CUresult " + number;
  return std::string(name) + " (" + number + ")";
}

std::string capability_text(ComputeCapability device) {
  return std::to_string(device / 10) + "." + std::to_string(device % 10);
}

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string explain(std::string_view function, const DriverCall &call, const Library &library,
                    ComputeCapability device) {
  std::string text{function};
  if (call.status == CallStatus::refused)
    return text + (call.report.verdict == Verdict::reject
                       ? " was not called, since errors stand"
                       : " was not called, since a value is no enumerator of cuda.h");
  if (call.status == CallStatus::no_driver)
    return text + " was not called: " +
           (library.failure.empty()
                ? "this driver (CUDA " + version_text(library.version) + ") does not have it"
                : library.failure);
  text += " returned " + result_text(library, call.result);
  switch (call.status) {
  case CallStatus::not_initialized:
    return text + ": the driver API is not initialised; call cuInit(0), or any runtime API "
                  "function such as cudaFree(nullptr), first";
  case CallStatus::invalid_context:
    return text + ": no context is current on this thread; set one with cuCtxSetCurrent, or call "
                  "cudaSetDevice, first";
  case CallStatus::unsupported_device:
    return text + ": the device has compute capability " + capability_text(device) +
           "; tensor maps need 9.0 or higher";
  case CallStatus::earlier_error:
    text += ": not these arguments: an earlier asynchronous error, which every call now repeats; "
            "look for it in the work that was launched before, with compute-sanitizer or "
            "CUDA_LAUNCH_BLOCKING=1";
    if (call.report.verdict == Verdict::reject)
      text += " (these arguments break rules too)";
    return text;
  case CallStatus::rejected: return text + ", as the findings say";
  case CallStatus::failed:
    return text + ", which no rule on these arguments explains; *tensorMap is unchanged";
  case CallStatus::done:
  case CallStatus::refused:
  case CallStatus::no_driver: break;
  }
  return text;
}

} // namespace tmamap
