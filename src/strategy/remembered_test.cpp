// Evidence of earlier runs: what was left behind is used, and what was spoilt is never an answer.
#include "strategy/remembered.h"

#include "engine/engines.h"
#include "strategy/answer_cache.h"
#include "strategy/portfolio.h"
#include "strategy/result_text.h"
#include "strategy/testing/two_errors.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <unistd.h>

namespace assay {

namespace {

namespace fs = std::filesystem;

struct RememberedTest : testing::Test, TwoErrors {
  Remembered falseWith(std::vector<BitVector> inputs) const {
    return {Verdict::False, "symex", 3, {{errors()[1], std::move(inputs), {{{3, 4}, 5}}}}};
  }
  std::optional<Result> recall(const Remembered& remembered) {
    return recallViolation(program, remembered, Question::Errors, env);
  }
};

TEST_F(RememberedTest, ComesBackAsItWas) {
  Remembered remembered = falseWith({BitVector(32, 7), BitVector(1, 1)});
  remembered.outline = InductionOutline{.k = 2, .lemmas = {{1, "x <=u 7:32"}}, .sources = {"elements"}};
  remembered.needsSecond = true;
  remembered.loops = "a b";
  remembered.note = "4:word ";
  const std::string text = printRemembered(remembered);
  const std::optional<Remembered> back = parseRemembered(text);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->outline, remembered.outline);
  EXPECT_TRUE(back->needsSecond);
  EXPECT_EQ(back->violations.front().inputs, remembered.violations.front().inputs);
  EXPECT_EQ(printRemembered(*back), text);
  for (size_t length = 0; length < text.size(); ++length) EXPECT_FALSE(parseRemembered(text.substr(0, length)));
}

TEST_F(RememberedTest, ViolationIsReplayed) {
  const std::optional<Result> result = recall(falseWith({BitVector(32, 7)}));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->verdict, Verdict::False);
  ASSERT_EQ(result->checks.size(), 2u);
  EXPECT_EQ(result->checks[0].status, CheckStatus::Violated); // where it ends, not where it is said to end
  EXPECT_EQ(result->checks[1].status, CheckStatus::Open);
}

TEST_F(RememberedTest, OtherInputsAreNoViolation) {
  EXPECT_FALSE(recall(falseWith({BitVector(32, 8)})));
  EXPECT_FALSE(recall(falseWith({})));
  EXPECT_FALSE(recall({Verdict::False, "symex", 3}));
  Remembered isTrue = falseWith({BitVector(32, 7)});
  isTrue.verdict = Verdict::True;
  EXPECT_FALSE(recall(isTrue));
}

TEST_F(RememberedTest, UnknownIsNotRemembered) { EXPECT_FALSE(toRemember(Result(), "symex", std::chrono::seconds(1))); }

/// A loop that needs x == y, and what one makes of it with an outline.
struct OutlineTest : testing::Test, TestEnv {
  static constexpr const char* kText = R"(
function main() { var x: bv32; var y: bv32; var n: bv32;
  a: -> h { n = input nondet "n"; x = 0:32; y = 0:32; }
  h: if x <u n -> b; if !(x <u n) -> c;
  b: -> h { x = x + 1:32; y = y + STEP:32; }
  c: if !(y == x) -> bad; if y == x -> exit;
  bad: error(unreach-call) "apart"; }
)";
  TermManager terms;
  Program program(const std::string& step) {
    std::string text = kText;
    text.replace(text.find("STEP"), 4, step);
    return parseProgram(text, "test", terms);
  }
  Result run(const Program& program, const std::string& engine, const EarlierProof* earlier = nullptr) {
    const std::vector<Contender> contenders{{engine, [engine] { return makeEngine(engine); }}};
    Env& inTime = within(std::chrono::seconds(20)); // each
    return runPortfolio(program, contenders, inTime, Question::Errors, earlier).result;
  }
  Result run(const Program& program, const std::string& engine, const EarlierProof& earlier) {
    return run(program, engine, &earlier);
  }
  static EarlierProof ofSame(const ProofOutline& outline) { return {outline, {.isOfSame = true}}; }
};

