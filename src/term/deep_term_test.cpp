// Terms a million deep, on the normal stack.
#include "term/array_value.h"
#include "term/evaluate.h"
#include "term/smtlib.h"
#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace assay {
namespace {

constexpr uint32_t kDepth = 1'000'000;

Term mkChain(TermManager& tm) {
  Sort sort = tm.bvSort(32);
  Term x = tm.mkVariable("x", sort), y = tm.mkVariable("y", sort), chain = x;
  for (uint32_t i = 0; i < kDepth; ++i) chain = i % 2 ? tm.mkBvXor(chain, y) : tm.mkBvAdd(chain, x);
  return chain;
}

class DeepTerm : public testing::Test {
protected:
  TermManager tm_;
  Term chain_ = mkChain(tm_);
  Term x_ = tm_.findVariable("x"), y_ = tm_.findVariable("y");
};

TEST_F(DeepTerm, IsBuiltAndMeasured) {
  EXPECT_GE(termSize(chain_), kDepth);
  EXPECT_EQ(freeVariables(chain_), (std::vector{x_, y_}));
}

TEST_F(DeepTerm, IsEvaluated) {
  Assignment assignment;
  assignment.setBv(x_, 3);
  assignment.setBv(y_, 5);
  uint32_t expected = 3;
  for (uint32_t i = 0; i < kDepth; ++i) expected = i % 2 ? expected ^ 5 : expected + 3;
  EXPECT_EQ(Evaluator(assignment).evaluateBits(chain_), BitVector(32, expected));
}

TEST_F(DeepTerm, IsSubstituted) {
  Term z = tm_.mkVariable("z", x_.sort());
  Substitution substitution(tm_, {{y_, z}});
  Term substituted = substitution(chain_);
  EXPECT_EQ(freeVariables(substituted), (std::vector{x_, z}));
  EXPECT_GE(termSize(substituted), kDepth);
}

TEST_F(DeepTerm, IsTranslated) {
  TermManager other;
  EXPECT_EQ(translate(chain_, other), mkChain(other));
}

TEST_F(DeepTerm, IsPrinted) {
  std::string text = SmtlibPrinter().term(chain_);
  EXPECT_GE(std::ranges::count(text, '('), kDepth);
  EXPECT_EQ(std::ranges::count(text, '('), std::ranges::count(text, ')'));
  EXPECT_GE(std::ranges::count(chain_.toString(), '('), kDepth);
}

TEST(DeepArray, StoresAreEvaluated) {
  TermManager tm;
  Sort sort = tm.arraySort(tm.bvSort(32), tm.bvSort(8));
  Term array = tm.mkVariable("a", sort), i = tm.mkVariable("i", tm.bvSort(32));
  constexpr uint32_t kStores = 100'000;
  for (uint32_t k = 0; k < kStores; ++k) array = tm.mkStore(array, tm.mkBvAdd(i, tm.mkBv(32, k)), tm.mkBv(8, k));
  Assignment assignment;
  assignment.setBv(i, 1000);
  Evaluator evaluator(assignment);
  EXPECT_EQ(evaluator.evaluateBits(tm.mkSelect(array, tm.mkBv(32, 1000 + 77))), BitVector(8, 77));
  EXPECT_EQ(evaluator.evaluate(array).asArray().numEntries(), kStores);
}

} // namespace
} // namespace assay
