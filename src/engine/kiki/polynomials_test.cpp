// Polynomial equations at work: what a loop keeps is proved, what only its first rounds keep is not.
#include "engine/kiki/kiki.h"

#include "program/text_parser.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

class KikiPolynomials : public ::testing::Test {
protected:
  /// A sum of squares, with something else in the loop and a check at its head.
  Result check(const std::string& also, const std::string& fails) {
    const Program program = parseProgram(R"(
      function main() {
        var i: bv32 unsigned as "i"; var s: bv32 unsigned as "s"; var n: bv32 unsigned as "n";
        A: -> H { i = 0; s = 0; n = input nondet; }
        H: if )" + fails + R"( -> E;
           if !()" + fails + R"() -> B;
        B: if i <u n -> H { i = i + 1; s = s + i * i; )" +
                                             also + R"( }
           if n <=u i -> X;
        E: error(unreach-call) "s";
        X: -> exit { return; }
        exit: exit;
      })",
                                         "test", terms_);
    return Kiki(kikiVariant("polynomials")).run(program, env_.within(std::chrono::seconds(20)));
  }

  TermManager terms_;
  TestEnv env_;
};

TEST_F(KikiPolynomials, WhatTheLoopKeepsIsProved) {
  const Result result = check("", "s * 6 != i * (i + 1) * (i * 2 + 1)");
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_NE(result.reason.find("confirmed by z3"), std::string::npos) << result.reason;
}

// From the ten thousandth round on the equation is broken: no execution that was looked at gets so far.
TEST_F(KikiPolynomials, WhatOnlyTheFirstRoundsKeepIsNot) {
  const Result result = check("s = ite(i == 10000, s + 1, s);", "s * 6 != i * (i + 1) * (i * 2 + 1)");
  EXPECT_NE(result.verdict, Verdict::True) << result.reason;
}

// 2^31 i (i + 1) is zero, but not by the laws of rings: nothing may go wrong with it.
TEST_F(KikiPolynomials, EquationsOfLowBitsAreNoReasonToErr) {
  const Result result = check("", "s * 6 + i * (i + 1) * 2147483648 + 1 == i * (i + 1) * (i * 2 + 1)");
  EXPECT_NE(result.verdict, Verdict::False) << result.reason;
}

} // namespace
} // namespace assay
