#include "term/term_manager.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(TermManager, EqualTermsAreOne) {
  TermManager tm(TermManager::Rewriting::Off);
  Sort bv8 = tm.bvSort(8);
  Term x = tm.mkVariable("x", bv8), y = tm.mkVariable("y", bv8);
  EXPECT_EQ(tm.mkBvAdd(x, y), tm.mkBvAdd(x, y));
  EXPECT_NE(tm.mkBvAdd(x, y), tm.mkBvAdd(y, x));
  EXPECT_NE(tm.mkBvExtract(x, 3, 0), tm.mkBvExtract(x, 3, 1));
  EXPECT_EQ(tm.mkBv(8, 256 + 7), tm.mkBv(BitVector(8, 7)));
  EXPECT_NE(tm.mkBv(8, 7), tm.mkBv(9, 7));
  EXPECT_EQ(tm.bvSort(300), tm.bvSort(300));
  EXPECT_EQ(tm.arraySort(bv8, tm.boolSort()), tm.arraySort(bv8, tm.boolSort()));
  EXPECT_NE(tm.arraySort(bv8, tm.boolSort()), tm.arraySort(bv8, bv8));
  // The two formats are both 8 bits wide, and both zeros encode as 0.
  EXPECT_NE(tm.mkZero(tm.fpSort(3, 5)), tm.mkZero(tm.fpSort(4, 4)));
}

TEST(TermManager, EveryNanIsTheCanonicalOne) {
  TermManager tm;
  Sort half = tm.fpSort(5, 11);
  EXPECT_EQ(tm.mkFp(half, BitVector(16, 0xfc01)), tm.mkFp(half, BitVector(16, 0x7e00)));
  EXPECT_EQ(tm.mkFp(half, BitVector(16, 0xffff)).value(), BitVector(16, 0x7e00));
  EXPECT_EQ(tm.mkFp(half, BitVector(16, 0xfc00)).value(), BitVector(16, 0xfc00));
}

TEST(TermManager, Variables) {
  TermManager tm;
  Term x = tm.mkVariable("x", tm.bvSort(8));
  EXPECT_EQ(tm.mkVariable("x", tm.bvSort(8)), x);
  EXPECT_EQ(tm.findVariable("x"), x);
  EXPECT_TRUE(tm.findVariable("y").isNull());
  EXPECT_EQ(x.symbol(), "x");
  Term fresh = tm.mkFreshVariable("x", tm.boolSort()), other = tm.mkFreshVariable("x", tm.boolSort());
  EXPECT_NE(fresh, other);
  EXPECT_NE(fresh.symbol(), "x");
  EXPECT_EQ(tm.mkFreshVariable("new", tm.boolSort()).symbol(), "new");
  EXPECT_DEATH(tm.mkVariable("x", tm.bvSort(9)), "one sort");
}

TEST(TermManager, IllSortedTermsAbortWithAMessage) {
  TermManager tm;
  Term x = tm.mkVariable("x", tm.bvSort(8)), y = tm.mkVariable("y", tm.bvSort(16));
  Term b = tm.mkVariable("b", tm.boolSort()), f = tm.mkVariable("f", tm.fpSort(5, 11));
  Term a = tm.mkVariable("a", tm.arraySort(tm.bvSort(8), tm.bvSort(16)));
  EXPECT_DEATH(tm.mkBvAdd(x, y), "ill-sorted term: \\(bvadd \\(_ BitVec 8\\) \\(_ BitVec 16\\)\\)");
  EXPECT_DEATH(tm.mkBvAdd(b, b), "bvadd Bool Bool");
  EXPECT_DEATH(tm.mkAnd(b, x), "and");
  EXPECT_DEATH(tm.mkIte(x, x, x), "ite");
  EXPECT_DEATH(tm.mkEqual(x, b), "one sort");
  EXPECT_DEATH(tm.mkBvExtract(x, 8, 0), "extract 8 0");
  EXPECT_DEATH(tm.mkBvExtract(x, 2, 3), "extract 2 3");
  EXPECT_DEATH(tm.mkFpFromBits(x, f.sort()), "as wide as the format");
  EXPECT_DEATH(tm.mk(Kind::FpAdd, {f, f}, {5}), "rounding mode");
  EXPECT_DEATH(tm.mk(Kind::FpAdd, {f, f}), "takes 1 indices");
  EXPECT_DEATH(tm.mkSelect(a, y), "select");
  EXPECT_DEATH(tm.mkStore(a, x, x), "store");
  EXPECT_DEATH(tm.mkNot(Term()), "<null>");
}

TEST(TermManager, RebuildKeepsOperatorAndIndices) {
  TermManager tm(TermManager::Rewriting::Off);
  Term x = tm.mkVariable("x", tm.bvSort(8)), y = tm.mkVariable("y", tm.bvSort(8));
  Term extracted = tm.mkBvExtract(x, 5, 2);
  EXPECT_EQ(tm.rebuild(extracted, std::array{y}), tm.mkBvExtract(y, 5, 2));
  EXPECT_EQ(tm.rebuild(x, {}), x);
  Term array = tm.mkConstArray(tm.arraySort(tm.bvSort(4), tm.bvSort(8)), x);
  EXPECT_EQ(tm.rebuild(array, std::array{y}), tm.mkConstArray(array.sort(), y));
}

TEST(TermManager, ChildrenHaveSmallerIds) {
  TermManager tm;
  Term x = tm.mkVariable("x", tm.bvSort(8)), y = tm.mkVariable("y", tm.bvSort(8));
  Term sum = tm.mkBvAdd(x, tm.mkBvMul(x, y));
  for (Term child : sum.children()) EXPECT_LT(child.id(), sum.id());
  EXPECT_EQ(sum.id() + 1, tm.numTerms());
}

TEST(TermManager, ConjunctionOfMany) {
  TermManager tm(TermManager::Rewriting::Off);
  std::vector<Term> terms;
  EXPECT_TRUE(tm.mkAnd(terms).isTrue());
  EXPECT_TRUE(tm.mkOr(terms).isFalse());
  for (const char* name : {"a", "b", "c", "d", "e"}) terms.push_back(tm.mkVariable(name, tm.boolSort()));
  EXPECT_EQ(tm.mkAnd(terms).toString(), "(and (and (and a b) (and c d)) e)");
  EXPECT_EQ(tm.mkOr(std::span(terms).first(1)), terms[0]);
}

} // namespace
} // namespace assay
