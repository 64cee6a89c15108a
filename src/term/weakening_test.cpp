#include "term/weakening.h"

#include "term/term_manager.h"
#include "term/traverse.h"

#include <gtest/gtest.h>

#include <string>

namespace assay {
namespace {

class Weakening : public ::testing::Test {
protected:
  /// Of so many variables.
  Term sum(unsigned count) {
    Term result = variable("y");
    for (unsigned i = 0; i < count; ++i) result = terms_.mkBvAdd(result, variable("x" + std::to_string(i)));
    return result;
  }
  Term variable(const std::string& name) { return terms_.mkVariable(name, terms_.bvSort(32)); }
  Term below(Term term, uint64_t bound) { return terms_.mkBvUlt(term, terms_.mkBv(32, bound)); }

  TermManager terms_;
};

TEST_F(Weakening, LargeCommonPartsBecomeVariables) {
  const Term large = sum(100);
  const std::vector<Term> weaker =
      weakened(terms_, std::vector{below(large, 5)}, std::vector{terms_.mkNot(below(large, 7))});
  ASSERT_EQ(weaker.size(), 2u);
  ASSERT_EQ(weaker[1].kind(), Kind::BvUlt);
  EXPECT_TRUE(weaker[1][0].isVariable());
  EXPECT_EQ(weaker[0], terms_.mkNot(below(weaker[1][0], 7)));
}

TEST_F(Weakening, DifferentPartsBecomeDifferentVariables) {
  const Term one = sum(100), other = sum(101);
  const std::vector<Term> weaker =
      weakened(terms_, std::vector{below(one, 5), below(terms_.mkBvMul(other, variable("z")), 5)},
               std::vector{terms_.mkNot(below(one, 6)), terms_.mkNot(below(terms_.mkBvMul(other, variable("w")), 7))});
  ASSERT_EQ(weaker.size(), 4u);
  std::vector<Term> both = freeVariables(weaker[0]);
  ASSERT_EQ(both.size(), 1u);
  for (Term variable : freeVariables(weaker[1])) EXPECT_NE(variable, both[0]);
}

TEST_F(Weakening, PartsOfOneSideStay) {
  const Term large = sum(100);
  EXPECT_TRUE(
      weakened(terms_, std::vector{below(large, 5), below(large, 7)}, std::vector{below(variable("x3"), 3)}).empty());
}

TEST_F(Weakening, SmallPartsStay) {
  const Term small = sum(3);
  EXPECT_TRUE(weakened(terms_, std::vector{below(small, 5)}, std::vector{terms_.mkNot(below(small, 7))}).empty());
}

TEST_F(Weakening, PremisesThatAreNotConnectedAreLeftOut) {
  const Term x = variable("x"), y = variable("y"), z = variable("z"), w = variable("w");
  const Term far = terms_.mkEqual(y, z), near = terms_.mkEqual(x, y), alone = below(w, 3), open = below(x, 4);
  EXPECT_EQ(weakened(terms_, std::vector{alone, far, near}, std::vector{open}), (std::vector{open, near, far}));
}

} // namespace
} // namespace assay
