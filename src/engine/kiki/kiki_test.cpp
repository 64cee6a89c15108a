// The engine on automata in text form: the papers' examples, and what must stay open.
#include "engine/kiki/kiki.h"

#include "engine/testing/judge.h"
#include "engine/testing/paper_figures.h"
#include "program/testing/random_program.h"
#include "program/text_parser.h"
#include "solver/testing/test_solvers.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

namespace assay {
namespace {

class KikiTest : public ::testing::Test {
protected:
  Result check(std::string_view text, KikiOptions options = {}, unsigned milliseconds = 60000) {
    program_.emplace(parseProgram(text, "test", terms_));
    return Kiki(options).run(*program_, env_.within(std::chrono::milliseconds(milliseconds)));
  }
  static KikiOptions kInduction(uint32_t maxRounds = UINT32_MAX) {
    KikiOptions options;
    options.turns.clear();
    options.maxRounds = maxRounds;
    return options;
  }
  static KikiOptions with(std::string_view source, uint32_t maxRounds = 1) {
    KikiOptions options = kInduction(maxRounds);
    options.turns = {{source}};
    return options;
  }

  TermManager terms_;
  TestEnv env_;
  std::optional<Program> program_;
};

TEST_F(KikiTest, UriNeedsMoreThanIntervalsInTheFirstRound) {
  EXPECT_EQ(check(figures::kUri, kInduction(1)).verdict, Verdict::Unknown);
  EXPECT_EQ(check(figures::kUri, with("intervals")).verdict, Verdict::Unknown);
}

TEST_F(KikiTest, UriIsProvedByInduction) {
  const Result result = check(figures::kUri, kInduction());
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
}

TEST_F(KikiTest, UriIsProvedByZones) {
  const Result result = check(figures::kUri, with("zones"));
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
}

TEST_F(KikiTest, CounterIsProvedByIntervals) {
  const Result result = check(figures::kCounter, with("intervals"));
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_NE(result.reason.find("x <= 10"), std::string::npos) << result.reason;
  EXPECT_NE(result.reason.find("x >= 1"), std::string::npos) << result.reason;
}

TEST_F(KikiTest, CounterIsProvedByUnwinding) {
  KikiOptions options;
  options.induction = false;
  const Result result = check(figures::kCounter, options);
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_NE(result.reason.find("10 back edges"), std::string::npos) << result.reason;
}

TEST_F(KikiTest, ViolationsHaveTheirInputs) {
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
  ASSERT_EQ(result.verdict, Verdict::False) << result.reason;
  ASSERT_EQ(result.checks.size(), 1u);
  ASSERT_TRUE(result.checks[0].counterexample);
  ASSERT_EQ(result.checks[0].counterexample->inputs.size(), 1u);
  EXPECT_EQ(result.checks[0].counterexample->inputs[0].toUint64(), 5u);
}

TEST_F(KikiTest, WhatIsNotModelledIsNeverProved) {
  const Result result = check(R"(
    function main() {
      var n: bv32;
      A: -> B { n = input nondet; }
      B: if n == 7 -> U;
         if n != 7 -> X;
      U: unsupported "asm";
      X: -> exit { return; }
      exit: exit;
    })");
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_NE(result.reason.find("asm"), std::string::npos) << result.reason;
}

TEST_F(KikiTest, BoundedSearchProvesNothing) {
  KikiOptions options;
  options.induction = false;
  options.maxRounds = 8;
  EXPECT_EQ(check(figures::kUri, options).verdict, Verdict::Unknown);
}

// x counts down from any number; the way out of the loop says all that the check needs.
TEST_F(KikiTest, CountingDownIsInductive) {
  constexpr std::string_view text = R"(
    function main() {
      var x: bv32 unsigned; var n: bv32 unsigned;
      A: -> B { n = input nondet; }
      B: if 0 <u n -> H { x = n; }
         if n == 0 -> X;
      H: if 0 <u x -> H { x = x - 1; }
         if x == 0 -> C;
      C: if x == 0 -> X;
         if x != 0 -> E;
      E: error(unreach-call) "x";
      X: -> exit { return; }
      exit: exit;
    })";
  EXPECT_EQ(check(text, kInduction()).verdict, Verdict::True);
}

// An array of which every element is written, then one is read at any index.
TEST_F(KikiTest, ArraysAreUnwound) {
  constexpr std::string_view text = R"(
    object a: 40;
    function main() {
      var i: bv64; var j: bv64; var x: bv32; var ok: bool;
      A: -> H { i = 0; j = input nondet; }
      H: if i <u 10 -> H { store (i << 2) + &a, i[31:0] + 1; i = i + 1; }
         if 10 <=u i -> B;
      B: if j <u LIMIT -> C;
         if LIMIT <=u j -> X;
      C: -> D { ok = readable((j << 2) + &a, 4); }
      D: if ok -> F { x = load (j << 2) + &a; }
         if !ok -> M;
      F: if x == j[31:0] + 1 -> X;
         if x != j[31:0] + 1 -> E;
      E: error(unreach-call) "element";
      M: error(valid-deref) "outside";
      X: -> exit { return; }
      exit: exit;
    })";
  const auto withLimit = [&](const std::string& limit) {
    std::string program(text);
    for (size_t at; (at = program.find("LIMIT")) != std::string::npos;) program.replace(at, 5, limit);
    return program;
  };
  EXPECT_EQ(check(withLimit("10")).verdict, Verdict::True);
  const Result result = check(withLimit("11"));
  ASSERT_EQ(result.verdict, Verdict::False) << result.reason;
  for (const CheckResult& entry : result.checks)
    if (entry.status == CheckStatus::Violated) {
      EXPECT_EQ((*program_)[entry.error].property, Property::ValidDeref);
      EXPECT_EQ(entry.counterexample->inputs[0].toUint64(), 10u);
    }
}

