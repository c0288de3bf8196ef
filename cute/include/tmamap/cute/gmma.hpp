// SPDX-License-Identifier: MIT
// The layouts of shared memory that wgmma reads, by the names CUTLASS gives them
// (GMMA::Layout_K_SW128_Atom, …; cute/atom/mma_traits_sm90_gmma.hpp): modes (M or N, K).
#pragma once

#include <tmamap/cute/layout.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tmamap::cute {

struct GmmaAtom {
  std::string_view name; // "K SW128"
  bool k_major = true;
  Swizzle swizzle = Swizzle::none;
  std::uint32_t row_bytes = 16; // along the major mode; eight rows make the atom
};

inline constexpr std::array<GmmaAtom, 8> gmma_atoms = {{
    {"K SW128", true, Swizzle::b128, 128},
    {"K SW64", true, Swizzle::b64, 64},
    {"K SW32", true, Swizzle::b32, 32},
    {"K INTER", true, Swizzle::none, 16},
    {"MN SW128", false, Swizzle::b128, 128},
    {"MN SW64", false, Swizzle::b64, 64},
    {"MN SW32", false, Swizzle::b32, 32},
    {"MN INTER", false, Swizzle::none, 16},
}};

// By its name in any case, with blanks or underscores; `Layout_K_SW128_Atom` is one too.
[[nodiscard]] const GmmaAtom *find_gmma_atom(std::string_view name);

// (_8,_64):(_64,_1) under Sw<3,4,3> for K SW128 of 16-bit elements. For elements of 8 to 64 bits, a
// power of two of them.
[[nodiscard]] SmemLayout layout_of(const GmmaAtom &atom, std::uint32_t element_bits);

// An atom repeated to a shape, as tile_to_shape does.
struct TiledAtom {
  const GmmaAtom *atom = nullptr;
  Tuple shape;
  Tuple order; // empty: the first mode first
};
[[nodiscard]] Result<SmemLayout> layout_of(const TiledAtom &tiled, std::uint32_t element_bits);
// "K SW128, (_128,_64)", with the order if there is one.
[[nodiscard]] std::string to_string(const TiledAtom &tiled);

// The atom that this layout repeats, if it does; the widest such. Element bits are taken as given
// where the layout itself has none.
[[nodiscard]] std::optional<TiledAtom> gmma_atom_of(const SmemLayout &smem,
                                                    std::uint32_t element_bits);

} // namespace tmamap::cute
