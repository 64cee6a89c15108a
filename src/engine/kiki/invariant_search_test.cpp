// Bounds of template rows: both searches on the same domains; loop paths; which rows there are.
#include "engine/kiki/invariant_search.h"

#include "engine/kiki/kiki.h"
#include "program/text_parser.h"
#include "solver/factory.h"
#include "util/test_env.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay {
namespace {

using Texts = std::vector<std::string>; // sorted

class InvariantSearchTest : public ::testing::TestWithParam<BoundSearchKind> {
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
    InvariantSearch search(flow, *solver, inductionPlaces(flow, base, step, k), makeTemplate(flow, domain), kind);
    const auto found = search.run(deadline);
    Texts texts;
    if (!found) return {"gave up"};
    for (const Invariant& invariant : *found) texts.push_back(invariant.text);
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
      for (const auto& [variable, isNegative] : row.summands)
        entry += (isNegative ? "-" : "+") + userName(flow.program()[variable]);
    }
    std::sort(texts.begin(), texts.end());
    return texts;
  }
  Result check(std::string_view text, KikiOptions options) {
    const Program program = parseProgram(text, "test", terms_);
    return Kiki(std::move(options)).run(program, env_.within(std::chrono::seconds(60)));
  }

  TermManager terms_;
  TestEnv env_;
  uint32_t numRounds_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Kinds, InvariantSearchTest,
                         ::testing::Values(BoundSearchKind::Bisection, BoundSearchKind::Strategy));

// The worked example of 2LS, section 6.1: from bottom to (1, 1), to (1, 10), which is inductive.
TEST_P(InvariantSearchTest, WorkedExample) {
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
TEST_P(InvariantSearchTest, BoundsOfBranchesAndLoops) {
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

TEST_P(InvariantSearchTest, BoundsOfDifferences) {
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

TEST_P(InvariantSearchTest, ASignStandsBeforeTheCast) {
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
TEST_F(InvariantSearchTest, StrategiesBeginInStatesThatAreReached) {
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

// x ends above 5 if the first loop was executed and below 1 otherwise: between, no interval tells them apart.
constexpr std::string_view kTwoWays = R"(
  function main() {
    var x: bv32 signed; var was: bv32 signed; var n: bv32 signed;
    A: -> F { x = 0; was = 0; }
    F: -> G { n = input nondet; }
    G: if n != 0 -> F { x = 5; was = 1; }
       if n == 0 -> S;
    S: -> T { n = input nondet; }
    T: if n != 0 && was != 0 && x <s 1000000 -> S { x = x + 1; }
       if n != 0 && was == 0 && -1000000 <s x -> S { x = x - 1; }
       if !(n != 0 && was != 0 && x <s 1000000) && !(n != 0 && was == 0 && -1000000 <s x) -> C;
    C: if was != 0 && x <s 5 -> E;
       if !(was != 0 && x <s 5) -> X;
    E: error(unreach-call) "x";
    X: -> exit { return; }
    exit: exit;
  })";

TEST_F(InvariantSearchTest, LoopPathsProveMore) {
  KikiOptions options;
  options.domains = {{TemplateDomain::Intervals}};
  options.maxRounds = 6;
  EXPECT_EQ(check(kTwoWays, options).verdict, Verdict::Unknown);
  env_.options.loopPaths = true;
  const Result result = check(kTwoWays, options);
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_NE(result.reason.find("confirmed"), std::string::npos) << result.reason;
}

TEST_F(InvariantSearchTest, LoopPathsDoNotProveWhatIsWrong) {
  env_.options.loopPaths = true;
  std::string wrong(kTwoWays);
  wrong.replace(wrong.find("was != 0 && x <s 5 ->"), 21, "was != 0 && x <s 6 ->");
  wrong.replace(wrong.find("!(was != 0 && x <s 5)"), 21, "!(was != 0 && x <s 6)");
  EXPECT_EQ(check(wrong, {}).verdict, Verdict::False);
}

// `dead` is overwritten before it is read again, `early` is not read any more, `constant` not written.
TEST_F(InvariantSearchTest, DeadVariablesHaveNoRows) {
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

// `noise` feeds on itself and is live, but no check depends on it.
TEST_F(InvariantSearchTest, WhatNoCheckDependsOnHasNoRows) {
  constexpr std::string_view text = R"(
    function main() {
      var x: bv32 signed as "x"; var noise: bv32 signed as "noise"; var n: bv32 signed as "n";
      A: -> H { x = 0; noise = 0; n = input nondet; }
      H: if x <s 10 -> H { x = x + 1; noise = noise + n + x; }
         if 10 <=s x -> C;
      C: if x == 10 -> D;
         if x != 10 -> E;
      D: if noise == 0 -> X;
         if noise != 0 -> Y;
      E: error(unreach-call) "x";
      X: -> exit { return; }
      Y: -> exit { return; }
      exit: exit;
    })";
  for (const TemplateDomain domain : {TemplateDomain::Intervals, TemplateDomain::Octagons}) {
    KikiOptions options;
    options.domains = {{domain}};
    options.maxRounds = 1;
    env_.statistics.counter("kiki template rows") = 0;
    EXPECT_EQ(check(text, options).verdict, Verdict::True);
    EXPECT_EQ(env_.statistics.counter("kiki template rows"), 2u);
  }
}

} // namespace
} // namespace assay
