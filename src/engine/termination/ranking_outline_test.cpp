// Measures of an earlier proof: they serve again, in programs that have changed, too, and nothing of them is believed.
#include "engine/termination/ranking_outline.h"

#include "engine/termination/loop_prover.h"
#include "engine/termination/termination.h"
#include "program/text_parser.h"
#include "proof/lemmas.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>

namespace assay {
namespace {

using Step = OutlinedRankingStep;

class RankingOutlineTest : public ::testing::Test {
protected:
  static constexpr std::chrono::milliseconds kMoment{50}; // for what is not to be proved

  Result check(const std::string& text, std::chrono::milliseconds limit = std::chrono::seconds(30),
               const EarlierProof* earlier = nullptr) {
    TermManager terms;
    const Program program = parseProgram(text, "test", terms);
    Termination engine;
    return recallOrRun(engine, earlier, program, env_.within(limit));
  }
  /// With these measures of an earlier proof.
  Result checkWith(const MeasuresOutline& outline, bool isOfSame, const std::string& text,
                   std::chrono::milliseconds limit = std::chrono::seconds(30)) {
    const EarlierProof earlier{outline, {.isOfSame = isOfSame}};
    return check(text, limit, &earlier);
  }
  /// The first proof, which is the same each time.
  const Result& firstProof(const std::string& text) {
    static std::map<std::string, Result> known;
    const auto [at, isNew] = known.try_emplace(text);
    if (isNew) at->second = check(text);
    EXPECT_EQ(at->second.verdict, Verdict::True) << text << ": " << at->second.reason;
    return at->second;
  }
  MeasuresOutline outlineOf(const std::string& text) {
    const Result& result = firstProof(text);
    const auto* const measures = result.outline ? std::get_if<MeasuresOutline>(&*result.outline) : nullptr;
    return measures ? *measures : MeasuresOutline();
  }
  /// Whether the steps and lemmas are a proof that executions of this automaton end, as it is.
  bool holds(const std::string& text, const MeasuresOutline& outline, const std::string& solver = "native") {
    TermManager terms;
    const Flow flow(parseProgram(text, "test", terms), origin::ForgottenMemory{});
    Env& env = env_.within(std::chrono::seconds(10));
    LoopProver prover(flow.program(), flow, env);
    std::optional<std::vector<RankingStep>> steps = stepsFrom(outline, flow);
    return steps && prover.recall(lemmasFrom(outline.lemmas, flow, {}), *std::move(steps), env.deadline) &&
           prover.confirm(solver, env.deadline);
  }
  static std::string loop(const std::string& body) {
    return "function main() { var x: bv32; var y: bv32; var z: bv32;"
           " A: -> L { x = input nondet; y = input nondet; z = input nondet; }" +
           body + " X: -> exit { return; } exit: exit; }";
  }
  static MeasuresOutline ranked(std::vector<Step> steps, std::vector<OutlinedLemma> lemmas = {}) {
    return {.attempt = 0, .lemmas = std::move(lemmas), .ranking = std::move(steps)};
  }

