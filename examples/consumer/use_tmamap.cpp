// SPDX-License-Identifier: MIT
// Checks a tensor map, prints what is wrong with it, and mends it.
#include <tmamap/check.hpp>
#include <tmamap/message.hpp>

#include <iostream>
#include <string>

int main() {
  tmamap::Spec spec;
  spec.data_type = tmamap::DataType::bf16;
  spec.global_dim = {128, 96};
  spec.global_strides = {256};
  spec.box_dim = {88, 32};
  spec.swizzle = tmamap::Swizzle::b128;

  tmamap::Context context;
  const tmamap::Report broken = tmamap::check(spec, context);
  for (const tmamap::Finding &finding : broken) {
    std::string text;
    tmamap::append_message(text, finding, spec, context);
    std::cout << finding.rule->id << ": " << text << '\n';
    tmamap::apply(tmamap::fix(finding, spec, context).first, spec, context);
  }
  const tmamap::Report mended = tmamap::check(spec, context);
  std::cout << "with boxDim[0] = " << spec.box_dim[0] << ": " << name(mended.verdict) << '\n';
  return broken.verdict == tmamap::Verdict::reject && mended.driver_accepts ? 0 : 1;
}
