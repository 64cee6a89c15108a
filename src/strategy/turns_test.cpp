// Engines share processors as their shares say, and no processor is idle while one waits.
#include "strategy/schedule.h"
#include "strategy/turns.h"

#include "program/text_parser.h"

#include <gtest/gtest.h>

namespace assay {

namespace {

using namespace std::chrono_literals;

/// How many of `rounds` turns each of `number` gets.
std::vector<int> turnsOf(Turns& turns, size_t number, int rounds) {
  std::vector<int> counts(number);
  for (int i = 0; i < rounds; ++i) {
    turns.next(i == 0 ? 0ms : 10ms);
    for (size_t k = 0; k < number; ++k) counts[k] += turns.runs(k);
  }
  return counts;
}

TEST(Turns, AllRunIfThereAreProcessorsForAll) {
  Turns turns(3);
  for (int i = 0; i < 3; ++i) turns.add(i + 1, i * 1s);
  EXPECT_EQ(turnsOf(turns, 3, 10), (std::vector{10, 10, 10}));
}

TEST(Turns, TimeIsSharedAsAskedFor) {
  Turns turns(2);
  turns.add(1, 0s);
  turns.add(1, 0s);
  turns.add(0.5, 0s);
  const std::vector<int> counts = turnsOf(turns, 3, 500);
  EXPECT_NEAR(counts[0], 400, 3);
  EXPECT_NEAR(counts[1], 400, 3);
  EXPECT_NEAR(counts[2], 200, 3);
}

TEST(Turns, WhoBeginsLaterMakesUpForNothing) {
  Turns turns(1);
  turns.add(1, 0s);
  turns.add(1, 1s);
  EXPECT_EQ(turnsOf(turns, 2, 100), (std::vector{100, 0}));
  const std::vector<int> counts = turnsOf(turns, 2, 100);
  EXPECT_NEAR(counts[0], 50, 2);
  EXPECT_NEAR(counts[1], 50, 2);
}

TEST(Turns, AProcessorThatIsFreeIsUsed) {
  Turns turns(2);
  turns.add(1, 0s);
  turns.add(1, 0s);
  turns.add(1, 60s);
  turnsOf(turns, 3, 5);
  EXPECT_FALSE(turns.runs(2));
  turns.end(0);
  turns.next(10ms);
  EXPECT_FALSE(turns.runs(0));
  EXPECT_TRUE(turns.runs(1));
  EXPECT_TRUE(turns.runs(2));
}

std::string_view kindOf(std::string_view text) {
  TermManager terms;
  return scheduleFor(featuresOf(parseProgram(text, "test", terms)), {}).kind;
}

TEST(Schedule, TheKindOfAProgramIsSeen) {
  EXPECT_EQ(kindOf("function main() { var x: bv32; s: -> exit { x = input nondet; return; } exit: exit; }"),
            "no loops");
  EXPECT_EQ(kindOf(R"(function main() { var x: bv32; s: -> l { x = 0; }
    l: if x <u 9 -> l { x = x + 3 * x; } if 9 <=u x -> exit { return; } exit: exit; })"),
            "numbers in loops, small");
  std::string large =
      "function main() { var x: bv32; s: -> l { x = 0; } l: if x <u 9 -> a0 { x = x + 3; } if 9 <=u x -> exit;\n";
  for (int i = 0; i < 300; ++i)
    large += "a" + std::to_string(i) + ": -> a" + std::to_string(i + 1) + " { x = x + 1; }\n";
  EXPECT_EQ(kindOf(large + "a300: -> l { x = x - 300; } exit: exit; }"), "numbers in loops");
  EXPECT_EQ(kindOf(R"(function main() { var x: bv32; s: -> l { x = 0; }
    l: if x <u 9 -> l { x = x * x; } if 9 <=u x -> exit { return; } exit: exit; })"),
            "products in loops");
  EXPECT_EQ(kindOf(R"(function main() { var p: bv64; var x: bv32; s: -> l { p = allocate stack any 40; x = 0; }
    l: if x <u 9 -> l { x = load p; } if 9 <=u x -> exit { return; } exit: exit; })"),
            "arrays");
  EXPECT_EQ(kindOf(R"(function main() { var p: bv64; var x: bv32; s: -> l { p = allocate heap any 40; x = 0; }
    l: if x <u 9 -> l { x = load p; } if 9 <=u x -> exit { return; } exit: exit; })"),
            "memory");
}

TEST(Schedule, ThoseWhoReadTheTableSeeShares) {
  const Schedule schedule{"test", {{"symex", 1}, {"ic3ia", 0.5, 1500ms}}};
  EXPECT_EQ(formatShares(schedule), "symex 1, ic3ia 0.5 from 1.5 s");
}

TEST(Schedule, LimitsSayWhoRunsWhen) {
  const Features features{.hasLoops = true, .numEdges = 60};
  EXPECT_EQ(formatShares(scheduleFor(features, {})),
            "symex 1, kiki 1, ic3ia 1 from 1 s, bself 0.5 from 2 s, far 1 from 0.7 s");
  StrategyLimits limits;
  limits.ic3iaBegin = 1500ms;
  limits.smallProgram = 59;
  EXPECT_EQ(formatShares(scheduleFor(features, limits)), "symex 1, kiki 1, ic3ia 1 from 1.5 s");
}

} // namespace

} // namespace assay
