// What the interpreter's operators on words and host floats compute. `shift` is 64 minus the width.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace assay::word {

inline uint64_t cut(uint64_t value, unsigned shift) { return value << shift >> shift; }
inline int64_t asSigned(uint64_t value, unsigned shift) { return static_cast<int64_t>(value << shift) >> shift; }

// The functions are called as the operations of bytecode.h are.
// NOLINTBEGIN(readability-identifier-naming)

inline uint64_t Add(uint64_t a, uint64_t b, unsigned s) { return cut(a + b, s); }
inline uint64_t Sub(uint64_t a, uint64_t b, unsigned s) { return cut(a - b, s); }
inline uint64_t Mul(uint64_t a, uint64_t b, unsigned s) { return cut(a * b, s); }
inline uint64_t And(uint64_t a, uint64_t b, unsigned) { return a & b; }
inline uint64_t Or(uint64_t a, uint64_t b, unsigned) { return a | b; }
inline uint64_t Xor(uint64_t a, uint64_t b, unsigned) { return a ^ b; }
inline uint64_t Shl(uint64_t a, uint64_t b, unsigned s) { return b < 64 - s ? cut(a << b, s) : 0; }
inline uint64_t Lshr(uint64_t a, uint64_t b, unsigned s) { return b < 64 - s ? a >> b : 0; }
inline uint64_t Ashr(uint64_t a, uint64_t b, unsigned s) {
  return cut(static_cast<uint64_t>(asSigned(a, s) >> (b < 64 - s ? b : 63)), s);
}
inline uint64_t Udiv(uint64_t a, uint64_t b, unsigned s) { return b == 0 ? cut(~uint64_t{0}, s) : a / b; }
inline uint64_t Urem(uint64_t a, uint64_t b, unsigned) { return b == 0 ? a : a % b; }
inline uint64_t Sdiv(uint64_t a, uint64_t b, unsigned s) {
  const int64_t x = asSigned(a, s), y = asSigned(b, s);
  if (y == 0) return x < 0 ? 1 : cut(~uint64_t{0}, s);
  return y == -1 ? cut(-a, s) : cut(static_cast<uint64_t>(x / y), s);
}
inline uint64_t Srem(uint64_t a, uint64_t b, unsigned s) {
  const int64_t x = asSigned(a, s), y = asSigned(b, s);
  if (y == 0) return a;
  return y == -1 ? 0 : cut(static_cast<uint64_t>(x % y), s);
}
inline uint64_t Umulo(uint64_t a, uint64_t b, unsigned s) {
  uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) || cut(product, s) != product;
}
inline uint64_t Smulo(uint64_t a, uint64_t b, unsigned s) {
  int64_t product = 0;
  return __builtin_mul_overflow(asSigned(a, s), asSigned(b, s), &product) ||
         asSigned(static_cast<uint64_t>(product), s) != product;
}

inline bool Eq(uint64_t a, uint64_t b, unsigned) { return a == b; }
inline bool Ne(uint64_t a, uint64_t b, unsigned) { return a != b; }
inline bool Ult(uint64_t a, uint64_t b, unsigned) { return a < b; }
inline bool Ule(uint64_t a, uint64_t b, unsigned) { return a <= b; }
inline bool Ugt(uint64_t a, uint64_t b, unsigned) { return a > b; }
inline bool Uge(uint64_t a, uint64_t b, unsigned) { return a >= b; }
// Shifting both to the top compares as well as sign-extending both.
inline bool Slt(uint64_t a, uint64_t b, unsigned s) {
  return static_cast<int64_t>(a << s) < static_cast<int64_t>(b << s);
}
inline bool Sge(uint64_t a, uint64_t b, unsigned s) { return !Slt(a, b, s); }
inline bool Sgt(uint64_t a, uint64_t b, unsigned s) { return Slt(b, a, s); }
inline bool Sle(uint64_t a, uint64_t b, unsigned s) { return !Slt(b, a, s); }

/// A pointer b that was computed from a: one that has left the object of a is no object's.
inline uint64_t Within(uint64_t a, uint64_t b, unsigned s, unsigned low) {
  return (a ^ b) >> low == 0 ? b : cut(b | ~uint64_t{0} << low, s);
}

