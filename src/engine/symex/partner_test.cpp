// Paths that two processes explore: violations, limits and loops without end in the part of either.
#include "engine/symex/partner.h"

#include "engine/symex/symex.h"
#include "program/text_parser.h"
#include "transform/compact_edges.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

using symex::PartReport;
using Walk = PathsOutline::Walk;

struct ExploredAgain {
  TermManager terms;
  Program program;
  Result result;
  bool hasEndlessPath = false;

  explicit ExploredAgain(const std::string& text, Walk walk = Walk::Plain)
      : program(parseProgram(text, "test", terms)) {
    compactEdges(program);
    TestEnv env;
    if (walk == Walk::Plain) env.options.prune = Pruning::None; // the program itself, not a slice
    const EarlierProof earlier{PathsOutline{.walk = walk}, {.isOfSame = true}};
    SymexEngine engine;
    result = recallOrRun(engine, &earlier, program, env.env);
    hasEndlessPath = engine.hasEndlessPath();
  }
};

/// Nine inputs, each of which is zero or not, make a number of nine bits: 512 paths. Then `ends`, at c.
std::string numbers(const std::string& ends) {
  return "function main() { var i: bv32; var s: bv32; var x: bv32;\n"
         " a: -> h { i = 0:32; s = 0:32; }\n"
         " h: if i <u 9:32 -> b { x = input nondet; } if !(i <u 9:32) -> c;\n"
         " b: if x == 0:32 -> h { s = s + s; i = i + 1:32; } if x != 0:32 -> h { s = s + s + 1:32; i = i + 1:32; }\n" +
         ends + " bad: error(assert); }";
}

std::string wrongAt(uint32_t number) {
  const std::string guard = "s == " + std::to_string(number) + ":32";
  return numbers(" c: if " + guard + " -> bad; if !(" + guard + ") -> exit;\n");
}

TEST(Partner, BothPartsMakeTheWhole) {
  for (const Walk walk : {Walk::Learning, Walk::Covering, Walk::Plain}) {
    const ExploredAgain run(wrongAt(512), walk);
    EXPECT_EQ(run.result.verdict, Verdict::True) << run.result.reason;
    EXPECT_FALSE(run.hasEndlessPath);
    if (walk == Walk::Plain) {
      EXPECT_EQ(run.result.reason, "all 512 paths end without a violation");
    }
    ASSERT_TRUE(run.result.outline);
    EXPECT_TRUE(std::holds_alternative<PathsOutline>(*run.result.outline));
  }
}

// Only where states were left does a later run have to compare them.
TEST(Partner, TellsWhetherPathsWereLeft) {
  const auto walkOf = [](const ExploredAgain& run) { return std::get<PathsOutline>(run.result.outline.value()).walk; };
  EXPECT_EQ(walkOf(ExploredAgain(wrongAt(512), Walk::Covering)), Walk::Plain); // all numbers differ
  const std::string forgets = "function main() { var i: bv32; var x: bv32;\n"
                              " a: -> h { i = 0:32; }\n"
                              " h: if i <u 9:32 -> b { x = input nondet; } if !(i <u 9:32) -> c;\n"
                              " b: if x == 0:32 -> h { i = i + 1:32; } if x != 0:32 -> h { i = i + 1:32; }\n"
                              " c: if i == 512:32 -> bad; if i != 512:32 -> exit;\n bad: error(assert); }";
  EXPECT_EQ(walkOf(ExploredAgain(forgets, Walk::Covering)), Walk::Covering);
  EXPECT_EQ(walkOf(ExploredAgain(forgets, Walk::Plain)), Walk::Plain);
}

// Whoever finds it: it is no proof.
TEST(Partner, AViolationInEitherPartCounts) {
  for (const Walk walk : {Walk::Learning, Walk::Covering, Walk::Plain})
    for (uint32_t number = 0; number < 512; number += 37)
      EXPECT_NE(ExploredAgain(wrongAt(number), walk).result.verdict, Verdict::True) << number;
}

TEST(Partner, LimitsAndLoopsWithoutEndOfEitherPartCount) {
  for (uint32_t number = 0; number < 512; number += 101) {
    const std::string guard = "s == " + std::to_string(number) + ":32";
    const std::string choice = " c: if " + guard + " -> d; if !(" + guard + ") -> e;\n e: if s == 512:32 -> bad; " +
                               "if s != 512:32 -> exit;\n";
    const ExploredAgain limited(numbers(choice + " d: limit \"too deep\";\n"));
    ASSERT_EQ(limited.result.obstacles.size(), 1u);
    EXPECT_EQ(limited.result.obstacles.front().status, CheckStatus::Open) << number;
    EXPECT_TRUE(ExploredAgain(numbers(choice + " d: -> d;\n")).hasEndlessPath) << number;
    const ExploredAgain cut(numbers(choice + " d: unsupported \"strange\";\n"));
    EXPECT_NE(cut.result.verdict, Verdict::True) << number;
  }
}

TEST(Partner, ReportsAreText) {
  const ExploredAgain run(wrongAt(512));
  const PartReport report{true, false, true, 7, 5, 3, {LocationId(0), LocationId(1)}, {LocationId(2)}};
  EXPECT_EQ(symex::parsePart(symex::printPart(report), run.program), report);
  EXPECT_EQ(symex::parsePart(symex::printPart({}), run.program), PartReport());
  const std::string text = symex::printPart(report);
  for (const std::string& broken :
       {std::string(), text + "1 ", text.substr(0, text.size() - 2), "x" + text,
        std::string("part 1 0 0 1 0 0 1 1000000 0 end "), std::string("part 2 0 0 1 0 0 0 0 end ")})
    EXPECT_FALSE(symex::parsePart(broken, run.program)) << broken;
}

} // namespace
} // namespace assay
