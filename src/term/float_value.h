// IEEE-754 floats of any binary format, exact in all five rounding modes. Every NaN is the canonical one.
#pragma once

#include "term/bit_vector.h"
#include "term/float_format.h"
#include "term/kind.h"

#include <optional>
#include <string>

namespace assay {

class FloatValue {
public:
  FloatValue(FloatFormat format, const BitVector& bits) : format_(format), bits_(format.canonical(bits)) {
    assert(bits.width() == format.width());
  }
  static FloatValue zero(FloatFormat format, bool negative = false) { return {format, format.zero(negative)}; }
  static FloatValue infinity(FloatFormat format, bool negative = false) { return {format, format.infinity(negative)}; }
  static FloatValue nan(FloatFormat format) { return {format, format.nan()}; }
  static FloatValue of(float value);
  static FloatValue of(double value);
  static FloatValue fromUnsigned(FloatFormat format, RoundingMode rm, const BitVector& value);
  static FloatValue fromSigned(FloatFormat format, RoundingMode rm, const BitVector& value);

  FloatFormat format() const { return format_; }
  const BitVector& bits() const { return bits_; }
  bool operator==(const FloatValue&) const = default; // identity: NaN equals NaN, +0 differs from -0

  bool sign() const { return bits_.signBit(); }
  bool isNan() const { return format_.isNan(bits_); }
  bool isInf() const { return format_.exponentIsOnes(bits_) && format_.fractionIsZero(bits_); }
  bool isFinite() const { return !format_.exponentIsOnes(bits_); }
  bool isZero() const { return exponentIsZero() && format_.fractionIsZero(bits_); }
  bool isNormal() const { return isFinite() && !exponentIsZero(); }
  bool isSubnormal() const { return exponentIsZero() && !format_.fractionIsZero(bits_); }
  bool isNegative() const { return sign() && !isNan(); }
  bool isPositive() const { return !sign() && !isNan(); }

  FloatValue abs() const { return sign() ? neg() : *this; }
  FloatValue neg() const;
  FloatValue add(RoundingMode rm, const FloatValue& o) const;
  FloatValue sub(RoundingMode rm, const FloatValue& o) const { return add(rm, o.neg()); }
  FloatValue mul(RoundingMode rm, const FloatValue& o) const;
  FloatValue div(RoundingMode rm, const FloatValue& o) const;
  /// this * o + addend, rounded once.
  FloatValue fma(RoundingMode rm, const FloatValue& o, const FloatValue& addend) const;
  FloatValue sqrt(RoundingMode rm) const;
  /// x - n * y, n the integer nearest to x / y (even if two are): C's remainder().
  FloatValue remainder(const FloatValue& o) const;
  FloatValue roundToIntegral(RoundingMode rm) const;
  /// A NaN yields the other operand; of +0 and -0 the second.
  FloatValue min(const FloatValue& o) const;
  FloatValue max(const FloatValue& o) const;

  // IEEE comparisons: false if an operand is a NaN, +0 equals -0.
  bool eq(const FloatValue& o) const;
  bool lt(const FloatValue& o) const;
  bool le(const FloatValue& o) const { return lt(o) || eq(o); }

  FloatValue convert(FloatFormat format, RoundingMode rm) const;
  /// Nothing for NaN, infinities and numbers whose integer does not fit.
  std::optional<BitVector> toSigned(RoundingMode rm, uint32_t width) const;
  std::optional<BitVector> toUnsigned(RoundingMode rm, uint32_t width) const;
  /// Rounded to the nearest.
  float toFloat() const;
  double toDouble() const;
  /// `NaN`, `-oo`, a decimal number that reads back as the same value; wider than double: in hexadecimal.
  std::string toString() const;

private:
  bool exponentIsZero() const { return format_.exponent(bits_).isZero(); }

  FloatFormat format_;
  BitVector bits_;
};

} // namespace assay
