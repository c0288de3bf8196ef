// SPDX-License-Identifier: MIT
// The copies of tmamap::cute, judged by tmamap::sim.
#include "../cute/copies.hpp"
#include "../cute/random_layout.hpp"

#include <cute/proof.hpp>

#include <tmamap/cute/algebra.hpp>
#include <tmamap/cute/gmma.hpp>
#include <tmamap/text.hpp>

#include "catch.hpp"

using namespace tmamap;

namespace {

using cute::Int;
using cute::Layout;
using cute::Tuple;

class RandomRequests : public test::RandomLayouts {
public:
  using RandomLayouts::RandomLayouts;

  template <class T> T one_of(std::initializer_list<T> values) {
    return values.begin()[number(0, static_cast<std::int64_t>(values.size()) - 1)];
  }

  // A tensor of two to four modes in any order of strides, and a tile of it: in a layout of wgmma,
  // in one with the modes in any order, or in one whose modes are cut in two and shuffled.
  cute::TmaRequest request() {
    cute::TmaRequest request;
    request.data_type = one_of({DataType::u8, DataType::f16, DataType::bf16, DataType::f32,
                                DataType::tf32, DataType::f64});
    const std::uint32_t bits = element_bits(request.data_type);
    const auto rank = static_cast<std::size_t>(number(2, 4));
    std::vector<std::int64_t> tile(rank);
    for (std::size_t i = 0; i < rank; ++i)
      tile[i] = i < 2 ? one_of({8, 16, 32, 64, 128}) : one_of({1, 2, 3});
    request.gmem = tensor(tile, 128 / bits);
    if (number(0, 3) == 0)
      request.global_address = 0x7f0000000000;
    request.smem = shared(tile, bits);
    request.cluster = one_of<std::uint32_t>({1, 1, 1, 2, 4});
    return request;
  }

private:
  Layout tensor(const std::vector<std::int64_t> &tile, std::int64_t unit) {
    std::vector<std::size_t> sequence(tile.size());
    for (std::size_t i = 0; i < tile.size(); ++i)
      sequence[i] = i;
    if (number(0, 1) == 0)
      std::swap(sequence[0], sequence[1]);
    std::vector<Tuple> extents(tile.size()), strides(tile.size());
    std::int64_t next = 1;
    const bool is_static = number(0, 2) == 0;
    for (const std::size_t i : sequence) {
      const std::int64_t extent = tile[i] * number(1, 3) - (number(0, 2) == 0 ? 1 : 0);
      extents[i] = is_static ? Int::fixed(std::max<std::int64_t>(extent, 1))
                             : Int::dynamic(std::max<std::int64_t>(extent, 1));
      strides[i] = is_static || next == 1 ? Int::fixed(next) : Int::dynamic(next);
      const std::int64_t end = next * std::max<std::int64_t>(extent, 1);
      next = (end + unit - 1) / unit * unit;
    }
    return {Tuple(extents), Tuple(strides)};
  }

  cute::SmemLayout shared(const std::vector<std::int64_t> &tile, std::uint32_t bits) {
    std::vector<Tuple> shape, order, cut;
    for (std::size_t i = 0; i < tile.size(); ++i) {
      shape.emplace_back(Int::fixed(tile[i]));
      order.emplace_back(Int::fixed(number(0, 9)));
      const std::int64_t inner = tile[i] % 8 == 0 ? one_of<std::int64_t>({8, tile[i]}) : tile[i];
      cut.emplace_back(Tuple({Int::fixed(inner), Int::fixed(tile[i] / inner)}));
    }
    const std::int64_t kind = number(0, 3);
    if (kind <= 1) {
      const cute::GmmaAtom &atom = cute::gmma_atoms[static_cast<std::size_t>(number(0, 7))];
      const cute::TiledAtom tiled = {&atom, Tuple(shape), Tuple(order)};
      const auto smem = layout_of(tiled, bits);
      if (smem)
        return *smem;
    }
    cute::SmemLayout smem;
    smem.element_bits = bits;
    smem.swizzle = {static_cast<int>(number(0, 3)), 4, 3};
    smem.layout = kind == 2 ? cute::compact(Tuple(shape), Tuple(order))
                            : cute::compact(Tuple(cut), Tuple(order));
    return smem;
  }
};

std::string text_of(const cute::TmaRequest &request) {
  return std::string(name(request.data_type)) + ' ' + cute::to_text(request.gmem) + " <- " +
         cute::to_text(request.smem) + " cluster " + std::to_string(request.cluster);
}

} // namespace

TEST_CASE("the simulator agrees with every copy that CUTLASS made") {
  for (const test::CuteCapture &capture : test::cute_captures()) {
    const cute::TmaRequest request = test::request_of(capture);
    const cute::TmaAnswer answer = cute::tma_copy(request);
    REQUIRE(answer.copy);
    const inspect::Proof proof = inspect::prove(request, *answer.copy);
    INFO(capture.id << ' ' << proof.first);
    CHECK(proof.holds());
    CHECK(proof.tiles == 2);
    CHECK(proof.elements ==
          2 * static_cast<std::uint64_t>(cute::size(request.smem.layout).value()));
  }
}

TEST_CASE("where there is a copy, the simulator agrees; where there is none, there is a reason") {
  RandomRequests random(7);
  int copies = 0, refused = 0, nearest = 0;
  for (int round = 0; round < 800; ++round) {
    const cute::TmaRequest request = random.request();
    const cute::TmaAnswer answer = cute::tma_copy(request);
    INFO(text_of(request));
    if (!answer.copy) {
      ++refused;
      REQUIRE((!answer.reasons.empty() || answer.report.verdict == Verdict::reject));
      for (const cute::ReasonFinding &finding : answer.reasons)
        nearest += finding.nearest.empty() ? 0 : 1;
      continue;
    }
    ++copies;
    const inspect::Proof proof = inspect::prove(request, *answer.copy);
    INFO(to_text(answer.copy->spec) << ' ' << proof.first);
    REQUIRE(proof.holds());
    REQUIRE(proof.elements > 0);
  }
  CHECK(copies > 100);
  CHECK(refused > 100);
  CHECK(nearest > 100);
}

TEST_CASE("a copy that is wrong does not pass") {
  const test::CuteCapture capture = test::cute_captures().at(1);
  const cute::TmaRequest request = test::request_of(capture);
  const cute::TmaCopy right = cute::tma_copy(request).copy.value();
  REQUIRE(right.copies.size() == 2);
  const auto holds = [&](const cute::TmaCopy &copy) {
    return inspect::prove(request, copy).holds();
  };
  CHECK(holds(right));
  cute::TmaCopy wrong = right;
  wrong.spec.swizzle = Swizzle::none;
  CHECK_FALSE(holds(wrong));
  wrong = right;
  std::swap(wrong.copies[0].coordinates, wrong.copies[1].coordinates);
  CHECK_FALSE(holds(wrong));
  wrong = right;
  wrong.copies.pop_back();
  CHECK_FALSE(holds(wrong));
  wrong = right;
  wrong.copies[1].smem_offset_bytes += 128;
  CHECK_FALSE(holds(wrong));
  wrong = right;
  wrong.spec.box_dim[1] /= 2;
  CHECK_FALSE(holds(wrong));
}
