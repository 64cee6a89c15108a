// Violations behind many iterations, and none where there is none.
#include "engine/kiki/far.h"

#include "program/text_parser.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

class FarTest : public ::testing::Test {
protected:
  Result check(const std::string& loop, const std::string& isWrong) {
    program_.emplace(parseProgram(R"(
      function main() {
        var i: bv32 unsigned as "i"; var n: bv32 unsigned as "n"; var x: bv32;
        A: -> H { i = 0; n = input nondet; })" +
                                      loop + R"(
        B: if )" + isWrong + R"( -> E;
           if !()" + isWrong + R"() -> X;
        E: error(unreach-call) "wrong";
        X: -> exit { return; }
        exit: exit;
      })",
                                  "test", terms_));
    return Far().run(*program_, env_.within(std::chrono::seconds(60)));
  }

  static constexpr const char* kUpToInput = R"(
        H: if i <u n -> H { i = i + 1; }
           if n <=u i -> B;)";
  static constexpr const char* kAsking = R"(
        H: if i <u 3000 -> C { x = input nondet; }
           if 3000 <=u i -> B;
        C: if x != 0 -> H { i = i + 1; }
           if x == 0 -> X;)";

  TermManager terms_;
  TestEnv env_;
  std::optional<Program> program_;
};

TEST_F(FarTest, OneJumpIsEnough) {
  const Result result = check(kUpToInput, "i == 2000000");
  ASSERT_EQ(result.verdict, Verdict::False);
  ASSERT_EQ(result.checks.size(), 1U);
  ASSERT_TRUE(result.checks[0].counterexample);
  EXPECT_EQ(result.checks[0].counterexample->inputs.size(), 1U);
  EXPECT_EQ(result.checks[0].counterexample->inputs[0].toUint64(), 2000000U);
}

TEST_F(FarTest, InputsOfAJumpAreThoseOfEachIteration) {
  const Result result = check(kAsking, "i == 3000");
  ASSERT_EQ(result.verdict, Verdict::False);
  const std::vector<BitVector>& inputs = result.checks[0].counterexample->inputs;
  ASSERT_EQ(inputs.size(), 3001U); // and the first one
  for (size_t i = 1; i < inputs.size(); ++i) EXPECT_FALSE(inputs[i].isZero());
}

TEST_F(FarTest, WhatNeverHappensIsNotFound) {
  const Result result = check(kUpToInput, "i != n");
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_NE(result.reason.find("2^32"), std::string::npos) << result.reason;
}

TEST_F(FarTest, LoopsWithoutClosedFormsAreLeftAlone) {
  const Result result = check(R"(
        H: if i != 7 -> H { i = i * n + i; }
           if i == 7 -> B;)",
                              "n == 3");
  EXPECT_EQ(result.verdict, Verdict::Unknown);
  EXPECT_NE(result.reason.find("no loop can be jumped over"), std::string::npos) << result.reason;
}

} // namespace
} // namespace assay
