// SPDX-License-Identifier: MIT
#include "checked_call.hpp"

#include <tmamap/check.hpp>
#include <tmamap/message.hpp>
#include <tmamap/rule.hpp>
#include <tmamap/text.hpp>

#include <spdlog/logger.h>

#include <cstdio>
#include <cstring>
#include <iterator>

namespace tmamap {

namespace {

// The arguments on one line, enough to repeat the call.
std::string arguments_text(const Request &request) {
  const Context &context = request.context;
  if (context.replacement_address) {
    char address[32];
    std::snprintf(address, sizeof address, "0x%llx",
                  static_cast<unsigned long long>(*context.replacement_address));
    return std::string("new globalAddress ") + address;
  }
  std::string text = to_text(request.spec);
  constexpr const char *pointers[] = {"tensorMap",     "globalDim",           "globalStrides",
                                      "boxDim",        "pixelBoxLowerCorner", "pixelBoxUpperCorner",
                                      "elementStrides"}; // by bit of NullArgument
  for (std::size_t bit = 0; bit < std::size(pointers); ++bit)
    if ((context.null_arguments >> bit & 1) != 0)
      text += std::string(" ") + pointers[bit] + "=null";
  return text;
}

// What a user sends in when prediction and driver disagree.
std::string disagreement(const Request &request, const DriverCall &call, const Library &library,
                         ComputeCapability device) {
  std::string text = "please report this line, tmamap and the driver disagree: ";
  text += request.name;
  text += call.report.driver_accepts ? " should accept" : " should refuse";
  text += ", but returned " + result_text(library, call.result) + ": " + arguments_text(request);
  text += " target=";
  text += name(request.context.target);
  text += " compute_capability=" + capability_text(device);
  text += " driver=CUDA " + version_text(library.version);
  return text;
}

std::string explanation(const Request &request, const DriverCall &call, const Library &library,
                        ComputeCapability device) {
  if (!call.agrees)
    return disagreement(request, call, library, device);
  switch (call.status) {
  case CallStatus::done: return {};
  case CallStatus::refused:
  case CallStatus::rejected:
  case CallStatus::failed:
    return explain(request.name, call, library, device) + ": " + arguments_text(request);
  case CallStatus::no_driver:
  case CallStatus::not_initialized:
  case CallStatus::invalid_context:
  case CallStatus::unsupported_device:
  case CallStatus::earlier_error: break;
  }
  return explain(request.name, call, library, device);
}

spdlog::level::level_enum level(Severity severity) {
  switch (severity) {
  case Severity::error: return spdlog::level::err;
  case Severity::warning: return spdlog::level::warn;
  case Severity::note: break;
  }
  return spdlog::level::info;
}

void log(spdlog::logger *logger, const Request &request, const DriverCall &call) {
  if (logger == nullptr)
    return;
  std::string text;
  std::string fix;
  for (const Finding &finding : call.report) {
    if (!logger->should_log(level(finding.severity)))
      continue;
    text = finding.rule->id;
    text += ": ";
    append_message(text, finding, request.spec, request.context);
    fix.clear();
    append_fix(fix, finding, request.spec, request.context);
    if (!fix.empty())
      text += "; fix: " + fix;
    logger->log(level(finding.severity), text);
  }
  if (!call.explanation.empty())
    logger->error(call.explanation);
}

void call_driver(const Request &request, const DriverFunction &function, ComputeCapability device,
                 DriverCall &call) {
  // The driver leaves some failed maps half written, so it is given a map of ours.
  CUtensorMap map = {};
  if (request.in_place && request.map != nullptr)
    std::memcpy(&map, request.map, sizeof map);
  call.result = function(request.map != nullptr ? &map : nullptr);
  if (call.result == CUDA_SUCCESS && request.map != nullptr)
    std::memcpy(request.map, &map, sizeof map);

  call.status = status_of(call.result, device);
  const bool answered = call.status == CallStatus::done || call.status == CallStatus::rejected;
  call.agrees = !answered || call.report.driver_accepts == (call.status == CallStatus::done);
}

} // namespace

DriverCall checked_call(DriverState &state, Request request, const DriverFunction &function) {
  const Library &library = state.library();
  const ComputeCapability device = state.device();
  const Target of_device = device >= 100 ? Target::sm_100 : Target::sm_90;
  request.context.target = state.options.target.value_or(of_device);
  if (request.map == nullptr)
    request.context.null_arguments |= null_tensor_map;
  else
    request.context.descriptor_address = reinterpret_cast<std::uintptr_t>(request.map);

  DriverCall call{.report = check(request.spec, request.context)}; // six kilobytes, made in place
  const bool refuse =
      state.options.policy == Policy::refuse && call.report.verdict == Verdict::reject;
  if (refuse || !request.expressible) {
    call.status = CallStatus::refused;
    call.result = CUDA_ERROR_INVALID_VALUE;
  } else if (!function) {
    call.status = CallStatus::no_driver;
    call.result = library.failure.empty() ? CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND
                                          : CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;
  } else {
    call_driver(request, function, device, call);
  }

  call.explanation = explanation(request, call, library, device);
  log(state.options.logger.get(), request, call);
  return call;
}

} // namespace tmamap
