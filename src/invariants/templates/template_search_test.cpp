// Bounds of template rows: both searches on the same domains; which rows there are.
#include "invariants/templates/template_search.h"

#include "invariants/templates/narrow_rows.h"
#include "program/text_parser.h"
#include "solver/factory.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay {
namespace {

using Texts = std::vector<std::string>; // sorted

class TemplateSearchTest : public ::testing::TestWithParam<BoundSearchKind> {
protected:
  /// What the domain finds in the unwindings of round k.
  Texts search(std::string_view text, TemplateDomain domain, BoundSearchKind kind, uint32_t k = 0) {
    const Flow flow(parseProgram(text, "test", terms_));
    const Deadline deadline{std::chrono::seconds(60)};
    Unwinding base(flow, Unwinding::Start::Initial, deadline), step(flow, Unwinding::Start::Free, deadline);
    while (base.numLayers() <= k) {
      base.addLayer(deadline);
      step.addLayer(deadline);
    }
    const std::unique_ptr<Solver> solver = makeSolver("native", terms_);
    TemplateSearch search(flow, *solver, inductionPlaces(flow, base, step, k), makeTemplate(flow, domain), kind);
    const auto found = search.run(deadline);
    Texts texts;
    if (!found) return {"gave up"};
    for (const Assertion& invariant : *found) texts.push_back(invariant.text);
    std::sort(texts.begin(), texts.end());
    numRounds_ = search.numRounds();
    return texts;
  }
  Texts rows(std::string_view text, TemplateDomain domain) {
    const Flow flow(parseProgram(text, "test", terms_));
    Texts texts;
    const Template shape = makeTemplate(flow, domain);
    for (const TemplateRow& row : shape.rows) {
      std::string& entry = texts.emplace_back();
      for (const auto& [variable, factor] : row.summands)
        entry += (factor < 0 ? "-" : "+") + std::string(std::abs(factor) == 2 ? "2" : "") +
                 userName(flow.program()[variable]);
    }
    std::sort(texts.begin(), texts.end());
    return texts;
  }

  TermManager terms_;
  uint32_t numRounds_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Kinds, TemplateSearchTest,
                         ::testing::Values(BoundSearchKind::Bisection, BoundSearchKind::Strategy));

// The worked example of 2LS, section 6.1: from bottom to (1, 1), to (1, 10), which is inductive.
TEST_P(TemplateSearchTest, WorkedExample) {
  const Texts found = search(R"(
    function main() {
      var x: bv32 signed as "x";
      A: -> H { x = 0; }
      H: if x <s 10 -> H { x = x + 1; }
         if 10 <=s x -> X;
      X: -> exit { return; }
      exit: exit;
    })",
                             TemplateDomain::Intervals, GetParam());
  EXPECT_EQ(found, (Texts{"x <= 10", "x >= 1"}));
  EXPECT_EQ(numRounds_, 3u);
}

// Branches, two loops, an unbounded variable, unsigned numbers, and several rounds of unwinding.
TEST_P(TemplateSearchTest, BoundsOfBranchesAndLoops) {
  constexpr std::string_view text = R"(
    function main() {
      var x: bv32 signed as "x"; var y: bv8 unsigned as "y"; var n: bv32 signed as "n";
      A: -> H { x = 0; y = 200; }
      H: -> I { n = input nondet; }
      I: if n == 0 && x <s 1000 -> H { x = x + 3; }
         if n == 1 && -50 <s x -> H { x = x - 1; }
         if n != 0 && n != 1 && x <s 5000 -> K;
         if !(n == 0 && x <s 1000) && !(n == 1 && -50 <s x) && !(n != 0 && n != 1 && x <s 5000) -> X;
      K: if 7 <u y -> K { y = y - 7; }
         if y <=u 7 -> X;
      X: -> exit { return; }
      exit: exit;
    })";
  const Texts found = search(text, TemplateDomain::Intervals, GetParam());
  EXPECT_EQ(found, (Texts{"x <= 1002", "x >= -50", "y <= 193", "y >= 1"}));
  EXPECT_EQ(search(text, TemplateDomain::Intervals, GetParam(), 2), found);
}

TEST_P(TemplateSearchTest, BoundsOfDifferences) {
  const Texts found = search(R"(
    function main() {
      var i: bv32 signed as "i"; var n: bv32 signed as "n";
      A: -> B { n = input nondet; i = 0; }
      B: if 0 <s n -> H;
         if n <=s 0 -> X;
      H: if i <s n -> H { i = i + 1; }
         if n <=s i -> X;
      X: -> exit { return; }
      exit: exit;
    })",
                             TemplateDomain::Zones, GetParam());
  EXPECT_NE(std::find(found.begin(), found.end(), "(long long)i - n <= 0"), found.end());
  EXPECT_NE(std::find(found.begin(), found.end(), "i >= 1"), found.end());
}

TEST_P(TemplateSearchTest, ASignStandsBeforeTheCast) {
  const Texts found = search(R"(
    function main() {
      var n: bv32 unsigned as "n"; var i: bv32 unsigned as "i";
      A: -> B { n = input nondet; i = 0; }
      B: if 0 <u n -> H;
         if n <=u 0 -> X;
      H: if i <u n -> H { i = i + 1; }
         if n <=u i -> X;
      X: -> exit { return; }
      exit: exit;
    })",
                             TemplateDomain::Zones, GetParam());
  EXPECT_NE(std::find(found.begin(), found.end(), "-(long long)n + i <= 0"), found.end());
}

