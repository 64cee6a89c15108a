// Guesses of the oracle: over the integers, written as bit-vectors.
#include "solver/factory.h"
#include "solver/z3/spacer.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

class SpacerTest : public ::testing::Test {
protected:
  Term var(const char* name) { return terms_.mkVariable(name, terms_.bvSort(32)); }
  Term number(uint64_t value) { return terms_.mkBv(32, value); }
  bool implies(const std::vector<Term>& lemmas, Term condition) {
    const auto solver = makeSolver("native", terms_);
    for (Term lemma : lemmas) solver->assertTerm(lemma);
    solver->assertTerm(terms_.mkNot(condition));
    return solver->check().isUnsat();
  }
  TermManager terms_;
};

// x goes up, y goes down.
TEST_F(SpacerTest, LemmasOfALoop) {
  const Term x = var("x"), y = var("y");
  const Term goesOn = terms_.mkBvSlt(x, number(1000));
  const Term up = terms_.mkBvAdd(x, number(1));
  const Term down = terms_.mkBvSub(y, number(1));
  const Term sum = terms_.mkBvAdd(x, y);
  const Term isBad = terms_.mkNot(terms_.mkEqual(sum, number(1000)));
  HornSystem system;
  system.relations = {{x, y}};
  system.signedVariables = {x, y};
  system.rules = {{HornRule::kNone, 0, terms_.mkTrue(), {number(0), number(1000)}},
                  {0, 0, goesOn, {up, down}},
                  {0, HornRule::kNone, terms_.mkAnd(terms_.mkNot(goesOn), isBad)}};
  const HornLemmas lemmas = askSpacer(terms_, system, 5000);
  EXPECT_EQ(lemmas.answer, HornLemmas::Answer::Safe);
  ASSERT_EQ(lemmas.byRelation.size(), 1U);
  EXPECT_TRUE(implies(lemmas.byRelation[0], terms_.mkOr(goesOn, terms_.mkNot(isBad))));
}

TEST_F(SpacerTest, UnsafeOverTheIntegers) {
  const Term x = var("x"), n = var("n");
  HornSystem system;
  system.relations = {{x}};
  system.rules = {{HornRule::kNone, 0, terms_.mkTrue(), {n}}, {0, HornRule::kNone, terms_.mkEqual(x, number(7))}};
  EXPECT_EQ(askSpacer(terms_, system, 5000).answer, HornLemmas::Answer::Unsafe);
}

// A variable that is not in the list is not negative.
TEST_F(SpacerTest, UnsignedVariables) {
  const Term x = var("x"), n = var("n");
  HornSystem system;
  system.relations = {{x}};
  system.rules = {{HornRule::kNone, 0, terms_.mkTrue(), {n}},
                  {0, 0, terms_.mkTrue(), {terms_.mkBvAdd(x, number(1))}},
                  {0, HornRule::kNone, terms_.mkBvSlt(x, number(0))}};
  EXPECT_EQ(askSpacer(terms_, system, 5000).answer, HornLemmas::Answer::Safe);
}

} // namespace
} // namespace assay
