// Symbolic execution with predicate abstraction, and IC3, on automata in text form.
#include "engine/common/cut_verdict.h"
#include "engine/common/random_runs.h"
#include "engine/predicates/abstract_execution.h"
#include "engine/predicates/ic3ia.h"
#include "engine/predicates/symexia.h"
#include "engine/testing/judge.h"
#include "engine/testing/paper_figures.h"
#include "program/testing/random_program.h"
#include "program/text_parser.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <memory>

namespace assay {
namespace {

std::unique_ptr<Engine> engineOf(bool isSymbolicExecution) {
  if (isSymbolicExecution) return std::make_unique<Symexia>();
  return std::make_unique<Ic3ia>();
}

/// For both engines.
class Predicates : public ::testing::TestWithParam<bool> {
protected:
  Result check(std::string_view text, unsigned milliseconds = 20000) {
    program_.emplace(parseProgram(text, "test", terms_));
    return engineOf(GetParam())->run(*program_, env_.within(std::chrono::milliseconds(milliseconds)));
  }
  static bool mentions(const Result& result, std::string_view what) {
    return result.reason.find(what) != std::string::npos;
  }

  TermManager terms_;
  TestEnv env_;
  std::optional<Program> program_;
};

INSTANTIATE_TEST_SUITE_P(Engines, Predicates, ::testing::Bool(),
                         [](const auto& each) { return each.param ? "symexia" : "ic3ia"; });

// The predicates that the paper names, n > 0, x - y > 1 and x = y, are conditions of the program.
TEST_P(Predicates, RunningExampleOfThePaper) {
  const Result result = check(figures::kRunningExample);
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_TRUE(mentions(result, " 0 refinements")) << result.reason;
  EXPECT_EQ(result.proofCheck.status, ProofCheck::Confirmed);
}

// That b is not 3 where a is 1 is no condition of the program.
TEST_P(Predicates, RefinementFindsStates) {
  const Result result = check(R"(
    function main() {
      var a: bv32; var b: bv32; var c: bv32;
      A: -> H { a = 1; b = 0; }
      H: -> I { c = input nondet; }
      I: if c == 0 -> K;
         if c != 0 -> X;
      K: if b == 6 -> E;
         if b != 6 -> L;
      L: if a == 1 -> H { a = 0; b = b + 3; }
         if a != 1 -> H { a = 1; b = b - 3; }
      E: error(unreach-call) "b";
      X: -> exit { return; }
      exit: exit;
    })");
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_TRUE(mentions(result, " 2 refinements ")) << result.reason;
}

TEST_P(Predicates, ViolationBehindALoop) {
  const Result result = check(R"(
    function main() {
      var n: bv32; var i: bv32;
      A: -> H { n = input nondet; i = 0; }
      H: if i <u n -> H { i = i + 1; }
         if n <=u i -> C;
      C: if i == 5 -> E;
         if i != 5 -> X;
      E: error(unreach-call) "five";
      X: -> exit { return; }
      exit: exit;
    })");
  EXPECT_EQ(result.verdict, Verdict::False) << result.reason;
}

// Whatever lies behind an obstacle is open.
TEST_P(Predicates, ObstaclesStayOpen) {
  const Result result = check(R"(
    function main() {
      var x: bv32;
      A: -> H { x = input nondet; }
      H: if x != 0 -> H { x = x - 1; }
         if x == 0 -> U;
      U: unsupported "assembly";
    })");
  EXPECT_EQ(result.verdict, Verdict::Unknown) << result.reason;
  EXPECT_EQ(check(R"(
    function main() {
      var x: bv32;
      A: -> H { x = input nondet; }
      H: if 7 <u x -> H { x = x - 1; }
         if x <=u 7 -> C;
      C: if x <=u 7 -> X;
         if 7 <u x -> U;
      U: unsupported "assembly";
      X: -> exit { return; }
      exit: exit;
    })")
                .verdict,
            Verdict::True);
}

/// The paper's symbolic execution with predicates that are given.
class AbstractExecutionTest : public ::testing::Test {
protected:
  Term number(int64_t value) { return terms_.mkBv(32, static_cast<uint64_t>(value)); }
  Term variable(std::string_view name) const {
    for (const Variable& each : flow_.program().variables())
      if (each.name().ends_with(name)) return each.term;
    ADD_FAILURE() << name;
    return {};
  }
  Term difference() { return terms_.mkBvSub(variable("x"), variable("y")); }
  Term isPositive(Term term) { return terms_.mkBvSlt(number(0), term); }

  using Outcome = AbstractExecution::Outcome;
  /// How many refinements it takes; none, if it does not end in so many.
  std::optional<int> refinements(Precision& precision, uint32_t threshold, int most = 20) {
    AbstractExecution execution(*system_, precision, threshold, env_.env);
    Refinement refinement(*system_, precision, env_.env);
    for (int number = 0; number <= most; ++number) {
      if (execution.run(CutVerdict::mustNotBeReached, deadline_) == Outcome::Safe) return number;
      first_ = number == 0 ? execution.counterexample() : first_;
      const Refinement::Outcome outcome = refinement.refine(execution.counterexample(), deadline_);
      EXPECT_EQ(outcome, Refinement::Outcome::Refined);
      execution.backtrack();
    }
    return std::nullopt;
  }

