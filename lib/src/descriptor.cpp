// SPDX-License-Identifier: MIT
// Encoding and decoding, compiled once.
#include <tmamap/descriptor.hpp>

namespace tmamap::detail {

Descriptor encode_compiled(const Spec &spec) {
  return encode_words(spec, std::make_index_sequence<descriptor_words>());
}

Decoded decode_compiled(const Descriptor &map) { return decode_fields(map); }

} // namespace tmamap::detail
