// SPDX-License-Identifier: MIT
// The words of a finding: the rule's template, filled in. One row a placeholder.
#include <tmamap/message.hpp>

#include "amendment.hpp"

namespace tmamap {

namespace {

struct Words {
  std::string &out;
  const Finding &finding;
  const Question q;
  [[nodiscard]] std::uint32_t i() const { return finding.index; }
  // Few templates speak of the tile, so that it is computed for those alone.
  [[nodiscard]] Geometry derived() const { return geometry(q.spec, q.context); }
};

// An enumerator's name, or its number where it has none.
template <class E> void put_enum(const Words &w, E value) {
  const std::string_view named = name(value);
  if (named.empty())
    append_number(w.out, static_cast<std::uint32_t>(value));
  else
    w.out += named;
}

// "2 B", "4 bit"
void put_element(const Words &w) {
  append_number(w.out, w.q.bits() % 8 == 0 ? w.q.bits() / 8 : w.q.bits());
  w.out += w.q.bits() % 8 == 0 ? " B" : " bit";
}
// "96 B"; with the odd bits of a packed type, "12 bit".
void put_bytes_of(const Words &w, std::uint64_t elements) {
  const std::uint64_t bits = saturating_mul(elements, w.q.bits());
  append_number(w.out, bits % 8 == 0 ? bits / 8 : bits);
  w.out += bits % 8 == 0 ? " B" : " bit";
}
void put_reversed_dims(const Words &w) {
  for (std::uint32_t i = w.q.rank(); i-- > 0;) {
    append_number(w.out, w.q.dim(i));
    if (i != 0)
      w.out += 'x';
  }
}

struct Placeholder {
  std::string_view name;
  void (*put)(const Words &);
};

constexpr Placeholder placeholders[] = {
    {"i", [](const Words &w) { append_number(w.out, w.i()); }},
    {"observed", [](const Words &w) { append_number(w.out, w.finding.observed); }},
    {"limit", [](const Words &w) { append_number(w.out, w.finding.limit); }},
    {"rank", [](const Words &w) { append_number(w.out, w.q.rank()); }},
    {"mode", [](const Words &w) { put_enum(w, w.q.spec.mode); }},
    {"type", [](const Words &w) { put_enum(w, w.q.spec.data_type); }},
    {"swizzle", [](const Words &w) { put_enum(w, w.q.spec.swizzle); }},
    {"interleave", [](const Words &w) { put_enum(w, w.q.spec.interleave); }},
    {"target", [](const Words &w) { put_enum(w, w.q.context.target); }},
    {"element", put_element},
    {"address", [](const Words &w) { append_address(w.out, w.q.spec.global_address.value_or(0)); }},
    {"descriptor",
     [](const Words &w) { append_address(w.out, w.q.context.descriptor_address.value_or(0)); }},
    {"replacement",
     [](const Words &w) { append_address(w.out, w.q.context.replacement_address.value_or(0)); }},
    {"outer", [](const Words &w) { append_number(w.out, w.i() + 1); }},
    {"outer_dim", [](const Words &w) { append_number(w.out, w.q.dim(w.i() + 1)); }},
    {"last", [](const Words &w) { append_number(w.out, w.q.rank() - 1); }},
    {"reversed_dims", put_reversed_dims},
    {"box0", [](const Words &w) { append_number(w.out, w.q.box(0)); }},
    {"box0_bytes", [](const Words &w) { put_bytes_of(w, w.q.box(0)); }},
    {"moved",
     [](const Words &w) {
       append_number(w.out, elements_moved(w.q.box(w.i()), w.q.spec.element_stride(w.i())));
     }},
    {"channels", [](const Words &w) { append_number(w.out, w.q.spec.channels_per_pixel); }},
    {"channel_bytes", [](const Words &w) { put_bytes_of(w, w.q.spec.channels_per_pixel); }},
    {"corner_low",
     [](const Words &w) { append_number(w.out, -rules::corner_high(w.q.rank()) - 1); }},
    {"corner_high", [](const Words &w) { append_number(w.out, rules::corner_high(w.q.rank())); }},
    {"axis_extent", [](const Words &w) { append_number(w.out, w.q.dim(w.q.axis_dim(w.i()))); }},
    {"upper", [](const Words &w) { append_number(w.out, w.q.spec.pixel_box_upper_corner[w.i()]); }},
    {"tx", [](const Words &w) { append_number(w.out, w.derived().tx_bytes); }},
    {"footprint", [](const Words &w) { append_number(w.out, w.derived().smem_footprint_bytes); }},
    {"alignment", [](const Words &w) { append_number(w.out, w.derived().smem_alignment_bytes); }},
    {"op", [](const Words &w) { put_enum(w, w.q.access().op); }},
    {"smem", [](const Words &w) { append_address(w.out, w.q.access().smem_address); }},
    {"phase",
     [](const Words &w) {
       const std::uint64_t into = w.q.access().smem_address % w.derived().smem_alignment_bytes;
       append_number(w.out, into / copy_alignment_bytes);
     }},
};

void put(const Words &words, std::string_view placeholder) {
  for (const Placeholder &row : placeholders)
    if (row.name == placeholder)
      return row.put(words);
  words.out += '{'; // unknown: shown as it stands, and a test fails
  words.out += placeholder;
  words.out += '}';
}

} // namespace

void append_template(std::string &out, std::string_view text, const Finding &finding,
                     const Spec &spec, const Context &context) {
  if (text.find('{') == std::string_view::npos) { // most advice
    out += text;
    return;
  }
  constexpr Geometry not_read = {};
  const Words words{out, finding, {spec, context, not_read}};
  while (!text.empty()) {
    const std::size_t open = text.find('{');
    const std::size_t close = text.find('}', open);
    out += text.substr(0, open);
    if (open == std::string_view::npos || close == std::string_view::npos)
      return;
    put(words, text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
}

void append_message(std::string &out, const Finding &finding, const Spec &spec,
                    const Context &context) {
  append_template(out, finding.rule->says, finding, spec, context);
}

Fix fix(const Finding &finding, const Spec &spec, const Context &context) {
  if (finding.rule->fix == nullptr)
    return {};
  const Geometry derived = geometry(spec, context);
  return finding.rule->fix({spec, context, derived}, finding.index);
}

void append_fix(std::string &out, const Finding &finding, const Spec &spec,
                const Context &context) {
  const std::size_t start = out.size();
  const Fix ways = fix(finding, spec, context);
  append_amendment(out, ways.first);
  if (ways.first && ways.second && out.size() != start)
    out += ", or ";
  append_amendment(out, ways.second);
  if (!finding.rule->advice.empty()) {
    if (out.size() != start)
      out += "; ";
    append_template(out, finding.rule->advice, finding, spec, context);
  }
}

std::string evidence_text(const Rule &rule, Target target) {
  std::string text;
  if (target != Target::sm_90) {
    text = rule.cite.substr(0, 11) == "no document" ? "not documented; measured on sm_90 only"
                                                    : "documented; not measured on this target";
    return text;
  }
  text = name(rule.evidence);
  if (rule.evidence != Evidence::documented)
    text += " (H200, 580.159.04)";
  if (!rule.seen.empty())
    text += ": ";
  text += rule.seen;
  return text;
}

std::string_view name(Severity severity) {
  switch (severity) {
  case Severity::error: return "error";
  case Severity::warning: return "warning";
  case Severity::note: return "note";
  }
  return {};
}
std::string_view name(Verdict verdict) {
  switch (verdict) {
  case Verdict::accept: return "accept";
  case Verdict::accept_with_warning: return "accept-with-warning";
  case Verdict::reject: return "reject";
  }
  return {};
}
std::string_view name(Unit unit) {
  switch (unit) {
  case Unit::none: return {};
  case Unit::bytes: return "bytes";
  case Unit::elements: return "elements";
  case Unit::pixels: return "pixels";
  }
  return {};
}
std::string_view name(Evidence evidence) {
  switch (evidence) {
  case Evidence::documented: return "documented";
  case Evidence::driver: return "driver";
  case Evidence::hardware: return "hardware";
  case Evidence::disputed: return "disputed";
  }
  return {};
}
std::string_view name(Effect effect) {
  switch (effect) {
  case Effect::not_asked: return "not asked";
  case Effect::note: return "note";
  case Effect::warning: return "warning";
  case Effect::reject: return "the driver rejects it";
  case Effect::illegal_instruction: return "traps: illegal instruction";
  case Effect::misaligned_address: return "traps: misaligned address";
  case Effect::illegal_address: return "traps: illegal address";
  case Effect::launch_failure: return "traps: unspecified launch failure";
  case Effect::hang: return "hangs";
  case Effect::undefined: return "undefined";
  }
  return {};
}

} // namespace tmamap
