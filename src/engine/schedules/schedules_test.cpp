#include "engine/schedules/schedules.h"

#include "program/text_parser.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay {

namespace {

/// Two threads add 1 to a counter, and main looks at it when one of them has done so; what `WRONG` is, is an error.
constexpr std::string_view kCounting = R"(
  object counter: 4;
  function add() {
    var old: bv32;
    A: -> B { step read &counter, 4; old = load &counter; }
    B: -> exit { step write &counter, 4; store &counter, old + 1; return; }
  }
  function main() {
    var t: bv32; var sum: bv32; var isMet: bool;
    L: -> M { t = spawn add(); t = spawn add(); }
    M: -> N { isMet = await at_least &counter, 1:32; }
    N: -> O { step read &counter, 4; sum = load &counter; }
    O: if sum == WRONG -> E; if sum != WRONG -> exit { return; }
    E: error(unreach-call) "reached";
  })";

std::string counting(const std::string& wrong) {
  std::string text(kCounting);
  for (size_t at = text.find("WRONG"); at != std::string::npos; at = text.find("WRONG")) text.replace(at, 5, wrong);
  return text;
}

class SchedulesTest : public testing::Test {
protected:
  Result check(const std::string& text) {
    const Program program = parseProgram(text, "test", terms_);
    return Schedules().run(program, env_.within(std::chrono::milliseconds(500)));
  }

  TermManager terms_;
  TestEnv env_;
};

TEST_F(SchedulesTest, FindsWhatDependsOnTheSchedule) {
  const Result result = check(counting("2"));
  ASSERT_EQ(result.verdict, Verdict::False) << result.reason;
  ASSERT_EQ(result.checks.size(), 1u);
  EXPECT_EQ(result.checks[0].status, CheckStatus::Violated);
  EXPECT_FALSE(result.checks[0].counterexample->inputs.empty()); // the schedule
}

TEST_F(SchedulesTest, ProvesNothing) {
  const Result result = check(counting("7"));
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_NE(result.reason.find("prove nothing"), std::string::npos) << result.reason;
}

TEST_F(SchedulesTest, AProgramWithoutThreadsIsNotItsBusiness) {
  EXPECT_EQ(check("function main() { L: -> exit { return; } }").verdict, Verdict::Unknown);
}

} // namespace
} // namespace assay
