// Engines that hear from others and tell them, with somebody at the other end who says what the test wants.
#include "engine/backward/bself.h"
#include "engine/common/status_table.h"
#include "engine/exchange.h"
#include "engine/kiki/kiki.h"
#include "engine/symex/symex.h"
#include "program/text_parser.h"
#include "solver/testing/test_solvers.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay {
namespace {

using namespace std::chrono_literals;

class Script : public Exchange {
public:
  bool hasListeners() const override { return true; }
  void publish(const Fact& fact) override {
    if (const auto* execution = std::get_if<TakenInputs>(&fact.what)) {
      executions.push_back(*execution);
      return;
    }
    told.push_back(fact);
    if (const auto* proof = std::get_if<ProvedRow>(&fact.what); proof && proof->row == waitsFor) deadline->cancel();
  }
  std::vector<Fact> take() override { return std::move(toSay); }

  std::vector<Fact> toSay, told;
  std::vector<TakenInputs> executions; // that were told
  RowId waitsFor;                      // a proof of this ends the run
  Deadline* deadline = nullptr;
};

class ExchangeTest : public ::testing::Test {
protected:
  template <class E>
  Result run(std::string_view text, E engine, Deadline::Clock::duration time = 30s) {
    parse(text);
    Env& env = env_.within(time);
    script_.deadline = &*env_.deadline;
    engine.join(script_);
    return engine.run(*program_, env);
  }
  void parse(std::string_view text) {
    if (!program_) program_.emplace(parseProgram(text, "test.c", terms_));
  }
  LocationId error(std::string_view message) const {
    for (uint32_t i = 0; i < program_->locations().size(); ++i)
      if (program_->locations()[i].kind == LocationKind::Error && program_->locations()[i].message == message)
        return LocationId(i);
    return {};
  }
  /// Of a check or an obstacle.
  RowId row(std::string_view message) const {
    const CheckTable table(*program_);
    for (uint32_t i = 0; i < table.rows().size(); ++i)
      if (table.rows()[i].message == message) return RowId(i);
    return {};
  }
  void say(std::string_view message) {
    script_.toSay.push_back({ProvedRow{row(message), "by a trick", "z3"}, "somebody"});
  }
  const ProvedRow* told(std::string_view message) const {
    for (const Fact& fact : script_.told)
      if (const auto* proof = std::get_if<ProvedRow>(&fact.what); proof && proof->row == row(message)) return proof;
    return nullptr;
  }
  static KikiOptions kInduction() {
    KikiOptions options;
    options.turns.clear();
    return options;
  }

  TermManager terms_;
  TestEnv env_;
  Script script_;
  std::optional<Program> program_;
};

// "never" holds because z is between 0 and 10, "hard" because 4294967291 is a prime, "first" before the loop for any x.
constexpr std::string_view kProgram = R"(
  file "test.c";
  function main() { var x: bv64; var y: bv64; var z: bv32; var i: bv32;
    A: -> B { x = input nondet; y = input nondet; z = 0; i = 0; }
    B: if x == x + 1 -> F; if x != x + 1 -> H;
    H: if 10:32 <s z -> N; if !(10:32 <s z) -> I { x = input nondet; y = input nondet; i = i + 1; }
    I: if 1:64 <u x && 1:64 <u y && x <u 4294967296 && y <u 4294967296 && x * y == 4294967291 -> P;
       if !(1:64 <u x && 1:64 <u y && x <u 4294967296 && y <u 4294967296 && x * y == 4294967291) -> J;
    J: if x == 5 && z <s 10 -> H { z = z + 1; }
       if !(x == 5 && z <s 10) -> H;
    F: error(unreach-call) "first"; N: error(unreach-call) "never"; P: error(unreach-call) "hard"; })";

