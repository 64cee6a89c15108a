// Lowered terms against the originals, by evaluation: all first operands of small formats, random ones of others.
#include "solver/floats/float_lowering.h"

#include "term/evaluate.h"
#include "term/testing/random_term.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

class Comparison {
public:
  Comparison(uint32_t exponentBits, uint32_t significandBits) : sort(tm.fpSort(exponentBits, significandBits)) {}

  void add(Term term) {
    terms_.push_back(term);
    lowered_.push_back(lower_(term));
  }
  void addOperators() {
    for (Kind kind : {Kind::FpRem, Kind::FpMin, Kind::FpMax, Kind::FpLe, Kind::FpLt, Kind::FpEq, Kind::Equal})
      add(tm.mk(kind, {x, y}));
    for (Kind kind : {Kind::FpAbs, Kind::FpNeg, Kind::FpIsNan, Kind::FpIsInf, Kind::FpIsZero, Kind::FpIsNormal,
                      Kind::FpIsSubnormal, Kind::FpIsNegative})
      add(tm.mk(kind, {x}));
    for (uint32_t rm = 0; rm < 5; ++rm) {
      for (Kind kind : {Kind::FpAdd, Kind::FpMul, Kind::FpDiv}) {
        Term result = tm.mk(kind, {x, y}, {rm});
        add(result);
        // Predicates of what has not been packed.
        for (Kind test : {Kind::FpIsNan, Kind::FpIsInf, Kind::FpIsZero, Kind::FpIsNormal, Kind::FpIsSubnormal})
          add(tm.mk(test, {result}));
        add(tm.mkFpLt(result, x));
        add(tm.mkFpMin(result, y));
      }
      for (Kind kind : {Kind::FpSqrt, Kind::FpRoundToIntegral}) add(tm.mk(kind, {x}, {rm}));
      for (uint32_t width : {1, 2, 3, 5, 9})
        for (Kind kind : {Kind::FpToSbv, Kind::FpToUbv}) add(tm.mk(kind, {x}, {rm, width}));
      for (auto [e, s] : {std::pair(2u, 3u), {3u, 3u}, {2u, 7u}, {5u, 11u}}) add(tm.mk(Kind::FpToFp, {x}, {rm, e, s}));
      for (uint32_t width : {1, 2, 4})
        for (Kind kind : {Kind::FpFromSbv, Kind::FpFromUbv})
          add(tm.mk(kind, {tm.mkBvZeroResize(tm.mkFpToBits(x), width)},
                    {rm, sort.exponentBits(), sort.significandBits()}));
    }
    add(tm.mkFpToBits(x, tm.mkFpToBits(y)));
  }
  void compare(const BitVector& a, const BitVector& b) {
    Assignment original, stand;
    original.setFp(x, a);
    original.setFp(y, b);
    for (Term v : {x, y})
      if (Term bits = lower_.variable(v)) stand.setBv(bits, original.get(v).bits());
    Evaluator expected(original), actual(stand);
    for (size_t i = 0; i < terms_.size() && !testing::Test::HasFailure(); ++i) {
      const Value &e = expected.evaluate(terms_[i]), &l = actual.evaluate(lowered_[i]);
      bool same = e.kind() == SortKind::Bool ? e.asBool() == l.asBool() : e.bits() == l.bits();
      EXPECT_TRUE(same) << terms_[i].toString() << " at " << a.toBinary() << ", " << b.toBinary() << ": "
                        << l.toString() << " instead of " << e.toString();
    }
  }

  TermManager tm;
  Sort sort;
  Term x = tm.mkVariable("x", sort), y = tm.mkVariable("y", sort);

private:
  FloatLowering lower_{tm};
  std::vector<Term> terms_, lowered_;
};

TEST(FloatLowering, SmallFormats) {
  for (auto [e, s] : {std::pair(2u, 2u), {2u, 3u}, {3u, 2u}, {3u, 3u}, {2u, 4u}}) {
    Comparison comparison(e, s);
    comparison.addOperators();
    uint64_t count = uint64_t{1} << (e + s);
    for (uint64_t a = 0; a < count; ++a)
      for (uint64_t b = a % 7; b < count && !HasFailure(); b += 7) // with every a, every seventh b
        comparison.compare(BitVector(e + s, a), BitVector(e + s, b));
  }
}

TEST(FloatLowering, OtherFormatsAtRandom) {
  for (auto [e, s] : {std::pair(2u, 8u), {6u, 2u}, {3u, 5u}, {5u, 11u}, {4u, 20u}}) {
    Comparison comparison(e, s);
    comparison.addOperators();
    RandomTerms random(comparison.tm, {.formats = {{e, s}}, .excluded = {}}, 1);
    for (int i = 0; i < 60 && !HasFailure(); ++i)
      comparison.compare(random.randomValue(comparison.sort).bits(), random.randomValue(comparison.sort).bits());
  }
}

} // namespace
} // namespace assay