TEST_F(KikiTest, FreedObjectsAreNotRead) {
  const Result result = check(figures::kReadBehindFree);
  EXPECT_EQ(result.verdict, Verdict::False) << result.reason;
}

TEST_F(KikiTest, UncheckedAccessesLeaveTheModel) {
  const Result result = check(R"(
    object a: 4;
    function main() {
      var n: bv64; var x: bv32;
      A: -> B { n = input nondet; x = load n; }
      B: if x == 1 -> E;
         if x != 1 -> X;
      E: error(unreach-call) "behind";
      X: -> exit { return; }
      exit: exit;
    })");
  // With n = &a the load gives 0: nothing else is defined, and nothing can be said of it.
  EXPECT_EQ(result.verdict, Verdict::Unknown) << result.reason;
}

// What an object holds before a loop that writes it is not known behind it.
TEST_F(KikiTest, LoopsForgetWhatTheyWrite) {
  const Result result = check(R"(
    object a: 4;
    function main() {
      var n: bv32; var x: bv32; var p: bv64;
      A: -> H { p = &a; n = input nondet; }
      H: if n != 0 -> H { x = load p; store p, x + 1; n = input nondet; }
         if n == 0 -> B { x = load p; }
      B: if x == 40 -> E;
         if x != 40 -> X;
      E: error(unreach-call) "count";
      X: -> exit { return; }
      exit: exit;
    })",
                              {}, 10000);
  EXPECT_EQ(result.verdict, Verdict::False) << result.reason;
}

// The engine against the interpreter: what is proved does not happen, and what is found does (that is replayed anyway).
class KikiRandom : public ::testing::TestWithParam<unsigned> {};

TEST_P(KikiRandom, NothingProvedHappens) {
  TermManager terms;
  RandomProgramOptions options;
  options.recursion = GetParam() % 5 == 0;
  options.memory = GetParam() % 2 == 0;
  options.functions = GetParam() % 3;
  const Program program = randomProgram(terms, GetParam(), options);
  TestEnv env;
  const Result result = Kiki().run(program, env.within(std::chrono::milliseconds(300)));
  expectNothingProvedHappens(program, result);
}

INSTANTIATE_TEST_SUITE_P(Seeds, KikiRandom, ::testing::Range(0u, 250u));

// The search ends at the first violation: nothing is known of the other check.
TEST_F(KikiTest, NothingIsProvedByStoppingAtTheFirst) {
  env_.options.stopAtFirst = true;
  const Result result = check(R"(
    function main() {
      var x: bv32;
      A: -> B { x = input nondet; }
      B: if x == 1 -> E;
         if x == 2 -> F;
         if x != 1 && x != 2 -> X;
      E: error(unreach-call) "one";
      F: error(unreach-call) "two";
      X: -> exit { return; }
      exit: exit;
    })");
  EXPECT_EQ(result.verdict, Verdict::False);
  ASSERT_EQ(result.checks.size(), 2u);
  for (const CheckResult& each : result.checks) EXPECT_NE(each.status, CheckStatus::Proved) << each.how;
}

