// An IEEE binary format and the encodings of its special values.
//
//      sign | exponent (exponentBits) | fraction (significandBits - 1; the hidden bit is not stored)
//
// The x87 extended format is taken as (15, 64) in this layout: 79 bits, without its explicit leading bit.
#pragma once

#include "term/bit_vector.h"
#include "term/sort.h"

namespace assay {

struct FloatFormat {
  uint32_t exponentBits;
  uint32_t significandBits;

  FloatFormat(uint32_t exponentBits, uint32_t significandBits)
      : exponentBits(exponentBits), significandBits(significandBits) {}
  explicit FloatFormat(Sort sort) : FloatFormat(sort.exponentBits(), sort.significandBits()) {}
  static FloatFormat half() { return {5, 11}; }
  static FloatFormat single() { return {8, 24}; }
  static FloatFormat doubled() { return {11, 53}; }
  static FloatFormat x87() { return {15, 64}; }
  static FloatFormat quad() { return {15, 113}; }
  bool operator==(const FloatFormat&) const = default;

  uint32_t width() const { return exponentBits + significandBits; }
  uint32_t fractionBits() const { return significandBits - 1; }
  int64_t bias() const { return (int64_t{1} << (exponentBits - 1)) - 1; }
  /// Exponents of the largest and the smallest normal numbers, as in 1.f * 2^e.
  int64_t maxExponent() const { return bias(); }
  int64_t minExponent() const { return 1 - bias(); }

  BitVector zero(bool negative) const { return withSign(BitVector::zero(width()), negative); }
  BitVector infinity(bool negative) const;
  /// The one NaN that terms know: positive, quiet, no payload.
  BitVector nan() const;
  BitVector largest(bool negative) const;

  bool isNan(const BitVector& bits) const { return exponentIsOnes(bits) && !fractionIsZero(bits); }
  /// `bits`, every NaN replaced by nan().
  BitVector canonical(const BitVector& bits) const { return isNan(bits) ? nan() : bits; }
  bool exponentIsOnes(const BitVector& bits) const { return exponent(bits).isOnes(); }
  bool fractionIsZero(const BitVector& bits) const { return bits.extract(fractionBits() - 1, 0).isZero(); }
  BitVector exponent(const BitVector& bits) const { return bits.extract(width() - 2, fractionBits()); }

private:
  static BitVector withSign(BitVector bits, bool negative) {
    return negative ? bits.or_(BitVector::minSigned(bits.width())) : bits;
  }
};

inline BitVector FloatFormat::infinity(bool negative) const {
  return withSign(BitVector::ones(exponentBits).zeroExtend(width()).shl(fractionBits()), negative);
}

inline BitVector FloatFormat::nan() const {
  return infinity(false).or_(BitVector::one(width()).shl(fractionBits() - 1));
}

inline BitVector FloatFormat::largest(bool negative) const {
  return withSign(infinity(false).sub(BitVector::one(width())), negative);
}

} // namespace assay
