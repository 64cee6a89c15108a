// Remainders that small executions agree with, and that are inductive.
#include "invariants/multiples/multiples.h"

#include "invariants/testing/source_run.h"
#include "program/text_parser.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

class MultiplesTest : public ::testing::Test {
protected:
  /// As long as x is small, the loop makes `next` of it; and `rare`, if an input is large.
  std::vector<Assertion> search(const std::string& first, const std::string& next, const std::string& rare) {
    flow_.emplace(parseProgram(R"(
      function main() {
        var x: bv8 unsigned as "x"; var y: bv8 unsigned as "y"; var n: bv8;
        A: -> H { y = input nondet; x = )" +
                                   first + R"(; }
        H: if x <u 100 -> B { n = input nondet; }
           if 100 <=u x -> C;
        B: if n != 200 -> H { x = )" +
                                   next + R"(; }
           if n == 200 -> H { x = )" +
                                   rare + R"(; }
        C: if x == y -> E;
           if x != y -> exit { return; }
        E: error(unreach-call) "equal";
        exit: exit;
      })",
                               "test", terms_));
    return SourceRun(*flow_).search("multiples");
  }
  static bool has(const std::vector<Assertion>& found, Term condition) {
    return std::ranges::find(found, condition, &Assertion::condition) != found.end();
  }
  Term rest(Term by) { return terms_.mkBvUrem(variableNamed(*flow_, "x"), by); }
  Term number(uint64_t value) { return terms_.mkBv(8, value); }

  TermManager terms_;
  std::optional<Flow> flow_;
};

TEST_F(MultiplesTest, OfANumber) {
  const std::vector<Assertion> found = search("1", "x + 3", "x + 6");
  EXPECT_TRUE(has(found, terms_.mkEqual(rest(number(3)), number(1))));
}

// 0 % y is 0, and y may be 0 itself.
TEST_F(MultiplesTest, OfAVariable) {
  const std::vector<Assertion> found = search("0", "x + y", "x");
  const Term y = variableNamed(*flow_, "y");
  EXPECT_TRUE(has(found, terms_.mkOr(terms_.mkEqual(y, number(0)), terms_.mkEqual(rest(y), number(0)))));
}

// Executions on small inputs agree with a remainder; the solver knows of others.
TEST_F(MultiplesTest, AreDroppedIfAnExecutionDiffers) {
  for (const Assertion& found : search("1", "x + 3", "x + 1"))
    EXPECT_EQ(found.condition, terms_.mkBvSle(number(0), variableNamed(*flow_, "x"))) << found.text;
}

} // namespace
} // namespace assay
