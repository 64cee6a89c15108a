#include "encode/progress.h"

#include "analysis/modular.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace assay {

namespace {

uint64_t factorial(size_t n) {
  uint64_t result = 1;
  for (uint64_t i = 2; i <= n; ++i) result *= i;
  return result;
}

} // namespace

// The product times * (times - 1) * ... is a multiple of k!: its twos are shifted out of a product of more bits, and what
// is odd in k! has an inverse.
Term ProgressBuilder::binomial(Term times, size_t k, uint32_t width) const {
  if (k == 0) return terms_.mkBv(width, 1);
  if (k == 1) return terms_.mkBvZeroResize(times, width);
  const uint64_t divisor = factorial(k);
  const uint32_t twos = static_cast<uint32_t>(std::countr_zero(divisor)), wide = width + twos;
  const Term j = terms_.mkBvZeroResize(times, wide);
  Term product = j;
  for (uint64_t i = 1; i < k; ++i) product = terms_.mkBvMul(product, terms_.mkBvSub(j, terms_.mkBv(wide, i)));
  const Term quotient = terms_.mkBvExtract(product, wide - 1, twos);
  const BitVector inverse(64, inverseOfOdd(divisor >> twos));
  // Modulo a larger power of two, the inverse is not that of 64 bits; Newton's iteration once more makes it right.
  const BitVector odd(width, divisor >> twos);
  BitVector exact = width <= 64 ? inverse.extract(width - 1, 0) : inverse.zeroExtend(width);
  const BitVector two(width, 2);
  for (uint32_t bits = 64; bits < width; bits *= 2) exact = exact.mul(two.sub(odd.mul(exact)));
  return terms_.mkBvMul(quotient, terms_.mkBv(exact));
}

Term ProgressBuilder::at(const Progress& progress, Term times) const {
  if (!progress.isPolynomial()) return progress.other(times);
  const std::vector<Term>& a = progress.polynomial;
  if (a.size() == 1) return a.front();
  return evaluate(a, times);
}

Term ProgressBuilder::evaluate(const std::vector<Term>& polynomial, Term times) const {
  const uint32_t width = polynomial.front().sort().width();
  Term sum = polynomial.front();
  for (size_t k = 1; k < polynomial.size(); ++k)
    sum = terms_.mkBvAdd(sum, terms_.mkBvMul(polynomial[k], binomial(times, k, width)));
  return sum;
}

void ProgressBuilder::trim(std::vector<Term>& polynomial) const {
  while (polynomial.size() > 1 && polynomial.back().isValue() && polynomial.back().value().isZero())
    polynomial.pop_back();
}

std::optional<Progress> ProgressBuilder::sum(const Progress& a, const Progress& b) const {
  const bool isLonger = a.polynomial.size() >= b.polynomial.size();
  std::vector<Term> result = isLonger ? a.polynomial : b.polynomial;
  const std::vector<Term>& other = isLonger ? b.polynomial : a.polynomial;
  for (size_t k = 0; k < other.size(); ++k) result[k] = terms_.mkBvAdd(result[k], other[k]);
  trim(result);
  return Progress{std::move(result)};
}

Progress ProgressBuilder::scaled(const Progress& a, Term factor) const {
  Progress result;
  for (const Term coefficient : a.polynomial) result.polynomial.push_back(terms_.mkBvMul(coefficient, factor));
  trim(result.polynomial);
  return result;
}

/// a(0), a(1), ...
std::vector<Term> ProgressBuilder::valuesOf(const Progress& a, size_t number) const {
  std::vector<Term> differences = a.polynomial, values;
  for (size_t i = 0; i < number; ++i) {
    values.push_back(differences.front());
    for (size_t k = 0; k + 1 < differences.size(); ++k)
      differences[k] = terms_.mkBvAdd(differences[k], differences[k + 1]);
  }
  return values;
}

// Coefficients are the differences of values at 0, 1, ...
std::optional<Progress> ProgressBuilder::product(const Progress& a, const Progress& b) const {
  if (a.isConstant()) return scaled(b, a.polynomial.front());
  if (b.isConstant()) return scaled(a, b.polynomial.front());
  const size_t degree = a.polynomial.size() + b.polynomial.size() - 2;
  if (degree > kMostDegree) return std::nullopt;
  const std::vector<Term> left = valuesOf(a, degree + 1), right = valuesOf(b, degree + 1);
  std::vector<Term> row;
  for (size_t i = 0; i <= degree; ++i) row.push_back(terms_.mkBvMul(left[i], right[i]));
  Progress result;
  while (!row.empty()) {
    result.polynomial.push_back(row.front());
    for (size_t i = 0; i + 1 < row.size(); ++i) row[i] = terms_.mkBvSub(row[i + 1], row[i]);
    row.pop_back();
  }
  trim(result.polynomial);
  return result;
}

std::optional<Progress> ProgressBuilder::sumFrom(Term start, const Progress& a) const {
  if (a.polynomial.size() > kMostDegree) return std::nullopt;
  Progress result{{start}};
  result.polynomial.insert(result.polynomial.end(), a.polynomial.begin(), a.polynomial.end());
  trim(result.polynomial);
  return result;
}

Progress ProgressBuilder::next(const Progress& a) const {
  Progress result = a;
  if (!a.isPolynomial()) {
    result.other = [this, a](Term times) { return a.other(terms_.mkBvAdd(times, terms_.mkBv(countWidth_, 1))); };
    return result;
  }
  for (size_t k = 0; k + 1 < a.polynomial.size(); ++k)
    result.polynomial[k] = terms_.mkBvAdd(a.polynomial[k], a.polynomial[k + 1]);
  return result;
}

