// SPDX-License-Identifier: MIT
#include <cute/proof.hpp>

#include <tmamap/cute/algebra.hpp>
#include <tmamap/sim/copy.hpp>
#include <tmamap/text.hpp>

#include <algorithm>
#include <cstring>

namespace tmamap::inspect {
namespace {

using cute::Int;
using cute::Layout;
using cute::Tuple;

// What the tile takes of one part of the tensor: the first `extent` elements from `origin` on.
struct Part {
  std::int64_t extent = 1;
  std::int64_t origin = 0;
  Layout gmem;
  Layout tma; // the same part: coordinates of the map
};

void append_parts(std::vector<Part> &out, const Tuple &tile, const Layout &gmem,
                  const Layout &tma) {
  if (tile.is_leaf()) {
    out.push_back({tile.value().value(), 0, gmem, tma});
    return;
  }
  for (std::size_t i = 0; i < gmem.rank(); ++i)
    append_parts(out, i < tile.rank() ? tile[i] : Tuple(Int::fixed(1)), gmem[i], tma[i]);
}

// One place of the tile: where its element comes from and where it should lie.
struct Element {
  std::uint64_t address = 0; // in global memory
  std::uint64_t place = 0;   // in shared memory, bytes
  bool inside = true;        // of the tensor
};

// The types differ in what a load does to the bits (tf32 rounds), not in where it puts them.
DataType plain_type(std::uint32_t bytes) {
  return bytes == 1   ? DataType::u8
         : bytes == 2 ? DataType::u16
         : bytes == 4 ? DataType::u32
                      : DataType::u64;
}

class Prover {
public:
  Prover(const cute::TmaRequest &request, const cute::TmaCopy &copy)
      : request_(request), copy_(copy), bytes_(element_bits(copy.spec.data_type) / 8) {
    Spec spec = copy.spec;
    spec.data_type = plain_type(bytes_);
    spec.oob_fill = OobFill::none;
    if (!spec.global_address)
      spec.global_address = 0;
    map_.emplace(spec, request.target);
    append_parts(parts_, request.tile.value_or(product_each(request.smem.layout.shape)),
                 request.gmem, copy.tma_tensor);
  }

  Proof run() {
    prove_tile();
    bool other = false;
    for (Part &part : parts_) {
      const std::int64_t last = last_origin(part);
      other |= last != part.origin;
      part.origin = last;
    }
    if (other && proof_.holds())
      prove_tile();
    return proof_;
  }

private:
  // Of the last tile along a part that coordinates of 32 bits can reach.
  static std::int64_t last_origin(const Part &part) {
    const std::int64_t size = cute::size(part.gmem).value();
    const std::int64_t most = std::int64_t{INT32_MAX} - part.extent;
    return std::max<std::int64_t>(std::min(size - 1, most), 0) / part.extent * part.extent;
  }

  void prove_tile() {
    ++proof_.tiles;
    list_elements();
    std::vector<std::uint64_t> addresses;
    for (const Element &element : elements_)
      addresses.push_back(element.address);
    std::sort(addresses.begin(), addresses.end());
    addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
    // Names are the numbers of the addresses, from 1; 0 is what lies nowhere.
    const unsigned digit_bits = std::min(bytes_ * 8u, 32u);
    for (unsigned shift = 0; addresses.size() >> shift != 0 && proof_.holds(); shift += digit_bits)
      if (run_copies(addresses, shift))
        compare(addresses, shift);
    for (const Element &element : elements_)
      proof_.elements += element.inside ? 1 : 0;
  }

  void list_elements() {
    elements_.clear();
    struct Step {
      std::uint64_t bytes;
      bool inside;
    };
    std::vector<std::vector<Step>> steps; // of each part, for each of its elements
    for (const Part &part : parts_) {
      std::vector<Step> &along = steps.emplace_back();
      for (std::int64_t i = 0; i < part.extent; ++i) {
        const std::int64_t at = part.origin + i;
        along.push_back({static_cast<std::uint64_t>(index(part.gmem, at).value()) * bytes_,
                         at < cute::size(part.gmem).value()});
      }
    }
    std::size_t number = 0;
    for (const std::int64_t place : indices(request_.smem.layout)) {
      Element element;
      element.address = *map_->spec().global_address;
      std::size_t rest = number++;
      for (const std::vector<Step> &along : steps) {
        const Step &step = along[rest % along.size()];
        rest /= along.size();
        element.address += step.bytes;
        element.inside = element.inside && step.inside;
      }
      element.place = byte_offset(request_.smem, static_cast<std::uint64_t>(place), bytes_ * 8);
      elements_.push_back(element);
    }
  }

