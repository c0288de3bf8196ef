// SPDX-License-Identifier: MIT
#include <tmamap/cute/text.hpp>

namespace tmamap::cute {
namespace {

void append_pointer(std::string &out, std::string_view space, std::uint32_t bits,
                    std::optional<std::uint64_t> address) {
  out += space;
  out += "_ptr[" + std::to_string(bits) + "b](";
  if (address) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (std::uint64_t rest = *address; rest != 0 || text.empty(); rest /= 16)
      text.insert(text.begin(), digits[rest % 16]);
    out += "0x" + text;
  } else {
    out += "unset";
  }
  out += ") o ";
}

} // namespace

std::string to_string(const TextError &error) {
  return "column " + std::to_string(error.column) + ": " + error.message;
}

void append_text(std::string &out, Int value) {
  if (value.is_overflow()) {
    out += '?';
    return;
  }
  if (value.is_static())
    out += '_';
  out += std::to_string(value.value());
}

void append_text(std::string &out, const Tuple &tuple) {
  if (tuple.is_leaf()) {
    append_text(out, tuple.value());
    const Basis &basis = tuple.leaf().basis;
    for (std::size_t i = basis.size(); i-- > 0;)
      out += '@' + std::to_string(basis[i]);
    return;
  }
  out += '(';
  for (std::size_t i = 0; i < tuple.rank(); ++i) {
    if (i != 0)
      out += ',';
    append_text(out, tuple[i]);
  }
  out += ')';
}

void append_text(std::string &out, const Layout &layout) {
  append_text(out, layout.shape);
  out += ':';
  append_text(out, layout.stride);
}

void append_text(std::string &out, const SwizzleFn &fn) {
  out += "Sw<" + std::to_string(fn.bits) + ',' + std::to_string(fn.base) + ',' +
         std::to_string(fn.shift) + '>';
}

void append_text(std::string &out, const SmemLayout &smem) {
  if (smem.element_bits || smem.swizzle != SwizzleFn{}) {
    append_text(out, smem.swizzle);
    out += " o ";
    if (smem.element_bits)
      append_pointer(out, "smem", *smem.element_bits, std::nullopt);
    else
      out += "_0 o ";
  }
  append_text(out, smem.layout);
}

void append_text(std::string &out, const GmemTensor &tensor) {
  if (tensor.element_bits)
    append_pointer(out, "gmem", *tensor.element_bits, tensor.address);
  append_text(out, tensor.layout);
}

void append_text(std::string &out, const CoordinateTensor &tensor) {
  out += "ArithTuple";
  append_text(out, tensor.origin);
  out += " o ";
  append_text(out, tensor.layout);
}

} // namespace tmamap::cute
