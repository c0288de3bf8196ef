// SPDX-License-Identifier: MIT
#include <draw/tile_map.hpp>

#include <algorithm>

namespace tmamap::draw {
namespace {

// A store rounds global_dim[0] up to 16 bytes.
bool spills(const Spec &spec, const sim::Element &element) {
  if (counts_slices(spec) || element.in_bounds || !element.row_in_bounds)
    return false;
  const std::uint64_t bits = element_bits(spec.data_type);
  const auto at = static_cast<std::uint64_t>(element.coordinates[0]);
  return at * bits < round_up(spec.global_dim[0] * bits, 128);
}

} // namespace

Access first_access(const Spec &spec) {
  Access access;
  access.coordinates = List<std::int32_t>::filled(spec.rank(), 0);
  if (spec.mode == Mode::im2col)
    for (std::size_t axis = 0; axis < spec.pixel_box_lower_corner.size(); ++axis)
      if (axis + 2 < spec.rank())
        access.coordinates[first_spatial_dim(spec) + axis] =
            std::max(spec.pixel_box_lower_corner[axis], 0);
  return access;
}

TileMap tile_map(const Spec &spec, const Access &access) {
  TileMap map{spec, access, tile_geometry(spec, access), {}};
  map.chunks.resize((map.shape.smem_footprint_bytes + chunk_bytes - 1) / chunk_bytes);
  for (std::size_t i = 0; i < map.chunks.size(); ++i)
    map.chunks[i].smem_address = access.smem_address + i * chunk_bytes;
  const std::uint32_t bytes = sim::unit_of(spec).bytes;
  const bool stores = writes_global(access.op);
  sim::for_each_element(spec, access, [&](const sim::Element &element) {
    const std::uint64_t offset = element.smem_address - access.smem_address;
    if (offset / chunk_bytes >= map.chunks.size())
      return;
    Chunk &chunk = map.chunks[offset / chunk_bytes];
    if (chunk.padding) {
      const std::uint64_t place = element.tile_address - access.smem_address;
      chunk.padding = false;
      chunk.row = place / map.shape.row_pitch_bytes;
      chunk.column = static_cast<std::uint32_t>(place % map.shape.row_pitch_bytes / chunk_bytes);
      chunk.coordinates = element.coordinates;
    }
    ++chunk.elements;
    const auto mask =
        static_cast<std::uint16_t>(((1u << bytes) - 1) << (offset % chunk_bytes) & 0xffff);
    chunk.covered |= mask;
    if (stores && spills(spec, element))
      chunk.spilled |= mask;
    else if (!element.in_bounds)
      chunk.out_of_bounds |= mask;
  });
  return map;
}

} // namespace tmamap::draw
