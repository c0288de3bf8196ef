// SPDX-License-Identifier: MIT
#include <inspect/cute_answer.hpp>
#include <inspect/map_text.hpp>
#include <inspect/page.hpp>
#include <inspect/print_report.hpp>

#include <tmamap/check.hpp>
#include <tmamap/cute/algebra.hpp>
#include <tmamap/cute/gmma.hpp>
#include <tmamap/message.hpp>
#include <tmamap/text.hpp>

#include <fmt/format.h>

namespace tmamap::inspect {
namespace {

constexpr std::size_t shown_copies = 8;

// 128x64, the first mode first.
std::string sides_text(const cute::Tuple &tile) {
  std::string text;
  for (std::size_t i = 0; i < tile.rank(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : "x", cute::product(tile[i]).value());
  return text;
}

std::string grid_text(const std::vector<std::uint64_t> &grid) {
  std::string text;
  for (const std::uint64_t count : grid)
    text += fmt::format("{}{}", text.empty() ? "" : "x", count);
  return text;
}

std::string copy_text(const cute::TmaInstruction &copy, bool cluster) {
  std::string text = "at=";
  for (std::size_t i = 0; i < copy.coordinates.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ",", copy.coordinates[i]);
  text += fmt::format(" smem={}", copy.smem_offset_bytes);
  return cluster ? text + fmt::format(" by CTA {}", copy.cta) : text;
}

void print_reasons(Page &page, const cute::TmaAnswer &answer) {
  for (const cute::ReasonFinding &finding : answer.reasons) {
    page.heading(Colour::red, "error", fmt::format("{}: {}", finding.reason->id, finding.message));
    if (const std::string fix = fix_text(finding); !fix.empty())
      page.labelled("fix", fix);
    page.labelled("cite", finding.reason->cite);
    page.labelled("evidence", evidence_text(*finding.reason));
  }
}

void print_atom(Page &page, const cute::TmaRequest &request) {
  const std::uint32_t bits = element_bits(request.data_type);
  if (const auto atom = cute::gmma_atom_of(request.smem, bits))
    page.labelled("smem", fmt::format("{} = tile_to_shape({})", cute::to_text(request.smem),
                                      cute::to_string(*atom)));
  else
    page.labelled("smem", cute::to_text(request.smem));
}

void print_copy(Page &page, const cute::TmaRequest &request, const CuteAnswer &answer) {
  const cute::TmaCopy &copy = *answer.layouts.copy;
  page.labelled("gmem", cute::to_text(request.gmem));
  print_atom(page, request);
  page.labelled("spec", to_text(copy.spec));
  page.labelled("tile", fmt::format("{} of {}: grid {}", sides_text(copy.tile),
                                    sides_text(request.gmem.shape), grid_text(copy.grid)));
  const bool cluster = request.cluster > 1;
  std::string copies = fmt::format("{} a tile", copy.copies.size());
  if (cluster)
    copies += fmt::format(", {} a CTA, multicast to {} (mask {:#x})",
                          copy.copies.size() / request.cluster, request.cluster,
                          (1u << request.cluster) - 1);
  for (std::size_t i = 0; i < copy.copies.size() && i < shown_copies; ++i)
    copies += fmt::format("{} {}", i == 0 ? ":" : ";", copy_text(copy.copies[i], cluster));
  if (copy.copies.size() > shown_copies)
    copies += "; … (all with --json)";
  page.labelled("copies", copies);
  page.labelled("source", cute::to_text(copy.source));
  page.labelled("", "(partition_S of the first tile)");
  page.labelled("moves", fmt::format("{} transaction bytes; shared memory: {} B, phase zero at a "
                                     "multiple of {} B",
                                     copy.tx_bytes, copy.smem_bytes,
                                     answer.layouts.report.derived.smem_alignment_bytes));
  std::string hex;
  if (const auto map = encode_if_accepted(copy.spec, {})) {
    append_hex(hex, *map);
    page.labelled("128 bytes", hex);
  }
  if (answer.proof.holds())
    page.labelled("proof", fmt::format("simulated: {} elements of {} tile{} lie where the layout "
                                       "puts them",
                                       answer.proof.elements, answer.proof.tiles,
                                       answer.proof.tiles == 1 ? "" : "s"));
  else
    page.heading(Colour::red, "error of tmamap",
                 fmt::format("the simulated copies disagree with the layout ({} elements): {}. "
                             "Please report this, with the layouts.",
                             answer.proof.disagreements, answer.proof.first));
}

// What runs but is probably not meant.
void print_warnings(Page &page, const CuteAnswer &answer) {
  Context context;
  context.target = answer.question.target;
  for (const Finding &finding : answer.layouts.report)
    if (finding.severity == Severity::warning) {
      std::string text = fmt::format("{}: ", finding.rule->id);
      append_message(text, finding, *answer.layouts.spec, context);
      page.heading(Colour::yellow, "warning", text);
    }
}

void print_back(Page &page, const CuteAnswer &answer) {
  page.labelled("spec", to_text(*answer.question.spec));
  if (!answer.back) {
    page.heading(Colour::red, "error", answer.back.failure().message);
    return;
  }
  page.labelled("smem", cute::to_text(answer.back->smem));
  page.labelled("", "(dimension 0 of the map first)");
  const auto operand = [&](const char *label, const auto &found) {
    if (found)
      page.labelled(label, fmt::format("tile_to_shape({}) = {}", cute::to_string(found->atom),
                                       cute::to_text(found->smem)));
  };
  operand("as K", answer.back->as_k);
  operand("as M or N", answer.back->as_mn);
  if (!answer.back->as_k && !answer.back->as_mn)
    page.labelled("", "no layout of GMMA");
}

} // namespace

ExitCode CuteAnswer::code() const {
  if (question.spec)
    return back ? clean : found;
  return layouts.copy && proof.holds() ? clean : found;
}

CuteAnswer answer_of(const CuteQuestion &question) {
  CuteAnswer answer{question, {}, {}};
  if (question.spec)
    answer.back = cute::shared_layout(*question.spec);
  else
    answer.layouts = cute::tma_copy(*question.request);
  if (answer.layouts.copy)
    answer.proof = prove(*question.request, *answer.layouts.copy);
  return answer;
}

std::string fix_text(const cute::ReasonFinding &finding) {
  std::string text = finding.nearest;
  if (!finding.reason->advice.empty())
    text += (text.empty() ? "" : "; ") + std::string(finding.reason->advice);
  return text;
}

void print_answer(Page &page, const CuteAnswer &answer) {
  if (answer.question.spec)
    return print_back(page, answer);
  if (answer.layouts.copy) {
    print_warnings(page, answer);
    print_copy(page, *answer.question.request, answer);
    return;
  }
  print_reasons(page, answer.layouts);
  if (answer.layouts.spec) {
    Context context;
    context.target = answer.question.target;
    print_report(page, answer.layouts.report, *answer.layouts.spec, context);
  }
  page.labelled("gmem", cute::to_text(answer.question.request->gmem));
  page.labelled("smem", cute::to_text(answer.question.request->smem));
}

} // namespace tmamap::inspect