// Unary: `extra` is the operator's index.
inline uint64_t Move(uint64_t a, unsigned, unsigned) { return a; }
inline uint64_t BoolNot(uint64_t a, unsigned, unsigned) { return a ^ 1; }
inline uint64_t BvNot(uint64_t a, unsigned s, unsigned) { return cut(~a, s); }
inline uint64_t Neg(uint64_t a, unsigned s, unsigned) { return cut(-a, s); }
inline uint64_t SignExtend(uint64_t a, unsigned s, unsigned from) {
  return cut(static_cast<uint64_t>(asSigned(a, from)), s);
}
inline uint64_t Extract(uint64_t a, unsigned s, unsigned low) { return cut(a >> low, s); }

/// The host's float or double, to and from its bits in a word.
template <class Float>
struct Host {
  using Bits = std::conditional_t<sizeof(Float) == 4, uint32_t, uint64_t>;
  using Other = std::conditional_t<sizeof(Float) == 4, double, float>;
  static constexpr unsigned kFraction = std::numeric_limits<Float>::digits - 1;
  static constexpr Bits kSign = Bits{1} << (8 * sizeof(Float) - 1);
  static constexpr Bits kExponent = (kSign - 1) >> kFraction << kFraction;
  static constexpr Bits kNan = kExponent | Bits{1} << (kFraction - 1);

  static Float read(uint64_t bits) { return std::bit_cast<Float>(static_cast<Bits>(bits)); }
  static uint64_t write(Float value) { return std::isnan(value) ? kNan : std::bit_cast<Bits>(value); }

  static uint64_t FFromBits(uint64_t a, unsigned, unsigned) { return write(read(a)); }
  static uint64_t FNeg(uint64_t a, unsigned, unsigned) { return std::isnan(read(a)) ? a : a ^ kSign; }
  static uint64_t FAbs(uint64_t a, unsigned, unsigned) { return std::isnan(read(a)) ? a : a & ~uint64_t{kSign}; }
  static uint64_t FSqrt(uint64_t a, unsigned, unsigned) { return write(std::sqrt(read(a))); }
  static uint64_t FIsNan(uint64_t a, unsigned, unsigned) { return std::isnan(read(a)); }
  static uint64_t FIsInf(uint64_t a, unsigned, unsigned) { return std::isinf(read(a)); }
  static uint64_t FIsZero(uint64_t a, unsigned, unsigned) { return read(a) == 0; }
  static uint64_t FIsNegative(uint64_t a, unsigned, unsigned) { return !std::isnan(read(a)) && (a & kSign) != 0; }
  /// To the other of the two formats.
  static uint64_t FToOther(uint64_t a, unsigned, unsigned) { return Host<Other>::write(static_cast<Other>(read(a))); }
  /// From an integer whose width is 64 - from.
  static uint64_t FFromSbv(uint64_t a, unsigned, unsigned from) { return write(static_cast<Float>(asSigned(a, from))); }
  static uint64_t FFromUbv(uint64_t a, unsigned, unsigned) { return write(static_cast<Float>(a)); }
  static uint64_t FToSbvRtz(uint64_t a, unsigned s, unsigned) {
    const double value = std::trunc(static_cast<double>(read(a)));
    const double bound = std::ldexp(1.0, static_cast<int>(63 - s));
    if (!(value >= -bound && value < bound)) return uint64_t{1} << (63 - s);
    return cut(static_cast<uint64_t>(static_cast<int64_t>(value)), s);
  }
  static uint64_t FToUbvRtz(uint64_t a, unsigned s, unsigned) {
    const double value = std::trunc(static_cast<double>(read(a)));
    if (!(value >= 0 && value < std::ldexp(1.0, static_cast<int>(64 - s)))) return cut(~uint64_t{0}, s);
    return static_cast<uint64_t>(value);
  }
  /// b: what a NaN becomes, with the exponent and the quiet bit set.
  static uint64_t FToBits(uint64_t a, uint64_t b) { return std::isnan(read(a)) ? b | kNan : a; }
  static uint64_t FAdd(uint64_t a, uint64_t b) { return write(read(a) + read(b)); }
  static uint64_t FMul(uint64_t a, uint64_t b) { return write(read(a) * read(b)); }
  static uint64_t FDiv(uint64_t a, uint64_t b) { return write(read(a) / read(b)); }
  static uint64_t FLe(uint64_t a, uint64_t b) { return read(a) <= read(b); }
  static uint64_t FLt(uint64_t a, uint64_t b) { return read(a) < read(b); }
  static uint64_t FEq(uint64_t a, uint64_t b) { return read(a) == read(b); }
};

// NOLINTEND(readability-identifier-naming)

} // namespace assay::word
