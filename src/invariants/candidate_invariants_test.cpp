// What is guessed at heads.
#include "invariants/candidate_invariants.h"

#include "invariants/testing/source_run.h"
#include "program/text_parser.h"
#include "term/traverse.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// j is live in the second loop only.
constexpr std::string_view kTwoLoops = R"(
  function main() {
    var i: bv32 signed as "i"; var n: bv32 signed as "n"; var j: bv32 signed as "j";
    A: -> H { i = 0; n = input nondet; }
    H: if i <s n -> H { i = i + 7; }
       if n <=s i -> G { j = i; }
    G: if 0 <s j -> G { j = j - 1; }
       if j <=s 0 -> exit { return; }
    exit: exit;
  })";

class CandidateInvariantsTest : public ::testing::Test {
protected:
  static bool has(const std::vector<Assertion>& assertions, uint32_t head, Term condition) {
    return std::ranges::any_of(assertions, [&](const Assertion& assertion) {
      return assertion.head == head && assertion.condition == condition;
    });
  }

  TermManager terms_;
  const Flow flow_{parseProgram(kTwoLoops, "test", terms_)};
  const Term i_ = variableNamed(flow_, "i"), n_ = variableNamed(flow_, "n"), j_ = variableNamed(flow_, "j");
  const CutRelation relation_ = *CutRelation::of(flow_, {.granularity = Granularity::Path});
  const uint32_t first_ = relation_.target({relation_.start(), 0}), second_ = 1 - first_;
};

TEST_F(CandidateInvariantsTest, AreBoundsAtomsAndOrders) {
  const std::vector<Assertion> found = candidateInvariants(relation_);
  EXPECT_TRUE(has(found, first_, terms_.mkBvSle(terms_.mkBv(32, 0), i_)));
  EXPECT_TRUE(has(found, first_, terms_.mkBvSle(i_, terms_.mkBv(32, 8)))); // next to a constant
  EXPECT_TRUE(has(found, first_, terms_.mkBvSlt(i_, n_)));
  EXPECT_TRUE(has(found, second_, terms_.mkBvSle(terms_.mkBv(32, 0), j_)));
  for (const Assertion& assertion : found) {
    EXPECT_EQ(assertion.why, Assertion::Why::Blocks);
    for (const Term variable : freeVariables(assertion.condition)) EXPECT_EQ(variable == j_, assertion.head == second_);
  }
}

TEST_F(CandidateInvariantsTest, AreRepeatedWhereTheirVariablesAreLive) {
  const Term ofI = terms_.mkBvSle(terms_.mkBv(32, 0), i_), always = terms_.mkVariable("other", terms_.boolSort());
  const std::vector<Assertion> given{{.head = second_, .condition = ofI}, {.head = first_, .condition = always}};
  const std::vector<Assertion> found = atAllHeads(flow_, given);
  ASSERT_EQ(found.size(), 1u); // nobody knows the other one
  EXPECT_TRUE(has(found, first_, ofI));
}

} // namespace
} // namespace assay
