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
  remembered.outline =
      ProofOutline{ProofOutline::Way::Induction,
                   ProofOutline::Automaton::WithoutMemory,
                   3,
                   2,
                   {{1, "x <=u 7:32"}},
                   {"elements"},
                   {{0, 4}},
                   {{2, {0, 7}, "~x", "-x", {}}, {0, {}, "", "", {{-3, true, "x"}, {1, false, "main::y"}}}},
                   ProofOutline::Walk::Covering,
                   {3, 9},
                   true};
  remembered.loops = "a b";
  remembered.note = "4:word ";
  const std::string text = printRemembered(remembered);
  const std::optional<Remembered> back = parseRemembered(text);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->outline, remembered.outline);
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
  Result run(const Program& program, const std::string& engine, const ProofOutline* outline) {
    const std::vector<Contender> contenders{{engine, [engine] { return makeEngine(engine); }}};
    Env& inTime = within(std::chrono::seconds(20)); // each
    return runPortfolio(program, contenders, inTime, Question::Errors, outline).result;
  }
};

TEST_F(OutlineTest, OfAProofServesAgain) {
  const Program safe = program("1");
  for (const char* engine : {"kiki", "ic3ia"}) {
    const Result first = run(safe, engine, nullptr);
    ASSERT_EQ(first.verdict, Verdict::True) << engine;
    ASSERT_TRUE(first.outline) << engine;
    EXPECT_FALSE(first.outline->lemmas.empty()) << engine;
    const Result second = run(safe, engine, &*first.outline);
    EXPECT_EQ(second.verdict, Verdict::True) << engine;
    EXPECT_EQ(second.proofCheck.status, ProofCheck::Confirmed) << engine;
  }
}

// What blocks keep is told with what else was needed.
TEST_F(OutlineTest, OfWhatBlocksKeepServesAgain) {
  const Program safe = program("1"), unsafe = program("2");
  const ProofOutline kept{.way = ProofOutline::Way::Induction, .lemmas = {{0, "[kept] x == y"}}, .isOfSame = true};
  const Result result = run(safe, "kiki", &kept);
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  ASSERT_TRUE(result.outline);
  EXPECT_EQ(result.outline->lemmas, kept.lemmas); // nothing was searched for
  EXPECT_NE(run(unsafe, "kiki", &kept).verdict, Verdict::True);
}

TEST_F(OutlineTest, IsConfirmedByTheSolverThatTakesLess) {
  const Program safe = program("1");
  ProofOutline outline{.way = ProofOutline::Way::Induction, .lemmas = {{0, "[kept] x == y"}}, .isOfSame = true};
  EXPECT_EQ(run(safe, "kiki", &outline).proofCheck.solver, "native");
  outline.needsSecond = true;
  EXPECT_EQ(run(safe, "kiki", &outline).proofCheck.solver, "z3");
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
  const Result first = run(safe, "symex", nullptr);
  ASSERT_TRUE(first.outline && first.outline->way == ProofOutline::Way::Paths);
  const ProofOutline plain{.way = ProofOutline::Way::Paths, .walk = ProofOutline::Walk::Plain, .isOfSame = true};
  EXPECT_EQ(run(safe, "symex", &plain).verdict, Verdict::True);
  EXPECT_EQ(run(unsafe, "symex", &plain).verdict, Verdict::False);
  for (const std::vector<uint32_t>& places : {std::vector<uint32_t>{}, {1}, {2, 1000000}}) {
    const ProofOutline covering{
        .way = ProofOutline::Way::Paths, .walk = ProofOutline::Walk::Covering, .places = places, .isOfSame = true};
    EXPECT_EQ(run(safe, "symex", &covering).verdict, Verdict::True);
    EXPECT_EQ(run(unsafe, "symex", &covering).verdict, Verdict::False);
  }
}

