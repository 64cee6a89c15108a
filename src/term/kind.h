// The operators of terms. Operators that others express at no cost (bvsub, bvule, =>, fp.sub, fp.gt, ...) have a
// builder in TermManager but no kind, so that rules, evaluation and blasting have fewer cases.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay {

enum class Kind : uint8_t {
  // Leaves.
  Variable,   // symbol
  True,       //
  False,      //
  BvConst,    // BitVector
  FpConst,    // IEEE bits as a BitVector; every NaN is the one canonical quiet NaN
  ConstArray, // (value): the array that holds value everywhere

  // Core.
  Not,
  And,   // binary
  Or,    // binary
  Equal, // any sort; on floats the identity of SMT-LIB's `=` (NaN = NaN, +0 != -0)
  Ite,   // any sort

  // Bit-vectors; the semantics is SMT-LIB's, so x / 0 = ~0 and x % 0 = x (unsigned), shifts saturate.
  BvNot,
  BvNeg,
  BvAnd,
  BvOr,
  BvXor,
  BvAdd,
  BvMul,
  BvUdiv,
  BvUrem,
  BvSdiv,
  BvSrem, // sign of the dividend, as in C
  BvShl,
  BvLshr,
  BvAshr,
  BvUlt,
  BvSlt,
  BvUmulo,      // unsigned multiplication overflows
  BvSmulo,      // signed multiplication overflows
  BvConcat,     // (high, low)
  BvExtract,    // indices: high, low
  BvZeroExtend, // index: how many bits are added
  BvSignExtend, // index: how many bits are added

  // Floats. Operators that round carry the rounding mode as their first index.
  FpAbs,
  FpNeg,
  FpAdd,
  FpMul,
  FpDiv,
  FpFma,
  FpSqrt,
  FpRem, // IEEE remainder (quotient rounded to nearest even): C's remainder(), not fmod()
  FpRoundToIntegral,
  FpMin, // min(+0,-0) and max(+0,-0) are the second operand; a NaN yields the other operand
  FpMax,
  FpLe,
  FpLt,
  FpEq, // IEEE equality: NaN differs from itself, +0 equals -0
  FpIsNan,
  FpIsInf,
  FpIsZero,
  FpIsNormal,
  FpIsSubnormal,
  FpIsNegative, // sign bit set and not NaN
  FpFromBits,   // (bv): the float with this IEEE encoding; indices: exponent bits, significand bits
  FpToBits,     // (x, nan): IEEE encoding of x; for a NaN: nan | exponent ones | quiet bit
  FpToFp,       // indices: rounding mode, exponent bits, significand bits
  FpFromSbv,    // indices: rounding mode, exponent bits, significand bits
  FpFromUbv,    // indices: rounding mode, exponent bits, significand bits
  FpToSbv,      // indices: rounding mode, width; 10...0 where the value does not fit or is NaN
  FpToUbv,      // indices: rounding mode, width; 1...1 where the value does not fit or is NaN

  // Arrays.
  Select, // (array, index)
  Store,  // (array, index, value)

  Count_
};

/// IEEE rounding modes, in SMT-LIB's order.
enum class RoundingMode : uint8_t { NearestEven, NearestAway, TowardPositive, TowardNegative, TowardZero };

/// The name used in SMT-LIB and in messages, e.g. "bvadd".
std::string_view kindName(Kind kind);

} // namespace assay
