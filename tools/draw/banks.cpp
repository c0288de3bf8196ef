// SPDX-License-Identifier: MIT
#include <draw/banks.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace tmamap::draw {
namespace {

std::string along_name(std::uint32_t dim, std::uint32_t bytes) {
  const std::string_view which = dim == 0 ? "rows" : dim == 1 ? "columns" : "";
  return which.empty() ? fmt::format("along dim {}, {} B a lane", dim, bytes)
                       : fmt::format("{}, {} B a lane", which, bytes);
}

// Steps through `sizes`, the dimension `first` fastest; false at the end.
bool advance(List<std::uint64_t> &at, const List<std::uint64_t> &sizes, std::uint32_t first) {
  const auto step = [&](std::size_t i) {
    if (++at[i] < sizes[i])
      return true;
    at[i] = 0;
    return false;
  };
  if (step(first))
    return true;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (i != first && step(i))
      return true;
  return false;
}

} // namespace

Pattern along(const Geometry &shape, std::uint32_t dim, std::uint32_t bytes) {
  Pattern pattern{along_name(dim, bytes), bytes, {}};
  List<std::uint64_t> sizes{shape.row_bytes / bytes};
  for (std::size_t i = 1; i < shape.elements.size(); ++i)
    sizes.push_back(shape.elements[i]);
  if (sizes[0] == 0 || shape.rows == 0 || dim >= sizes.size())
    return pattern;
  // A warp takes as many whole vectors along the dimension as it has lanes for, or a part of one.
  const std::uint64_t length = sizes[dim];
  const std::uint64_t whole = length >= warp_lanes ? length : warp_lanes / length * length;
  List<std::uint64_t> at = List<std::uint64_t>::filled(sizes.size(), 0);
  std::uint64_t in_vectors = 0;
  do {
    if (in_vectors == 0 || pattern.warps.back().size() == warp_lanes)
      pattern.warps.emplace_back();
    std::uint64_t row = 0;
    for (std::size_t i = sizes.size(); i-- > 1;)
      row = row * sizes[i] + at[i];
    pattern.warps.back().push_back({row, at[0] * bytes});
    in_vectors = (in_vectors + 1) % whole;
  } while (advance(at, sizes, dim));
  return pattern;
}

Pattern ldmatrix(const Geometry &shape) {
  constexpr std::uint64_t matrix_rows = 8, matrix_row_bytes = 16;
  Pattern pattern{"ldmatrix, 8 rows of 16 B", matrix_row_bytes, {}};
  for (std::uint64_t row = 0; row < shape.rows; row += matrix_rows)
    for (std::uint64_t byte = 0; byte + matrix_row_bytes <= shape.row_bytes;
         byte += matrix_row_bytes) {
      std::vector<Lane> &lanes = pattern.warps.emplace_back();
      for (std::uint64_t i = row; i < std::min(row + matrix_rows, shape.rows); ++i)
        lanes.push_back({i, byte});
    }
  return pattern;
}

Pattern explicit_lanes(const Geometry &shape, std::span<const std::uint64_t> offsets,
                       std::uint32_t bytes) {
  Pattern pattern{fmt::format("given lanes, {} B a lane", bytes), bytes, {}};
  std::vector<Lane> &lanes = pattern.warps.emplace_back();
  for (const std::uint64_t offset : offsets)
    lanes.push_back({offset / shape.row_bytes, offset % shape.row_bytes});
  return pattern;
}

std::uint32_t conflict_degree(std::span<const std::uint64_t> addresses, std::uint32_t bytes) {
  std::vector<std::uint64_t> words;
  for (const std::uint64_t address : addresses)
    for (std::uint64_t word = address / bank_bytes; word <= (address + bytes - 1) / bank_bytes;
         ++word)
      words.push_back(word);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::array<std::uint32_t, bank_count> in_bank = {};
  for (const std::uint64_t word : words)
    ++in_bank[word % bank_count];
  return *std::max_element(in_bank.begin(), in_bank.end());
}

std::vector<std::uint64_t> addresses(const Spec &spec, const Access &access,
                                     std::span<const Lane> lanes) {
  const std::uint64_t pitch = tile_geometry(spec, access).row_pitch_bytes;
  std::vector<std::uint64_t> result;
  result.reserve(lanes.size());
  for (const Lane &lane : lanes)
    result.push_back(swizzled(spec.swizzle, access.smem_address + lane.row * pitch + lane.byte));
  return result;
}

Cost cost(const Spec &spec, const Access &access, const Pattern &pattern) {
  Cost total;
  const std::size_t at_once = lanes_at_once(pattern.bytes);
  for (const std::vector<Lane> &lanes : pattern.warps) {
    const std::vector<std::uint64_t> all = addresses(spec, access, lanes);
    for (std::size_t first = 0; first < all.size(); first += at_once) {
      const std::span<const std::uint64_t> round(all.data() + first,
                                                 std::min(at_once, all.size() - first));
      const std::uint32_t degree = conflict_degree(round, pattern.bytes);
      total.cycles += degree;
      total.minimum += 1;
      total.degree = std::max(total.degree, degree);
    }
  }
  return total;
}

BankReport bank_report(const Spec &spec, const Access &access, Target target,
                       std::vector<Pattern> patterns) {
  BankReport report{spec, access, std::move(patterns), {}, 0};
  std::vector<Swizzle> swizzles = {Swizzle::none, Swizzle::b32, Swizzle::b64, Swizzle::b128};
  if (target == Target::sm_100) // without the flip, of which no document says enough
    swizzles.insert(swizzles.end(), {Swizzle::b128_atom_32b, Swizzle::b128_atom_64b});
  const Geometry own = tile_geometry(spec, access);
  std::optional<std::pair<double, std::size_t>> best;
  for (const Swizzle swizzle : swizzles) {
    BankReport::Mode mode{swizzle, {}, 0};
    Spec other = spec;
    other.swizzle = swizzle;
    const std::uint32_t span = swizzle_span_bytes(swizzle);
    if (span == 0 || counts_slices(spec) || own.row_bytes <= span) {
      mode.footprint_bytes = tile_geometry(other, access).smem_footprint_bytes;
      double slowdown = 0;
      for (const Pattern &pattern : report.patterns) {
        mode.costs.push_back(cost(other, access, pattern));
        const Cost &last = mode.costs.back();
        slowdown += static_cast<double>(last.cycles) /
                    static_cast<double>(std::max<std::uint64_t>(last.minimum, 1));
      }
      const auto better = [&] {
        if (!best || slowdown != best->first)
          return !best || slowdown < best->first;
        const BankReport::Mode &chosen = report.modes[best->second];
        return swizzle == spec.swizzle ||
               (chosen.swizzle != spec.swizzle && mode.footprint_bytes < chosen.footprint_bytes);
      };
      if (better())
        best = {slowdown, report.modes.size()};
    }
    report.modes.push_back(std::move(mode));
  }
  report.recommended = best ? best->second : 0;
  return report;
}

} // namespace tmamap::draw
