#include "families.h"

namespace assay {

namespace {

std::string indexed(const char* name, uint32_t i) { return std::string(name) + std::to_string(i); }

/// Factors of numbers, one after the other, with one multiplication.
Instance factoring(uint32_t width) {
  Instance instance("factors" + std::to_string(width));
  TermManager& tm = *instance.terms;
  Term x = instance.bv("x", width), y = instance.bv("y", width);
  Term product = tm.mkBvMul(tm.mkBvZeroExtend(x, width), tm.mkBvZeroExtend(y, width));
  instance.session.assertTerm(tm.mkBvUlt(tm.mkBv(width, 1), x));
  instance.session.assertTerm(tm.mkBvUle(x, y));
  uint64_t top = (uint64_t{1} << (2 * width)) - 1;
  for (uint64_t n = 1; n <= 24; ++n) // composites and primes
    instance.session.check({tm.mkEqual(product, tm.mkBv(2 * width, (n * 2654435761u) % top | 1))});
  return instance;
}

/// Laws of arithmetic, each asked at every width from 4 up.
Instance laws(uint32_t maxWidth) {
  Instance instance("laws" + std::to_string(maxWidth));
  TermManager& tm = *instance.terms;
  for (uint32_t width = 4; width <= maxWidth; ++width) {
    Term x = instance.bv(indexed("x", width), width), y = instance.bv(indexed("y", width), width);
    Term z = instance.bv(indexed("z", width), width);
    Term sum = tm.mkBvMul(x, tm.mkBvAdd(y, z));
    instance.session.check({tm.mkDistinct(sum, tm.mkBvAdd(tm.mkBvMul(x, y), tm.mkBvMul(x, z)))});
    Term square = tm.mkBvMul(tm.mkBvAdd(x, y), tm.mkBvSub(x, y));
    instance.session.check({tm.mkDistinct(square, tm.mkBvSub(tm.mkBvMul(x, x), tm.mkBvMul(y, y)))});
    instance.session.check({tm.mkEqual(tm.mkBvMul(x, x), tm.mkBv(width, 3))}); // 3 is no square modulo 4
  }
  return instance;
}

/// What C's division promises, signed and unsigned, and conversions of units with constants.
Instance divisions(uint32_t width) {
  Instance instance("division" + std::to_string(width));
  TermManager& tm = *instance.terms;
  Session& session = instance.session;
  Term x = instance.bv("x", width), y = instance.bv("y", width), zero = tm.mkBv(width, 0);
  session.assertTerm(tm.mkDistinct(y, zero));
  Term q = tm.mkBvUdiv(x, y), r = tm.mkBvUrem(x, y);
  session.check({tm.mkDistinct(tm.mkBvAdd(tm.mkBvMul(q, y), r), x)});
  session.check({tm.mkBvUle(y, r)});
  session.check({tm.mkBvUlt(x, q)});
  session.check({tm.mkEqual(q, tm.mkBv(width, 5)), tm.mkEqual(r, tm.mkBv(width, 3))});
  for (uint64_t divisor : {10u, 60u, 7u}) {
    Term d = tm.mkBv(width, divisor), quotient = tm.mkBvUdiv(x, d);
    session.push();
    session.assertTerm(tm.mkBvUlt(x, tm.mkBv(width, 10000)));
    session.check({tm.mkBvUlt(tm.mkBv(width, 10000 / divisor), quotient)});
    session.check({tm.mkEqual(quotient, tm.mkBv(width, 77))});
    session.check({tm.mkBvUlt(x, tm.mkBvMul(quotient, d))});
    session.pop();
  }
  Term p = tm.mkBvSdiv(x, y), s = tm.mkBvSrem(x, y);
  session.check({tm.mkBvSlt(zero, x), tm.mkBvSlt(zero, y), tm.mkBvSlt(s, zero)});
  session.check({tm.mkDistinct(tm.mkBvAdd(tm.mkBvMul(p, y), s), x)});
  return instance;
}

/// A generator of pseudo-random numbers, run backwards: which seed gives this output?
Instance congruences(uint32_t steps) {
  Instance instance("generator" + std::to_string(steps));
  TermManager& tm = *instance.terms;
  Term state = instance.bv("seed", 32);
  for (uint32_t i = 1; i <= steps; ++i) {
    Term next = instance.bv(indexed("s", i), 32);
    Term step = tm.mkBvAdd(tm.mkBvMul(state, tm.mkBv(32, 1103515245)), tm.mkBv(32, 12345));
    instance.session.assertTerm(tm.mkEqual(next, step));
    instance.session.check({tm.mkEqual(tm.mkBvLshr(next, tm.mkBv(32, 16)), tm.mkBv(32, 1000 + i))});
    instance.session.check({tm.mkEqual(tm.mkBvAnd(next, tm.mkBv(32, 1)), tm.mkBvAnd(state, tm.mkBv(32, 1)))});
    state = next;
  }
  return instance;
}

class FloatInstance {
public:
  FloatInstance(std::string name, uint32_t exponentBits, uint32_t significandBits)
      : instance(std::move(name)), tm(*instance.terms), sort(tm.fpSort(exponentBits, significandBits)) {}