  // The digit that the name number `name` has in this round, as the element's bytes.
  [[nodiscard]] std::uint64_t digit(std::uint64_t name, unsigned shift) const {
    return bytes_ >= 4 ? name >> shift : name >> shift & ((1u << bytes_ * 8) - 1);
  }

  // Nothing but the tile's own elements is mapped: a copy that reads anything else faults.
  bool run_copies(const std::vector<std::uint64_t> &addresses, unsigned shift) {
    std::vector<std::uint8_t> tensor(addresses.size() * bytes_);
    for (std::size_t i = 0; i < addresses.size(); ++i) {
      const std::uint64_t value = digit(i + 1, shift);
      std::memcpy(tensor.data() + i * bytes_, &value, bytes_);
    }
    sim::GlobalMemory global;
    // A load that starts outside the tensor touches its base (fault.jsonl.gz) and keeps nothing.
    std::uint8_t base[16] = {};
    if (addresses.front() != *map_->spec().global_address)
      if (const auto error = global.add(*map_->spec().global_address, base, bytes_))
        return object(std::string(error.field) + " " + std::string(error.problem));
    for (std::size_t i = 0; i < addresses.size();) {
      std::size_t end = i + 1;
      while (end < addresses.size() && addresses[end] == addresses[end - 1] + bytes_)
        ++end;
      if (const auto error =
              global.add(addresses[i], tensor.data() + i * bytes_, (end - i) * bytes_))
        return object(std::string(error.field) + " " + std::string(error.problem));
      i = end;
    }
    window_.assign(round_up(copy_.smem_bytes, 1024), 0);
    const sim::SharedWindow shared = {window_.data(), window_.size()};
    for (const cute::TmaInstruction &instruction : copy_.copies)
      if (!run_copy(instruction, global, shared))
        return false;
    return true;
  }

  bool run_copy(const cute::TmaInstruction &instruction, const sim::GlobalMemory &global,
                const sim::SharedWindow &shared) {
    Access access;
    access.smem_address = instruction.smem_offset_bytes;
    std::vector<std::int64_t> origin(instruction.coordinates.size(), 0);
    for (const Part &part : parts_) {
      const std::vector<std::int64_t> step = coordinates(part.tma, part.origin, origin.size());
      for (std::size_t i = 0; i < origin.size(); ++i)
        origin[i] += step[i];
    }
    for (std::size_t i = 0; i < origin.size(); ++i)
      access.coordinates.push_back(
          static_cast<std::int32_t>(origin[i] + instruction.coordinates[i]));
    const sim::Result result = sim::copy(*map_, access, global, shared);
    if (result.input)
      return object(std::string(result.input.field) + " " + std::string(result.input.problem));
    if (!result.ok())
      return object(to_text(access) + ": " + std::string(name(result.outcome)));
    return true;
  }

  void compare(const std::vector<std::uint64_t> &addresses, unsigned shift) {
    for (std::size_t i = 0; i < elements_.size(); ++i) {
      const Element &element = elements_[i];
      if (!element.inside)
        continue;
      const auto place = std::lower_bound(addresses.begin(), addresses.end(), element.address);
      const std::uint64_t wanted =
          digit(static_cast<std::uint64_t>(place - addresses.begin()) + 1, shift);
      std::uint64_t found = 0;
      std::memcpy(&found, window_.data() + element.place, bytes_);
      if (found == wanted)
        continue;
      ++proof_.disagreements;
      if (proof_.first.empty())
        proof_.first = "element " + std::to_string(i) + " of tile " + std::to_string(proof_.tiles) +
                       " is not at byte " + std::to_string(element.place) + " of shared memory";
    }
  }

  bool object(std::string why) {
    ++proof_.disagreements;
    proof_.first = "tile " + std::to_string(proof_.tiles) + ": " + std::move(why);
    return false;
  }

  const cute::TmaRequest &request_;
  const cute::TmaCopy &copy_;
  std::uint32_t bytes_;
  std::optional<sim::TensorMap> map_;
  std::vector<Part> parts_;
  std::vector<Element> elements_;
  std::vector<std::uint8_t> window_;
  Proof proof_;
};

} // namespace

Proof prove(const cute::TmaRequest &request, const cute::TmaCopy &copy) {
  return Prover(request, copy).run();
}

} // namespace tmamap::inspect
