// SPDX-License-Identifier: MIT
#include <inspect/command.hpp>

#include <tmamap/words.hpp>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

namespace {

using namespace tmamap::inspect;

constexpr auto description =
    "Checks TMA tensor maps (CUtensorMap, sm_90) without a GPU: what the driver accepts, what a "
    "copy does,\nand why. Results go to standard output, messages to standard error.";

constexpr auto footer = R"(
Exit codes: 0 clean, 1 errors or differences found, 2 command line or input unreadable.
`tmamap-inspect COMMAND --help` shows the options of one command, with examples.)";

bool wants_colour(const tmamap::io::Output &out) {
  const char *no_colour = std::getenv("NO_COLOR"); // https://no-color.org
  const char *terminal = std::getenv("TERM");
  return out.is_terminal() && (no_colour == nullptr || *no_colour == '\0') &&
         (terminal == nullptr || std::string_view(terminal) != "dumb");
}

// Messages go to standard error, in the form other command-line tools use.
void set_up_log() {
  auto log = spdlog::stderr_color_mt("tmamap-inspect");
  log->set_pattern("%n: %^%l%$: %v");
  spdlog::set_default_logger(std::move(log));
}

int finish(tmamap::io::Output &out, int code) {
  out.flush();
  if (!out.closed() || out.error() == EPIPE)
    return code;
  spdlog::error("standard output: {}", std::strerror(out.error()));
  return unreadable;
}

// A first word that is no command gets the nearest one, which CLI11 does not offer.
bool is_unknown_command(std::string_view word) {
  if (word.empty() || word[0] == '-')
    return false;
  tmamap::Nearest nearest(word);
  for (const Command &command : commands()) {
    if (word == command.name)
      return false;
    nearest.consider(command.name);
  }
  spdlog::error("{} is no command{}", tmamap::in_quotes(word), nearest.hint());
  return true;
}

int run(int argc, char **argv) {
  if (argc > 1 && is_unknown_command(argv[1]))
    return unreadable;
  tmamap::io::Output out;
  Shell shell{out, wants_colour(out)};

  CLI::App app(description, "tmamap-inspect");
  app.footer(footer);
  app.set_version_flag("--version", "tmamap-inspect " TMAMAP_VERSION);
  app.require_subcommand(1);
  std::vector<std::pair<CLI::App *, Run>> added;
  for (const Command &command : commands()) {
    CLI::App *const options = app.add_subcommand(command.name, command.summary);
    added.emplace_back(options, command.add(*options, shell));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? clean : unreadable;
  }
  for (const auto &[options, run_command] : added)
    if (options->parsed())
      return finish(out, run_command());
  return unreadable;
}

} // namespace

int main(int argc, char **argv) {
  // A reader that has seen enough closes the pipe; the failing write then ends the work.
  std::signal(SIGPIPE, SIG_IGN);
  set_up_log();
  try {
    return run(argc, argv);
  } catch (const std::exception &error) { // memory, or a library that gave up
    spdlog::critical("{}", error.what());
    return unreadable;
  }
}
