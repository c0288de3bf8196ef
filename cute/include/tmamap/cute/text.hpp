// SPDX-License-Identifier: MIT
// The notation of cute::print, read and written:
//
//   ((_8,_16),(_64,_1)):((_64,_512),(_1,_0))                              a layout
//   (_8,_16)                                                              its strides are compact
//   Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)                  one of shared memory
//   Sw<3,3,3> o _0 o (_8,_64):(_64,_1)                                    the same, of indices
//   gmem_ptr[16b](0x7f5a00000000) o (256,128):(128,_1)                    a tensor
//   ArithTuple(0,0) o ((_64,_8),_2):((_1@0,_1@1),_64@0)                   one of coordinates
//
// Parse and print are inverse: parse(print(x)) == x.
#pragma once

#include <tmamap/cute/layout.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tmamap::cute {

struct TextError {
  std::size_t column = 1; // in bytes, from 1: where the text stops making sense
  std::string message;
};
// "column 7: …"
[[nodiscard]] std::string to_string(const TextError &error);

// A tensor of global memory: where it begins, if the text says so, and its layout in elements.
struct GmemTensor {
  std::optional<std::uint32_t> element_bits = std::nullopt; // of gmem_ptr[16b]
  std::optional<std::uint64_t> address = std::nullopt;
  Layout layout = {};

  friend bool operator==(const GmemTensor &a, const GmemTensor &b) {
    return a.element_bits == b.element_bits && a.address == b.address && a.layout == b.layout;
  }
  friend bool operator!=(const GmemTensor &a, const GmemTensor &b) { return !(a == b); }
};

// Coordinates of a tensor map instead of elements: what a partition of a TMA tensor prints.
struct CoordinateTensor {
  Tuple origin;
  Layout layout;

  friend bool operator==(const CoordinateTensor &a, const CoordinateTensor &b) {
    return a.origin == b.origin && a.layout == b.layout;
  }
  friend bool operator!=(const CoordinateTensor &a, const CoordinateTensor &b) { return !(a == b); }
};

// Each fills `out`, or says where and why not. Sizes and indices of what is read fit 63 bits, and
// extents are at least 1.
[[nodiscard]] std::optional<TextError> parse(std::string_view text, Tuple &out);
[[nodiscard]] std::optional<TextError> parse(std::string_view text, Layout &out);
[[nodiscard]] std::optional<TextError> parse(std::string_view text, GmemTensor &out);
[[nodiscard]] std::optional<TextError> parse(std::string_view text, CoordinateTensor &out);
// Also a named layout: K SW128 tiled to a shape, in an order if one is given,
//
//   tile_to_shape(K SW128, (_128,_64))        tile_to_shape(MN SW64, (_128,_64), (_2,_1))
//
// where `element_bits` are those of the data type.
[[nodiscard]] std::optional<TextError> parse(std::string_view text, std::uint32_t element_bits,
                                             SmemLayout &out);

void append_text(std::string &out, Int value);
void append_text(std::string &out, const Tuple &tuple);
void append_text(std::string &out, const Layout &layout);
void append_text(std::string &out, const SwizzleFn &fn);
void append_text(std::string &out, const SmemLayout &smem);
void append_text(std::string &out, const GmemTensor &tensor);
void append_text(std::string &out, const CoordinateTensor &tensor);

template <class T> std::string to_text(const T &value) {
  std::string out;
  append_text(out, value);
  return out;
}

} // namespace tmamap::cute
