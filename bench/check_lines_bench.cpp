// SPDX-License-Identifier: MIT
// What `tmamap-inspect check` does to each line of a batch: read, check, write the report. Beside
// it, a memcpy of the same lines.
#include <io/item.hpp>
#include <io/line_source.hpp>
#include <io/report.hpp>

#include <benchmark/benchmark.h>

#include <cstring>
#include <string>
#include <vector>

namespace {

using namespace tmamap;

// The lines of a file, one after another, with the padding that the parser reads.
struct Lines {
  std::string bytes;
  std::vector<std::string_view> all;

  explicit Lines(const std::string &path) {
    io::LineSource source(path);
    std::vector<std::size_t> sizes;
    while (const auto line = source.next()) {
      bytes += line->text;
      sizes.push_back(line->text.size());
    }
    bytes.append(io::line_padding_bytes, ' ');
    std::size_t at = 0;
    for (const std::size_t size : sizes) {
      all.push_back(std::string_view(bytes).substr(at, size));
      at += size;
    }
  }
};

void set_counters(benchmark::State &state, const Lines &lines) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(lines.all.size()));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(lines.bytes.size()));
}

void check_lines(benchmark::State &state, const std::string &path) {
  const Lines lines(path);
  const io::ReportWriter reports;
  io::ItemReader reader;
  io::Item item;
  std::string out;
  for (auto _ : state) {
    out.clear();
    for (const std::string_view line : lines.all) {
      if (reader.read(line, item))
        return state.SkipWithError("a line was not read");
      if (item.kind == io::ItemKind::capture_header)
        continue;
      io::ObjectWriter writer(out);
      io::append_others(writer, item,
                        [](std::string_view name) { return !io::is_report_key(name); });
      reports.append(writer, check(item.spec, item.context), item.spec, item.context);
    }
    benchmark::DoNotOptimize(out.data());
  }
  set_counters(state, lines);
}

void copy_lines(benchmark::State &state, const std::string &path) {
  const Lines lines(path);
  std::string out(lines.bytes.size(), ' ');
  for (auto _ : state) {
    std::memcpy(out.data(), lines.bytes.data(), out.size());
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  set_counters(state, lines);
}

const std::string tests = TMAMAP_TESTS_DIR;
BENCHMARK_CAPTURE(check_lines, reports, tests + "/cases/reports.jsonl");
BENCHMARK_CAPTURE(check_lines, loads, tests + "/captures/load.jsonl.gz");
BENCHMARK_CAPTURE(copy_lines, loads, tests + "/captures/load.jsonl.gz");

} // namespace

BENCHMARK_MAIN();
