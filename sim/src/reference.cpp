// SPDX-License-Identifier: MIT
// The reference model: one element after the other, one byte of global memory after the other.
#include "arithmetic.hpp"
#include "inputs.hpp"
#include "look_ahead.hpp"
#include "open_points.hpp"

#include <tmamap/sim/copy.hpp>
#include <tmamap/sim/elements.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace tmamap::sim::reference {

namespace {

using UnitBytes = std::array<std::uint8_t, 16>;

class Copy {
public:
  Copy(const TensorMap &map, const Access &access, const GlobalMemory &global, SharedMemory shared)
      : map_(map), spec_(map.spec()), access_(access), global_(global), shared_(shared),
        unit_(unit_of(map.spec())) {}

  Result run() {
    const Geometry shape = tile_geometry(spec_, access_);
    Result result = detail::look_ahead(map_, access_, shape);
    if (!detail::moves(result))
      return result;
    if (detail::wrong_memory(spec_, access_, shape, global_, shared_, result.input))
      return result;
    if (!all_memory_present()) {
      if (access_.op == Op::prefetch && map_.target() == Target::sm_90)
        return result; // a hint: nothing is said where nothing is
      const bool hint = access_.op == Op::prefetch;
      result.outcome = hint ? Outcome::undocumented : Outcome::illegal_address;
      result.cause = hint ? detail::open::prefetch_address : detail::outside_memory;
      result.tx_bytes = 0;
      return result;
    }
    if (const std::string_view point = open_point_of_data(); !point.empty()) {
      result.outcome = Outcome::undocumented;
      result.cause = point;
      result.tx_bytes = 0;
      return result;
    }
    if (signals_mbarrier(access_.op))
      load();
    else if (writes_global(access_.op))
      result.global_bytes_written = store();
    return result;
  }

private:
  // A load is exact along every dimension. A store is exact along all but dimension 0: there it is
  // rounded up to 16 bytes, so that elements past global_dim[0] in the last chunk are written.
  [[nodiscard]] bool touched(const Element &element) const {
    if (reads_global(access_.op) || counts_slices(spec_))
      return element.in_bounds;
    const std::uint64_t row_bits = spec_.global_dim[0] * element_bits(spec_.data_type);
    const auto at = static_cast<std::uint64_t>(element.coordinates[0]);
    return element.row_in_bounds && at * element_bits(spec_.data_type) < round_up(row_bits, 128);
  }

  [[nodiscard]] std::uint64_t address(const Element &element) const {
    return *spec_.global_address + element.global_offset;
  }
  // The byte behind a device address, or null.
  [[nodiscard]] std::uint8_t *byte(std::uint64_t address) const {
    const GlobalRange *range = global_.find(address, 1);
    return range == nullptr ? nullptr : range->at(address);
  }
  [[nodiscard]] UnitBytes read(const Element &element) const {
    UnitBytes bytes = {};
    for (std::uint32_t i = 0; i < unit_.bytes; ++i)
      bytes[i] = *byte(address(element) + i);
    return bytes;
  }
  void write(const Element &element, const UnitBytes &bytes) const {
    for (std::uint32_t i = 0; i < unit_.bytes; ++i)
      *byte(address(element) + i) = bytes[i];
  }

  // A load whose first element is out of bounds starts at the base instead, and faults if nothing
  // is there, although it keeps none of what it reads.
  [[nodiscard]] bool base_missing() const {
    return map_.target() == Target::sm_90 && byte(*spec_.global_address) == nullptr;
  }
  [[nodiscard]] bool all_memory_present() const {
    bool present = true, starts_outside = false, first = true;
    for_each_element(spec_, access_, [&](const Element &element) {
      starts_outside |= first && !touched(element);
      first = false;
      for (std::uint32_t i = 0; i < unit_.bytes && touched(element) && present; ++i)
        present = byte(address(element) + i) != nullptr;
    });
    return present && !(signals_mbarrier(access_.op) && starts_outside && base_missing());
  }

