// What the forward analysis finds with ranges.
#include "invariants/ranges/ranges.h"

#include "program/text_parser.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace assay {
namespace {

class RangesTest : public ::testing::Test {
protected:
  bool has(std::string_view program, const std::string& text) {
    const Flow flow(parseProgram(program, "test", terms_));
    const auto found = ranges(flow);
    return found && std::ranges::any_of(*found, [&](const Assertion& assertion) { return assertion.text == text; });
  }

  TermManager terms_;
};

TEST_F(RangesTest, ACounterStopsAtItsBound) {
  constexpr std::string_view kText = R"(
    function main() {
      var i: bv32 signed as "i";
      A: -> H { i = 0; }
      H: if i <s 100 -> H { i = i + 1; }
         if 100 <=s i -> exit { return; }
      exit: exit;
    })";
  EXPECT_TRUE(has(kText, "i <= 100"));
  EXPECT_TRUE(has(kText, "i >= 0"));
  EXPECT_FALSE(has(kText, "i <= 99"));
}

TEST_F(RangesTest, AnInnerLoopIsStableFirst) {
  constexpr std::string_view kText = R"(
    function main() {
      var i: bv32 signed as "i"; var j: bv32 signed as "j"; var s: bv32 signed as "s";
      A: -> H { i = 0; s = 7; }
      H: if i <s 10 -> G { j = i; }
         if 10 <=s i -> exit { return; }
      G: if j <s 20 -> G { j = j + 1; s = 9; }
         if 20 <=s j -> H { i = i + 1; }
      exit: exit;
    })";
  EXPECT_TRUE(has(kText, "i <= 10"));
  EXPECT_TRUE(has(kText, "j <= 20"));
  EXPECT_TRUE(has(kText, "i <= 9"));
}

TEST_F(RangesTest, WhatWrapsAroundIsAnything) {
  constexpr std::string_view kText = R"(
    function main() {
      var i: bv8 signed as "i"; var n: bv8 signed as "n";
      A: -> H { i = 0; n = input nondet; }
      H: if i != n -> H { i = i + 1; }
         if i == n -> exit { return; }
      exit: exit;
    })";
  EXPECT_FALSE(has(kText, "i >= 0"));
}

TEST(RangesDomain, IsALattice) {
  TermManager terms;
  const Flow flow(parseProgram(R"(
    function main() {
      var x: bv32 signed as "x";
      A: -> H { x = 0; }
      H: if x <s 9 -> H { x = x + 3; }
         if 9 <=s x -> exit { return; }
      exit: exit;
    })",
                               "test", terms));
  const CutRelation relation = *CutRelation::of(flow, {.granularity = Granularity::Path});
  RangesDomain domain(relation);
  ASSERT_EQ(domain.numbers().size(), 1u);
  const auto state = [](int64_t low, int64_t high, Progression values) {
    return RangesDomain::State{{{low, high, values}}, true};
  };
  const RangesDomain::State a = state(0, 6, {0, 3}), b = state(12, 12, {12, 0});
  RangesDomain::State both = a;
  domain.join(both, b);
  EXPECT_TRUE(domain.contains(both, a) && domain.contains(both, b));
  EXPECT_EQ(both.shapes[0].high, 12);
  EXPECT_EQ(both.shapes[0].values, (Progression{0, 3}));
  EXPECT_FALSE(domain.contains(a, both));
  EXPECT_TRUE(domain.contains(a, domain.bottom()));
  RangesDomain::State common = both;
  domain.meet(common, b);
  EXPECT_EQ(common.shapes[0].low, 12);
  domain.meet(common, a);
  EXPECT_TRUE(domain.isBottom(common));
  RangesDomain::State wide = both;
  domain.widen(0, wide, a);
  EXPECT_EQ(wide.shapes[0].high, INT32_MAX);
  EXPECT_EQ(wide.shapes[0].low, 0);
}

} // namespace
} // namespace assay