TEST_F(OutlineTest, OfAProofServesAgain) {
  const Program safe = program("1");
  for (const char* engine : {"kiki", "ic3ia"}) {
    const Result first = run(safe, engine);
    ASSERT_EQ(first.verdict, Verdict::True) << engine;
    ASSERT_TRUE(first.outline) << engine;
    const auto* const induction = std::get_if<InductionOutline>(&*first.outline);
    const auto* const conditions = std::get_if<ConditionsOutline>(&*first.outline);
    ASSERT_TRUE(induction || conditions) << engine;
    EXPECT_FALSE((induction ? induction->lemmas : conditions->lemmas).empty()) << engine;
    const Result second = run(safe, engine, {*first.outline});
    EXPECT_EQ(second.verdict, Verdict::True) << engine;
    EXPECT_EQ(second.proofCheck.status, ProofCheck::Confirmed) << engine;
  }
}

// What blocks keep is told with what else was needed.
TEST_F(OutlineTest, OfWhatBlocksKeepServesAgain) {
  const Program safe = program("1"), unsafe = program("2");
  const InductionOutline kept{.lemmas = {{0, "[kept] x == y"}}};
  const Result result = run(safe, "kiki", ofSame(kept));
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_EQ(result.outline, ProofOutline(kept)); // nothing was searched for
  EXPECT_NE(run(unsafe, "kiki", ofSame(kept)).verdict, Verdict::True);
}

TEST_F(OutlineTest, IsConfirmedByTheSolverThatTakesLess) {
  const Program safe = program("1");
  EarlierProof earlier = ofSame(InductionOutline{.lemmas = {{0, "[kept] x == y"}}});
  EXPECT_EQ(run(safe, "kiki", earlier).proofCheck.solver, "native");
  earlier.standing.needsSecond = true;
  EXPECT_EQ(run(safe, "kiki", earlier).proofCheck.solver, "z3");
}

// Paths are gone along again, with or without learning; an outline that is wrong proves nothing.
TEST_F(OutlineTest, OfPathsMayBePlain) {
  const auto counting = [&](const std::string& bound) {
    return parseProgram(R"(
function main() { var x: bv32; var y: bv32; var n: bv32;
  a: -> h { n = input nondet "n"; x = 0:32; y = 0:32; }
  h: if x <u n && x <u 9:32 -> b; if !(x <u n && x <u 9:32) -> c;
  b: -> h { x = x + 1:32; y = y + 1:32; }
  c: if )" + bound + R"( <u y -> bad; if !()" +
                            bound + R"( <u y) -> exit;
  bad: error(unreach-call) "too far"; }
)",
                        "test", terms);
  };
  const Program safe = counting("9:32"), unsafe = counting("8:32");
  using Walk = PathsOutline::Walk;
  const Result first = run(safe, "symex");
  ASSERT_TRUE(first.outline && std::holds_alternative<PathsOutline>(*first.outline));
  const EarlierProof plain = ofSame(PathsOutline{.walk = Walk::Plain});
  EXPECT_EQ(run(safe, "symex", plain).verdict, Verdict::True);
  EXPECT_EQ(run(unsafe, "symex", plain).verdict, Verdict::False);
  for (const std::vector<uint32_t>& places : {std::vector<uint32_t>{}, {1}, {2, 1000000}}) {
    const EarlierProof covering = ofSame(PathsOutline{.walk = Walk::Covering, .places = places});
    EXPECT_EQ(run(safe, "symex", covering).verdict, Verdict::True);
    EXPECT_EQ(run(unsafe, "symex", covering).verdict, Verdict::False);
  }
}

// Others have proved a part, and that does not follow from the lemmas: it is no use to go on alone.
TEST_F(OutlineTest, ThatNeedsOthersIsGivenUpSoon) {
  const InductionOutline little{.lemmas = {{0, "x <u n"}}, .sources = {"others"}};
  const InductionOutline enough{.lemmas = {{0, "x == y"}}, .sources = {"others"}};
  const Program safe = program("1");
  EXPECT_EQ(run(safe, "kiki", ofSame(little)).verdict, Verdict::Unknown);
  EXPECT_EQ(run(safe, "kiki", ofSame(enough)).verdict, Verdict::True);
  EXPECT_NE(run(program("2"), "kiki", ofSame(enough)).verdict, Verdict::True);
  EXPECT_EQ(run(safe, "kiki", {little}).verdict, Verdict::True);
}

