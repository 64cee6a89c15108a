#include "engine/predicates/path_values.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace assay {
namespace {

class PathValuesTest : public testing::Test {
protected:
  Term bv(const char* name) { return terms.mkVariable(name, terms.bvSort(32)); }
  /// The fact.
  Term define(const char* name, Term value) {
    const Term fact = terms.mkEqual(bv(name), value);
    values.define(bv(name), value, fact);
    return fact;
  }
  void expectBehind(std::vector<Term> conditions, std::vector<Term> facts) {
    EXPECT_TRUE(std::ranges::is_permutation(values.factsBehind(conditions), facts));
  }

  TermManager terms;
  PathValues values{terms};
};

// A product, once more of copies, and a comparison of both.
TEST_F(PathValuesTest, WhatIsComputedTwiceIsOneTerm) {
  const Term product = define("p", terms.mkBvMul(bv("x"), bv("y")));
  const Term x1 = define("x1", bv("x"));
  const Term other = define("u", terms.mkBvAdd(bv("x1"), bv("v")));
  const Term again = define("p1", terms.mkBvMul(bv("x1"), bv("y")));
  const Term differs = terms.mkDistinct(bv("p"), bv("p1")), isZero = terms.mkEqual(bv("u"), terms.mkBv(32, 0));
  const Term zero = values.require(isZero), contradiction = values.require(differs);
  EXPECT_TRUE(contradiction.isFalse());
  expectBehind({contradiction}, {differs, product, x1, again});
  expectBehind({zero}, {isZero, other, x1});
  EXPECT_EQ(values.valueOf(bv("p1")), terms.mkBvMul(bv("x"), bv("y")));
}

TEST_F(PathValuesTest, ConstantsAreFolded) {
  const Term x = define("x", terms.mkBv(32, 6)), y = define("y", terms.mkBvMul(bv("x"), terms.mkBv(32, 7)));
  const Term wrong = terms.mkDistinct(bv("y"), terms.mkBv(32, 42));
  EXPECT_TRUE(values.require(wrong).isFalse());
  expectBehind({terms.mkFalse()}, {wrong, y, x});
}

} // namespace
} // namespace assay