// Recursion is unwound until it ends.
TEST_F(KikiTest, Recursion) {
  constexpr std::string_view text = R"(
    function main() {
      var n: bv32; var x: bv32;
      A: -> B { n = input nondet; }
      B: if n <u 6 -> C { x = call sum(n); }
         if 6 <=u n -> X;
      C: if x <u 16 -> X;
         if 16 <=u x -> E;
      E: error(unreach-call) "sum";
      X: -> exit { return; }
      exit: exit;
    }
    function sum(n: bv32) -> bv32 {
      var r: bv32;
      A: if n == 0 -> exit { return 0; }
         if n != 0 -> B { r = call sum(n - 1); }
      B: -> exit { return r + n; }
      exit: exit;
    })";
  const Result result = check(text);
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
}

TEST_F(KikiTest, NestedLoops) {
  constexpr std::string_view text = R"(
    function main() {
      var i: bv32 signed; var j: bv32 signed; var n: bv32 signed;
      A: -> O { n = input nondet; i = 0; }
      O: if i <s 100 -> I { j = 0; }
         if 100 <=s i -> C;
      I: if j <s n && j <s 50 -> I { j = j + 1; }
         if !(j <s n && j <s 50) -> D;
      D: if j <=s 50 -> O { i = i + 1; }
         if 50 <s j -> E;
      C: if i == 100 -> X;
         if i != 100 -> E;
      E: error(unreach-call) "nested";
      X: -> exit { return; }
      exit: exit;
    })";
  const Result result = check(text, with("intervals", UINT32_MAX));
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
}

// The worked example of 2LS, section 6.1: from bottom to (1, 1), to (1, 10), which is inductive.
TEST_F(KikiTest, BoundsOfTheCounterTakeThreeRounds) {
  check(figures::kCounter, with("intervals"));
  EXPECT_EQ(env_.statistics.counter("kiki template rounds"), 3u);
}

constexpr std::string_view kHidden = R"(
  file "p.c";
  function main() {
    var x: bv32 signed "int" as "x"; var y: bv32 signed "int" as "y"; var n: bv32 signed "int" as "n";
    A: -> H { x = 0; y = 0; }
    H: @7:3 -> B { n = input nondet; }
    B: if n != 0 -> C;
       if n == 0 -> X;
    C: if x != 5 -> H { x = x + y; y = y + x; }
       if x == 5 -> E;
    E: error(unreach-call) "x";
    X: -> exit { return; }
    exit: exit;
  })";

class InvariantsFromOutside : public KikiTest {
protected:
  Result checkWith(std::string_view invariants, KikiOptions options = kInduction(1)) {
    const std::string file = ::testing::TempDir() + "kiki_invariants.txt";
    std::ofstream(file) << invariants;
    env_.options.invariants = file;
    return check(kHidden, options);
  }
};

TEST_F(InvariantsFromOutside, AreUsedIfTheyHold) {
  EXPECT_EQ(checkWith("").verdict, Verdict::Unknown);
  const Result result = checkWith("p.c:7: x == 0 && y == 0");
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_NE(result.reason.find("confirmed by z3"), std::string::npos) << result.reason;
}

TEST_F(InvariantsFromOutside, AreDroppedIfTheyDoNot) {
  EXPECT_EQ(checkWith("p.c:7: x == 1\np.c:7: 0").verdict, Verdict::Unknown);
  EXPECT_EQ(checkWith("p.c:7: x == 1\np.c:7: x == 0 && y == 0").verdict, Verdict::True);
  EXPECT_EQ(checkWith("p.c:8: x == 0 && y == 0").verdict, Verdict::Unknown); // no loop there
  EXPECT_EQ(checkWith("p.c:7: x == 0 && y == zero").verdict, Verdict::Unknown);
}

TEST_F(InvariantsFromOutside, AreTold) {
  const Result result = checkWith("p.c:7: x == 0 && y == 0");
  ASSERT_EQ(result.invariants.size(), 1u);
  EXPECT_EQ(result.invariants[0].text, "x == 0 && y == 0");
  EXPECT_EQ(result.invariants[0].position.line, 7u);
}

