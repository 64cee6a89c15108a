// Proofs by what cells are, on automata in text form.
#include "engine/arrays/arrays.h"

#include "program/text_parser.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace assay {
namespace {

class ArraysTest : public ::testing::Test {
protected:
  /// The first loop changes cells, the second one adds to or subtracts from a sum, the third one checks.
  Result check(const std::string& stored, const std::string& added, const std::string& wanted) {
    const Program program = parseProgram(R"(
      object a: 400000;
      function main() {
        var n: bv32 signed as "n"; var i: bv32 signed as "i"; var j: bv32 signed as "j"; var l: bv32 signed as "l";
        var s: bv32 signed as "s"; var t: bv32; var u: bv32; var x: bv32;
        A: -> B { n = input nondet; i = 0; j = 0; l = 0; s = 0; }
        B: if 0 <s n && n <=s 100000 -> H;
           if !(0 <s n && n <=s 100000) -> X;
        H: if i <s n -> I { x = input nondet; }
           if n <=s i -> K;
        I: -> H { store &a + sext(i, 64) * 4, )" +
                                             stored + R"(; i = i + 1; }
        K: if j <s n -> L { t = load &a + sext(j, 64) * 4; }
           if n <=s j -> M;
        L: -> K { s = )" + added + R"(; j = j + 1; }
        M: if l <s n -> C { u = load &a + sext(l, 64) * 4; }
           if n <=s l -> X;
        C: if )" + wanted + R"( -> M { l = l + 1; }
           if !()" + wanted + R"() -> E;
        E: error(unreach-call) "wanted";
        X: -> exit { return; }
        exit: exit;
      })",
                                         "test", terms_);
    return Arrays().run(program, env_.within(std::chrono::seconds(60)));
  }

  /// The first loop fills cells, the second one finds the largest, the third one checks.
  Result checkLargest(const std::string& isLarger, const std::string& wanted) {
    const Program program = parseProgram(R"(
      object a: 400000;
      function main() {
        var n: bv32 signed as "n"; var i: bv32 signed as "i"; var j: bv32 signed as "j"; var l: bv32 signed as "l";
        var m: bv32 signed as "m"; var t: bv32; var u: bv32; var x: bv32;
        A: -> B { n = input nondet; i = 0; j = 0; l = 0; m = 0; }
        B: if 0 <s n && n <=s 100000 -> H;
           if !(0 <s n && n <=s 100000) -> X;
        H: if i <s n -> I { x = input nondet; }
           if n <=s i -> K;
        I: -> H { store &a + sext(i, 64) * 4, x; i = i + 1; }
        K: if j <s n -> L { t = load &a + sext(j, 64) * 4; u = load &a + sext(m, 64) * 4; }
           if n <=s j -> M;
        L: if )" + isLarger + R"( -> K { m = j; j = j + 1; }
           if !()" + isLarger + R"() -> K { j = j + 1; }
        M: if l <s n -> C { t = load &a + sext(l, 64) * 4; u = load &a + sext(m, 64) * 4; }
           if n <=s l -> X;
        C: if )" + wanted + R"( -> M { l = l + 1; }
           if !()" + wanted + R"() -> E;
        E: error(unreach-call) "wanted";
        X: -> exit { return; }
        exit: exit;
      })",
                                         "test", terms_);
    return Arrays().run(program, env_.within(std::chrono::seconds(60)));
  }

  static bool says(const Result& result, std::string_view law) {
    return std::ranges::any_of(result.invariants, [&](const Assertion& one) { return one.text == law; });
  }

  TermManager terms_;
  TestEnv env_;
};

TEST_F(ArraysTest, ClosedForms) {
  const Result result = check("i * i + n", "s + 3:32", "u == l * l + n && s == 3:32 * n");
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_EQ(result.proofCheck.status, ProofCheck::Confirmed);
  EXPECT_TRUE(says(result, "for all 0 <= k < i: a[k] == k*k + n"));
}

TEST_F(ArraysTest, SumsOfClosedForms) {
  EXPECT_EQ(check("2:32 * i + 1:32", "s + t", "s == n * n").verdict, Verdict::True);
}

// It fails where the cell is 7, which no execution on small numbers comes to.
TEST_F(ArraysTest, WhatDoesNotHoldIsNotProved) {
  EXPECT_EQ(check("ite(i == 70, 7:32, i)", "s + t", "u == l").verdict, Verdict::Unknown);
  EXPECT_EQ(check("x", "s + t", "s == 0:32").verdict, Verdict::Unknown);
  EXPECT_EQ(check("i", "ite(j == 5000, s, s + 1:32)", "s == n").verdict, Verdict::Unknown);
}

TEST_F(ArraysTest, TheLargestCell) {
  const Result result = checkLargest("u <s t", "t <=s u");
  EXPECT_EQ(result.verdict, Verdict::True) << result.reason;
  EXPECT_EQ(result.proofCheck.status, ProofCheck::Confirmed);
  EXPECT_TRUE(says(result, "for all 0 <= k < j: a[k] <= a[m]"));
}

// Equal cells; and a loop that finds the largest of some cells only.
TEST_F(ArraysTest, OrdersThatDoNotHold) {
  EXPECT_EQ(checkLargest("u <s t", "t <s u || l == m").verdict, Verdict::Unknown);
  EXPECT_EQ(checkLargest("u <s t && j != 50", "t <=s u").verdict, Verdict::Unknown);
  EXPECT_EQ(checkLargest("u <s t", "u <=s t").verdict, Verdict::Unknown);
}

} // namespace
} // namespace assay
