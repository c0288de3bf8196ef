// SPDX-License-Identifier: MIT
#include "text_reader.hpp"

#include <tmamap/cute/gmma.hpp>
#include <tmamap/words.hpp>

#include <algorithm>

namespace tmamap::cute {

// What stands before the layout, up to and with its last ` o `.
Error Reader::read_prefix(Prefix &out) {
  for (;;) {
    skip_blanks();
    out.column = at_ + 1;
    const char c = peek();
    if (c == '(' || is_digit(c) || (c == '_' && !begins("_0 o ")) || c == '-' || c == '\0')
      return {};
    if (Error error = read_part(out))
      return error;
    skip_blanks();
    if (!take('o'))
      return wrong("` o ` and the layout are expected");
  }
}

Error Reader::read_named_atom(std::uint32_t element_bits, SmemLayout &out) {
  TiledAtom tiled;
  if (element_bits < 8 || element_bits > 64)
    return wrong("GMMA has layouts of 8 to 64 bits an element");
  at_ += tile_to_shape_.size();
  if (Error error = expect('('))
    return error;
  skip_blanks();
  const std::size_t name = at_, end = std::min(text_.find(',', at_), text_.size());
  tiled.atom = find_gmma_atom(text_.substr(name, end - name));
  if (tiled.atom == nullptr) {
    std::string known;
    for (const GmmaAtom &atom : gmma_atoms)
      known += (known.empty() ? "" : ", ") + std::string(atom.name);
    return wrong("this is no layout of GMMA; there are " + known);
  }
  at_ = end;
  if (Error error = expect(','))
    return error;
  skip_blanks();
  const std::size_t shape = at_;
  if (Error error = read_tuple(tiled.shape))
    return error;
  if (Error error = check_shape(tiled.shape, shape))
    return error;
  skip_blanks();
  if (take(',')) {
    skip_blanks();
    const std::size_t order = at_;
    if (Error error = read_tuple(tiled.order))
      return error;
    if (tiled.order.is_leaf() || tiled.order.rank() != tiled.shape.rank())
      return wrong_at(order, "the order has one integer a mode of the shape");
  }
  if (Error error = expect(')'))
    return error;
  Result<SmemLayout> smem = layout_of(tiled, element_bits);
  if (!smem)
    return wrong_at(shape, smem.failure().message);
  out = *std::move(smem);
  return {};
}

// One of the parts that are joined by ` o `.
Error Reader::read_part(Prefix &out) {
  if (take("_0"))
    out.offset_of_zero = true;
  else if (take("ArithTuple"))
    return read_tuple(out.coordinates.emplace());
  else if (begins("Sw<")) {
    if (Error error = read_swizzle(out))
      return error;
    if (take('_')) // Sw<3,4,3>_smem_ptr[16b](0x…)
      return read_pointer(out);
  } else {
    return read_pointer(out);
  }
  return {};
}

Error Reader::read_swizzle(Prefix &out) {
  const std::size_t begin = at_;
  if (out.swizzle)
    return wrong("there is a second swizzle");
  if (!take("Sw<"))
    return wrong("`Sw<` is expected");
  std::int64_t numbers[3] = {};
  for (std::size_t i = 0; i < 3; ++i) {
    skip_blanks();
    if (Error error = read_integer(numbers[i]))
      return error;
    if (Error error = expect(i < 2 ? ',' : '>'))
      return error;
  }
  const auto small = [](std::int64_t n) {
    return static_cast<int>(std::clamp<std::int64_t>(n, -99, 99));
  };
  const SwizzleFn fn = {small(numbers[0]), small(numbers[1]), small(numbers[2])};
  if (!is_valid(fn))
    return wrong_at(begin, "Sw<B,M,S> has B and M of at least 0 and an S no nearer than B");
  out.swizzle = fn;
  return {};
}

Error Reader::read_pointer(Prefix &out) {
  const std::size_t begin = at_;
  if (out.pointer)
    return wrong("there is a second pointer");
  Pointer pointer;
  for (const std::string_view space : {"smem", "gmem"})
    if (begins(space) && text_.substr(at_ + space.size(), 1) == "_") {
      pointer.space = space;
      at_ += space.size() + 1;
    }
  if (begins("Sw<")) { // smem_Sw<3,4,3>_ptr[16b](0x…)
    if (Error error = read_swizzle(out))
      return error;
    if (!take('_'))
      return wrong("`_ptr[` is expected");
  }
  if (!take("ptr["))
    return wrong_at(begin, "a layout is expected: integers in parentheses, `Sw<`, `smem_ptr[` or "
                           "`gmem_ptr[`");
  std::int64_t bits = 0;
  const std::size_t width = at_;
  if (Error error = read_integer(bits))
    return error;
  if (bits < 1 || bits > 1024)
    return wrong_at(width, "an element has 1 to 1024 bits");
  pointer.bits = static_cast<std::uint32_t>(bits);
  if (!take("b]("))
    return wrong("`b](` is expected");
  if (Error error = read_address(pointer))
    return error;
  out.pointer = pointer;
  return {};
}

Error Reader::read_address(Pointer &pointer) {
  if (take("unset)") || take("(nil))"))
    return {};
  const std::size_t begin = at_, end = std::min(text_.find(')', at_), text_.size());
  const std::string_view digits = text_.substr(begin, end - begin);
  const ParsedNumber number = parse_number(digits);
  if (digits.substr(0, 2) != "0x" || number.fault != NumberFault::none)
    return wrong("`unset` or an address such as 0x7f0000000000 is expected");
  pointer.address = number.value.unsigned_value();
  at_ = end;
  return expect(')');
}

} // namespace tmamap::cute