  TestEnv env_;
};

const std::string kDown = "L: if 0 <s x -> L { x = x - 1; } if x <=s 0 -> X;";
const std::string kStays = "L: if 0 <s x -> L { x = x - 0; } if x <=s 0 -> X;";
/// y is positive in the second loop: that is a lemma.
const std::string kStepped = "L: if 0 <s y && y <s 100 -> M; if !(0 <s y && y <s 100) -> X;"
                             "M: if 0 <s x -> M { x = x - y; } if x <=s 0 -> X;";
const std::string kMayStay = "L: if 0 <=s y && y <s 100 -> M; if !(0 <=s y && y <s 100) -> X;"
                             "M: if 0 <s x -> M { x = x - y; } if x <=s 0 -> X;";
const std::string kNested = "L: if x <u y -> M { z = y; } if y <=u x -> X;"
                            "M: if z != 0 -> M { z = z - 1; } if z == 0 -> L { x = x + 1; }";
const std::string kResets = "L: if x <u y -> M { z = y; } if y <=u x -> X;"
                            "M: if z != 0 -> M { z = z - 1; x = 0; } if z == 0 -> L { x = x + 1; }";
const std::string kSums = "L: if 0 <s x && x <s 1000 && 0 <s y && y <s 1000 -> M;"
                          "   if !(0 <s x && x <s 1000 && 0 <s y && y <s 1000) -> X;"
                          "M: if z == 0 -> L { x = x - 3; y = y + 1; z = input nondet; }"
                          "   if z != 0 -> L { x = x + 2; y = y - 1; z = input nondet; }";
const std::string kOtherSums = "L: if 0 <s x && x <s 1000 && 0 <s y && y <s 1000 -> M;"
                               "   if !(0 <s x && x <s 1000 && 0 <s y && y <s 1000) -> X;"
                               "M: if z == 0 -> L { x = x - 3; y = y + 1; z = input nondet; }"
                               "   if z != 0 -> L { x = x + 3; y = y - 1; z = input nondet; }";

TEST_F(RankingOutlineTest, ServesAgain) {
  for (const std::string& body : {kDown, kStepped, kNested, kSums}) {
    const MeasuresOutline outline = outlineOf(loop(body));
    EXPECT_FALSE(outline.ranking.empty()) << body;
    const Result& first = firstProof(loop(body));
    for (const bool isOfSame : {false, true}) {
      const Result again = checkWith(outline, isOfSame, loop(body));
      EXPECT_EQ(again.verdict, Verdict::True) << body << again.reason;
      EXPECT_EQ(again.proofCheck.solver, isOfSame ? "native" : "z3") << body;
      EXPECT_EQ(again.outline, ProofOutline(outline)) << body;
      ASSERT_EQ(again.loops.size(), first.loops.size());
      for (size_t i = 0; i < first.loops.size(); ++i) EXPECT_EQ(again.loops[i].how, first.loops[i].how) << body;
    }
  }
  EXPECT_FALSE(outlineOf(loop(kStepped)).lemmas.empty());
  EXPECT_FALSE(outlineOf(loop(kSums)).ranking.back().summands.empty());
}

TEST_F(RankingOutlineTest, NeedsNoSearchAndIsTriedFirst) {
  const MeasuresOutline known = ranked({{0, {0}, "x ^ 0x80000000", "this", {}}});
  EXPECT_TRUE(holds(loop(kDown), known));
  EXPECT_TRUE(holds(loop(kDown), known, "z3"));
  // Transitions have other numbers by now.
  MeasuresOutline other = known;
  other.ranking[0].transitions = {7};
  EXPECT_FALSE(holds(loop(kDown), other));
  const Result result = checkWith(other, false, loop(kDown));
  EXPECT_EQ(result.verdict, Verdict::True);
  ASSERT_EQ(result.loops.size(), 1u);
  EXPECT_EQ(result.loops[0].how, "this decreases");
}

TEST_F(RankingOutlineTest, OfRecursionServesAgain) {
  const auto calls = [](const std::string& less) {
    return "function main() { var x: bv32; var y: bv32; var r: bv32;"
           "  A: -> B { x = input nondet; y = input nondet; r = call f(x, y); } B: -> exit { return; } exit: exit; }"
           "function f(a: bv32, b: bv32) -> bv32 { var s: bv32;"
           "  A: if a == 0 -> exit { return b + 1; } if a != 0 -> B;"
           "  B: if b == 0 -> D { s = call f(a - 1, 1); } if b != 0 -> C { s = call f(a, b - " +
           less + "); } C: -> D { s = call f(a - 1, s); } D: -> exit { return s; } exit: exit; }";
  };
  const MeasuresOutline outline = outlineOf(calls("1"));
  for (const bool isOfSame : {false, true}) {
    EXPECT_EQ(checkWith(outline, isOfSame, calls("1")).verdict, Verdict::True);
    EXPECT_EQ(checkWith(outline, isOfSame, calls("0"), kMoment).verdict, Verdict::Unknown);
  }
}

// What is true of one program is told of another one, which may not end.
TEST_F(RankingOutlineTest, OfAnotherProgramIsNotBelieved) {
  for (const std::string& body : {kDown, kStepped, kNested, kSums}) {
    const MeasuresOutline outline = outlineOf(loop(body));
    bool isOfSame = false;
    for (const std::string& endless : {kStays, kMayStay, kResets, kOtherSums}) {
      EXPECT_FALSE(holds(loop(endless), outline)) << body << endless;
      isOfSame = !isOfSame;
      EXPECT_NE(checkWith(outline, isOfSame, loop(endless), kMoment).verdict, Verdict::True) << body << endless;
    }
    EXPECT_EQ(checkWith(outline, isOfSame, loop(kDown)).verdict, Verdict::True) << body;
  }
}

TEST_F(RankingOutlineTest, SpoiltIsNotBelieved) {
  const std::vector<uint32_t> all{0, 1, 2, 3, 4, 5, UINT32_MAX};
  std::vector<MeasuresOutline> lies;
  for (const char* measure :
       {"x", "y", "~x", "x ^ 0x80000000", "x + y", "x - x", "x <s y", "nonsense", "(", "5", "0:32", "::q",
        "let $1 = x; $1", "x x", "if x <s 0 then x else y", "main::x", "zext(x, 64) + 1"})
    for (const uint32_t head : {0u, 1u, 2u, UINT32_MAX}) lies.push_back(ranked({{head, all, measure, "x", {}}}));
  lies.push_back(ranked({}));
  lies.push_back(ranked({{0, all, "", "", {}}})); // nothing is taken again
  lies.push_back(ranked({{0, all, "", "", {}}, {1, all, "", "", {}}}));
  lies.push_back(ranked({{0, {}, "", "", {}}})); // nothing is left out
  lies.push_back(ranked({{0, {}, "x", "x", {}}, {0, {}, "y", "y", {}}}));
  lies.push_back(ranked({{0, {0}, "x", "x", {}}, {0, all, "x", "x", {}}, {1, all, "x", "x", {}}}));
  for (const char* lemma : {"false", "x == 0", "x <s 0", "0 <s y", "z == 1", "[kept] false", "(", "x", "nobody == 3"})
    for (const uint32_t head : {0u, 1u, 7u})
      for (const char* measure : {"x ^ 0x80000000", ""})
        lies.push_back(ranked({{0, all, measure, "x", {}}, {1, all, measure, "x", {}}},
                              {{head, lemma}, {0, "false"}, {1, lemma}}));
  // Sums that would wrap around if they were taken as they are.
  for (const int64_t factor : {int64_t{0}, int64_t{1} << 31, int64_t{1} << 32, INT64_MIN, INT64_MAX, int64_t{-1}})
    for (const char* number : {"x", "y", "z", "nobody", "x + y", "x <s y", "1:32", "1", ""})
      lies.push_back(ranked({{0, all, "", "", {{factor, true, number}, {1, factor > 0, "x"}}}}));
  lies.push_back(ranked({{0, all, "", "", std::vector<Step::Summand>(100, {1, true, "x"})}}));
  for (const MeasuresOutline& lie : lies)
    for (const std::string& endless : {kStays, kMayStay, kResets, kOtherSums})
      EXPECT_FALSE(holds(loop(endless), lie)) << lie.ranking.size() << endless;
  // And by the engine, which goes on.
  lies.resize(12);
  lies.push_back(ranked({{0, all, "", "", {}}}, {{0, "false"}}));
  lies.push_back(ranked({{0, all, "", "", {}}, {1, all, "", "", {}}}, {{0, "false"}, {1, "false"}}));
  for (MeasuresOutline& lie : lies)
    for (const uint32_t attempt : {0u, 2u, UINT32_MAX}) {
      lie.attempt = attempt;
      EXPECT_NE(checkWith(lie, attempt != 2, loop(kStays), std::chrono::milliseconds(100)).verdict, Verdict::True);
      EXPECT_EQ(checkWith(lie, attempt != 2, loop(kDown)).verdict, Verdict::True);
    }
}

} // namespace
} // namespace assay
