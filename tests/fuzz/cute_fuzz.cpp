// SPDX-License-Identifier: MIT
// Any bytes as a shared layout and, behind a `|`, as the layout of a tensor: the first byte chooses
// data type and cluster. What is read must print and read back equal; a pair must be answered with
// a map that the driver accepts, or with a reason.
#include <tmamap/check.hpp>
#include <tmamap/cute/gmma.hpp>
#include <tmamap/cute/shared_layout.hpp>
#include <tmamap/cute/tma_copy.hpp>

#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace tmamap;

namespace {

void require(bool holds) {
  if (!holds)
    std::abort();
}

template <class T, class... Bits> bool read(std::string_view text, T &out, Bits... bits) {
  const auto error = cute::parse(text, bits..., out);
  if (error) {
    require(error->column >= 1 && error->column <= text.size() + 1 && !error->message.empty());
    return false;
  }
  T again;
  require(!cute::parse(cute::to_text(out), bits..., again));
  require(again == out);
  return true;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  if (size == 0)
    return 0;
  constexpr DataType types[] = {DataType::u8,   DataType::f16, DataType::f32,
                                DataType::tf32, DataType::f64, DataType::u4x16_align8b};
  cute::TmaRequest request;
  request.data_type = types[data[0] % 6];
  request.cluster = data[0] / 6 % 18;
  const std::string_view text(reinterpret_cast<const char *>(data) + 1, size - 1);
  const std::size_t bar = text.find('|');
  const std::uint32_t bits = element_bits(request.data_type);
  cute::Tuple tuple;
  read(text, tuple);
  cute::CoordinateTensor coordinates;
  read(text, coordinates);
  if (!read(text.substr(0, bar), request.smem, bits) || bar == text.npos)
    return 0;
  cute::GmemTensor gmem;
  if (!read(text.substr(bar + 1), gmem))
    return 0;
  request.gmem = gmem.layout;
  const cute::TmaAnswer answer = cute::tma_copy(request);
  require(answer.copy || !answer.reasons.empty() || answer.report.verdict == Verdict::reject);
  if (!answer.copy)
    return 0;
  require(check(answer.copy->spec).driver_accepts);
  require(!answer.copy->copies.empty());
  require(bool(cute::shared_layout(answer.copy->spec)));
  return 0;
}
