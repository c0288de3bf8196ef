// SPDX-License-Identifier: MIT
// The loops that kernels.cpp compiles for each machine: a batch of rows, chunk by chunk.
#pragma once

#include "arithmetic.hpp"
#include "kernels.hpp"

#include <cstring>
#include <type_traits>

namespace tmamap::sim::detail {

// Where the 16-byte chunks of a row lie. Loops take a job and a batch by value: through a
// reference, the compiler would have to read them again after every byte that it writes.

struct Straight { // no swizzle
  std::uint8_t *row;

  Straight(const Job &job, std::uint64_t tile_address) : row(job.window + tile_address) {}
  [[nodiscard]] std::uint8_t *operator()(std::uint64_t offset) const { return row + offset; }
};

constexpr std::uint64_t flip_at(const SwizzleBits &bits, std::uint64_t address) {
  return (address >> bits.from & ((1u << bits.count) - 1)) << bits.to;
}

// Rows of a swizzled tile lie inside one line of 128 bytes each, unless the tile is interleaved.
struct OneXorARow {
  std::uint8_t *row;
  std::uint64_t flip;

  OneXorARow(const Job &job, std::uint64_t tile_address)
      : row(job.window + tile_address), flip(flip_at(job.swizzle, tile_address)) {}
  [[nodiscard]] std::uint8_t *operator()(std::uint64_t offset) const {
    return row + (offset ^ flip);
  }
};

struct OneXorAChunk {
  std::uint8_t *window;
  SwizzleBits swizzle;
  std::uint64_t tile_address;

