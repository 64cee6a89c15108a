// Circuits of bit-vector operators over an Aig. Bits stand least significant first.
//
// All of them are built from the low end upwards, so that the low bits of a wider circuit are the gates of the narrower
// one: the product and its overflow, quotient and remainder, signed and unsigned forms share what they have in common.
#pragma once

#include "solver/native/aig.h"

#include <cstdint>
#include <span>
#include <vector>

namespace assay {

using Bits = std::vector<AigLit>;
using BitSpan = std::span<const AigLit>;

class Circuits {
public:
  explicit Circuits(Aig& aig) : aig_(aig) {}

  Bits constant(uint32_t width, bool bit) const { return Bits(width, AigLit::constant(bit)); }
  static bool isConstant(BitSpan a);
  static Bits complement(BitSpan a);
  static Bits zeroExtended(BitSpan a, size_t width);
  static Bits signExtended(BitSpan a, size_t width);

  AigLit all(BitSpan a);
  AigLit any(BitSpan a);
  AigLit equal(BitSpan a, BitSpan b);
  Bits bitwiseAnd(BitSpan a, BitSpan b);
  Bits bitwiseXor(BitSpan a, BitSpan b);
  Bits ite(AigLit c, BitSpan t, BitSpan e);

  /// a + b + carry; the carry out of the top is left in `carry`.
  Bits add(BitSpan a, BitSpan b, AigLit& carry);
  Bits add(BitSpan a, BitSpan b);
  Bits negate(BitSpan a);
  /// -a where c holds, a elsewhere.
  Bits negateIf(AigLit c, BitSpan a);
  AigLit ult(BitSpan a, BitSpan b);
  AigLit slt(BitSpan a, BitSpan b);

  Bits multiply(BitSpan a, BitSpan b);
  AigLit unsignedProductOverflows(BitSpan a, BitSpan b);
  AigLit signedProductOverflows(BitSpan a, BitSpan b);

  struct Division {
    Bits quotient, remainder;
  };
  /// By zero: all ones, and the dividend.
  Division divide(BitSpan dividend, BitSpan divisor);

  Bits shiftLeft(BitSpan a, BitSpan amount);
  /// Bits that come in are `fill`: false for a logical shift, the sign for an arithmetic one.
  Bits shiftRight(BitSpan a, BitSpan amount, AigLit fill);

private:
  Bits multiplyByConstant(BitSpan a, BitSpan constant);
  Bits square(BitSpan a);
  void addShifted(Bits& sum, BitSpan row, size_t shift, bool subtract = false);
  AigLit crossProducts(BitSpan a, BitSpan b, size_t minWeight);

  Aig& aig_;
};

} // namespace assay
