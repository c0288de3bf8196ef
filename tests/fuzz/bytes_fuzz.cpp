// SPDX-License-Identifier: MIT
// Any 128 bytes as a map: decoding loses no bit, names each odd one, and what it gives can be
// checked, encoded and changed.
#include <tmamap/descriptor_replace.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>

using namespace tmamap;

namespace {

void require(bool holds) {
  if (!holds)
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  std::uint8_t bytes[descriptor_bytes] = {};
  std::memcpy(bytes, data, size < sizeof bytes ? size : sizeof bytes);
  const Descriptor map = Descriptor::from_bytes(bytes);
  const Decoded decoded = decode(map);
  require((encode(decoded.spec) ^ decoded.unexplained) == map);

  Descriptor named;
  for_each_oddity(map, decoded, [&named](const Oddity &oddity) {
    require(oddity.found != oddity.driver);
    named.words[oddity.word] |= (oddity.found ^ oddity.driver) << oddity.lsb;
  });
  require(named == decoded.unexplained);

  const Report report = check(decoded.spec);
  require(conforms(decoded.spec) == report.driver_accepts);
  // What the driver accepts is a fixed point: its bytes give back the same spec.
  if (report.driver_accepts)
    require(decode(encode(decoded.spec)).spec == decoded.spec &&
            decode(encode(decoded.spec)).unexplained == Descriptor{});

  std::uint8_t again[descriptor_bytes];
  map.to_bytes(again);
  require(std::memcmp(bytes, again, sizeof bytes) == 0);
  for (std::uint32_t field = 0; field < 11; ++field)
    (void)replace(map, static_cast<ReplaceField>(field), bytes[0] % 6, map.words[1]);
  return 0;
}
