// SPDX-License-Identifier: MIT
// What `tmamap-inspect cute` is asked: two layouts, or a map whose shared layout is wanted.
#pragma once

#include <io/item.hpp>

#include <tmamap/cute/tma_copy.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace tmamap::inspect {

// The texts as they were given; empty ones were not.
struct CuteTexts {
  std::string data_type, gmem, smem, tile, map;
  std::optional<std::uint64_t> global_address;
  std::uint32_t cluster = 1;
  Target target = Target::sm_90;
};

struct CuteQuestion {
  std::optional<cute::TmaRequest> request;
  std::optional<Spec> spec; // where the way back is asked
  Target target = Target::sm_90;
};

// Why a text cannot be read, and where in it.
struct CuteError {
  ReadError error;
  std::string text;
  std::optional<std::size_t> column;
};

// The error, and for a long look the text with a mark under the column.
std::string with_mark(const CuteError &error);

std::optional<CuteError> read_question(const CuteTexts &texts, CuteQuestion &out);

// One line of input: {"data_type":…,"gmem":…,"smem":…} with `global_address`, `tile`, `cluster` and
// `target` if they are needed, or {"spec":…} or {"descriptor":…} for the way back. Members that
// have no part in it are left in `carried`.
class CuteLineReader {
public:
  Target default_target = Target::sm_90;

  std::optional<CuteError> read(std::string_view line, CuteQuestion &out, io::Item &carried);

private:
  std::optional<CuteError> read_layouts(simdjson::dom::object object, CuteQuestion &out);
  std::optional<CuteError> read_map(simdjson::dom::object object, std::string_view line,
                                    CuteQuestion &out);

  simdjson::dom::parser parser_;
  io::ItemReader items_;
  std::string copy_;
};

} // namespace tmamap::inspect
