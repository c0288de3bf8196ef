// SPDX-License-Identifier: MIT
// The copy instructions for each rank: PTX wants the number of dimensions in the opcode.
#pragma once

#include <tmamap/enums.hpp>

#include <cstdint>

namespace tmamap::capture {

struct Operands {
  const void *map;
  std::uint32_t shared, barrier;
  int c[5];
  unsigned short o[3], mask;
};

#define COORDINATES_1 "{%2}"
#define COORDINATES_2 "{%2,%3}"
#define COORDINATES_3 "{%2,%3,%4}"
#define COORDINATES_4 "{%2,%3,%4,%5}"
#define COORDINATES_5 "{%2,%3,%4,%5,%6}"
#define OFFSETS_3 ", {%8}"
#define OFFSETS_4 ", {%8,%9}"
#define OFFSETS_5 ", {%8,%9,%10}"
// Every operand is passed to every form, so that their numbers are the same.
#define COPY(text)                                                                                 \
  asm volatile("{ // %0 %1 %2 %3 %4 %5 %6 %7 %8 %9 %10 %11\n" text "}" ::"r"(x.shared),            \
               "l"(x.map), "r"(x.c[0]), "r"(x.c[1]), "r"(x.c[2]), "r"(x.c[3]), "r"(x.c[4]),        \
               "r"(x.barrier), "h"(x.o[0]), "h"(x.o[1]), "h"(x.o[2]), "h"(x.mask)                  \
               : "memory")
#define LOAD(n, mode, offsets)                                                                     \
  COPY("cp.async.bulk.tensor." #n "d.shared::cluster.global." mode                                 \
       ".mbarrier::complete_tx::bytes [%0], [%1, " COORDINATES_##n "], [%7]" offsets ";")
#define MULTICAST(n, mode, offsets)                                                                \
  COPY("cp.async.bulk.tensor." #n "d.shared::cluster.global." mode                                 \
       ".mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, " COORDINATES_##n              \
       "], [%7]" offsets ", %11;")
#define PREFETCH(n, mode, offsets)                                                                 \
  COPY("cp.async.bulk.prefetch.tensor." #n "d.L2.global." mode " [%1, " COORDINATES_##n            \
       "]" offsets ";")
#define STORE(n, mode, ignored)                                                                    \
  COPY("cp.async.bulk.tensor." #n "d.global.shared::cta." mode ".bulk_group [%1, " COORDINATES_##n \
       "], [%0];")
#define REDUCE(n, mode, name)                                                                      \
  COPY("cp.reduce.async.bulk.tensor." #n "d.global.shared::cta." name "." mode                     \
       ".bulk_group [%1, " COORDINATES_##n "], [%0];")
#define EACH_TILED_RANK(FORM, extra)                                                               \
  switch (rank) {                                                                                  \
  case 1: FORM(1, "tile", extra); break;                                                           \
  case 2: FORM(2, "tile", extra); break;                                                           \
  case 3: FORM(3, "tile", extra); break;                                                           \
  case 4: FORM(4, "tile", extra); break;                                                           \
  case 5: FORM(5, "tile", extra); break;                                                           \
  }
#define EACH_READ(FORM)                                                                            \
  if (!im2col)                                                                                     \
    EACH_TILED_RANK(FORM, "")                                                                      \
  else                                                                                             \
    switch (rank) {                                                                                \
    case 3: FORM(3, "im2col", OFFSETS_3); break;                                                   \
    case 4: FORM(4, "im2col", OFFSETS_4); break;                                                   \
    case 5: FORM(5, "im2col", OFFSETS_5); break;                                                   \
    }
#define EACH_WRITE(FORM, extra)                                                                    \
  if (!im2col)                                                                                     \
    EACH_TILED_RANK(FORM, extra)                                                                   \
  else                                                                                             \
    switch (rank) {                                                                                \
    case 3: FORM(3, "im2col_no_offs", extra); break;                                               \
    case 4: FORM(4, "im2col_no_offs", extra); break;                                               \
    case 5: FORM(5, "im2col_no_offs", extra); break;                                               \
    }

template <bool multicast>
__device__ void issue(Op op, std::uint32_t rank, bool im2col, const Operands &x) {
  if (multicast) {
    EACH_READ(MULTICAST)
    return;
  }
  switch (op) {
  case Op::load: EACH_READ(LOAD) break;
  case Op::prefetch: EACH_READ(PREFETCH) break;
  case Op::store: EACH_WRITE(STORE, "") break;
  case Op::reduce_add: EACH_WRITE(REDUCE, "add") break;
  case Op::reduce_min: EACH_WRITE(REDUCE, "min") break;
  case Op::reduce_max: EACH_WRITE(REDUCE, "max") break;
  case Op::reduce_inc: EACH_WRITE(REDUCE, "inc") break;
  case Op::reduce_dec: EACH_WRITE(REDUCE, "dec") break;
  case Op::reduce_and: EACH_WRITE(REDUCE, "and") break;
  case Op::reduce_or: EACH_WRITE(REDUCE, "or") break;
  case Op::reduce_xor: EACH_WRITE(REDUCE, "xor") break;
  case Op::gather4:
  case Op::scatter4: break; // sm_100
  }
}

#undef COORDINATES_1
#undef COORDINATES_2
#undef COORDINATES_3
#undef COORDINATES_4
#undef COORDINATES_5
#undef OFFSETS_3
#undef OFFSETS_4
#undef OFFSETS_5
#undef COPY
#undef LOAD
#undef MULTICAST
#undef PREFETCH
#undef STORE
#undef REDUCE
#undef EACH_TILED_RANK
#undef EACH_READ
#undef EACH_WRITE

} // namespace tmamap::capture
