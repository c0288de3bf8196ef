// SPDX-License-Identifier: MIT
#include <inspect/cute_answer.hpp>
#include <inspect/map_text.hpp>

#include <io/report.hpp>

#include <tmamap/cute/gmma.hpp>
#include <tmamap/descriptor.hpp>
#include <tmamap/message.hpp>

#include <algorithm>
#include <array>

namespace tmamap::inspect {
namespace {

bool is_ours(std::string_view key) {
  constexpr std::array<std::string_view, 18> keys = {"spec",
                                                     "descriptor",
                                                     "instructions",
                                                     "copies",
                                                     "tx_bytes",
                                                     "atom",
                                                     "tile",
                                                     "grid",
                                                     "source_partition",
                                                     "destination_partition",
                                                     "as_k",
                                                     "as_mn",
                                                     "smem_bytes",
                                                     "proof",
                                                     "tool_error",
                                                     "problem",
                                                     "destination_shape",
                                                     "multicast_mask"};
  return io::is_report_key(key) || std::find(keys.begin(), keys.end(), key) != keys.end();
}

template <class List, class Append>
void append_list(std::string &out, const List &list, Append append) {
  out += '[';
  bool first = true;
  for (const auto &entry : list) {
    out += first ? "" : ",";
    first = false;
    append(entry);
  }
  out += ']';
}

void append_copy(std::string &out, const cute::TmaInstruction &copy, bool cluster) {
  io::ObjectWriter writer(out);
  std::string &coordinates = writer.member("coordinates");
  append_list(coordinates, copy.coordinates,
              [&](std::int32_t c) { io::append_integer(coordinates, std::int64_t{c}); });
  writer.number("smem_offset_bytes", copy.smem_offset_bytes);
  if (cluster)
    writer.number("cta", std::uint64_t{copy.cta});
}

void append_reason(std::string &out, const cute::ReasonFinding &finding) {
  io::ObjectWriter writer(out);
  writer.text("rule", finding.reason->id);
  writer.text("severity", "error");
  writer.text("parameter", finding.reason->parameter);
  writer.number("index", std::uint64_t{finding.index});
  writer.number("observed", finding.observed);
  writer.number("limit", finding.limit);
  const Unit unit = finding.reason->unit;
  writer.text("unit", unit == Unit::none ? "none" : name(unit));
  writer.text("message", finding.message);
  writer.text("nearest", finding.nearest);
  writer.text("fix", fix_text(finding));
  writer.text("cite", finding.reason->cite);
  writer.text("evidence", evidence_text(*finding.reason));
}

void append_copy_members(io::ObjectWriter &writer, const CuteAnswer &answer) {
  const cute::TmaRequest &request = *answer.question.request;
  const cute::TmaCopy &copy = *answer.layouts.copy;
  io::append_json(writer.member("spec"), copy.spec);
  if (const auto map = encode_if_accepted(copy.spec, {})) {
    std::string &hex = writer.member("descriptor") += '"';
    append_hex(hex, *map);
    hex += '"';
  }
  writer.number("instructions", copy.instructions);
  const bool cluster = request.cluster > 1;
  std::string &copies = writer.member("copies");
  append_list(copies, copy.copies,
              [&](const cute::TmaInstruction &each) { append_copy(copies, each, cluster); });
  if (cluster)
    writer.number("multicast_mask", std::uint64_t{(1u << request.cluster) - 1});
  writer.number("tx_bytes", copy.tx_bytes);
  writer.number("smem_bytes", copy.smem_bytes);
  writer.text("tile", cute::to_text(copy.tile));
  std::string &grid = writer.member("grid");
  append_list(grid, copy.grid, [&](std::uint64_t tiles) { io::append_integer(grid, tiles); });
  writer.text("source_partition", cute::to_text(copy.source));
  writer.text("destination_shape", cute::to_text(copy.destination.shape));
  writer.text("destination_partition", cute::to_text(copy.destination));
  if (const auto atom = cute::gmma_atom_of(request.smem, element_bits(request.data_type)))
    writer.text("atom", atom->atom->name);
  io::ObjectWriter proof(writer.member("proof"));
  proof.number("tiles", answer.proof.tiles);
  proof.number("elements", answer.proof.elements);
  proof.number("disagreements", answer.proof.disagreements);
}

void append_forward(io::ObjectWriter &writer, const CuteAnswer &answer) {
  static const io::ReportWriter reports;
  Context context;
  context.target = answer.question.target;
  if (answer.layouts.copy)
    append_copy_members(writer, answer);
  if (!answer.proof.holds())
    writer.text("tool_error", answer.proof.first);
  if (answer.layouts.spec) {
    if (!answer.layouts.copy)
      io::append_json(writer.member("spec"), *answer.layouts.spec);
    reports.append(writer, answer.layouts.report, *answer.layouts.spec, context);
    return;
  }
  writer.text("verdict", "reject");
  std::string &findings = writer.member("findings");
  append_list(findings, answer.layouts.reasons,
              [&](const cute::ReasonFinding &finding) { append_reason(findings, finding); });
}

void append_back(io::ObjectWriter &writer, const CuteAnswer &answer) {
  io::append_json(writer.member("spec"), *answer.question.spec);
  if (!answer.back) {
    writer.text("problem", answer.back.failure().message);
    return;
  }
  writer.text("smem", cute::to_text(answer.back->smem));
  const auto operand = [&](const char *key, const auto &found) {
    if (!found)
      return;
    io::ObjectWriter inner(writer.member(key));
    inner.text("atom", found->atom.atom->name);
    inner.text("smem", cute::to_text(found->smem));
  };
  operand("as_k", answer.back->as_k);
  operand("as_mn", answer.back->as_mn);
}

} // namespace

void append_json(std::string &out, const CuteAnswer &answer, const io::Item *carried) {
  {
    io::ObjectWriter writer(out);
    if (carried != nullptr)
      io::append_others(writer, *carried, [](std::string_view key) { return !is_ours(key); });
    if (answer.question.spec)
      append_back(writer, answer);
    else
      append_forward(writer, answer);
  }
  out += '\n';
}

} // namespace tmamap::inspect