TEST_F(OutlineTest, WithContractsServesAgain) {
  const Program twice = parseProgram(R"(
function main() { var x: bv32; var r: bv32;
  A: -> B { x = input nondet; r = call f(x); }
  B: if x <=s 101:32 && r != 91:32 -> E; if !(x <=s 101:32 && r != 91:32) -> exit;
  E: error(unreach-call) "wrong"; }
function f(a: bv32) -> bv32 { var s: bv32; var t: bv32;
  A: if 100:32 <s a -> exit { return a - 10:32; } if a <=s 100:32 -> B { s = call f(a + 11:32); }
  B: -> C { t = call f(s); }
  C: -> exit { return t; } }
)",
                                     "test", terms);
  const Result first = run(twice, "kiki");
  ASSERT_EQ(first.verdict, Verdict::True) << first.reason;
  ASSERT_TRUE(first.outline);
  EarlierProof lie{*first.outline};
  OutlinedAutomaton* const automaton = automatonOf(lie.outline);
  ASSERT_TRUE(automaton && automaton->contracts);
  const Result second = run(twice, "kiki", {*first.outline});
  EXPECT_EQ(second.verdict, Verdict::True) << second.reason;
  EXPECT_NE(second.reason.find("by contracts"), std::string::npos) << second.reason;
  for (const std::vector<uint32_t>& numbers : {std::vector<uint32_t>{}, {UINT32_MAX}, {0, 0, 1}}) {
    automaton->contracts = numbers;
    EXPECT_NE(run(twice, "kiki", lie).verdict, Verdict::False);
  }
}

TEST_F(OutlineTest, OfMeasuresServesAgainAndIsNotBelieved) {
  const auto loop = [&](const std::string& step) {
    return parseProgram("function main() { var x: bv32; A: -> H { x = input nondet \"x\"; } "
                        "H: if 0:32 <s x -> B; if x <=s 0:32 -> exit; B: -> H { x = x - " +
                            step + ":32; } }",
                        "test", terms);
  };
  const Program ends = loop("1"), endless = loop("0");
  const auto check = [&](const Program& program, const EarlierProof* earlier, std::chrono::milliseconds time) {
    const std::vector<Contender> contenders{{"termination", [] { return makeEngine("termination"); }}};
    return runPortfolio(program, contenders, within(time), Question::Termination, earlier).result;
  };
  using namespace std::chrono_literals;
  const Result first = check(ends, nullptr, 10s);
  ASSERT_EQ(first.verdict, Verdict::True) << first.reason;
  ASSERT_TRUE(first.outline && std::holds_alternative<MeasuresOutline>(*first.outline));
  std::vector<ProofOutline> outlines{*first.outline, ConditionsOutline()};
  for (const uint32_t attempt : {std::get<MeasuresOutline>(*first.outline).attempt, 5U, UINT32_MAX})
    outlines.emplace_back(MeasuresOutline{.attempt = attempt});
  for (const ProofOutline& outline : outlines) {
    const EarlierProof earlier = ofSame(outline);
    const Result second = check(ends, &earlier, 10s);
    EXPECT_EQ(second.verdict, Verdict::True) << second.reason;
    EXPECT_EQ(second.proofCheck.status, ProofCheck::Confirmed);
  }
  const ProofOutline lies[] = {MeasuresOutline{.attempt = 1}, ForwardOutline{.backEdges = 1}, PathsOutline()};
  for (const ProofOutline& outline : lies) {
    const EarlierProof lie = ofSame(outline);
    EXPECT_NE(check(endless, &lie, 500ms).verdict, Verdict::True);
  }
}

/// Outlines of proofs that are none, with the engine that they are for.
std::vector<std::pair<std::string, ProofOutline>> lies() {
  using Form = OutlinedAutomaton::Form;
  std::vector<std::pair<std::string, ProofOutline>> lies;
  const auto lie = [&](const std::string& engine, ProofOutline outline) {
    lies.emplace_back(engine, std::move(outline));
  };
  for (const char* lemma :
       {"false", "x == y", "x <u n", "y == 0:32", "nonsense <u 3:32", "x", "(", "x ==u y", "n == n + 1:32"})
    lie("kiki", InductionOutline{.lemmas = {{0, lemma}}, .sources = {"outside", "nobody"}});
  lie("kiki", InductionOutline{.k = UINT32_MAX, .lemmas = {{9, "false"}, {0, "false"}}});
  lie("kiki", ForwardOutline{.backEdges = UINT32_MAX});
  lie("kiki", ForwardOutline{.automaton = {.recursionDepth = UINT32_MAX}});
  lie("kiki", InductionOutline{
                  .automaton = {.form = Form::WithoutMemory, .recursionDepth = 0}, .k = 3, .lemmas = {{0, "false"}}});
  lie("kiki", ConditionsOutline{{{0, "false"}}});
  lie("ic3ia", ConditionsOutline{{{0, "false"}}});
  lie("ic3ia", ConditionsOutline{{{0, "x == y"}, {0, "x <u n"}}});
  for (const char* lemma :
       {"[kept] false", "[kept] x == y", "[kept] ", "[kept] [kept] false", "let $1 = x + y; $1 == 2:32 * x",
        "let $1 = false; $1", "::kiki!place64 == 0:64", "[kept] ::kiki!place64 == 0:64"})
    for (const uint32_t k : {0u, 1u}) lie("kiki", InductionOutline{.k = k, .lemmas = {{0, lemma}}});
  lie("kiki", InductionOutline{.lemmas = {{0, "[kept] x == y"}, {0, "y <u 2:32"}}});
  lie("kiki", InductionOutline());
  lie("ic3ia", ConditionsOutline{{{0, "[kept] false"}}});
  lie("shapes", ShapesOutline{.pass = 1});
  lie("shapes", ShapesOutline{.attempt = UINT32_MAX, .pass = 1});
  // No arrivals; a heap of which nothing is known, or that there is none of.
  for (uint32_t head = 0; head < 4; ++head)
    for (const char* heap : {"0 0 0: 0 0 0 0 end ", "0 0 6:false; 0 0 0 0 end ", "false", ""})
      lie("shapes", ShapesOutline{.attempt = UINT32_MAX, .pass = 1, .heaps = {{0, "0 "}, {head, heap}}});
  return lies;
}