TEST_F(KikiTest, InvariantsThatDoNotHoldAtTheEntryAreNotTold) {
  const Result result = check(kHidden);
  for (const Assertion& invariant : result.invariants) EXPECT_NE(invariant.text, "x != 0");
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
}

// One run settles all checks.
constexpr std::string_view kTwoChecks = R"(
  function main() {
    var x: bv32; var y: bv32;
    A: -> B { x = input nondet; y = 1; }
    B: if x == 1 -> E;
       if x != 1 -> C;
    C: if x == 2 -> F;
       if x != 2 -> D;
    D: if y == 2 -> G;
       if y != 2 -> X;
    E: error(unreach-call) "first";
    F: error(assert) "second";
    G: error(assert) "third";
    X: -> exit { return; }
    exit: exit;
  })";

TEST_F(KikiTest, EveryCheckIsSettled) {
  const Result result = check(kTwoChecks);
  EXPECT_EQ(result.verdict, Verdict::False);
  ASSERT_EQ(result.checks.size(), 3u);
  EXPECT_EQ(result.checks[0].status, CheckStatus::Violated);
  EXPECT_EQ(result.checks[1].status, CheckStatus::Violated);
  EXPECT_EQ(result.checks[2].status, CheckStatus::Proved);
}

TEST_F(KikiTest, OneViolationIsEnoughIfAskedFor) {
  env_.options.stopAtFirst = true;
  const Result result = check(kTwoChecks);
  EXPECT_EQ(result.verdict, Verdict::False);
  EXPECT_EQ(std::count_if(result.checks.begin(), result.checks.end(),
                          [](const CheckResult& check) { return check.status == CheckStatus::Violated; }),
            1);
}

// Even without the widening of rows, unsigned 64-bit bounds are told as they are.
TEST_F(KikiTest, LargeBoundsAreTold) {
  const Result result = check(R"(
    function main() {
      var x: bv64 unsigned as "x"; var n: bv64 unsigned as "n";
      A: -> H { x = 18446744073709551615:64; n = input nondet; }
      H: if n != 0 && 18446744073709551600:64 <u x -> H { x = x - 1; n = n - 1; }
         if n == 0 || x <=u 18446744073709551600:64 -> C;
      C: if 18446744073709551600:64 <=u x -> X;
         if x <u 18446744073709551600:64 -> E;
      E: error(unreach-call) "x";
      X: -> exit { return; }
      exit: exit;
    })",
                              with("intervals"));
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_NE(result.reason.find("x >= 18446744073709551600ull"), std::string::npos) << result.reason;
}

// A forward-condition proof rests on what the base case's solver has refuted.
constexpr std::string_view kRoot = R"(
  function main() {
    var x: bv8; var i: bv8;
    A: -> H { x = input nondet; i = 0; }
    H: if i <u 3 -> H { i = i + 1; x = x * x + 1; }
       if 3 <=u i -> B;
    B: if x == 26 -> E;
       if x != 26 -> X;
    E: error(unreach-call) "found";
    X: -> exit { return; }
    exit: exit;
  })";

TEST_F(KikiTest, WrongRefutationsAreNoProof) {
  KikiOptions options = kikiVariant("bmc");
  options.newSolver = WrongSolver::make;
  env_.options.certify = SecondSolver::None;
  EXPECT_EQ(check(kRoot, options).verdict, Verdict::True); // that is what makes it a test
  env_.options.certify = SecondSolver::Z3;
  const Result result = check(kRoot, options);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.reason.find("DEFECT: z3 SATISFIES"), 0u) << result.reason;
  EXPECT_EQ(result.proofCheck.status, ProofCheck::Contradicted);
  EXPECT_EQ(result.checks[0].status, CheckStatus::Open);
}

TEST_F(KikiTest, RefutationsOfTheBaseCaseAreConfirmed) {
  std::string text(kRoot);
  text.replace(text.find("x == 26"), 7, "x == 27"); // 26 is no square modulo 4
  text.replace(text.find("x != 26"), 7, "x != 27");
  const Result result = check(text, kikiVariant("bmc"));
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_EQ(result.proofCheck.status, ProofCheck::NotNeeded);
  EXPECT_GT(result.proofCheck.refutations.number, 0u);
  EXPECT_EQ(result.proofCheck.refutations.confirmed, result.proofCheck.refutations.number);
}

} // namespace
} // namespace assay
