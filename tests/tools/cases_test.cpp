// SPDX-License-Identifier: MIT
// Every input that was reduced from a public bug report gets the verdict that the report taught.
#include "catch.hpp"

#include <io/item.hpp>
#include <io/line_source.hpp>

#include <tmamap/message.hpp>

#include <map>
#include <string>

using namespace tmamap;

namespace {

// The rule that explains a report, for each that the driver refuses or a copy suffers from.
const std::map<std::string, std::string> explained_by = {
    {"tma-001", "TMAP-encode-globalStrides-03"},    {"tma-003", "TMAP-encode-globalStrides-03"},
    {"tma-007", "TMAP-encode-globalStrides-03"},    {"tma-010", "TMAP-encode-globalStrides-03"},
    {"tma-012", "TMAP-encode-globalStrides-03"},    {"tma-018", "TMAP-encode-globalStrides-05"},
    {"tma-023", "TMAP-encode-globalDim-02"},        {"tma-027", "TMAP-encode-globalAddress-05"},
    {"tma-036", "TMAP-copy-coordinates-02"},        {"tma-038", "TMAP-copy-coordinates-02"},
    {"tma-040", "TMAP-copy-coordinates-05"},        {"tma-044", "TMAP-copy-smemAddress-01"},
    {"tma-048", "TMAP-copy-smemAddress-02"},        {"tma-052", "TMAP-encode-boxDim-05"},
    {"tma-056", "TMAP-encode-boxDim-02"},           {"tma-058", "TMAP-encode-boxDim-03"},
    {"tma-062", "TMAP-encode-globalAddress-01"},    {"tma-064", "TMAP-encode-globalAddress-01"},
    {"tma-066", "TMAP-encode-globalDim-03"},        {"tma-071", "TMAP-copy-expectTx-03"},
    {"tma-074", "TMAP-copy-coordinates-06"},        {"tma-076", "TMAP-copy-coordinates-06"},
    {"tma-090", "TMAP-encode-channelsPerPixel-03"}, {"tma-092", "TMAP-encode-pixelsPerColumn-01"},
    {"tma-094", "TMAP-encode-elementStrides-05"},
};

std::string text_of(const io::Item &item, std::string_view key) {
  for (const io::Member &member : item.others)
    if (member.name == key)
      return std::string(member.element.get_string().value());
  return {};
}

bool has(const Report &report, Severity severity) {
  for (const Finding &finding : report)
    if (finding.severity == severity)
      return true;
  return false;
}

bool has_rule(const Report &report, std::string_view id) {
  for (const Finding &finding : report)
    if (finding.rule->id == id)
      return true;
  return false;
}

Outcome expected_outcome(const std::string &access_expect) {
  if (access_expect == "trap-illegal-instruction")
    return Outcome::illegal_instruction;
  if (access_expect == "trap-misaligned-address")
    return Outcome::misaligned_address;
  if (access_expect == "hang")
    return Outcome::hang;
  return Outcome::ok;
}

void check_descriptor(const Report &report, const std::string &expect) {
  CHECK(report.driver_accepts == (expect != "reject"));
  if (expect == "reject")
    CHECK(report.verdict == Verdict::reject);
  else if (expect == "accept")
    CHECK(!has(report, Severity::error));
  else if (expect == "accept-with-warning")
    CHECK((has(report, Severity::error) || has(report, Severity::warning)));
  else
    FAIL("unknown expectation " << expect);
}

} // namespace

TEST_CASE("inputs reduced from public bug reports") {
  io::LineSource lines(TMAMAP_TESTS_DIR "/cases/reports.jsonl");
  io::ItemReader reader;
  io::Item item;
  std::size_t explained = 0, count = 0;
  while (const std::optional<io::Line> line = lines.next()) {
    const io::Failure failure = reader.read(line->text, item);
    REQUIRE((failure ? to_string(*failure) : line->failure) == "");
    const std::string id = text_of(item, "id"), access_expect = text_of(item, "access_expect");
    INFO(id << ": " << text_of(item, "why"));
    const Report report = check(item.spec, item.context);
    check_descriptor(report, text_of(item, "expect"));
    if (!access_expect.empty())
      CHECK(report.outcome == expected_outcome(access_expect));
    if (access_expect == "wrong-data" || access_expect == "writes-past-extent")
      CHECK(has(report, Severity::warning));
    if (const auto rule = explained_by.find(id); rule != explained_by.end()) {
      CHECK(has_rule(report, rule->second));
      ++explained;
    } else {
      CHECK(text_of(item, "expect") == "accept"); // nothing to explain
    }
    ++count;
  }
  CHECK(count == 38);
  CHECK(explained == explained_by.size());
}
