// Contents as an array of elements: what is written is read, whole or in parts, and nothing else changes.
#include "encode/memory/elements.h"

#include "encode/memory/state.h"
#include "solver/factory.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

class MemoryElementsTest : public ::testing::Test {
protected:
  bool isSame(Term a, Term b) {
    const std::unique_ptr<Solver> solver = makeSolver("native", terms_);
    solver->assertTerm(terms_.mkDistinct(a, b));
    return solver->check().isUnsat();
  }
  Term word(uint64_t value) { return terms_.mkBv(layout_.width, value); }
  /// 4 * index + byte
  Term offset(Term index, uint64_t byte = 0) { return terms_.mkBvAdd(terms_.mkBvMul(index, word(4)), word(byte)); }

  TermManager terms_;
  const PointerLayout layout_{.width = 32, .offsetBits = 18};
  PointerTerms pointers_{terms_, layout_};
  MemoryElements elements_{terms_, pointers_};
  const Term array_ = terms_.mkVariable("a", terms_.arraySort(terms_.bvSort(32), terms_.bvSort(32)));
  const Term i_ = terms_.mkVariable("i", terms_.bvSort(32)), j_ = terms_.mkVariable("j", terms_.bvSort(32));
};

TEST_F(MemoryElementsTest, PartsOfElementsAreReplaced) {
  const Term written = elements_.write(array_, 4, offset(i_, 1), 1, terms_.mkBv(8, 0xab));
  const Term old = elements_.read(array_, 4, offset(i_), 4), now = elements_.read(written, 4, offset(i_), 4);
  EXPECT_TRUE(isSame(terms_.mkBvExtract(now, 15, 8), terms_.mkBv(8, 0xab)));
  EXPECT_TRUE(isSame(terms_.mkBvExtract(now, 31, 16), terms_.mkBvExtract(old, 31, 16)));
  EXPECT_TRUE(isSame(terms_.mkBvExtract(now, 7, 0), terms_.mkBvExtract(old, 7, 0)));
  EXPECT_FALSE(isSame(now, old));
  EXPECT_TRUE(isSame(elements_.read(written, 4, offset(i_, 4), 4), elements_.read(array_, 4, offset(i_, 4), 4)));
}

TEST_F(MemoryElementsTest, AnAccessMayTouchTwoElements) {
  const Term value = terms_.mkVariable("v", terms_.bvSort(32));
  const Term written = elements_.write(array_, 4, offset(i_, 2), 4, value);
  EXPECT_TRUE(isSame(elements_.read(written, 4, offset(i_, 2), 4), value));
  EXPECT_TRUE(isSame(elements_.read(written, 4, offset(i_, 4), 2), terms_.mkBvExtract(value, 31, 16)));
}

TEST_F(MemoryElementsTest, WhereInAnElementMayBeOpen) {
  // Two bytes at an even offset: in the first half of an element, or in the second.
  const Term half = terms_.mkBvMul(j_, word(2));
  const Term isSecond = terms_.mkEqual(terms_.mkBvExtract(j_, 0, 0), terms_.mkBv(1, 1));
  const Term element = terms_.mkSelect(array_, terms_.mkBvLshr(half, word(2)));
  EXPECT_TRUE(isSame(elements_.read(array_, 4, half, 2),
                     terms_.mkIte(isSecond, terms_.mkBvExtract(element, 31, 16), terms_.mkBvExtract(element, 15, 0))));
  EXPECT_THROW(elements_.read(array_, 4, j_, 2), NotEncoded);
  EXPECT_THROW(elements_.write(array_, 4, half, 2, terms_.mkBv(16, 1)), NotEncoded);
}

TEST_F(MemoryElementsTest, UnitsAreOfAlignedAccesses) {
  EXPECT_EQ(elements_.unitFor(offset(i_), 4), 4u);
  EXPECT_EQ(elements_.unitFor(offset(i_), 8), 1u);
  EXPECT_EQ(elements_.unitFor(offset(i_, 1), 4), 1u);
  EXPECT_EQ(elements_.unitFor(offset(i_), 3), 1u);
}

} // namespace
} // namespace assay