TEST_F(ExchangeTest, OneCheckMayBeSeveralLocations) {
  parse(R"(file "test.c"; function main() { var x: bool;
    A: -> B { x = input nondet; }
    B: if x -> C; if !x -> D;
    C: error(unreach-call) "same" @1:1;
    D: error(unreach-call) "same" @1:1; })");
  std::vector<LocationId> errors;
  for (uint32_t i = 0; i < program_->locations().size(); ++i)
    if (program_->locations()[i].kind == LocationKind::Error) errors.emplace_back(i);
  ASSERT_EQ(errors.size(), 2u);
  const Location& check = (*program_)[errors[0]];
  StatusTable proved(*program_);
  ASSERT_EQ(proved.table().rows().size(), 1u);
  const RowId row = proved.table().find(check);
  EXPECT_EQ(proved.table()[row].locations, errors);
  EXPECT_FALSE(proved.add({RowId(1), "how", ""}, "one"));
  EXPECT_FALSE(proved.add({RowId(), "how", ""}, "one"));
  EXPECT_EQ(proved.proofOf(check), nullptr);
  EXPECT_EQ(proved.summary(), "");
  EXPECT_TRUE(proved.add({row, "how", "z3"}, "two"));
  EXPECT_FALSE(proved.add({row, "how", "z3"}, "two"));
  ASSERT_NE(proved.proofOf(check), nullptr);
  EXPECT_EQ(proved.summary(), "check at test.c:1:1 proved by two");
  EXPECT_EQ(proved.proofCheck().status, ProofCheck::Confirmed);
}

TEST_F(ExchangeTest, SymexLooksForWhatIsOpen) {
  // An endless loop that asks the solver for the factors of a prime; but all that was proved.
  parse(kProgram);
  say("hard");
  say("never");
  const Result result = run(kProgram, SymexEngine());
  EXPECT_EQ(result.verdict, Verdict::True);
  EXPECT_NE(result.reason.find("2 checks proved by somebody"), std::string::npos) << result.reason;
  EXPECT_EQ(result.proofCheck.status, ProofCheck::Confirmed);
  for (const CheckResult& check : result.checks)
    EXPECT_EQ(check.how.starts_with("proved by somebody"), check.error != error("first")) << check.how;
}

TEST_F(ExchangeTest, SymexAsksNothingOnTheWayToWhatIsProved) {
  constexpr std::string_view text = R"(
    function main() { var x: bv32; var y: bv32;
      A: -> B { x = input nondet; y = input nondet; }
      B: if x * y == 7 && x == 12 -> P; if !(x * y == 7 && x == 12) -> C;
      C: if x == 1234 -> Q; if x != 1234 -> exit;
      P: error(unreach-call) "proved"; Q: error(unreach-call) "open"; })";
  parse(text);
  say("proved");
  EXPECT_EQ(run(text, SymexEngine()).verdict, Verdict::False);
  EXPECT_EQ(env_.statistics.counter("queries spared by others"), 1u);
}

TEST_F(ExchangeTest, SymexTellsOfAViolationThatIsSaidNotToExist) {
  constexpr std::string_view text = R"(
    function main() { var x: bv32;
      A: -> B { x = input nondet; }
      B: if x == 0 -> P; if x != 0 -> C;
      C: if x == 1234 -> Q; if x != 1234 -> exit;
      P: error(unreach-call) "said to be proved"; Q: error(unreach-call) "open"; })";
  parse(text);
  say("said to be proved");
  const Result result = run(text, SymexEngine());
  EXPECT_EQ(result.verdict, Verdict::False);
  for (const CheckResult& check : result.checks)
    EXPECT_EQ(check.status == CheckStatus::Violated, check.error == error("said to be proved"));
}

TEST_F(ExchangeTest, SymexTellsWhatItHasLeftBehind) {
  constexpr std::string_view text = R"(
    function main() { var x: bv32; var i: bv32;
      A: -> B { x = input nondet; i = 0; }
      B: if x == x + 1 -> P; if x != x + 1 -> H;
      H: if i == 4294967295 -> Q; if i != 4294967295 -> H { i = i + 1; }
      P: error(unreach-call) "behind"; Q: error(unreach-call) "ahead"; })";
  parse(text);
  script_.waitsFor = row("behind");
  const Result result = run(text, SymexEngine(), 10s);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  ASSERT_TRUE(told("behind"));
  EXPECT_FALSE(told("ahead"));
  for (const CheckResult& check : result.checks)
    EXPECT_EQ(check.status == CheckStatus::Proved, check.error == error("behind"));
}