// Only from 100 does x jump to 200, and it never gets there: all paths at once do not know that.
TEST_F(TemplateSearchTest, StrategiesBeginInStatesThatAreReached) {
  constexpr std::string_view text = R"(
    function main() {
      var x: bv32 signed as "x";
      A: -> H { x = 0; }
      H: if x <s 10 -> H { x = x + 1; }
         if x == 100 -> H { x = 200; }
         if !(x <s 10) && x != 100 -> X;
      X: -> exit { return; }
      exit: exit;
    })";
  EXPECT_EQ(search(text, TemplateDomain::Intervals, BoundSearchKind::Strategy), (Texts{"x <= 10", "x >= 1"}));
  EXPECT_EQ(search(text, TemplateDomain::Intervals, BoundSearchKind::Bisection), (Texts{"x <= 200", "x >= 1"}));
}

// `dead` is overwritten before it is read again, `early` is not read any more, `constant` not written.
TEST_F(TemplateSearchTest, DeadVariablesHaveNoRows) {
  constexpr std::string_view text = R"(
    function main() {
      var x: bv32 signed as "x"; var dead: bv32 signed as "dead"; var early: bv32 signed as "early";
      var constant: bv32 signed as "constant";
      A: -> H { x = 0; constant = input nondet; early = constant; x = early; }
      H: if x <s constant -> H { dead = x; x = dead + 1; }
         if constant <=s x -> C;
      C: if x == 7 -> E;
         if x != 7 -> X;
      E: error(unreach-call) "x";
      X: -> exit { return; }
      exit: exit;
    })";
  EXPECT_EQ(rows(text, TemplateDomain::Intervals), (Texts{"+x", "-x"}));
  EXPECT_EQ(rows(text, TemplateDomain::Zones), (Texts{"+x", "+x-constant", "-x", "-x+constant"}));
}

// Every second time n grows, too.
constexpr std::string_view kHalf = R"(
  function main() {
    var i: bv32 signed as "i"; var n: bv32 signed as "n"; var most: bv32 signed as "most";
    A: -> B { i = 0; n = 0; most = input nondet; }
    B: if most <s 1000 -> H;
       if !(most <s 1000) -> X;
    H: if i <s most && i & 1 == 0 -> H { i = i + 1; n = n + 1; }
       if i <s most && i & 1 != 0 -> H { i = i + 1; }
       if !(i <s most) -> X;
    X: if n == i -> E;
       if n != i -> Y;
    E: error(unreach-call) "n";
    Y: -> exit { return; }
    exit: exit;
  })";

TEST_F(TemplateSearchTest, OneVariableAtHalfOfTheOthersSpeed) {
  const Texts found = search(kHalf, TemplateDomain::Ratios, BoundSearchKind::Narrow);
  const auto has = [&](const char* text) { return std::ranges::find(found, text) != found.end(); };
  EXPECT_TRUE(has("-2 * (long long)n + i <= 0"));
  EXPECT_TRUE(has("2 * (long long)n - i <= 1"));
  // What moves far has no bound, though there is one.
  EXPECT_FALSE(has("2 * (long long)i - n <= 1500"));
  EXPECT_TRUE(
      std::ranges::none_of(found, [](const std::string& text) { return text.starts_with("2 * (long long)i"); }));
}

TEST_F(TemplateSearchTest, ExecutionsTellWhichRowsMove) {
  const Flow flow(parseProgram(kHalf, "test", terms_));
  Template shape = makeTemplate(flow, TemplateDomain::Ratios);
  const size_t before = shape.rows.size();
  dropWideRows(flow, shape, {}, Deadline{std::chrono::seconds(60)});
  EXPECT_EQ(before, 12u);
  ASSERT_EQ(shape.rows.size(), 2u);
  EXPECT_EQ(shape.groups.at(0).firstRow, 0u);
  EXPECT_EQ(shape.groups.at(0).endRow, 2u);
  for (const TemplateRow& row : shape.rows) {
    ASSERT_EQ(row.summands.size(), 2u);
    EXPECT_EQ(userName(flow.program()[row.summands[0].variable]), "n");
    EXPECT_EQ(std::abs(row.summands[0].factor), 2);
  }
}

TEST_F(TemplateSearchTest, RatiosOfPairsAndOfCounters) {
  const Texts found = rows(kHalf, TemplateDomain::Ratios);
  for (const char* row : {"+2i-n", "-2i+n", "+2n-i", "+2i-most", "+2i+2n-most", "+2i-2n-most", "-2i-2n+most"})
    EXPECT_TRUE(std::ranges::find(found, row) != found.end()) << row;
  EXPECT_TRUE(std::ranges::find(found, "+i") == found.end());
}

// Rows are wide enough for the ends of the type: -2 x is 254 behind the first iteration.
TEST_F(TemplateSearchTest, RatiosDoNotWrapAround) {
  const Texts found = search(R"(
    function main() {
      var x: bv8 signed as "x"; var y: bv8 signed as "y";
      A: -> H { x = -128; y = 0; }
      H: if y <s x -> H { x = y; }
         if x <s y -> H { x = x + 1; }
         if x == y -> X;
      X: -> exit { return; }
      exit: exit;
    })",
                             TemplateDomain::Ratios, BoundSearchKind::Narrow);
  EXPECT_EQ(found, (Texts{"-2 * (long long)x + y <= 254", "2 * (long long)y - x <= 127"}));
}

} // namespace
} // namespace assay
