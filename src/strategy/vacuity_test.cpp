#include "strategy/testing/two_errors.h"
#include "strategy/vacuity.h"

#include <gtest/gtest.h>

#include <sstream>

namespace assay {

namespace {

using namespace std::chrono_literals;

// No square is 2 or 3, but that is not seen at a glance.
struct VacuityTest : testing::Test, TestEnv {
  TermManager terms;

  std::vector<std::string> warnings(const char* text) {
    const Program program = parseProgram(text, "test", terms);
    return warningsOf(program, findVacuousChecks(program, env, 10s));
  }
};

TEST_F(VacuityTest, AnAssumptionThatExcludesEverything) {
  const auto found = warnings(R"(
function main() { var x: bv32;
  a: -> b { x = input nondet "x"; }
  b: if x * x == 2:32 -> c; if !(x * x == 2:32) -> stop;
  c: if x == 7:32 -> bad; if !(x == 7:32) -> exit;
  stop: blocked "assume";
  bad: error(unreach-call) "seven"; }
)");
  ASSERT_FALSE(found.empty());
  EXPECT_NE(found[0].find("no execution comes to any check"), std::string::npos) << found[0];
}

TEST_F(VacuityTest, AReachedCheckIsNotVacuous) {
  EXPECT_TRUE(warnings(R"(
function main() { var x: bv32;
  a: -> b { x = input nondet "x"; }
  b: if x <u 5:32 -> c; if !(x <u 5:32) -> stop;
  c: if x == 7:32 -> bad; if !(x == 7:32) -> exit;
  stop: blocked "assume";
  bad: error(unreach-call) "seven"; }
)")
                  .empty());
}

// Random inputs will not find the way; symbolic execution does.
TEST_F(VacuityTest, ARarelyReachedCheckIsNotVacuous) {
  EXPECT_TRUE(warnings(R"(
function main() { var x: bv32;
  a: -> b { x = input nondet "x"; }
  b: if x == 123456789:32 -> c; if !(x == 123456789:32) -> exit;
  c: if x == 7:32 -> bad; if !(x == 7:32) -> exit;
  bad: error(unreach-call) "seven"; }
)")
                  .empty());
}

TEST_F(VacuityTest, OneOfTwoChecks) {
  const auto found = warnings(R"(
function main() { var x: bv32;
  a: -> b { x = input nondet "x"; }
  b: if x * x == 2:32 -> c; if !(x * x == 2:32) -> d;
  c: if x == 7:32 -> bad; if !(x == 7:32) -> exit;
  d: if x * x == 3:32 -> worse; if !(x * x == 3:32) -> exit;
  bad: error(unreach-call) "seven";
  worse: error(unreach-call) "three"; }
)");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].find("seven"), std::string::npos) << found[0];
  EXPECT_EQ(found[0].find("three"), std::string::npos) << found[0];
}

// The function that is the error has no decision of its own: its callers do.
TEST_F(VacuityTest, DecisionsAreFoundBehindCalls) {
  const Program program = parseProgram(R"(
function fail() {
  a: -> b { }
  b: -> bad { }
  bad: error(unreach-call) "fail"; }
function main() { var x: bv32;
  a: -> b { x = input nondet "x"; }
  b: if x * x == 2:32 -> c; if !(x * x == 2:32) -> exit;
  c: -> exit { call fail(); } }
)",
                                       "test", terms);
  LocationId error, decision;
  for (uint32_t i = 0; i < program.locations().size(); ++i) {
    if (program.locations()[i].kind == LocationKind::Error) error = LocationId(i);
    if (program.locations()[i].out.size() > 1) decision = LocationId(i);
  }
  EXPECT_EQ(decisionsBefore(program, error), std::vector{decision});
}

} // namespace

} // namespace assay