TEST_F(ExchangeTest, SymexTellsNothingBehindACut) {
  constexpr std::string_view text = R"(
    function main() { var x: bv32; var i: bv32;
      A: -> B { x = input nondet; i = 0; }
      B: if x == 3 -> U; if x != 3 -> C;
      C: if x == x + 1 -> P; if x != x + 1 -> H;
      H: if i == 4294967295 -> Q; if i != 4294967295 -> H { i = i + 1; }
      U: unsupported "magic"; P: error(unreach-call) "behind"; Q: error(unreach-call) "ahead"; })";
  EXPECT_EQ(run(text, SymexEngine(), 300ms).verdict, Verdict::Unknown);
  EXPECT_TRUE(script_.told.empty());
}

// "behind" could be reached behind the obstacle, for all that anybody knows.
constexpr std::string_view kObstacleAhead = R"(
    function main() { var x: bv32; var i: bv32;
      A: -> B { x = input nondet; i = 0; }
      B: if x == x + 1 -> P; if x != x + 1 -> H;
      H: if i == 4294967295 -> U; if i != 4294967295 -> H { i = i + 1; }
      U: unsupported "magic"; P: error(unreach-call) "behind"; })";

TEST_F(ExchangeTest, SymexTellsNothingBeforeAnObstacle) {
  const Result result = run(kObstacleAhead, SymexEngine(), 400ms);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_TRUE(script_.told.empty());
  ASSERT_EQ(result.checks.size(), 1u);
  EXPECT_EQ(result.checks[0].status, CheckStatus::Open);
  ASSERT_EQ(result.obstacles.size(), 1u);
  EXPECT_EQ(result.obstacles[0].status, CheckStatus::Open);
}

TEST_F(ExchangeTest, SymexTellsNothingBeforeACallWithoutBody) {
  constexpr std::string_view text = R"(
    function strange();
    function main() { var x: bv32; var i: bv32;
      A: -> B { x = input nondet; i = 0; }
      B: if x == x + 1 -> P; if x != x + 1 -> H;
      H: if i == 4294967295 -> C { call strange(); } if i != 4294967295 -> H { i = i + 1; }
      C: -> exit;
      P: error(unreach-call) "behind"; })";
  EXPECT_EQ(run(text, SymexEngine(), 400ms).verdict, Verdict::Unknown);
  EXPECT_TRUE(script_.told.empty());
}

TEST_F(ExchangeTest, SymexTellsIfOthersHaveExcludedTheObstacle) {
  parse(kObstacleAhead);
  say("magic");
  script_.waitsFor = row("behind");
  const Result result = run(kObstacleAhead, SymexEngine(), 10s);
  EXPECT_TRUE(told("behind"));
  EXPECT_FALSE(told("magic"));
  ASSERT_EQ(result.obstacles.size(), 1u);
  EXPECT_EQ(result.obstacles[0].how, "proved by somebody: by a trick");
}

TEST_F(ExchangeTest, SymexTellsOfObstaclesThatItHasLeftBehind) {
  constexpr std::string_view text = R"(
    function main() { var x: bv32; var i: bv32;
      A: -> B { x = input nondet; i = 0; }
      B: if x == x + 1 -> U; if x != x + 1 -> H;
      H: if i == 4294967295 -> P; if i != 4294967295 -> H { i = i + 1; }
      U: unsupported "magic"; P: error(unreach-call) "ahead"; })";
  parse(text);
  script_.waitsFor = row("magic");
  run(text, SymexEngine(), 10s);
  EXPECT_TRUE(told("magic"));
  EXPECT_FALSE(told("ahead"));
}

// Whether there is a square root before the loop takes a solver; the loop is longer than anybody waits.
std::string rootBeforeLoop(int square) {
  const std::string text = std::to_string(square);
  return "function main() { var x: bv8; var i: bv32;"
         "  A: -> B { x = input nondet; i = 0; }"
         "  B: if x * x + x == " +
         text + " -> P; if x * x + x != " + text +
         " -> H;"
         "  H: if i == 4294967295 -> Q; if i != 4294967295 -> H { i = i + 1; }"
         "  P: error(unreach-call) \"behind\"; Q: error(unreach-call) \"ahead\"; }";
}

TEST_F(ExchangeTest, SymexConfirmsRefutationsBeforeItTells) {
  parse(rootBeforeLoop(27)); // x * x + x is even
  script_.waitsFor = row("behind");
  run("", SymexEngine(), 20s);
  const ProvedRow* proof = told("behind");
  ASSERT_TRUE(proof);
  EXPECT_GT(proof->refutations.number, 0u);
  EXPECT_EQ(proof->refutations.confirmed, proof->refutations.number);
}