  [[nodiscard]] std::string_view open_point_of_data() const {
    bool fills = false, spills = false, settled = true;
    std::vector<std::uint64_t> written;
    for_each_element(spec_, access_, [&](const Element &element) {
      fills |= !touched(element);
      spills |= touched(element) && !element.in_bounds;
      if (touched(element) && writes_global(access_.op))
        written.push_back(address(element));
      if (touched(element) && is_reduction(access_.op))
        settled &= sums_settled(element);
    });
    if (signals_mbarrier(access_.op) && fills && detail::fill_is_open(spec_, map_.target()))
      return detail::open::nan_fill;
    if (spills && detail::spill_is_open(map_.target()))
      return detail::open::spill;
    std::sort(written.begin(), written.end());
    const bool twice = std::adjacent_find(written.begin(), written.end()) != written.end();
    if (twice && detail::order_is_open(map_.target()) &&
        !detail::commutes(access_.op, spec_.data_type))
      return detail::open::order;
    return settled ? std::string_view{} : detail::open::sum;
  }

  // Calls visit(arithmetic, old, given, i) for each value of a unit, i counting from 0.
  template <class Visit> void for_each_value(const Element &element, Visit &&visit) const {
    const UnitBytes old_bytes = read(element);
    const std::uint8_t *given_bytes = shared_.windows[0].data + element.smem_address;
    detail::with_arithmetic(access_.op, spec_.data_type, [&](auto arithmetic) {
      using T = typename decltype(arithmetic)::T;
      const auto count = std::min<std::size_t>(unit_.bytes, old_bytes.size()) / sizeof(T);
      for (std::uint32_t i = 0; i < count; ++i) {
        T old, given;
        std::memcpy(&old, old_bytes.data() + i * sizeof(T), sizeof(T));
        std::memcpy(&given, given_bytes + i * sizeof(T), sizeof(T));
        visit(arithmetic, old, given, i);
      }
    });
  }

  [[nodiscard]] bool sums_settled(const Element &element) const {
    bool settled = true;
    for_each_value(element, [&](auto arithmetic, auto old, auto given, std::uint32_t) {
      settled &= arithmetic.settled(old, given);
    });
    return settled;
  }

  [[nodiscard]] UnitBytes converted(UnitBytes bytes) const {
    if (spec_.data_type != DataType::tf32 && spec_.data_type != DataType::tf32_ftz)
      return bytes;
    for (std::uint32_t i = 0; i < unit_.bytes; i += 4) {
      std::uint32_t value;
      std::memcpy(&value, bytes.data() + i, 4);
      value = detail::rounded_to_tf32(value);
      std::memcpy(bytes.data() + i, &value, 4);
    }
    return bytes;
  }

  [[nodiscard]] UnitBytes filled() const {
    UnitBytes bytes = {};
    if (spec_.oob_fill == OobFill::nan_request_zero_fma)
      for (std::size_t i = 0; i < bytes.size(); i += 2)
        bytes[i] = 0xF7, bytes[i + 1] = 0x7F;
    return bytes;
  }

  void load() const {
    for_each_element(spec_, access_, [&](const Element &element) {
      const UnitBytes bytes = element.in_bounds ? converted(read(element)) : filled();
      detail::for_each_window(access_, shared_, [&](const SharedWindow &window) {
        std::memcpy(window.data + element.smem_address, bytes.data(), unit_.bytes);
      });
    });
  }

  // Returns the bytes written.
  [[nodiscard]] std::uint64_t store() const {
    std::uint64_t written = 0;
    for_each_element(spec_, access_, [&](const Element &element) {
      if (!touched(element))
        return;
      UnitBytes bytes = {};
      std::memcpy(bytes.data(), shared_.windows[0].data + element.smem_address, unit_.bytes);
      for_each_value(element, [&](auto arithmetic, auto old, auto given, std::uint32_t i) {
        const auto value = arithmetic.apply(old, given);
        std::memcpy(bytes.data() + i * sizeof value, &value, sizeof value);
      });
      write(element, bytes);
      written += unit_.bytes;
    });
    return written;
  }

  const TensorMap &map_;
  const Spec &spec_;
  const Access &access_;
  const GlobalMemory &global_;
  SharedMemory shared_;
  Unit unit_;
};

} // namespace

Result copy(const TensorMap &map, const Access &access, const GlobalMemory &global,
            SharedMemory shared) {
  return Copy(map, access, global, shared).run();
}

} // namespace tmamap::sim::reference
