#include "term/evaluate.h"

#include "term/array_value.h"
#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <gtest/gtest.h>
#include <map>
#include <random>

namespace assay {
namespace {

TEST(Evaluate, BitVectorsAndBooleans) {
  TermManager tm(TermManager::Rewriting::Off);
  Term x = tm.mkVariable("x", tm.bvSort(8)), y = tm.mkVariable("y", tm.bvSort(8));
  Assignment assignment;
  assignment.setBv(x, 200);
  assignment.setBv(y, 100);
  Evaluator evaluator(assignment);
  EXPECT_EQ(evaluator.evaluateBits(tm.mkBvAdd(x, y)), BitVector(8, 44));
  EXPECT_EQ(evaluator.evaluateBits(tm.mkBvSub(y, x)), BitVector(8, 156));
  EXPECT_TRUE(evaluator.evaluateBool(tm.mkBvUaddo(x, y)));
  EXPECT_FALSE(evaluator.evaluateBool(tm.mkBvSaddo(x, y)));
  EXPECT_EQ(evaluator.evaluateBits(tm.mkIte(tm.mkBvSlt(x, y), x, y)), BitVector(8, 200));
  EXPECT_EQ(evaluator.evaluateBits(tm.mkBvConcat(x, y)), BitVector(16, 200 * 256 + 100));
}

TEST(Evaluate, OverflowPredicatesByDefinition) {
  for (uint32_t width = 1; width <= 4; ++width) {
    TermManager tm;
    Term x = tm.mkVariable("x", tm.bvSort(width)), y = tm.mkVariable("y", tm.bvSort(width));
    int64_t count = int64_t{1} << width, min = -count / 2, max = count / 2 - 1;
    for (int64_t a = 0; a < count; ++a) {
      for (int64_t b = 0; b < count; ++b) {
        Assignment assignment;
        assignment.setBv(x, a);
        assignment.setBv(y, b);
        Evaluator evaluator(assignment);
        int64_t s = BitVector(width, a).toInt64(), t = BitVector(width, b).toInt64();
        auto out = [&](int64_t v) { return v < min || v > max; };
        EXPECT_EQ(evaluator.evaluateBool(tm.mkBvUaddo(x, y)), a + b >= count);
        EXPECT_EQ(evaluator.evaluateBool(tm.mkBvUsubo(x, y)), a - b < 0);
        EXPECT_EQ(evaluator.evaluateBool(tm.mkBvUmulo(x, y)), a * b >= count);
        EXPECT_EQ(evaluator.evaluateBool(tm.mkBvSaddo(x, y)), out(s + t)) << width << " " << s << " " << t;
        EXPECT_EQ(evaluator.evaluateBool(tm.mkBvSsubo(x, y)), out(s - t)) << width << " " << s << " " << t;
        EXPECT_EQ(evaluator.evaluateBool(tm.mkBvSmulo(x, y)), out(s * t)) << width << " " << s << " " << t;
        EXPECT_EQ(evaluator.evaluateBool(tm.mkBvNego(x)), out(-s));
        EXPECT_EQ(evaluator.evaluateBool(tm.mkBvSdivo(x, y)), t == -1 && out(-s));
      }
    }
  }
}

TEST(Evaluate, UnassignedVariables) {
  TermManager tm;
  Term x = tm.mkVariable("x", tm.bvSort(8)), y = tm.mkVariable("y", tm.bvSort(8));
  Term sum = tm.mkBvAdd(x, y);
  Assignment assignment;
  assignment.setBv(x, 5);
  EXPECT_EQ(Evaluator(assignment).evaluateBits(sum), BitVector(8, 5));
  Evaluator strict(assignment, Evaluator::Unassigned::Null);
  EXPECT_TRUE(strict.evaluate(sum).isNull());
  EXPECT_EQ(strict.evaluateBits(x), BitVector(8, 5));
}

TEST(Evaluate, Arrays) {
  TermManager tm(TermManager::Rewriting::Off);
  Sort sort = tm.arraySort(tm.bvSort(2), tm.bvSort(8));
  Term a = tm.mkVariable("a", sort), b = tm.mkVariable("b", sort), i = tm.mkVariable("i", tm.bvSort(2));
  Assignment assignment;
  assignment.set(a, Value::array(ArrayValue(2, Value::bitVector(BitVector(8, 7)))));
  assignment.setBv(i, 3);
  Evaluator evaluator(assignment);
  Term stored = tm.mkStore(a, i, tm.mkBv(8, 9));
  EXPECT_EQ(evaluator.evaluateBits(tm.mkSelect(stored, i)), BitVector(8, 9));
  EXPECT_EQ(evaluator.evaluateBits(tm.mkSelect(stored, tm.mkBv(2, 1))), BitVector(8, 7));
  EXPECT_FALSE(evaluator.evaluateBool(tm.mkEqual(stored, a)));
  EXPECT_TRUE(evaluator.evaluateBool(tm.mkEqual(tm.mkStore(stored, i, tm.mkBv(8, 7)), a)));
  // Different defaults do not matter once every index is stored.
  Term left = a, right = b;
  for (uint64_t k = 0; k < 4; ++k) {
    EXPECT_FALSE(evaluator.evaluateBool(tm.mkEqual(left, right)));
    left = tm.mkStore(left, tm.mkBv(2, k), tm.mkBv(8, k));
    right = tm.mkStore(right, tm.mkBv(2, 3 - k), tm.mkBv(8, 3 - k));
  }
  EXPECT_TRUE(evaluator.evaluateBool(tm.mkEqual(left, right)));
}

TEST(Evaluate, NestedArrays) {
  TermManager tm;
  Sort inner = tm.arraySort(tm.bvSort(4), tm.bvSort(8)), outer = tm.arraySort(tm.bvSort(4), inner);
  Term m = tm.mkVariable("m", outer), i = tm.mkVariable("i", tm.bvSort(4)), j = tm.mkVariable("j", tm.bvSort(4));
  Term written = tm.mkStore(m, i, tm.mkStore(tm.mkSelect(m, i), j, tm.mkBv(8, 42)));
  Assignment assignment;
  assignment.setBv(i, 2);
  assignment.setBv(j, 5);
  Evaluator evaluator(assignment);
  EXPECT_EQ(evaluator.evaluateBits(tm.mkSelect(tm.mkSelect(written, i), j)), BitVector(8, 42));
  EXPECT_EQ(evaluator.evaluateBits(tm.mkSelect(tm.mkSelect(written, j), j)), BitVector(8, 0));
}

TEST(ArrayValue, BehavesLikeAMap) {
  std::mt19937 random(1);
  ArrayValue array(16, Value::bitVector(BitVector(8, 0)));
  std::map<uint64_t, uint64_t> map;
  for (int i = 0; i < 5000; ++i) {
    uint64_t index = random() % 3000, value = random() % 256;
    array = array.store(BitVector(16, index), Value::bitVector(BitVector(8, value)));
    map[index] = value;
  }
  ArrayValue before = array;
  array = array.store(BitVector(16, 1), Value::bitVector(BitVector(8, 1)));
  EXPECT_EQ(before.numEntries(), map.size());
  auto it = map.begin();
  before.forEach([&](const BitVector& index, const Value& value) {
    EXPECT_EQ(index.toUint64(), it->first);
    EXPECT_EQ(value.bits().toUint64(), it->second);
    ++it;
  });
}

TEST(Substitute, AllAtOnce) {
  TermManager tm(TermManager::Rewriting::Off);
  Term x = tm.mkVariable("x", tm.bvSort(8)), y = tm.mkVariable("y", tm.bvSort(8)), z = tm.mkVariable("z", tm.bvSort(8));
  Substitution swap(tm, {{x, y}, {y, x}});
  EXPECT_EQ(swap(tm.mkBvAdd(x, tm.mkBvMul(y, z))), tm.mkBvAdd(y, tm.mkBvMul(x, z)));
  EXPECT_EQ(swap(z), z);
  // A composite term can be replaced, and the outer of two counts.
  Term product = tm.mkBvMul(x, y);
  Substitution outer(tm, {{product, z}, {x, y}});
  EXPECT_EQ(outer(tm.mkBvAdd(product, x)), tm.mkBvAdd(z, y));
}

TEST(Substitute, AddForgetsWhatWasKept) {
  TermManager tm;
  Term x = tm.mkVariable("x", tm.bvSort(8)), y = tm.mkVariable("y", tm.bvSort(8));
  Term sum = tm.mkBvAdd(x, y);
  Substitution substitution(tm);
  EXPECT_EQ(substitution(sum), sum);
  substitution.add(x, tm.mkBv(8, 1));
  substitution.add(y, tm.mkBv(8, 2));
  EXPECT_EQ(substitution(sum), tm.mkBv(8, 3));
}

TEST(Traverse, ConditionsConnectedWithATerm) {
  TermManager tm;
  const Term x = tm.mkVariable("x", tm.bvSort(8)), y = tm.mkVariable("y", tm.bvSort(8));
  const Term z = tm.mkVariable("z", tm.bvSort(8)), alone = tm.mkVariable("alone", tm.bvSort(8));
  const std::vector<Term> conditions{tm.mkBvUlt(z, y), tm.mkBvUlt(alone, tm.mkBv(8, 3)), tm.mkBvUlt(y, x)};
  EXPECT_EQ(connectedWith(x, conditions), (std::vector{conditions[0], conditions[2]}));
  EXPECT_EQ(connectedWith(alone, conditions), std::vector{conditions[1]});
  EXPECT_TRUE(connectedWith(tm.mkBv(8, 1), conditions).empty());
}

TEST(Traverse, FreeVariablesAndSize) {
  TermManager tm(TermManager::Rewriting::Off);
  Term x = tm.mkVariable("x", tm.bvSort(8)), y = tm.mkVariable("y", tm.bvSort(8));
  tm.mkVariable("z", tm.bvSort(8));
  Term sum = tm.mkBvAdd(y, x), product = tm.mkBvMul(sum, sum);
  EXPECT_EQ(freeVariables(product), (std::vector{x, y}));
  EXPECT_EQ(termSize(product), 4u);
  EXPECT_TRUE(freeVariables(tm.mkBv(8, 1)).empty());
}

TEST(Traverse, TranslationIntoAnotherManager) {
  TermManager source(TermManager::Rewriting::Off), target(TermManager::Rewriting::Off);
  target.mkVariable("other", target.boolSort()); // ids differ between the two
  Sort array = source.arraySort(source.bvSort(8), source.fpSort(5, 11));
  Term i = source.mkVariable("i", source.bvSort(8));
  Term f = source.mkSelect(source.mkConstArray(array, source.mkZero(array.element())), source.mkBvExtract(i, 7, 0));
  Term all = source.mkAnd(source.mkTrue(), source.mkFpLt(f, source.mkFpSqrt(RoundingMode::TowardZero, f)));
  Term copy = translate(all, target);
  EXPECT_EQ(copy.toString(), all.toString());
  EXPECT_EQ(copy, translate(all, target));
  EXPECT_EQ(freeVariables(copy), std::vector{target.findVariable("i")});
}

} // namespace
} // namespace assay