TEST_F(ExchangeTest, SymexTellsNothingThatIsContradicted) {
  const Result result = run(rootBeforeLoop(30), SymexEngine(nullptr, WrongSolver::make), 20s);
  EXPECT_TRUE(script_.told.empty());
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_EQ(result.proofCheck.status, ProofCheck::Contradicted);
  EXPECT_EQ(result.reason.find("DEFECT: z3 SATISFIES"), 0u) << result.reason;
  for (const CheckResult& check : result.checks) EXPECT_EQ(check.status, CheckStatus::Open);
  EXPECT_FALSE(env_.deadline->expired());
}

TEST_F(ExchangeTest, ProofsExcludeObstaclesByName) {
  constexpr std::string_view text = R"(
    function main() { var x: bv32; var i: bv32;
      A: -> B { x = input nondet; i = 0; }
      B: if x == x + 1 -> U; if x != x + 1 -> H;
      H: if i == 10 -> exit; if i == 11 -> P; if i != 10 && i != 11 -> H { i = i + 1; }
      U: unsupported "magic"; P: error(unreach-call) "never"; })";
  for (int engine = 0; engine < 2; ++engine) {
    const Result result = engine == 0 ? run(text, SymexEngine()) : run(text, Kiki());
    EXPECT_EQ(result.verdict, Verdict::True);
    ASSERT_EQ(result.obstacles.size(), 1u);
    EXPECT_EQ(result.obstacles[0].row, row("magic"));
    EXPECT_EQ(result.obstacles[0].status, CheckStatus::Proved);
    EXPECT_FALSE(result.obstacles[0].how.empty());
  }
}

TEST_F(ExchangeTest, KikiTakesProofsOfOthers) {
  parse(kProgram);
  say("hard");
  const Result result = run(kProgram, Kiki());
  EXPECT_EQ(result.verdict, Verdict::True);
  EXPECT_NE(result.reason.find("a check proved by somebody"), std::string::npos) << result.reason;
  EXPECT_EQ(result.proofCheck.status, ProofCheck::Confirmed);
}

// "far" is violated after more iterations than anybody waits for.
constexpr std::string_view kFar = R"(
  function main() { var x: bv32; var z: bv32; var i: bv32;
    A: -> H { z = 0; i = 0; }
    H: if 10:32 <s z -> N; if !(10:32 <s z) -> I { x = input nondet; i = i + 1; }
    I: if i == 4000000000 -> P; if i != 4000000000 -> J;
    J: if x == 5 && z <s 10 -> H { z = z + 1; }
       if !(x == 5 && z <s 10) -> H;
    N: error(unreach-call) "never"; P: error(unreach-call) "far"; })";

TEST_F(ExchangeTest, KikiTellsWhatASecondSolverHasConfirmed) {
  parse(kFar);
  script_.waitsFor = row("never");
  const Result result = run(kFar, Kiki(), 30s);
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_FALSE(told("far"));
  ASSERT_TRUE(told("never"));
  EXPECT_EQ(told("never")->solver, "z3");
  EXPECT_NE(told("never")->how.find("confirmed by z3"), std::string::npos);
}

TEST_F(ExchangeTest, KikiTellsNothingThatWasNotConfirmed) {
  env_.options.certify = SecondSolver::None;
  run(kFar, Kiki(), 1s);
  EXPECT_FALSE(told("never"));
}

TEST_F(ExchangeTest, KikiTellsNothingBeforeAnObstacle) {
  constexpr std::string_view text = R"(
    function main() { var x: bv32; var z: bv32;
      A: -> H { z = 0; }
      H: if 10:32 <s z -> N; if !(10:32 <s z) -> I { x = input nondet; }
      I: if x == 12345 && z == 9 -> U; if x == 5 && z <s 10 -> H { z = z + 1; }
         if !(x == 12345 && z == 9) && !(x == 5 && z <s 10) -> H;
      U: unsupported "magic"; N: error(unreach-call) "never"; })";
  EXPECT_EQ(run(text, Kiki(), 1s).verdict, Verdict::Unknown);
  EXPECT_FALSE(told("never"));
}