TEST_F(OutlineTest, IsNotBelieved) {
  const Program safe = program("1"), unsafe = program("2");
  for (const auto& [engine, outline] : lies())
    for (const bool isOfSame : {false, true}) {
      const EarlierProof lie{outline, {.isOfSame = isOfSame}};
      const std::string what = engine + ", " + printRemembered({Verdict::True, engine, 0, {}, outline});
      EXPECT_NE(run(unsafe, engine, lie).verdict, Verdict::True) << what;
      EXPECT_NE(run(safe, engine, lie).verdict, Verdict::False) << what;
    }
}

struct AnswerCacheTest : testing::Test {
  std::ostringstream said;
  Logger logger{said};
  const fs::path folder = fs::temp_directory_path() / ("assay-answers-" + std::to_string(getpid()));
  void TearDown() override { fs::remove_all(folder); }

  size_t numFiles() const {
    return static_cast<size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
  }
};

TEST_F(AnswerCacheTest, KeepsWhatIsStored) {
  AnswerCache cache(folder / "new" / "one", logger);
  EXPECT_FALSE(cache.find("key"));
  cache.store("key", "one\ntwo");
  cache.store("key", std::string("three\n\0four", 11));
  EXPECT_EQ(cache.find("key"), std::string("three\n\0four", 11));
  EXPECT_FALSE(cache.find("other"));
  EXPECT_EQ(said.str(), "");
}

TEST_F(AnswerCacheTest, WhatIsBrokenIsTold) {
  AnswerCache cache(folder, logger);
  cache.store("key", "something");
  const fs::path file = fs::directory_iterator(folder)->path();
  std::ostringstream whole;
  whole << std::ifstream(file).rdbuf();
  const std::string good = whole.str();
  for (const std::string& bad : {std::string(), good.substr(0, good.size() - 1), good + "x", "x" + good,
                                 std::string("a file of somebody else\n")}) {
    std::ofstream(file) << bad;
    said.str("");
    AnswerCache again(folder, logger);
    EXPECT_FALSE(again.find("key"));
    EXPECT_FALSE(again.find("key"));
    EXPECT_NE(said.str().find("is not used"), std::string::npos) << bad;
    EXPECT_EQ(said.str().find('\n'), said.str().size() - 1); // once
  }
  // The same file under another name.
  std::ofstream(file) << good;
  cache.store("other", "else");
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.path() != file) fs::copy_file(file, entry.path(), fs::copy_options::overwrite_existing);
  EXPECT_FALSE(cache.find("other"));
  EXPECT_EQ(cache.find("key"), "something");
}

TEST_F(AnswerCacheTest, OldOnesGo) {
  StrategyLimits limits;
  limits.cacheFiles = 10;
  AnswerCache cache(folder, logger, limits);
  for (int i = 0; i < 40; ++i) {
    cache.store(std::to_string(i), "text");
    EXPECT_TRUE(cache.find("0")) << i; // it is used again and again
  }
  EXPECT_LE(numFiles(), 10u);
  EXPECT_TRUE(cache.find("39"));
  EXPECT_FALSE(cache.find("5"));
  limits.cacheBytes = 1000;
  AnswerCache small(folder, logger, limits);
  small.store("large", std::string(900, 'x'));
  EXPECT_LE(numFiles(), 1u);
}

} // namespace

} // namespace assay
