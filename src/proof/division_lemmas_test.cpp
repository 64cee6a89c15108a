#include "proof/division_lemmas.h"

#include "solver/factory.h"
#include "term/evaluate.h"
#include "term/traverse.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(DivisionLemmas, HoldForAllNumbersOfFewBits) {
  for (uint32_t width = 1; width <= 5; ++width)
    for (const Kind kind : {Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem}) {
      TermManager terms(TermManager::Rewriting::Off);
      const Sort sort = terms.bvSort(width);
      const Term a = terms.mkVariable("a", sort), b = terms.mkVariable("b", sort);
      const Term division = terms.mk(kind, {a, b});
      const Term known = withoutDivisions(terms, terms.mkEqual(division, division));
      Term result;
      for (Term variable : freeVariables(known))
        if (variable != a && variable != b) result = variable;
      ASSERT_FALSE(result.isNull());
      for (uint64_t x = 0; x < uint64_t{1} << width; ++x)
        for (uint64_t y = 0; y < uint64_t{1} << width; ++y) {
          Assignment values;
          values.setBv(a, x);
          values.setBv(b, y);
          values.setBv(result, Evaluator(values).evaluateBits(division));
          EXPECT_TRUE(Evaluator(values).evaluateBool(known)) << width << " bits: " << x << ", " << y;
        }
    }
}

TEST(DivisionLemmas, TellThatRemaindersAreLess) {
  TermManager terms;
  const Sort sort = terms.bvSort(64);
  const Term a = terms.mkVariable("a", sort), b = terms.mkVariable("b", sort);
  const Term isNotLess = terms.mkBvUle(b, terms.mkBvUrem(a, b));
  const Term isPositive = terms.mkBvUlt(terms.mkZero(sort), b);
  const auto solver = makeSolver("native", terms);
  solver->assertTerm(withoutDivisions(terms, terms.mkAnd(isNotLess, isPositive)));
  EXPECT_TRUE(solver->check().isUnsat());
}

} // namespace
} // namespace assay
