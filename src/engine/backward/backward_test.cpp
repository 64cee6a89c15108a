// Backward symbolic execution, on automata in text form.
#include "encode/flatten.h"
#include "engine/backward/bse.h"
#include "engine/backward/bself.h"
#include "engine/backward/loop_folding.h"
#include "engine/engines.h"
#include "engine/testing/judge.h"
#include "engine/testing/paper_figures.h"
#include "program/condition_text.h"
#include "program/testing/random_program.h"
#include "program/text_parser.h"
#include "solver/factory.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

namespace assay {
namespace {

class Backward : public ::testing::Test {
protected:
  template <class E>
  Result check(std::string_view text, unsigned milliseconds = 60000) {
    program_.emplace(parseProgram(text, "test", terms_));
    return E().run(*program_, env_.within(std::chrono::milliseconds(milliseconds)));
  }

  /// The invariant of a head, without invariants to begin with; null: foldings do not exclude all errors.
  Term folded(uint32_t head = 0) {
    Env& env = env_.within(std::chrono::seconds(60));
    flow_ = flattenForBlocks(*program_);
    const CutRelation system = *CutRelation::of(*flow_, {}, env.deadline);
    LoopFolding folding(system, env);
    folding.sample(env.deadline);
    for (uint32_t cut = 0; cut < system.numCuts(); ++cut)
      for (const Ending& ending : system.block(cut).endings)
        if (!folding.excludes(cut, ending.guard, env.deadline)) return {};
    return terms_.mkAnd(folding.found()[head]);
  }

  /// Whether the invariant implies the condition.
  bool isSafe(Term invariant, const std::string& condition) {
    return isUnsat(terms_.mkAnd(invariant, terms_.mkNot(parseConditionText(flow_->program(), condition))));
  }
  /// Whether the condition implies the invariant.
  bool holdsWhere(Term invariant, const std::string& condition) {
    return isUnsat(terms_.mkAnd(parseConditionText(flow_->program(), condition), terms_.mkNot(invariant)));
  }
  bool isUnsat(Term formula) {
    const std::unique_ptr<Solver> solver = makeSolver("native", terms_);
    solver->assertTerm(formula);
    return solver->check().isUnsat();
  }