  Term variable(const std::string& name) { return tm.mkVariable(name, sort); }
  Term number(int64_t value, int64_t divisor = 1) {
    auto exact = [&](int64_t n) {
      return tm.mkFpFromSbv(RoundingMode::NearestEven, tm.mkBv(BitVector::fromSigned(32, n)), sort);
    };
    return tm.mkFpDiv(RoundingMode::NearestEven, exact(value), exact(divisor));
  }
  Term add(Term a, Term b) { return tm.mkFpAdd(RoundingMode::NearestEven, a, b); }
  Term mul(Term a, Term b) { return tm.mkFpMul(RoundingMode::NearestEven, a, b); }
  Term between(Term low, Term x, Term high) { return tm.mkAnd(tm.mkFpLe(low, x), tm.mkFpLe(x, high)); }

  Instance instance;
  TermManager& tm;
  Sort sort;
};

/// A filter y' = y/2 + x/4 with inputs in [-1, 1]: does its output stay in range, can it come near the bound?
Instance filter(uint32_t exponentBits, uint32_t significandBits, uint32_t steps) {
  FloatInstance f("filter" + std::to_string(exponentBits + significandBits) + "x" + std::to_string(steps), exponentBits,
                  significandBits);
  Session& session = f.instance.session;
  Term one = f.number(1), minusOne = f.number(-1), y = f.number(0), half = f.number(1, 2), quarter = f.number(1, 4);
  for (uint32_t i = 1; i <= steps; ++i) {
    Term x = f.variable(indexed("x", i)), next = f.variable(indexed("y", i));
    session.assertTerm(f.between(minusOne, x, one));
    session.assertTerm(f.tm.mkEqual(next, f.add(f.mul(y, half), f.mul(x, quarter))));
    session.check({f.tm.mkFpLt(one, next)});
    session.check({f.tm.mkFpLt(quarter, next)});
    session.check({f.tm.mkFpIsNan(next)});
    y = next;
  }
  return std::move(f.instance);
}

/// Comparisons, minima and maxima of doubles: a sorting network, and orders that cannot be.
Instance comparisons(uint32_t count) {
  FloatInstance f("order" + std::to_string(count), 11, 53);
  Session& session = f.instance.session;
  std::vector<Term> values;
  for (uint32_t i = 0; i < count; ++i) {
    values.push_back(f.variable(indexed("x", i)));
    session.assertTerm(f.tm.mkNot(f.tm.mkFpIsNan(values.back())));
  }
  std::vector<Term> sorted = values;
  for (uint32_t end = count; end > 1; --end)
    for (uint32_t i = 0; i + 1 < end; ++i) {
      Term swap = f.tm.mkFpLt(sorted[i + 1], sorted[i]), a = sorted[i], b = sorted[i + 1];
      sorted[i] = f.tm.mkIte(swap, b, a);
      sorted[i + 1] = f.tm.mkIte(swap, a, b);
    }
  for (uint32_t i = 0; i + 1 < count; ++i) {
    session.check({f.tm.mkFpLt(sorted[i + 1], sorted[i])});
    session.check({f.tm.mkFpLt(sorted[i], sorted[i + 1])});
    session.check({f.tm.mkFpLt(values[i], sorted[0])});
    session.check({f.tm.mkFpEq(values[i], values[i + 1]), f.tm.mkDistinct(values[i], values[i + 1])});
  }
  return std::move(f.instance);
}

/// Conversions between integers and floats: round trips, and where they lose.
Instance conversions() {
  FloatInstance f("conversion", 8, 24);
  Session& session = f.instance.session;
  Term n = f.instance.bv("n", 32);
  Term x = f.tm.mkFpFromSbv(RoundingMode::NearestEven, n, f.sort);
  Term back = f.tm.mkFpToSbv(RoundingMode::TowardZero, x, 32);
  session.check({f.tm.mkDistinct(back, n)});
  session.push();
  Term small = f.tm.mkAnd(f.tm.mkBvSlt(f.tm.mkBv(BitVector::fromSigned(32, -16777216)), n),
                          f.tm.mkBvSlt(n, f.tm.mkBv(32, 16777216)));
  session.assertTerm(small);
  session.check({f.tm.mkDistinct(back, n)});
  session.check({f.tm.mkFpIsNan(x)});
  session.pop();
  Term y = f.variable("y");
  session.assertTerm(f.between(f.number(0), y, f.number(1000)));
  Term whole = f.tm.mkFpToSbv(RoundingMode::TowardZero, y, 32);
  session.check({f.tm.mkBvSlt(f.tm.mkBv(32, 1000), whole)});
  session.check({f.tm.mkEqual(whole, f.tm.mkBv(32, 999))});
  session.check({f.tm.mkBvSlt(whole, f.tm.mkBv(32, 0))});
  return std::move(f.instance);
}

} // namespace

Family multiplications() {
  Family family{"multiplication, division", {}};
  family.instances.push_back(factoring(12));
  family.instances.push_back(laws(7));
  family.instances.push_back(divisions(32));
  family.instances.push_back(divisions(16));
  family.instances.push_back(congruences(8));
  return family;
}

Family floats() {
  Family family{"floats", {}};
  family.instances.push_back(filter(8, 24, 3));
  family.instances.push_back(filter(5, 11, 6));
  family.instances.push_back(comparisons(5));
  family.instances.push_back(conversions());
  return family;
}

} // namespace assay
