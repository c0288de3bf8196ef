// SPDX-License-Identifier: MIT
#include <inspect/spec_argument.hpp>

#include <algorithm>
#include <filesystem>

namespace tmamap::inspect {
namespace {

std::string flag_name(std::string_view key) {
  std::string flag = "--" + std::string(key);
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

// What a value looks like, for the help.
constexpr const char *value_form(Style style) {
  switch (style) {
  case Style::bare:
  case Style::name: return "NAME";
  case Style::sizes:
  case Style::values: return "N,N,..";
  case Style::number:
  case Style::address: break;
  }
  return "N";
}

bool is_file(const std::string &path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status);
}

bool starts_json(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin != std::string_view::npos && text[begin] == '{';
}

} // namespace

const char *const spec_forms = R"(
SPEC is one of
  words         tiled bf16 dim=128x64 strides=256 box=64x64 swizzle=128B
                and behind them, for a copy:  load at=0,64 smem=0x400 tx=8192
  JSON          '{"mode":"tiled","data_type":"bf16","global_dim":[128,64],...}'
  flags         --data-type bf16 --global-dim 128,64 --global-strides 256 --box-dim 64,64
FILE holds one spec a line, in words or JSON (or {"spec":{...},"access":{...},...}), and may be
gzipped. `-` or nothing is standard input. Index 0 is the innermost dimension.)";

void SpecArgument::add_to(CLI::App &app) {
  app.add_option("SPEC|FILE", words_, "A spec (see below), or a file of them");
  const auto add_flags = [&](const auto &fields, const std::string &group) {
    for_each_field(fields, [&](const auto &field, std::size_t) {
      if (field.key == enum_table<Target>.what)
        return true; // has its own meaning for files
      const std::string key(field.key);
      app.add_option_function<std::string>(
             flag_name(key), [this, key](const std::string &value) { flags_[key] = value; })
          ->type_name(value_form(field.style))
          ->group(group);
      return true;
    });
  };
  app.add_option_function<std::string>(
         "--target",
         [this](const std::string &text) {
           const std::optional<Target> target = parse_enum<Target>(text);
           if (!target)
             throw CLI::ValidationError("--target", enum_message<Target>(text));
           target_ = *target;
         },
         "sm_90 (measured) or sm_100 (documented), for specs that name none")
      ->type_name("NAME");
  add_flags(spec_fields, "A spec in flags");
  add_flags(access_fields, "A copy through it");
  add_flags(context_fields, "What surrounds it");
}

std::variant<InputFile, InputText, ReadError> SpecArgument::resolve() const {
  if (flags_.empty()) {
    if (words_.empty())
      return InputFile{"-"};
    if (words_.size() == 1 && (words_[0] == "-" || is_file(words_[0])))
      return InputFile{words_[0]};
    const bool one_word = words_.size() == 1 && words_[0].find_first_of(" ={") == std::string::npos;
    if (one_word && !parse_enum<Mode>(words_[0]))
      return ReadError{words_[0], "no such file, and no spec"};
  }
  std::string text;
  const auto append = [&text](std::string_view word) {
    text += text.empty() ? "" : " ";
    text += word;
  };
  for (const std::string &word : words_)
    append(word);
  if (!flags_.empty() && (starts_json(text) || (words_.size() == 1 && is_file(words_[0]))))
    return ReadError{flag_name(flags_.begin()->first),
                     "flags describe a spec; there is one already"};
  // Flags are words by their keys; bare words come first and in order.
  const auto flag = [this](std::string_view key) {
    const auto found = flags_.find(std::string(key));
    return found == flags_.end() ? std::string{} : found->second;
  };
  if (words_.empty()) {
    append(flag("mode").empty() ? "tiled" : flag("mode"));
    append(flag("data_type"));
  }
  append(flag("op"));
  for (const auto &[key, value] : flags_) {
    if (value.find_first_of(" \t\r\n") != std::string::npos)
      return ReadError{flag_name(key), "a blank in " + in_quotes(value)};
    if (key == "op")
      continue;
    if (key != "mode" && key != "data_type")
      append(key + "=" + value);
    else if (!words_.empty())
      return ReadError{flag_name(key), "given twice"};
  }
  return InputText{std::move(text)};
}

} // namespace tmamap::inspect
