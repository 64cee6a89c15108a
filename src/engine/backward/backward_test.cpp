// Backward symbolic execution, on automata in text form.
#include "engine/backward/bse.h"
#include "engine/judge_test.h"
#include "engine/kiki/kiki.h"
#include "program/random_program.h"
#include "program/text_parser.h"
#include "util/test_env.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>

namespace assay {
namespace {

class Backward : public ::testing::Test {
protected:
  template <class E>
  Result check(std::string_view text, unsigned milliseconds = 20000) {
    program_.emplace(parseProgram(text, "test", terms_));
    return E().run(*program_, env_.within(std::chrono::milliseconds(milliseconds)));
  }

  TermManager terms_;
  TestEnv env_;
  std::optional<Program> program_;
};

// "Backward symbolic execution with loop folding", Figure 1: the assertion is in the loop.
constexpr std::string_view kFigure1 = R"(
    function main() {
      var x: bv32 signed; var i: bv32 signed; var n: bv32 signed;
      A: -> H { n = input nondet; x = 0; i = 0; }
      H: if x != i -> E;
         if x == i -> B;
      B: if i <s n -> H { i = i + 1; x = x + 1; }
         if n <=s i -> X;
      E: error(unreach-call) "x == i";
      X: -> exit { return; }
      exit: exit;
    })";

// Figure 2: it is behind the loop.
constexpr std::string_view kFigure2 = R"(
    function main() {
      var x: bv32 signed; var i: bv32 signed; var n: bv32 signed;
      A: -> H { n = input nondet; x = 0; i = 0; }
      H: if i <s n -> H { i = i + 1; x = x + 1; }
         if n <=s i -> C;
      C: if x != i -> E;
         if x == i -> X;
      E: error(unreach-call) "x == i";
      X: -> exit { return; }
      exit: exit;
    })";

TEST_F(Backward, Figure1) {
  const Result result = check<Bse>(kFigure1);
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_EQ(result.proofCheck.status, ProofCheck::Confirmed);
}

TEST_F(Backward, Figure2IsBeyondExecutionAlone) { EXPECT_EQ(check<Bse>(kFigure2, 500).verdict, Verdict::Unknown); }

TEST_F(Backward, ViolationBehindALoopThatReads) {
  const Result result = check<Bse>(R"(
    function main() {
      var n: bv32; var i: bv32; var c: bv8;
      A: -> H { n = input nondet; i = 0; }
      H: if i <u n -> B { c = input nondet; }
         if n <=u i -> C;
      B: if c == 7 -> H { i = i + 2; }
         if c != 7 -> H { i = i + 1; }
      C: if i == 5 && n == 4 -> E;
         if i != 5 || n != 4 -> X;
      E: error(unreach-call) "five";
      X: -> exit { return; }
      exit: exit;
    })");
  EXPECT_EQ(result.verdict, Verdict::False) << result.reason;
}

// Whatever lies behind an obstacle is open.
TEST_F(Backward, ObstaclesStayOpen) {
  const Result result = check<Bse>(R"(
    function main() {
      var x: bv32;
      A: -> H { x = input nondet; }
      H: if x != 0 -> H { x = x - 1; }
         if x == 0 -> U;
      U: unsupported "assembly";
    })");
  EXPECT_EQ(result.verdict, Verdict::Unknown) << result.reason;
}

class BackwardRandom : public ::testing::TestWithParam<unsigned> {};

// Section 3 of the paper: backward execution is k-induction on paths. Both have the same time, and decide the same, but for
// what one of them decides just in time. K-induction may see that all executions end, and it knows what no loop writes.
TEST_P(BackwardRandom, DecidesWhatKInductionDoes) {
  TermManager terms;
  RandomProgramOptions options;
  options.memory = false;
  options.functions = 0;
  const Program program = randomProgram(terms, GetParam(), options);
  TestEnv env;
  const Result backward = Bse().run(program, env.within(std::chrono::milliseconds(400)));
  expectNothingProvedHappens(program, backward);
  const Result forward = Kiki(kikiVariant("k-induction")).run(program, env.within(std::chrono::milliseconds(400)));
  if (forward.verdict != Verdict::Unknown && backward.verdict != Verdict::Unknown) {
    EXPECT_EQ(backward.verdict, forward.verdict) << backward.reason << forward.reason << printProgram(program);
  }
  const bool isInductive = forward.reason.find("inductive") != std::string::npos;
  if (forward.verdict == Verdict::True && isInductive && backward.verdict != Verdict::True) {
    EXPECT_NE(backward.reason.find("out of time"), std::string::npos) << backward.reason << printProgram(program);
  }
}

TEST_P(BackwardRandom, NothingProvedHappens) {
  TermManager terms;
  RandomProgramOptions options;
  options.memory = GetParam() % 2 == 0;
  options.functions = GetParam() % 3;
  const Program program = randomProgram(terms, GetParam(), options);
  TestEnv env;
  expectNothingProvedHappens(program, Bse().run(program, env.within(std::chrono::milliseconds(200))));
}

INSTANTIATE_TEST_SUITE_P(Seeds, BackwardRandom, ::testing::Range(0u, 100u));

} // namespace
} // namespace assay