TEST_F(ExchangeTest, KikiTellsHowDeepItIsSafe) {
  constexpr std::string_view text = R"(
    function main() { var i: bv32;
      A: -> H { i = 0; }
      H: if i == 30 -> Q; if i != 30 -> H { i = i + 1; }
      Q: error(unreach-call) "thirty"; })";
  const Result result = run(text, Kiki(kikiVariant("bmc")));
  EXPECT_EQ(result.verdict, Verdict::False);
  uint32_t deepest = 0;
  for (const Fact& fact : script_.told)
    if (const auto* depth = std::get_if<SafeDepth>(&fact.what)) deepest = std::max(deepest, depth->backEdges);
  EXPECT_EQ(deepest, 29u);
}

// Both variables are zero for ever, which is not inductive for one of them.
constexpr std::string_view kZeros = R"(
  file "test.c";
  function main() { var x: bv32 unsigned "unsigned" as "x"; var y: bv32 unsigned "unsigned" as "y"; var t: bv32;
    A: -> H { x = 0; y = 0; }
    H: @7:3 if x == 5 -> E; if x != 5 -> H { t = x; x = y + y; y = t * 3; }
    E: error(unreach-call) "five"; })";

TEST_F(ExchangeTest, KikiChecksInvariantsOfOthers) {
  script_.toSay.push_back({Assertion::inC({0, 7, 3}, "x != 0"), "liar"});
  script_.toSay.push_back({Assertion::inC({0, 7, 3}, "x == +"), "fool"});
  script_.toSay.push_back({Assertion::inC({0, 7, 3}, "nobody == 0"), "fool"});
  script_.toSay.push_back({Assertion::inC({0, 7, 3}, "x == 0 && y == 0"), "somebody"});
  const Result result = run(kZeros, Kiki(kInduction()));
  EXPECT_EQ(result.verdict, Verdict::True);
  EXPECT_NE(result.reason.find("x == 0 && y == 0"), std::string::npos) << result.reason;
  EXPECT_EQ(result.reason.find("x != 0"), std::string::npos) << result.reason;
}

TEST_F(ExchangeTest, KikiIsNotMisledByFalseInvariants) {
  script_.toSay.push_back({Assertion::inC({0, 7, 3}, "x != 5"), "liar"});
  script_.toSay.push_back({Assertion::inC({0, 7, 3}, "0"), "liar"});
  constexpr std::string_view text = R"(
    file "test.c";
    function main() { var x: bv32 unsigned "unsigned" as "x";
      A: -> H { x = 0; }
      H: @7:3 if x == 5 -> E; if x != 5 -> H { x = x + 1; }
      E: error(unreach-call) "five"; })";
  EXPECT_EQ(run(text, Kiki(kInduction())).verdict, Verdict::False);
}

TEST_F(ExchangeTest, SymexTellsInputsOfExecutions) {
  constexpr std::string_view text = R"(
    function main() { var x: bv32; var c: bool;
      A: -> B { x = input nondet; }
      B: if x == 1234 -> C { c = input nondet; } if x != 1234 -> exit;
      C: if c -> K; if !c -> exit;
      K: if x == 99 -> E; if x != 99 -> exit;
      E: error(unreach-call) "both"; })";
  EXPECT_EQ(run(text, SymexEngine()).verdict, Verdict::True);
  const auto isTold = [&](const std::vector<BitVector>& inputs) {
    return std::ranges::find(script_.executions, TakenInputs{inputs}) != script_.executions.end();
  };
  EXPECT_TRUE(isTold({BitVector(32, 1234), BitVector(1, 0)}));
  EXPECT_TRUE(isTold({BitVector(32, 1234), BitVector(1, 1)}));
  EXPECT_TRUE(std::ranges::any_of(script_.executions, [](const TakenInputs& told) {
    return told.inputs.size() == 1 && told.inputs[0] != BitVector(32, 1234);
  }));
}

// x is i or, until i is 5, one more; the error is if it is neither at the end.
constexpr std::string_view kTwoPhases = R"(
  file "test.c";
  function main() { var x: bv32 signed "int" as "x"; var i: bv32 signed "int" as "i";
    A: -> H { x = 1; i = 0; }
    H: @7:3 if i <s 1000000 -> L; if 1000000 <=s i -> C;
    L: if i == 5 -> H { i = i + 1; } if i != 5 -> H { x = x + 1; i = i + 1; }
    C: if x != i -> E; if x == i -> exit;
    E: error(unreach-call) "x == i"; })";

