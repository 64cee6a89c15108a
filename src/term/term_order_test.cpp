#include "term/smtlib.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace assay {
namespace {

/// Terms of every kind of difference, made in an order that the seed decides.
std::vector<Term> makeTerms(TermManager& tm, unsigned seed) {
  const Sort bv8 = tm.bvSort(8);
  std::vector<std::string> names{"x", "y", "x!2", "x!10", "z"};
  std::mt19937 random(seed);
  std::shuffle(names.begin(), names.end(), random);
  for (const std::string& name : names) tm.mkVariable(name, bv8);
  const auto variable = [&](const char* name) { return tm.findVariable(name); };
  const auto tower = [&](Term bottom) {
    Term result = bottom;
    for (int i = 0; i < 40; ++i) result = tm.mkBvNot(tm.mkBvAdd(result, variable(i % 3 == 0 ? "y" : "z")));
    return result;
  };
  using Make = std::function<Term()>;
  std::vector<Make> makers{
      [&] { return variable("x"); },
      [&] { return variable("x!10"); },
      [&] { return variable("x!2"); },
      [&] { return tm.mkBv(8, 7); },
      [&] { return tm.mkBv(8, 200); },
      [&] { return tm.mkBvAdd(variable("y"), variable("x")); },
      [&] { return tm.mkBvMul(variable("z"), variable("x")); },
      [&] { return tm.mkBvAdd(variable("z"), variable("y")); },
      [&] { return tm.mkBvExtract(variable("x"), 3, 0); },
      [&] { return tm.mkBvExtract(variable("x"), 4, 1); },
      [&] { return tower(variable("x")); },
      [&] { return tower(variable("x!2")); },
      [&] { return tm.mkAnd(tm.mkEqual(variable("x"), variable("z")), tm.mkBvUlt(variable("y"), variable("z"))); },
      [&] { return tm.mkConstArray(tm.arraySort(tm.bvSort(4), bv8), variable("x")); },
      [&] { return tm.mkConstArray(tm.arraySort(tm.bvSort(5), bv8), variable("x")); },
  };
  std::shuffle(makers.begin(), makers.end(), random);
  std::vector<Term> terms;
  for (const Make& make : makers) terms.push_back(make());
  std::ranges::sort(terms, precedes);
  return terms;
}

TEST(TermOrder, DoesNotDependOnWhenTermsWereMade) {
  TermManager first;
  const std::vector<Term> expected = makeTerms(first, 0);
  for (unsigned seed = 1; seed < 50; ++seed) {
    TermManager other;
    const std::vector<Term> terms = makeTerms(other, seed);
    ASSERT_EQ(terms.size(), expected.size());
    for (size_t i = 0; i < terms.size(); ++i) {
      EXPECT_EQ(terms[i].toString(), expected[i].toString());
      EXPECT_EQ(terms[i].hash(), expected[i].hash());
    }
  }
}

TEST(TermOrder, IsTotal) {
  TermManager tm;
  const std::vector<Term> terms = makeTerms(tm, 3);
  for (size_t i = 0; i < terms.size(); ++i)
    for (size_t j = 0; j < terms.size(); ++j) EXPECT_EQ(precedes(terms[i], terms[j]), i < j) << i << " " << j;
}

TEST(TermOrder, PutsShortNamesFirstAndValuesLast) {
  TermManager tm;
  const Sort bv8 = tm.bvSort(8);
  const Term ten = tm.mkVariable("x!10", bv8), two = tm.mkVariable("x!2", bv8), y = tm.mkVariable("y", bv8);
  EXPECT_TRUE(precedes(two, ten));
  EXPECT_TRUE(precedes(y, two));
  EXPECT_TRUE(precedes(tm.mkBvNot(ten), tm.mkBv(8, 0)));
  EXPECT_EQ(tm.mkBvAdd(tm.mkBv(8, 3), tm.mkBvMul(ten, y)).toString(), "(bvadd (bvmul y x!10) #x03)");
}

// These figures are the same on every machine, or queries are not.
TEST(TermOrder, HashesAreTheSameEverywhere) {
  TermManager tm;
  const Term x = tm.mkVariable("x", tm.bvSort(32));
  EXPECT_EQ(tm.mkBvAdd(x, tm.mkBv(32, 5)).hash(), 3407163632818459046u);
}

} // namespace
} // namespace assay
