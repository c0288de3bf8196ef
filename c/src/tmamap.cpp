// SPDX-License-Identifier: MIT
// The C interface: no exception and no C++ type leaves it.
#include "json.hpp"

#include <tmamap.h>
#include <tmamap/sim/copy.hpp>
#include <tmamap/text.hpp>

#include <algorithm>
#include <cstring>
#include <exception>

namespace {

using namespace tmamap;

// Where a function's text goes.
struct Sink {
  char *text;
  std::size_t capacity;
  std::size_t *length;

  void put(const std::string &whole) const {
    if (length != nullptr)
      *length = whole.size();
    if (text == nullptr || capacity == 0)
      return;
    const std::size_t count = std::min(whole.size(), capacity - 1);
    std::memcpy(text, whole.data(), count);
    text[count] = '\0';
  }
};

int refuse(const Sink &sink, const std::string &why) {
  std::string out = "{";
  c::append_text(out, "input_error", why);
  sink.put(out + '}');
  return TMAMAP_UNREADABLE;
}

// Runs `work`; what it throws is memory that is not there.
template <class Work> int guarded(const Sink &sink, Work &&work) {
  try {
    sink.put({});
    return work();
  } catch (const std::exception &) {
    return TMAMAP_NO_MEMORY;
  }
}

// Why a text is no case; nothing if it is.
std::optional<std::string> read(const char *text, Case &out) {
  if (text == nullptr)
    return "spec: null";
  if (const std::optional<ReadError> error = parse(std::string_view(text), out))
    return to_string(*error);
  return std::nullopt;
}

int report_on(const Sink &sink, const Case &given, const Report &report) {
  std::string out = "{";
  c::append_report(out, report, given.spec, given.context);
  sink.put(out + '}');
  return report.verdict == Verdict::reject ? TMAMAP_FOUND : TMAMAP_OK;
}

} // namespace

extern "C" {

int tmamap_api_version(void) { return TMAMAP_API_VERSION; }

const char *tmamap_version(void) { return TMAMAP_VERSION; }

int tmamap_check(const char *spec, char *text, size_t capacity, size_t *length) {
  const Sink sink{text, capacity, length};
  return guarded(sink, [&] {
    Case given;
    if (const auto why = read(spec, given))
      return refuse(sink, *why);
    return report_on(sink, given, check(given.spec, given.context));
  });
}

int tmamap_encode(const char *spec, unsigned char map[TMAMAP_DESCRIPTOR_BYTES], char *text,
                  size_t capacity, size_t *length) {
  const Sink sink{text, capacity, length};
  return guarded(sink, [&] {
    Case given;
    if (map == nullptr)
      return refuse(sink, "map: null");
    if (const auto why = read(spec, given))
      return refuse(sink, *why);
    if (given.context.target != Target::sm_90)
      return refuse(sink, "target: only the bytes of sm_90 are known");
    // Not the rules of a copy or of another address: those do not change the bytes.
    given.context.access.reset();
    given.context.replacement_address.reset();
    const int status = report_on(sink, given, check(given.spec, given.context));
    if (status == TMAMAP_OK)
      encode(given.spec).to_bytes(map);
    return status;
  });
}

int tmamap_decode(const unsigned char map[TMAMAP_DESCRIPTOR_BYTES], char *text, size_t capacity,
                  size_t *length) {
  const Sink sink{text, capacity, length};
  return guarded(sink, [&]() -> int {
    if (map == nullptr)
      return refuse(sink, "map: null");
    const Descriptor bytes = Descriptor::from_bytes(map);
    const Decoded decoded = decode(bytes);
    const Report report = check(decoded.spec);
    std::string out = "{";
    c::append_text(out, "spec", to_text(decoded.spec));
    c::append_unexplained(out, bytes, decoded);
    c::append_report(out, report, decoded.spec, {});
    sink.put(out + '}');
    return report.verdict == Verdict::reject ? TMAMAP_FOUND : TMAMAP_OK;
  });
}

int tmamap_simulate_load(const char *copy, uint64_t global_address, const void *global,
                         uint64_t global_bytes, void *shared, uint64_t shared_bytes, char *text,
                         size_t capacity, size_t *length) {
  const Sink sink{text, capacity, length};
  return guarded(sink, [&]() -> int {
    Case given;
    if (const auto why = read(copy, given))
      return refuse(sink, *why);
    if (!given.context.access || given.context.access->op != Op::load)
      return refuse(sink, "access: a load is wanted behind the spec, as in `load at=0,0 smem=0`");
    // A load reads this memory and no more.
    auto *const bytes = static_cast<std::uint8_t *>(const_cast<void *>(global));
    sim::GlobalMemory memory;
    if (const sim::InputError error = memory.add(global_address, bytes, global_bytes))
      return refuse(sink, std::string(error.field).append(": ").append(error.problem));
    const sim::SharedWindow window{static_cast<std::uint8_t *>(shared), shared_bytes};
    const sim::Result result = sim::copy(
        sim::TensorMap(given.spec, given.context.target, given.context.descriptor_address),
        *given.context.access, memory, window);
    if (result.input)
      return refuse(sink,
                    std::string(result.input.field).append(": ").append(result.input.problem));
    std::string out = "{";
    c::append_text(out, "outcome", name(result.outcome));
    if (!result.cause.empty())
      c::append_text(out, "cause", result.cause);
    c::append_number(out, "tx_bytes", result.tx_bytes);
    c::append_number(out, "smem_footprint_bytes", result.smem_footprint_bytes);
    sink.put(out + '}');
    return result.ok() ? TMAMAP_OK : TMAMAP_FOUND;
  });
}

} // extern "C"
