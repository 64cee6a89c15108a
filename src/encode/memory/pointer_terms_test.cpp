// What the structure of a pointer's term says, against its bits: a solver finds no values for which it is wrong.
#include "encode/memory/pointer_terms.h"

#include "solver/factory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace assay {
namespace {

/// Addresses, sums and choices, whose moves are short or long, near the ends of windows or not.
class RandomPointer {
public:
  RandomPointer(TermManager& terms, PointerLayout layout, uint32_t seed)
      : terms_(terms), layout_(layout), random_(seed) {}

  Term make(unsigned depth) {
    if (depth == 0) return leaf();
    switch (random_() % 4) {
    case 0:
      return terms_.mkIte(terms_.mkVariable("c" + std::to_string(random_() % 3), terms_.boolSort()), make(depth - 1),
                          make(depth - 1));
    case 1:
      return leaf();
    default:
      return terms_.mkBvAdd(make(depth - 1), move());
    }
  }

private:
  Term leaf() {
    const uint64_t edge = layout_.guardBit() - random_() % 3, sign = random_() % 2;
    const uint64_t number = random_() % 3;
    if (random_() % 4 == 0)
      return terms_.mkBvConcat(terms_.mkBv(layout_.objectBits(), number),
                               terms_.mkVariable("o", terms_.bvSort(layout_.offsetBits)));
    const uint64_t offset = random_() % 2 == 0 ? random_() % 64 : sign != 0 ? edge : ~edge + 1;
    return terms_.mkBv(layout_.width, layout_.address(number) + offset);
  }
  Term move() {
    const uint32_t bits = 1 + random_() % layout_.width;
    const Term index = terms_.mkVariable("i" + std::to_string(bits), terms_.bvSort(bits));
    const bool isSigned = random_() % 2 == 0;
    const Term wide =
        isSigned ? terms_.mkBvSignResize(index, layout_.width) : terms_.mkBvZeroResize(index, layout_.width);
    const uint64_t constant = random_() % 3 == 0 ? layout_.guardBit() - random_() % 2 : random_() % 64;
    switch (random_() % 3) {
    case 0:
      return terms_.mkBv(layout_.width, random_() % 2 == 0 ? constant : ~constant + 1);
    case 1:
      return wide;
    default:
      return terms_.mkBvMul(wide, terms_.mkBv(layout_.width, uint64_t{1} << random_() % 4));
    }
  }

  TermManager& terms_;
  const PointerLayout layout_;
  std::mt19937 random_;
};

TEST(PointerTerms, SayWhatTheBitsSay) {
  unsigned numKnown = 0;
  for (uint32_t seed = 0; seed < 400; ++seed) {
    TermManager terms;
    const PointerLayout layout{.width = 32, .offsetBits = 18};
    PointerTerms pointers(terms, layout);
    const Term pointer = RandomPointer(terms, layout, seed).make(3);
    const std::unique_ptr<Solver> solver = makeSolver("native", terms);
    const auto number = terms.mkBvExtract(pointer, layout.width - 1, layout.offsetBits);
    const auto isNumber = [&](uint64_t object) {
      return terms.mkEqual(number, terms.mkBv(layout.objectBits(), object));
    };
    const auto isNever = [&](Term condition) {
      const std::vector<Term> question{condition};
      return solver->check(question).isUnsat();
    };
    if (const auto objects = pointers.objects(pointer)) {
      ++numKnown;
      std::vector<Term> others;
      for (uint64_t object : *objects) others.push_back(terms.mkNot(isNumber(object)));
      EXPECT_TRUE(isNever(terms.mkAnd(others))) << seed;
    }
    for (uint64_t object = 0; object < 4; ++object) {
      EXPECT_TRUE(isNever(terms.mkDistinct(pointers.isInto(pointer, object), isNumber(object)))) << seed;
      const Term offset = terms.mkBvSub(pointer, terms.mkBv(layout.width, layout.address(object)));
      const Term differs = terms.mkDistinct(pointers.offset(pointer, object), offset);
      EXPECT_TRUE(isNever(terms.mkAnd(isNumber(object), differs))) << seed;
    }
    const auto [modulus, remainder] = pointers.congruence(pointer, 1 << 10);
    const Term low = terms.mkBvAnd(pointer, terms.mkBv(layout.width, modulus - 1));
    EXPECT_TRUE(isNever(terms.mkDistinct(low, terms.mkBv(layout.width, remainder)))) << seed;
  }
  EXPECT_GT(numKnown, 100u);
}

} // namespace
} // namespace assay