TEST_F(ExchangeTest, FoldingTellsItsInvariants) {
  EXPECT_EQ(run(kTwoPhases, Bself()).verdict, Verdict::True);
  EXPECT_TRUE(std::ranges::any_of(script_.told, [](const Fact& fact) {
    const auto* invariant = std::get_if<Assertion>(&fact.what);
    return invariant && invariant->position == SourcePosition{0, 7, 3} &&
           invariant->text.find("||") != std::string::npos;
  }));
}

// What folding has told is all that induction lacks.
TEST_F(ExchangeTest, WhatFoldingTellsHelpsOthers) {
  EXPECT_EQ(run(kTwoPhases, Kiki(kInduction()), 1s).verdict, Verdict::Unknown);
  script_.told.clear();
  EXPECT_EQ(run(kTwoPhases, Bself()).verdict, Verdict::True);
  script_.toSay = script_.told;
  EXPECT_EQ(run(kTwoPhases, Kiki(kInduction())).verdict, Verdict::True);
}

// Whether y is 1 at the second loop is a question to the first one: unless an execution is known in which it is.
TEST_F(ExchangeTest, ExecutionsRefuteCandidatesOfFolding) {
  constexpr std::string_view text = R"(
    file "test.c";
    function main() { var x: bv32; var y: bv32; var i: bv32; var n: bv32; var m: bv32;
      A: -> B { n = input nondet; m = input nondet; x = 0; i = 0; }
      B: if m == 123456 -> G { y = 1; } if m != 123456 -> G { y = 0; }
      G: if i <u n -> G { i = i + 1; } if n <=u i -> H { i = 0; }
      H: if i <u n && y == 1 -> H { i = i + 1; x = x + 3; }
         if i <u n && y != 1 -> H { i = i + 1; x = x + 5; }
         if n <=u i -> C;
      C: if y == 1 && x != 3 * i -> E;
         if y != 1 && x != 5 * i -> E;
         if y == 1 && x == 3 * i || y != 1 && x == 5 * i -> exit;
      E: error(unreach-call) "rate"; })";
  EXPECT_EQ(run(text, Bself()).verdict, Verdict::True);
  const uint64_t before = env_.statistics.counter("loop foldings");
  script_.toSay.push_back({TakenInputs{{BitVector(32, 3), BitVector(32, 123456)}}, "symex"});
  EXPECT_EQ(run(text, Bself()).verdict, Verdict::True);
  EXPECT_LT(env_.statistics.counter("loop foldings"), 2 * before);
}

TEST_F(ExchangeTest, FoldingIsNotMisledByFalseFacts) {
  constexpr std::string_view text = R"(
    file "test.c";
    function main() { var x: bv32 signed "int" as "x"; var i: bv32 signed "int" as "i"; var n: bv32 signed "int" as "n";
      A: -> H { n = input nondet; x = 0; i = 0; }
      H: @7:3 if i <s n -> H { i = i + 1; x = x + 1; }
         if n <=s i -> C;
      C: if x == 7 -> E; if x != 7 -> exit;
      E: error(unreach-call) "seven"; })";
  script_.toSay.push_back({Assertion::inC({0, 7, 3}, "x != 7"), "liar"});
  script_.toSay.push_back({Assertion::inC({0, 7, 3}, "0"), "liar"});
  script_.toSay.push_back({TakenInputs{{BitVector(64, 7), BitVector(1, 0)}}, "fool"}); // of another program
  script_.toSay.push_back({TakenInputs{}, "fool"});
  script_.toSay.push_back({TakenInputs{{BitVector(32, 3), BitVector(32, 3)}}, "somebody"});
  const Result result = run(text, Bself(), 5s);
  EXPECT_NE(result.verdict, Verdict::True);
  EXPECT_EQ(result.reason.find("DEFECT"), std::string::npos) << result.reason; // nobody had to contradict it
  EXPECT_EQ(env_.statistics.counter("invariants from others"), 2u);
  EXPECT_EQ(env_.statistics.counter("executions from others"), 3u);
}

} // namespace
} // namespace assay