  TermManager terms_;
  TestEnv env_;
  const Deadline deadline_;
  const PredicateLimits limits_;
  const Flow flow_{parseProgram(figures::kRunningExample, "test", terms_)};
  const std::optional<CutRelation> system_ = CutRelation::of(flow_, {}, deadline_);
  std::vector<AbstractStep> first_; // the first counterexample
};

// Figure 3: these predicates are enough, from the first visit of the loop's head on, or from a later one.
TEST_F(AbstractExecutionTest, PredicatesOfFigure3) {
  for (const uint32_t threshold : {0U, 1U, 3U}) {
    Precision precision(flow_, limits_);
    precision.add(0, isPositive(variable("n")));
    precision.add(0, terms_.mkBvSlt(number(1), difference()));
    precision.add(0, terms_.mkEqual(variable("x"), variable("y")));
    EXPECT_EQ(refinements(precision, threshold), 0) << threshold;
  }
}

// Figure 2: with this one alone, the loop is left at once although n > 0.
TEST_F(AbstractExecutionTest, PredicateOfFigure2) {
  Precision precision(flow_, limits_);
  precision.add(0, isPositive(difference()));
  EXPECT_EQ(refinements(precision, 0), 2);
  ASSERT_EQ(first_.size(), 2U);
  EXPECT_EQ(first_[0].cut, system_->start());
  EXPECT_EQ(first_[1].cut, 0U);
}

TEST_F(AbstractExecutionTest, NoPredicates) {
  for (const auto& [threshold, number] : {std::pair{0U, 2}, {1U, 1}}) {
    Precision precision(flow_, limits_);
    EXPECT_EQ(refinements(precision, threshold), number) << threshold;
  }
}

// What refinement finds one after the other is found at once.
TEST_F(AbstractExecutionTest, DistancesBetweenOthers) {
  Precision precision(flow_, limits_);
  const auto isAhead = [&](uint64_t distance) {
    return terms_.mkEqual(variable("x"), terms_.mkBvAdd(variable("y"), number(distance)));
  };
  EXPECT_EQ(precision.add(0, isAhead(9)), 1U);
  EXPECT_EQ(precision.add(0, terms_.mkEqual(variable("x"), variable("y"))), 1U);
  EXPECT_EQ(precision.add(0, isAhead(4)), 8U);
  EXPECT_EQ(precision.size(), 10U);
  EXPECT_EQ(precision.add(0, isAhead(7)), 0U);
  EXPECT_EQ(precision.add(0, isAhead(1000)), 1U); // too far away
  EXPECT_EQ(precision.add(0, isAhead(900)), 1U);
}

// The other way round, and below: the same distances.
TEST_F(AbstractExecutionTest, DistancesHaveASign) {
  Precision precision(flow_, limits_);
  const auto isBehind = [&](Term x, Term y, uint64_t distance) {
    return terms_.mkEqual(terms_.mkBvAdd(x, number(distance)), y);
  };
  const Term x = variable("x"), y = variable("y");
  EXPECT_EQ(precision.add(0, isBehind(x, y, 2)), 1U); // y == x + 2
  EXPECT_EQ(precision.add(0, isBehind(y, x, 2)), 1U); // y == x - 2
  EXPECT_EQ(precision.add(0, terms_.mkEqual(x, y)), 3U);
}

class PredicatesRandom : public ::testing::TestWithParam<unsigned> {};

TEST_P(PredicatesRandom, NothingProvedHappens) {
  TermManager terms;
  RandomProgramOptions options;
  options.memory = GetParam() % 2 == 0;
  options.functions = GetParam() % 3;
  const Program program = randomProgram(terms, GetParam(), options);
  for (const bool isSymbolicExecution : {false, true}) {
    TestEnv env;
    const Result result = engineOf(isSymbolicExecution)->run(program, env.within(std::chrono::milliseconds(200)));
    expectNothingProvedHappens(program, result);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, PredicatesRandom, ::testing::Range(0u, 100u));

// What lies behind thousands of rounds is found by runs, not by unwinding.
TEST(RandomRuns, GoDeep) {
  TestEnv env;
  const char* text = R"(
    function main() {
      var n: bv32; var i: bv32;
      I: -> L { n = input nondet; i = 0; }
      L: if i <u n -> L { i = i + 1; }
         if n <=u i -> G;
      G: if LIMIT <u i -> E;
         if i <=u LIMIT -> exit { return; }
      E: error(unreach-call) "i";
      exit: exit;
    })";
  for (const auto& [limit, isFound] : {std::pair{"70000", true}, {"4294967295", false}}) {
    std::string program = text;
    for (size_t at; (at = program.find("LIMIT")) != std::string::npos;) program.replace(at, 5, limit);
    TermManager terms;
    const Program parsed = parseProgram(program, "test", terms);
    EXPECT_EQ(failsAtRandom(parsed, env.env).has_value(), isFound) << limit;
  }
}

} // namespace
} // namespace assay