// Others have proved a part, and that does not follow from the lemmas: it is no use to go on alone.
TEST_F(OutlineTest, ThatNeedsOthersIsGivenUpSoon) {
  ProofOutline other{
      .way = ProofOutline::Way::Induction, .lemmas = {{0, "x <u n"}}, .sources = {"others"}, .isOfSame = true};
  const Program safe = program("1");
  EXPECT_EQ(run(safe, "kiki", &other).verdict, Verdict::Unknown);
  other.lemmas = {{0, "x == y"}};
  EXPECT_EQ(run(safe, "kiki", &other).verdict, Verdict::True);
  EXPECT_NE(run(program("2"), "kiki", &other).verdict, Verdict::True);
  other.isOfSame = false;
  other.lemmas = {{0, "x <u n"}};
  EXPECT_EQ(run(safe, "kiki", &other).verdict, Verdict::True);
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
  const Result first = run(twice, "kiki", nullptr);
  ASSERT_EQ(first.verdict, Verdict::True) << first.reason;
  ASSERT_TRUE(first.outline && first.outline->contracts);
  const Result second = run(twice, "kiki", &*first.outline);
  EXPECT_EQ(second.verdict, Verdict::True) << second.reason;
  EXPECT_NE(second.reason.find("by contracts"), std::string::npos) << second.reason;
  ProofOutline lie = *first.outline;
  for (const std::vector<uint32_t>& numbers : {std::vector<uint32_t>{}, {UINT32_MAX}, {0, 0, 1}}) {
    lie.contracts = numbers;
    EXPECT_NE(run(twice, "kiki", &lie).verdict, Verdict::False);
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
  const auto check = [&](const Program& program, const ProofOutline* outline, std::chrono::milliseconds time) {
    const std::vector<Contender> contenders{{"termination", [] { return makeEngine("termination"); }}};
    return runPortfolio(program, contenders, within(time), Question::Termination, outline).result;
  };
  using namespace std::chrono_literals;
  const Result first = check(ends, nullptr, 10s);
  ASSERT_EQ(first.verdict, Verdict::True) << first.reason;
  ASSERT_TRUE(first.outline && first.outline->way == ProofOutline::Way::Measures);
  for (uint32_t k : {first.outline->k, 5U, UINT32_MAX})
    for (const auto way : {ProofOutline::Way::Measures, ProofOutline::Way::Conditions}) {
      ProofOutline outline{.way = way, .k = k, .isOfSame = true};
      const Result second = check(ends, &outline, 10s);
      EXPECT_EQ(second.verdict, Verdict::True) << k << ": " << second.reason;
      EXPECT_EQ(second.proofCheck.status, ProofCheck::Confirmed) << k;
    }
  for (const auto way : {ProofOutline::Way::Measures, ProofOutline::Way::Forward, ProofOutline::Way::Paths}) {
    const ProofOutline lie{.way = way, .k = 1, .isOfSame = true};
    EXPECT_NE(check(endless, &lie, 500ms).verdict, Verdict::True);
  }
}

TEST_F(OutlineTest, IsNotBelieved) {
  using Way = ProofOutline::Way;
  using Automaton = ProofOutline::Automaton;
  const Program safe = program("1"), unsafe = program("2");
  std::vector<ProofOutline> lies;
  for (const char* lemma :
       {"false", "x == y", "x <u n", "y == 0:32", "nonsense <u 3:32", "x", "(", "x ==u y", "n == n + 1:32"})
    lies.push_back({Way::Induction, Automaton::Flat, 1, 0, {{0, lemma}}, {"outside", "nobody"}});
  lies.push_back({Way::Induction, Automaton::Flat, 1, UINT32_MAX, {{9, "false"}, {0, "false"}}});
  lies.push_back({Way::Forward, Automaton::Flat, 1, UINT32_MAX});
  lies.push_back({Way::Forward, Automaton::Flat, UINT32_MAX, 0});
  lies.push_back({Way::Induction, Automaton::WithoutMemory, 0, 3, {{0, "false"}}});
  lies.push_back({Way::Conditions, Automaton::LoopedRecursion, 0, 3, {{0, "false"}}});
  lies.push_back({Way::Conditions, Automaton::Flat, 0, 0, {{0, "x == y"}, {0, "x <u n"}}});
  for (const char* lemma :
       {"[kept] false", "[kept] x == y", "[kept] ", "[kept] [kept] false", "let $1 = x + y; $1 == 2:32 * x",
        "let $1 = false; $1", "::kiki!place64 == 0:64", "[kept] ::kiki!place64 == 0:64"})
    for (const uint32_t k : {0u, 1u}) lies.push_back({Way::Induction, Automaton::Flat, 1, k, {{0, lemma}}});
  lies.push_back({Way::Induction, Automaton::Flat, 1, 0, {{0, "[kept] x == y"}, {0, "y <u 2:32"}}});
  lies.push_back({Way::Induction, Automaton::Flat, 1, 0});
  lies.push_back({Way::Conditions, Automaton::Flat, 0, 0, {{0, "[kept] false"}}});
  lies.push_back({Way::Shapes, Automaton::Flat, 1, 0});
  lies.push_back({Way::Shapes, Automaton::Flat, 1, UINT32_MAX});
  // No arrivals; a heap of which nothing is known, or that there is none of.
  for (uint32_t head = 0; head < 4; ++head)
    for (const char* heap : {"0 0 0: 0 0 0 0 end ", "0 0 6:false; 0 0 0 0 end ", "false", ""})
      lies.push_back({Way::Shapes, Automaton::Flat, 1, UINT32_MAX, {{0, "0 "}, {head, heap}}});
  for (size_t i = 0, number = lies.size(); i < number; ++i) lies.emplace_back(lies[i]).isOfSame = true;
  for (const ProofOutline& lie : lies)
    for (const char* engine : {"kiki", "ic3ia", "shapes"}) {
      const std::string_view owner = lie.way == Way::Conditions ? "ic3ia" : lie.way == Way::Shapes ? "shapes" : "kiki";
      if (engine != owner) continue;
      const std::string what = std::string(engine) + (lie.lemmas.empty() ? "" : ", " + lie.lemmas[0].condition);
      EXPECT_NE(run(unsafe, engine, &lie).verdict, Verdict::True) << what;
      EXPECT_NE(run(safe, engine, &lie).verdict, Verdict::False) << what;
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
  AnswerCache cache(folder, logger, {.numFiles = 10, .numBytes = 1 << 20});
  for (int i = 0; i < 40; ++i) {
    cache.store(std::to_string(i), "text");
    EXPECT_TRUE(cache.find("0")) << i; // it is used again and again
  }
  EXPECT_LE(numFiles(), 10u);
  EXPECT_TRUE(cache.find("39"));
  EXPECT_FALSE(cache.find("5"));
  AnswerCache small(folder, logger, {.numFiles = 10, .numBytes = 1000});
  small.store("large", std::string(900, 'x'));
  EXPECT_LE(numFiles(), 1u);
}

} // namespace

} // namespace assay
