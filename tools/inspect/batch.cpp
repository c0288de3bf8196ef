// SPDX-License-Identifier: MIT
#include <inspect/batch.hpp>
#include <inspect/page.hpp>
#include <inspect/progress.hpp>

#include <io/json_write.hpp>
#include <io/line_source.hpp>

#include <algorithm>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace tmamap::inspect {
namespace {

void append_refusal(Shell &shell, bool json, std::uint64_t line, std::string_view where,
                    const ReadError &error) {
  if (json) {
    io::append_input_error(shell.out.buffer(), line, error);
    shell.out.buffer() += '\n';
  } else {
    shell.out.flush(); // so that the message stands in its place
    spdlog::error("{}{}{}", where, where.empty() ? "" : ": ", to_string(error));
  }
}

class Batch {
public:
  Batch(Shell &shell, bool json, Target default_target, const Answer &answer)
      : shell_(shell), json_(json), answer_(answer) {
    reader_.default_target = default_target;
  }

  int run(const std::string &path) {
    io::LineSource source(path);
    Progress progress(path == "-" ? "standard input" : path);
    while (!shell_.out.closed()) {
      if (!source.has_line()) // what was asked so far is answered before waiting for more
        shell_.out.flush();
      const std::optional<io::Line> line = source.next();
      if (!line)
        break;
      if (line->number == 1 && opens_document(line->text) && run_document(source, *line))
        break;
      answer_line(*line);
      progress.at(line->number);
    }
    return code_;
  }

  int run_text(const std::string &text) {
    if (const io::Failure failure = reader_.read_copy(text, item_))
      refuse(1, *failure, "");
    else
      answer_one({}, 1);
    return code_;
  }

private:
  // Whether a first line can only be the start of one spec that was written over several.
  static bool opens_document(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    const std::size_t end = text.find_last_not_of(" \t\r");
    return begin != std::string_view::npos && text[begin] == '{' &&
           std::string_view("{[,:").find(text[end]) != std::string_view::npos;
  }

  // Takes the whole input as one document, if it is one.
  bool run_document(io::LineSource &source, const io::Line &first) {
    std::string text(first.text);
    const std::optional<std::string_view> rest = source.rest();
    if (!rest)
      return false;
    text += '\n';
    text += *rest;
    if (!io::is_json(text))
      return false;
    run_text(text);
    return true;
  }

  void answer_line(const io::Line &line) {
    io::Failure failure;
    if (!line.failure.empty())
      failure = ReadError{{}, line.failure};
    else
      failure = reader_.read(line.text, item_);
    if (failure) {
      refuse(line.number, *failure, fmt::format("line {}", line.number));
    } else if (item_.kind == io::ItemKind::capture_header) {
      if (json_)
        (shell_.out.buffer() += line.text) += '\n';
    } else {
      answer_one(json_ ? std::string_view{} : title_ = fmt::format("line {}", line.number),
                 line.number);
    }
    shell_.out.written();
  }

  void answer_one(std::string_view title, std::uint64_t line) {
    const ExitCode code = answer_({item_, title, json_, line}, shell_.out.buffer());
    code_ = std::max(code_, static_cast<int>(code));
  }

  void refuse(std::uint64_t line, const ReadError &error, std::string_view where) {
    code_ = unreadable;
    append_refusal(shell_, json_, line, where, error);
  }

  Shell &shell_;
  bool json_;
  const Answer &answer_;
  io::ItemReader reader_;
  io::Item item_;
  std::string title_;
  int code_ = clean;
};

} // namespace

ExitCode refuse(Shell &shell, const Asked &asked, const ReadError &error) {
  append_refusal(shell, asked.json, asked.line, asked.title, error);
  return unreadable;
}

int answer_all(Shell &shell, const SpecArgument &argument, bool json, const Answer &answer) {
  const auto given = argument.resolve();
  if (const auto *error = std::get_if<ReadError>(&given)) {
    spdlog::error("{}", to_string(*error));
    return unreadable;
  }
  if (const auto *file = std::get_if<InputFile>(&given)) {
    const bool lines_in_json = json || !shell.out.is_terminal();
    return Batch(shell, lines_in_json, argument.default_target(), answer).run(file->path);
  }
  return Batch(shell, json, argument.default_target(), answer)
      .run_text(std::get<InputText>(given).text);
}

} // namespace tmamap::inspect
