// Equations between products: found from executions, and kept if every block keeps them.
#include "invariants/polynomials/polynomials.h"

#include "invariants/testing/source_run.h"
#include "program/text_parser.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

class PolynomialsTest : public ::testing::Test {
protected:
  /// s is the square of i; if the input is large, this is added.
  std::vector<Assertion> search(const std::string& added) {
    flow_.emplace(parseProgram(R"(
      function main() {
        var i: bv32 unsigned as "i"; var s: bv32 unsigned as "s"; var n: bv32 unsigned as "n"; var m: bv32;
        A: -> H { i = 0; s = 0; n = input nondet; }
        H: if i <u n -> B { m = input nondet; }
           if n <=u i -> C;
        B: if m != 1000 -> H { s = s + 2 * i + 1; i = i + 1; }
           if m == 1000 -> H { s = s + 2 * i + 1 + )" +
                                   added + R"(; i = i + 1; }
        C: if s == i * i -> exit { return; }
           if s != i * i -> E;
        E: error(unreach-call) "square";
        exit: exit;
      })",
                               "test", terms_));
    return SourceRun(*flow_).search("polynomials");
  }

  TermManager terms_;
  std::optional<Flow> flow_;
};

TEST_F(PolynomialsTest, ASquareIsASumOfOddNumbers) {
  const std::vector<Assertion> found = search("0");
  const Term i = variableNamed(*flow_, "i"), s = variableNamed(*flow_, "s");
  const Term square = terms_.mkEqual(s, terms_.mkBvMul(i, i));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0].why, Assertion::Why::Blocks);
  EXPECT_EQ(found[0].text, "(unsigned)s == (unsigned)i * (unsigned)i");
  // The program's own equation follows.
  const auto own = std::ranges::find(found, Assertion::Why::Implied, &Assertion::why);
  ASSERT_NE(own, found.end());
  EXPECT_EQ(own->condition, square);
}

TEST_F(PolynomialsTest, EveryBlockHasToKeepThem) { EXPECT_TRUE(search("4").empty()); }

} // namespace
} // namespace assay