Progress ProgressBuilder::rebuilt(Term term, std::vector<Progress> children) const {
  if (std::ranges::all_of(children, &Progress::isConstant)) {
    std::vector<Term> values;
    for (const Progress& child : children) values.push_back(child.polynomial.front());
    return constant(terms_.rebuild(term, values));
  }
  return {{}, [this, term, children = std::move(children)](Term times) {
            std::vector<Term> values;
            for (const Progress& child : children) values.push_back(at(child, times));
            return terms_.rebuild(term, values);
          }};
}

/// Enough for sums of coefficients of that width times binomials, and for differences of two such numbers.
uint32_t ProgressBuilder::wideWidth(uint32_t width, size_t degree) const {
  return width + static_cast<uint32_t>(degree) * countWidth_ + 4;
}

/// That it only grows or only falls: its coefficients from the second one on agree in their signs. So does a line.
Term ProgressBuilder::isMonotone(const std::vector<Term>& polynomial) const {
  if (polynomial.size() <= 2) return terms_.mkTrue();
  const Term zero = terms_.mkBv(polynomial.front().sort().width(), 0);
  std::vector<Term> grows, falls;
  for (size_t k = 1; k < polynomial.size(); ++k) {
    grows.push_back(terms_.mkBvSle(zero, polynomial[k]));
    falls.push_back(terms_.mkBvSle(polynomial[k], zero));
  }
  return terms_.mkOr(terms_.mkAnd(grows), terms_.mkAnd(falls));
}

// If what grows or falls is in the range of the term's values at both ends, it is there in between; and it is equal to
// the term modulo 2^w, so it is the term's value.
ProgressBuilder::Number ProgressBuilder::number(const Progress& progress, bool isSigned, Term last) const {
  const std::vector<Term>& a = progress.polynomial;
  const uint32_t width = a.front().sort().width(), wide = wideWidth(width, a.size() - 1);
  Number result{{}, terms_.mkTrue()};
  for (size_t k = 0; k < a.size(); ++k)
    result.polynomial.push_back(k == 0 && !isSigned ? terms_.mkBvZeroResize(a[k], wide)
                                                    : terms_.mkBvSignResize(a[k], wide));
  if (progress.isConstant()) return result;
  const Term end = evaluate(result.polynomial, last);
  const BitVector least = isSigned ? BitVector::minSigned(width).signExtend(wide) : BitVector::zero(wide);
  const BitVector most =
      isSigned ? BitVector::maxSigned(width).zeroExtend(wide) : BitVector::ones(width).zeroExtend(wide);
  result.inRange = terms_.mkAnd(isMonotone(result.polynomial), terms_.mkAnd(terms_.mkBvSle(terms_.mkBv(least), end),
                                                                            terms_.mkBvSle(end, terms_.mkBv(most))));
  return result;
}

Term ProgressBuilder::staysBelow(const Number& a, const Number& b, uint64_t least, Term last) const {
  const uint32_t wide = std::max(a.polynomial.front().sort().width(), b.polynomial.front().sort().width());
  const size_t size = std::max(a.polynomial.size(), b.polynomial.size());
  std::vector<Term> difference;
  for (size_t k = 0; k < size; ++k) {
    const auto part = [&](const Number& number) {
      return k < number.polynomial.size() ? terms_.mkBvSignResize(number.polynomial[k], wide) : terms_.mkBv(wide, 0);
    };
    difference.push_back(terms_.mkBvSub(part(b), part(a)));
  }
  trim(difference);
  const Term bound = terms_.mkBv(wide, least);
  std::vector<Term> parts{a.inRange, b.inRange, terms_.mkBvSle(bound, difference.front())};
  if (difference.size() > 1) {
    parts.push_back(isMonotone(difference));
    parts.push_back(terms_.mkBvSle(bound, evaluate(difference, last)));
  }
  return terms_.mkAnd(parts);
}

// a0 + a1*j == 0 modulo 2^w with a1 = odd * 2^t: if 2^t divides a0, first for j = -a0/2^t / odd modulo 2^(w-t).
std::optional<Term> ProgressBuilder::staysAwayFromZero(const Progress& a, Term last) const {
  const Term start = a.polynomial.front();
  const uint32_t width = start.sort().width();
  if (a.isConstant()) return terms_.mkDistinct(start, terms_.mkBv(width, 0));
  if (a.polynomial.size() > 2 || !a.polynomial[1].isValue() || width > 64) return std::nullopt;
  const uint64_t step = a.polynomial[1].value().toUint64();
  const uint32_t twos = static_cast<uint32_t>(std::countr_zero(step)), rest = width - twos;
  const Term high = terms_.mkBvExtract(terms_.mkBvNeg(start), width - 1, twos);
  const Term first = terms_.mkBvMul(high, terms_.mkBv(rest, modulo(inverseOfOdd(step >> twos), rest)));
  const uint32_t compared = std::max(rest, countWidth_);
  const Term isLater = terms_.mkBvUlt(terms_.mkBvZeroResize(last, compared), terms_.mkBvZeroResize(first, compared));
  if (twos == 0) return isLater;
  const Term low = terms_.mkBvExtract(start, twos - 1, 0);
  return terms_.mkOr(terms_.mkDistinct(low, terms_.mkBv(twos, 0)), isLater);
}

} // namespace assay
