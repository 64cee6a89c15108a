// Floats by exact integers. A finite float is unpacked to (-1)^sign * m * 2^e with an integer m of any size; the
// operation is done exactly on such numbers, or with a quotient or root that is longer than any target and a sticky bit
// for what is cut off; one function, roundTo, makes the float. Single and double take the host's arithmetic where that
// is the same thing: round to nearest even.
#include "term/float_value.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <gmpxx.h>

#include "term/big_integer.h"

namespace assay {

namespace {

/// (-1)^sign * m * 2^e, m >= 0.
struct Exact {
  bool sign;
  mpz_class m;
  int64_t e;

  bool isZero() const { return m == 0; }
  int64_t bitLength() const { return static_cast<int64_t>(mpz_sizeinbase(m.get_mpz_t(), 2)); }
  /// The exponent of the leading bit of a number that is not zero.
  int64_t leading() const { return e + bitLength() - 1; }
  /// The same number with a smaller exponent.
  void lowerExponent(int64_t exponent) {
    m <<= static_cast<mp_bitcnt_t>(e - exponent);
    e = exponent;
  }
  /// Marks that the number is a little larger than m says, below any bit that rounding looks at.
  void addSticky(bool sticky) {
    lowerExponent(e - 1);
    if (sticky) m += 1;
  }
};

/// Modulo 2^width.
BitVector toBitVector(uint32_t width, const mpz_class& value) {
  BitVector magnitude = BitVector::fromWords(width, {mpz_limbs_read(value.get_mpz_t()), mpz_size(value.get_mpz_t())});
  return sgn(value) < 0 ? magnitude.neg() : magnitude;
}

Exact unpack(const FloatValue& x) {
  FloatFormat format = x.format();
  auto biased = static_cast<int64_t>(format.exponent(x.bits()).toUint64());
  mpz_class m = toInteger(x.bits().extract(format.fractionBits() - 1, 0));
  if (biased > 0) mpz_setbit(m.get_mpz_t(), format.fractionBits());
  return {x.sign(), m, std::max<int64_t>(biased, 1) - format.bias() - format.fractionBits()};
}

/// Whether a magnitude between two neighbours goes to the upper one. `half` says that the cut-off part is at least half
/// of their distance, `more` that there is something beside that bit, `odd` that the lower neighbour is odd.
bool roundsUp(RoundingMode rm, bool sign, bool odd, bool half, bool more) {
  switch (rm) {
  case RoundingMode::NearestEven:
    return half && (more || odd);
  case RoundingMode::NearestAway:
    return half;
  case RoundingMode::TowardPositive:
    return !sign && (half || more);
  case RoundingMode::TowardNegative:
    return sign && (half || more);
  case RoundingMode::TowardZero:
    return false;
  }
  return false;
}

/// m / 2^shift, rounded to an integer; shift >= 0.
mpz_class shiftRounded(RoundingMode rm, bool sign, const mpz_class& m, int64_t shift) {
  if (shift == 0) return m;
  auto bits = static_cast<mp_bitcnt_t>(shift);
  mpz_class result = m >> bits;
  bool half = mpz_tstbit(m.get_mpz_t(), bits - 1);
  bool more = m != 0 && mpz_scan1(m.get_mpz_t(), 0) < bits - 1;
  if (roundsUp(rm, sign, mpz_odd_p(result.get_mpz_t()), half, more)) result += 1;
  return result;
}

FloatValue overflow(FloatFormat format, RoundingMode rm, bool sign) {
  return {format, roundsUp(rm, sign, true, true, true) ? format.infinity(sign) : format.largest(sign)};
}

/// The float nearest to x in the sense of rm; x is not zero. The encodings of positive floats count up through all
/// exponents, so a carry out of the fraction moves to the next exponent by itself.
FloatValue roundTo(FloatFormat format, RoundingMode rm, Exact x) {
  int64_t leading = x.leading();
  if (leading > format.maxExponent()) return overflow(format, rm, x.sign);
  int64_t exponent = std::max(leading, format.minExponent());
  int64_t last = exponent - format.fractionBits(); // weight of the last bit of the significand
  if (x.e > last) x.lowerExponent(last);
  mpz_class encoding = shiftRounded(rm, x.sign, x.m, last - x.e);
  encoding += mpz_class(static_cast<long>(exponent + format.bias() - 1)) << format.fractionBits();
  BitVector bits = toBitVector(format.width(), encoding);
  if (format.exponentIsOnes(bits)) return overflow(format, rm, x.sign);
  return {format, x.sign ? bits.or_(BitVector::minSigned(bits.width())) : bits};
}

FloatValue roundOrZero(FloatFormat format, RoundingMode rm, Exact x) {
  return x.isZero() ? FloatValue::zero(format, x.sign) : roundTo(format, rm, std::move(x));
}

/// x + y. Where y lies far below the last bit that `precision` bits of x can show, a sticky unit stands for it.
Exact addExact(Exact x, Exact y, int64_t precision) {
  if (x.isZero() || (!y.isZero() && x.leading() < y.leading())) std::swap(x, y);
  if (y.isZero()) return x;
  int64_t lowest = x.e - precision - 3;
  if (y.leading() < lowest) y = {y.sign, 1, lowest};
  int64_t e = std::min(x.e, y.e);
  x.lowerExponent(e);
  y.lowerExponent(e);
  mpz_class sum = (x.sign ? mpz_class(-x.m) : x.m) + (y.sign ? mpz_class(-y.m) : y.m);
  return {sgn(sum) < 0, abs(sum), e};
}

/// The sign of an exact sum that is zero: that of the addends if they agree, else + unless rounding down.
bool signOfZeroSum(RoundingMode rm, bool a, bool b) { return a == b ? a : rm == RoundingMode::TowardNegative; }

FloatValue roundSum(FloatFormat format, RoundingMode rm, const Exact& x, const Exact& y) {
  Exact sum = addExact(x, y, format.significandBits);
  if (sum.isZero()) return FloatValue::zero(format, signOfZeroSum(rm, x.sign, y.sign));
  return roundTo(format, rm, std::move(sum));
}

/// x / y with more bits than `precision`; y is not zero.
Exact divideExact(Exact x, const Exact& y, int64_t precision) {
  x.lowerExponent(x.e - std::max<int64_t>(0, precision + 3 + y.bitLength() - x.bitLength()));
  Exact quotient{x.sign != y.sign, 0, x.e - y.e};
  mpz_class rest;
  mpz_tdiv_qr(quotient.m.get_mpz_t(), rest.get_mpz_t(), x.m.get_mpz_t(), y.m.get_mpz_t());
  quotient.addSticky(rest != 0);
  return quotient;
}

/// The value rounded to an integer.
mpz_class roundToInteger(RoundingMode rm, const Exact& x) {
  mpz_class m = x.e >= 0 ? mpz_class(x.m << static_cast<mp_bitcnt_t>(x.e)) : shiftRounded(rm, x.sign, x.m, -x.e);
  return x.sign ? mpz_class(-m) : m;
}

/// |x| mod 2|y| in units of 2^e, as large quotients stay out of sight that way; |y| in the same units.
struct Residue {
  mpz_class r, y;
  int64_t e;
};
Residue residueOf(const Exact& x, Exact y) {
  if (y.e > x.e) y.lowerExponent(x.e);
  mpz_class modulus = y.m * 2, power;
  mpz_class two = 2, shift = static_cast<long>(x.e - y.e);
  mpz_powm(power.get_mpz_t(), two.get_mpz_t(), shift.get_mpz_t(), modulus.get_mpz_t());
  return {(x.m * power) % modulus, y.m, y.e};
}

// Host arithmetic where it is bit for bit the same.
template <class Host>
FloatFormat hostFormat() {
  return sizeof(Host) == 4 ? FloatFormat::single() : FloatFormat::doubled();
}
template <class Host>
Host toHost(const FloatValue& x) {
  if constexpr (sizeof(Host) == 4) {
    return std::bit_cast<float>(static_cast<uint32_t>(x.bits().toUint64()));
  } else {
    return std::bit_cast<double>(x.bits().toUint64());
  }
}
template <class Host, class Operation>
FloatValue onHost(Operation operation, const FloatValue& a, const FloatValue& b, const FloatValue& c) {
  return FloatValue::of(static_cast<Host>(operation(toHost<Host>(a), toHost<Host>(b), toHost<Host>(c))));
}
/// Runs the operation in the host's float or double if format and rounding mode allow.
template <class Operation>
std::optional<FloatValue> tryHost(RoundingMode rm, Operation operation, const FloatValue& a, const FloatValue& b,
                                  const FloatValue& c) {
  if (rm != RoundingMode::NearestEven) return {};
  if (a.format() == hostFormat<float>()) return onHost<float>(operation, a, b, c);
  if (a.format() == hostFormat<double>()) return onHost<double>(operation, a, b, c);
  return {};
}

} // namespace

FloatValue FloatValue::of(float value) {
  return {FloatFormat::single(), BitVector(32, std::bit_cast<uint32_t>(value))};
}

FloatValue FloatValue::of(double value) {
  return {FloatFormat::doubled(), BitVector(64, std::bit_cast<uint64_t>(value))};
}

FloatValue FloatValue::fromUnsigned(FloatFormat format, RoundingMode rm, const BitVector& value) {
  return roundOrZero(format, rm, {false, toInteger(value), 0});
}

FloatValue FloatValue::fromSigned(FloatFormat format, RoundingMode rm, const BitVector& value) {
  bool negative = value.signBit();
  return roundOrZero(format, rm, {negative, toInteger(negative ? value.neg() : value), 0});
}

FloatValue FloatValue::neg() const {
  return isNan() ? *this : FloatValue(format_, bits_.xor_(BitVector::minSigned(bits_.width())));
}

FloatValue FloatValue::add(RoundingMode rm, const FloatValue& o) const {
  if (auto fast = tryHost(rm, [](auto a, auto b, auto) { return a + b; }, *this, o, o)) return *fast;
  if (isNan() || o.isNan() || (isInf() && o.isInf() && sign() != o.sign())) return nan(format_);
  if (isInf()) return *this;
  if (o.isInf()) return o;
  return roundSum(format_, rm, unpack(*this), unpack(o));
}

FloatValue FloatValue::mul(RoundingMode rm, const FloatValue& o) const {
  if (auto fast = tryHost(rm, [](auto a, auto b, auto) { return a * b; }, *this, o, o)) return *fast;
  bool negative = sign() != o.sign();
  if (isNan() || o.isNan() || (isInf() && o.isZero()) || (isZero() && o.isInf())) return nan(format_);
  if (isInf() || o.isInf()) return infinity(format_, negative);
  Exact x = unpack(*this), y = unpack(o);
  return roundOrZero(format_, rm, {negative, x.m * y.m, x.e + y.e});
}

FloatValue FloatValue::div(RoundingMode rm, const FloatValue& o) const {
  if (auto fast = tryHost(rm, [](auto a, auto b, auto) { return a / b; }, *this, o, o)) return *fast;
  bool negative = sign() != o.sign();
  if (isNan() || o.isNan() || (isInf() && o.isInf()) || (isZero() && o.isZero())) return nan(format_);
  if (isInf() || o.isZero()) return infinity(format_, negative);
  if (isZero() || o.isInf()) return zero(format_, negative);
  return roundTo(format_, rm, divideExact(unpack(*this), unpack(o), format_.significandBits));
}

FloatValue FloatValue::fma(RoundingMode rm, const FloatValue& o, const FloatValue& addend) const {
  if (auto fast = tryHost(rm, [](auto a, auto b, auto c) { return std::fma(a, b, c); }, *this, o, addend)) return *fast;
  if (isNan() || o.isNan() || addend.isNan()) return nan(format_);
  bool negative = sign() != o.sign();
  if (isInf() || o.isInf()) {
    bool invalid = isZero() || o.isZero() || (addend.isInf() && addend.sign() != negative);
    return invalid ? nan(format_) : infinity(format_, negative);
  }
  if (addend.isInf()) return addend;
  Exact x = unpack(*this), y = unpack(o);
  return roundSum(format_, rm, {negative, x.m * y.m, x.e + y.e}, unpack(addend));
}

FloatValue FloatValue::sqrt(RoundingMode rm) const {
  if (auto fast = tryHost(rm, [](auto a, auto, auto) { return std::sqrt(a); }, *this, *this, *this)) return *fast;
  if (isNan() || isZero()) return *this;
  if (sign()) return nan(format_);
  if (isInf()) return *this;
  Exact x = unpack(*this);
  int64_t e = x.e - std::max<int64_t>(0, 2 * (format_.significandBits + 3) - x.bitLength());
  x.lowerExponent(e % 2 == 0 ? e : e - 1);
  Exact root{false, 0, x.e / 2};
  mpz_class rest;
  mpz_sqrtrem(root.m.get_mpz_t(), rest.get_mpz_t(), x.m.get_mpz_t());
  root.addSticky(rest != 0);
  return roundTo(format_, rm, std::move(root));
}

FloatValue FloatValue::remainder(const FloatValue& o) const {
  if (isNan() || o.isNan() || isInf() || o.isZero()) return nan(format_);
  if (isZero() || o.isInf()) return *this;
  Exact x = unpack(*this), y = unpack(o);
  if (x.leading() + 1 < y.leading()) return *this; // |x| < |y| / 2
  auto [r, divisor, e] = residueOf(x, y);
  bool odd = r >= divisor; // of the truncated quotient
  if (odd) r -= divisor;
  mpz_class twice = r * 2;
  if (twice > divisor || (twice == divisor && odd)) r -= divisor;
  bool negative = sign() != (sgn(r) < 0);
  return roundOrZero(format_, RoundingMode::TowardZero, {r == 0 ? sign() : negative, ::abs(r), e});
}

FloatValue FloatValue::roundToIntegral(RoundingMode rm) const {
  if (!isFinite()) return *this;
  Exact x = unpack(*this);
  if (x.e >= 0) return *this;
  return roundOrZero(format_, rm, {x.sign, shiftRounded(rm, x.sign, x.m, -x.e), 0});
}

FloatValue FloatValue::min(const FloatValue& o) const {
  if (o.isNan()) return *this;
  return lt(o) ? *this : o;
}

FloatValue FloatValue::max(const FloatValue& o) const {
  if (o.isNan()) return *this;
  return o.lt(*this) ? *this : o;
}

bool FloatValue::eq(const FloatValue& o) const {
  if (isNan() || o.isNan()) return false;
  return bits_ == o.bits_ || (isZero() && o.isZero());
}

// Floats of one sign are ordered as their encodings are.
bool FloatValue::lt(const FloatValue& o) const {
  if (isNan() || o.isNan() || (isZero() && o.isZero())) return false;
  if (sign() != o.sign()) return sign();
  return sign() ? o.bits_.ult(bits_) : bits_.ult(o.bits_);
}

FloatValue FloatValue::convert(FloatFormat format, RoundingMode rm) const {
  if (format == format_) return *this;
  if (isNan()) return nan(format);
  if (isInf()) return infinity(format, sign());
  return roundOrZero(format, rm, unpack(*this));
}

std::optional<BitVector> FloatValue::toSigned(RoundingMode rm, uint32_t width) const {
  if (!isFinite()) return {};
  Exact x = unpack(*this);
  if (x.leading() > static_cast<int64_t>(width)) return {};
  mpz_class integer = roundToInteger(rm, x);
  mpz_class limit = mpz_class(1) << (width - 1);
  if (integer >= limit || integer < -limit) return {};
  return toBitVector(width, integer);
}

std::optional<BitVector> FloatValue::toUnsigned(RoundingMode rm, uint32_t width) const {
  if (!isFinite()) return {};
  Exact x = unpack(*this);
  if (x.leading() > static_cast<int64_t>(width)) return {};
  mpz_class integer = roundToInteger(rm, x);
  if (integer < 0 || integer >= mpz_class(1) << width) return {};
  return toBitVector(width, integer);
}

float FloatValue::toFloat() const { return toHost<float>(convert(FloatFormat::single(), RoundingMode::NearestEven)); }

double FloatValue::toDouble() const {
  return toHost<double>(convert(FloatFormat::doubled(), RoundingMode::NearestEven));
}

namespace {

template <class Host>
std::string shortestDecimal(Host value) {
  char buffer[64];
  auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, end};
}

} // namespace

std::string FloatValue::toString() const {
  if (isNan()) return "NaN";
  if (isInf()) return sign() ? "-oo" : "+oo";
  if (format_ == FloatFormat::single()) return shortestDecimal(toHost<float>(*this));
  if (format_.exponentBits <= 11 && format_.significandBits <= 53) return shortestDecimal(toDouble());
  Exact x = unpack(*this);
  return (sign() ? "-0x" : "0x") + x.m.get_str(16) + "p" + std::to_string(x.e);
}

} // namespace assay