  OneXorAChunk(const Job &job, std::uint64_t address)
      : window(job.window), swizzle(job.swizzle), tile_address(address) {}
  [[nodiscard]] std::uint8_t *operator()(std::uint64_t offset) const {
    const std::uint64_t at = tile_address + offset;
    return window + (at ^ flip_at(swizzle, at));
  }
};

// Held in a register: an array would be read from memory again for every chunk.
using Chunk [[gnu::vector_size(16)]] = std::uint64_t;

[[gnu::always_inline]] inline Chunk get(const std::uint8_t *from) {
  Chunk chunk;
  std::memcpy(&chunk, from, 16);
  return chunk;
}
[[gnu::always_inline]] inline void put(std::uint8_t *to, const Chunk chunk) {
  std::memcpy(to, &chunk, 16);
}
[[gnu::always_inline]] inline void copy16(std::uint8_t *to, const std::uint8_t *from) {
  std::memcpy(to, from, 16);
}
[[gnu::always_inline]] inline void copy16_to_tf32(std::uint8_t *to, const std::uint8_t *from) {
  std::uint32_t values[4];
  std::memcpy(values, from, 16);
  for (std::uint32_t &value : values)
    value = rounded_to_tf32(value);
  std::memcpy(to, values, 16);
}

// Rows that are moved whole. `fixed`: their bytes, if known to the compiler, else 0.
template <class Place, std::uint64_t fixed, bool tf32> struct LoadWhole {
  [[gnu::always_inline]] static bool run(const Job job, const Batch batch,
                                         const std::uint8_t *from) {
    const std::uint64_t bytes = fixed != 0 ? fixed : job.row.bytes;
    std::uint64_t tile = batch.tile_address;
    for (std::uint64_t r = 0; r < batch.rows; ++r) {
      const Place place(job, tile);
      if constexpr (!tf32 && std::is_same_v<Place, Straight>)
        std::memcpy(place.row, from, bytes);
      else
        for (std::uint64_t at = 0; at < bytes; at += 16)
          tf32 ? copy16_to_tf32(place(at), from + at) : copy16(place(at), from + at);
      tile += batch.smem_step;
      from += batch.global_step;
    }
    return true;
  }
};

// Calls move(place, offset, row) for the chunks of every row between two offsets. Few chunks a row
// are worth a loop of their own, whose length the compiler knows.
template <class Place, std::uint64_t chunks, class Move>
[[gnu::always_inline]] inline void chunks_of_rows(const Job &job, const Batch &batch,
                                                  std::uint64_t begin, std::uint64_t end,
                                                  Move &&move) {
  const std::uint64_t count = chunks != 0 ? chunks : (end - begin) / 16;
  std::uint64_t tile = batch.tile_address;
  for (std::uint64_t r = 0; r < batch.rows; ++r, tile += batch.smem_step) {
    const Place place(job, tile);
    for (std::uint64_t c = 0; c < count; ++c)
      move(place(begin + 16 * c), 16 * c, r);
  }
}
template <class Place, class Move>
[[gnu::always_inline]] inline void chunks_between(const Job &job, const Batch &batch,
                                                  std::uint64_t begin, std::uint64_t end,
                                                  Move &&move) {
  if (begin == end)
    return;
  switch ((end - begin) / 16) {
  case 1: return chunks_of_rows<Place, 1>(job, batch, begin, end, move);
  case 2: return chunks_of_rows<Place, 2>(job, batch, begin, end, move);
  case 4: return chunks_of_rows<Place, 4>(job, batch, begin, end, move);
  default: return chunks_of_rows<Place, 0>(job, batch, begin, end, move);
  }
}

// Rows that leave the tensor on one side or both: exact to the element. row.begin is a multiple of
// 16.
template <class Place, bool tf32> struct LoadPart {
  [[gnu::always_inline]] static bool run(const Job job, const Batch batch,
                                         const std::uint8_t *from) {
    const Row row = job.row;
    const Chunk fill = get(job.fill);
    const std::uint64_t whole_end = row.begin + (row.end - row.begin) / 16 * 16;
    const std::uint64_t rest = row.end - whole_end; // bytes of the chunk in which the tensor ends
    const auto put_fill = [&](std::uint8_t *to, std::uint64_t, std::uint64_t) { put(to, fill); };
    chunks_between<Place>(job, batch, 0, row.begin, put_fill);
    chunks_between<Place>(job, batch, row.begin, whole_end,
                          [&](std::uint8_t *to, std::uint64_t at, std::uint64_t r) {
                            const std::uint8_t *source = from + r * batch.global_step + at;
                            tf32 ? copy16_to_tf32(to, source) : copy16(to, source);
                          });
    if (rest != 0)
      chunks_between<Place>(
          job, batch, whole_end, whole_end + 16,
          [&](std::uint8_t *to, std::uint64_t, std::uint64_t r) {
            std::uint8_t chunk[16] = {};
            std::memcpy(chunk, from + r * batch.global_step + (whole_end - row.begin), rest);
            if (tf32)
              copy16_to_tf32(chunk, chunk);
            std::memcpy(chunk + rest, job.fill, 16 - rest);
            copy16(to, chunk);
          });
    chunks_between<Place>(job, batch, whole_end + (rest != 0 ? 16 : 0), row.bytes, put_fill);
    return true;
  }
};

template <class Place> struct Fill {
  [[gnu::always_inline]] static bool run(const Job job, const Batch batch, const std::uint8_t *) {
    const Chunk fill = get(job.fill);
    std::uint64_t tile = batch.tile_address;
    if (!std::is_same_v<Place, OneXorAChunk> && batch.smem_step == job.row.bytes) {
      // Rows without gaps, each filling its span: the swizzle changes nothing.
      std::uint8_t *to = job.window + tile;
      const std::uint64_t bytes = batch.rows * job.row.bytes;
      if (job.fill[0] == 0)
        std::memset(to, 0, bytes);
      else
        for (std::uint64_t at = 0; at < bytes; at += 16)
          put(to + at, fill);
      return true;
    }
    for (std::uint64_t r = 0; r < batch.rows; ++r, tile += batch.smem_step) {
      const Place place(job, tile);
      for (std::uint64_t at = 0; at < job.row.bytes; at += 16)
        put(place(at), fill);
    }
    return true;
  }
};

template <class Place, std::uint64_t fixed> struct Store {
  [[gnu::always_inline]] static bool run(const Job job, const Batch batch, std::uint8_t *to) {
    const std::uint64_t bytes = fixed != 0 ? fixed : job.row.end;
    std::uint64_t tile = batch.tile_address;
    for (std::uint64_t r = 0; r < batch.rows; ++r) {
      const Place place(job, tile);
      if constexpr (std::is_same_v<Place, Straight>)
        std::memcpy(to, place.row, bytes);
      else
        for (std::uint64_t at = 0; at < bytes; at += 16)
          copy16(to + at, place(at));
      tile += batch.smem_step;
      to += batch.global_step;
    }
    return true;
  }
};

template <class Place, class Arithmetic> struct Reduce {
  [[gnu::always_inline]] static bool run(const Job job, const Batch batch, std::uint8_t *to) {
    using T = typename Arithmetic::T;
    std::uint64_t tile = batch.tile_address;
    for (std::uint64_t r = 0; r < batch.rows; ++r) {
      const Place place(job, tile);
      for (std::uint64_t at = 0; at < job.row.end; at += 16) {
        T old[16 / sizeof(T)], given[16 / sizeof(T)];
        std::memcpy(old, to + at, 16);
        std::memcpy(given, place(at), 16);
        for (std::size_t i = 0; i < 16 / sizeof(T); ++i)
          old[i] = Arithmetic::apply(old[i], given[i]);
        std::memcpy(to + at, old, 16);
      }
      tile += batch.smem_step;
      to += batch.global_step;
    }
    return true;
  }
};

template <class Place, class Arithmetic> struct Settled {
  [[gnu::always_inline]] static bool run(const Job job, const Batch batch, const std::uint8_t *to) {
    using T = typename Arithmetic::T;
    std::uint64_t tile = batch.tile_address;
    Chunk open = {};
    for (std::uint64_t r = 0; r < batch.rows; ++r) {
      const Place place(job, tile);
      for (std::uint64_t at = 0; at < job.row.end; at += 16) {
        T old[16 / sizeof(T)], given[16 / sizeof(T)], lanes[16 / sizeof(T)];
        std::memcpy(old, to + at, 16);
        std::memcpy(given, place(at), 16);
        for (std::size_t i = 0; i < 16 / sizeof(T); ++i)
          lanes[i] = !Arithmetic::settled(old[i], given[i]);
        Chunk some;
        std::memcpy(&some, lanes, 16);
        open |= some;
      }
      tile += batch.smem_step;
      to += batch.global_step;
    }
    return (open[0] | open[1]) == 0;
  }
};

} // namespace tmamap::sim::detail