  TermManager terms_;
  TestEnv env_;
  std::optional<Program> program_;
  std::unique_ptr<Flow> flow_; // of what was folded
};

TEST_F(Backward, Figure1) {
  const Result result = check<Bse>(figures::kAssertionInLoop);
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_EQ(result.proofCheck.status, ProofCheck::Confirmed);
}

TEST_F(Backward, Figure2IsBeyondExecutionAlone) {
  EXPECT_EQ(check<Bse>(figures::kAssertionBehindLoop, 500).verdict, Verdict::Unknown);
}

// The invariants of this figure and of Figure 3 are those of the paper's section 4.5. Each of them is the set of all
// states that lead to no error, so what is found is not weaker; where executions are, it is not stronger either.
TEST_F(Backward, Figure2IsFolded) {
  const Result result = check<Bself>(figures::kAssertionBehindLoop);
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_EQ(result.proofCheck.status, ProofCheck::Confirmed);
  const Term invariant = folded();
  ASSERT_FALSE(invariant.isNull());
  EXPECT_TRUE(isSafe(invariant, "main::x == main::i"));
  EXPECT_TRUE(holdsWhere(invariant, "main::x == main::i && 0 <=s main::i && main::i <=s main::n"));
}

// Figure 3, left: two disjuncts, before and behind the fifth iteration.
TEST_F(Backward, Figure3Left) {
  const Result result = check<Bself>(figures::kFifthIteration);
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  const Term invariant = folded();
  ASSERT_FALSE(invariant.isNull());
  EXPECT_TRUE(isSafe(invariant, "(6 <=s main::i && main::x == main::i) || (main::i <=s 5 && main::x == main::i + 1)"));
  EXPECT_TRUE(holdsWhere(invariant, "6 <=s main::i && main::i <=s 1000000 && main::x == main::i"));
  EXPECT_TRUE(holdsWhere(invariant, "0 <=s main::i && main::i <=s 5 && main::x == main::i + 1"));
}

// Figure 3, middle: two loops, one behind the other, here for any n.
TEST_F(Backward, Figure3Middle) {
  const Result result = check<Bself>(figures::kTwoLoops);
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  const Term second = folded(1);
  ASSERT_FALSE(second.isNull());
  EXPECT_TRUE(
      isSafe(second, "(main::i == main::x && main::n <=s main::x) || (main::n == main::i && main::x <s main::n)"));
  EXPECT_TRUE(holdsWhere(second, "main::i == main::n && 0 <=s main::x && main::x <=s main::n"));
  const Term first = folded(0);
  EXPECT_TRUE(isSafe(first,
                     "(main::i <s main::n && main::x <=s main::n) || (main::n <=s main::i && main::i == main::x) ||"
                     " (main::i == main::n && main::x <s main::n)"));
  EXPECT_TRUE(holdsWhere(first, "main::x == 0 && 0 <=s main::i && main::i <=s main::n"));
}

// Figure 3, right: candidates of two paths have to be merged.
TEST_F(Backward, Figure3Right) {
  const Result result = check<Bself>(figures::kTwoPaths);
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  const Term invariant = folded();
  ASSERT_FALSE(invariant.isNull());
  EXPECT_TRUE(isSafe(invariant, "(main::n <=s main::x && main::y == main::n) ||"
                                " (main::x <=s main::y && main::y <=s main::n)"));
  EXPECT_TRUE(holdsWhere(invariant, "0 <=s main::x && main::x <=s main::y && main::y <=s main::n"));
}

// A loop in a loop is folded with it; and it reads.
TEST_F(Backward, NestThatReads) {
  const Result result = check<Bself>(R"(
    function main() {
      var i: bv32 signed; var j: bv32 signed; var s: bv32 signed; var c: bv8;
      A: -> H { i = 0; j = 0; s = 0; }
      H: if i <s 1000 -> G { j = 0; }
         if 1000 <=s i -> C;
      G: -> K { c = input nondet; }
      K: if c != 0 && j <s 10 -> G { j = j + 1; s = ite(s == 0, 1:32, 0:32); }
         if c == 0 || 10 <=s j -> H { i = i + 1; }
      C: if s != 0 && s != 1 -> E;
         if s == 0 || s == 1 -> X;
      E: error(unreach-call) "s";
      X: -> exit { return; }
      exit: exit;
    })");
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
}

// States that an execution is in by given inputs: which of them a block takes depends on those before.
TEST_F(Backward, ExecutionOnGivenInputs) {
  program_.emplace(parseProgram(R"(
    function main() {
      var x: bv32; var i: bv32; var c: bool; var d: bv8;
      A: -> H { x = input nondet; i = 0; c = false; d = 0; }
      H: if i <u 1000 -> G { c = input nondet; }
         if 1000 <=u i -> C;
      G: if c -> K { d = input nondet; }
         if !c -> K { d = 0; }
      K: -> H { x = x + zext(d, 32); i = i + 1; }
      C: if x == 5 -> E;
         if x != 5 -> X;
      E: error(unreach-call) "five";
      X: -> exit { return; }
      exit: exit;
    })",
                                "test", terms_));
  Env& env = env_.within(std::chrono::seconds(60));
  flow_ = flattenForBlocks(*program_);
  const CutRelation system = *CutRelation::of(*flow_, {}, env.deadline);
  const auto firstStates = [&](const std::vector<BitVector>& inputs) {
    const BackwardLimits limits;
    SampleRuns runs(system, limits);
    runs.execute(inputs, env.deadline);
    std::vector<uint64_t> result;
    for (const Sample& sample : runs.all())
      for (VariableId variable : flow_->liveAt(flow_->heads()[sample.head]))
        if (flow_->program()[variable].name().ends_with("x"))
          result.push_back(sample.values.get(flow_->program()[variable].term).bits().toUint64());
    if (result.size() > 4) result.resize(4);
    return result;
  };
  const BitVector yes(1, 1), no(1, 0);
  EXPECT_EQ(firstStates({BitVector(32, 123456), yes, BitVector(8, 17), no, yes, BitVector(8, 100)}),
            (std::vector<uint64_t>{123456, 123473, 123473, 123573}));
  // Of another program: as far as it goes.
  EXPECT_EQ(firstStates({BitVector(32, 123456), yes, BitVector(32, 17), no}), (std::vector<uint64_t>{123456}));
  EXPECT_EQ(firstStates({BitVector(8, 1)}), std::vector<uint64_t>());
  // What is not given may be anything.
  EXPECT_EQ(firstStates({BitVector(32, 123456)}).size(), 4u);
  EXPECT_EQ(firstStates({}).size(), 4u);
}

template <class E>
class BackwardEngine : public Backward {};
using BackwardEngines = ::testing::Types<Bse, Bself>;
TYPED_TEST_SUITE(BackwardEngine, BackwardEngines);

TYPED_TEST(BackwardEngine, ViolationBehindALoopThatReads) {
  const Result result = this->template check<TypeParam>(R"(
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
    })",
                                                        240000);
  EXPECT_EQ(result.verdict, Verdict::False) << result.reason;
}

// Whatever lies behind an obstacle is open.
TYPED_TEST(BackwardEngine, ObstaclesStayOpen) {
  const Result result = this->template check<TypeParam>(R"(
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

// Section 3 of the paper: backward execution is k-induction on paths. Both have the same time, and decide the same, but
// for what one of them decides just in time. K-induction may see that all executions end, and it knows what no loop
// writes.
TEST_P(BackwardRandom, DecidesWhatKInductionDoes) {
  TermManager terms;
  RandomProgramOptions options;
  options.memory = false;
  options.functions = 0;
  const Program program = randomProgram(terms, GetParam(), options);
  TestEnv env;
  const Result backward = Bse().run(program, env.within(std::chrono::milliseconds(400)));
  expectNothingProvedHappens(program, backward);
  const Result forward = makeEngine("k-induction")->run(program, env.within(std::chrono::milliseconds(400)));
  if (forward.verdict != Verdict::Unknown && backward.verdict != Verdict::Unknown) {
    EXPECT_EQ(backward.verdict, forward.verdict) << backward.reason << forward.reason << printProgram(program);
  }
  const bool isInductive = forward.reason.find("inductive") != std::string::npos;
  if (forward.verdict == Verdict::True && isInductive && backward.verdict != Verdict::True) {
    const bool isLate =
        backward.reason.find("out of time") != std::string::npos || backward.reason.ends_with("in time");
    EXPECT_TRUE(isLate) << backward.reason << printProgram(program);
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
  expectNothingProvedHappens(program, Bself().run(program, env.within(std::chrono::milliseconds(400))));
}

INSTANTIATE_TEST_SUITE_P(Seeds, BackwardRandom, ::testing::Range(0u, 100u));

} // namespace
} // namespace assay
