#include "solver/native/blast_circuits.h"

#include "util/planted.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace assay {

bool Circuits::isConstant(BitSpan a) {
  return std::ranges::all_of(a, [](AigLit bit) { return bit.isConstant(); });
}

Bits Circuits::complement(BitSpan a) {
  Bits result(a.begin(), a.end());
  for (AigLit& bit : result) bit = ~bit;
  return result;
}

Bits Circuits::zeroExtended(BitSpan a, size_t width) {
  Bits result(a.begin(), a.end());
  result.resize(width, kAigFalse);
  return result;
}

Bits Circuits::signExtended(BitSpan a, size_t width) {
  Bits result(a.begin(), a.end());
  result.resize(width, a.back());
  return result;
}

// A tree, so that the depth is logarithmic.
AigLit Circuits::all(BitSpan a) {
  Bits level(a.begin(), a.end());
  if (level.empty()) return kAigTrue;
  while (level.size() > 1) {
    size_t half = 0;
    for (size_t i = 0; i < level.size(); i += 2)
      level[half++] = i + 1 < level.size() ? aig_.mkAnd(level[i], level[i + 1]) : level[i];
    level.resize(half);
  }
  return level[0];
}

AigLit Circuits::any(BitSpan a) { return ~all(complement(a)); }

AigLit Circuits::equal(BitSpan a, BitSpan b) {
  Bits same(a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    same[i] = aig_.mkXnor(a[i], b[i]);
    if (same[i].isFalse()) return kAigFalse;
  }
  return all(same);
}

Bits Circuits::bitwiseAnd(BitSpan a, BitSpan b) {
  Bits result(a.size());
  for (size_t i = 0; i < a.size(); ++i) result[i] = aig_.mkAnd(a[i], b[i]);
  return result;
}

Bits Circuits::bitwiseXor(BitSpan a, BitSpan b) {
  Bits result(a.size());
  for (size_t i = 0; i < a.size(); ++i) result[i] = aig_.mkXor(a[i], b[i]);
  return result;
}

Bits Circuits::ite(AigLit c, BitSpan t, BitSpan e) {
  Bits result(t.size());
  for (size_t i = 0; i < t.size(); ++i) result[i] = aig_.mkIte(c, t[i], e[i]);
  return result;
}

Bits Circuits::add(BitSpan a, BitSpan b, AigLit& carry) {
  Bits result(a.size());
  for (size_t i = 0; i < a.size(); ++i) {
    result[i] = aig_.mkXor(aig_.mkXor(a[i], b[i]), carry);
    carry = aig_.mkMaj(a[i], b[i], carry);
    if (planted(Defect::LostCarry) && i == 13) carry = kAigFalse;
  }
  return result;
}

Bits Circuits::add(BitSpan a, BitSpan b) {
  AigLit carry = kAigFalse;
  return add(a, b, carry);
}

// A bit flips if a lower one is set.
Bits Circuits::negate(BitSpan a) {
  Bits result(a.size());
  AigLit lower = kAigFalse;
  for (size_t i = 0; i < a.size(); ++i) {
    result[i] = aig_.mkXor(a[i], lower);
    lower = aig_.mkOr(lower, a[i]);
  }
  return result;
}

Bits Circuits::negateIf(AigLit c, BitSpan a) {
  if (c.isConstant()) return c.isTrue() ? negate(a) : Bits(a.begin(), a.end());
  return ite(c, negate(a), a);
}

// The borrow of a - b.
AigLit Circuits::ult(BitSpan a, BitSpan b) {
  AigLit less = kAigFalse;
  for (size_t i = 0; i < a.size(); ++i) less = aig_.mkMaj(~a[i], b[i], less);
  return less;
}

// Signs exchanged, the order is that of unsigned numbers.
AigLit Circuits::slt(BitSpan a, BitSpan b) {
  size_t top = a.size() - 1;
  return aig_.mkMaj(a[top], ~b[top], ult(a.first(top), b.first(top)));
}

/// sum += row << shift, or -=; bits beyond the sum are dropped.
void Circuits::addShifted(Bits& sum, BitSpan row, size_t shift, bool subtract) {
  AigLit carry = AigLit::constant(subtract);
  for (size_t i = shift; i < sum.size(); ++i) {
    AigLit bit = i - shift < row.size() ? row[i - shift] ^ subtract : AigLit::constant(subtract);
    AigLit old = sum[i];
    sum[i] = aig_.mkXor(aig_.mkXor(old, bit), carry);
    carry = aig_.mkMaj(old, bit, carry);
  }
}

/// The operand that selects rows comes first; the choice depends on the bits from the low end on, so that wider
/// products of the same operands choose alike.
static bool selectsRows(BitSpan a, BitSpan b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

Bits Circuits::multiply(BitSpan a, BitSpan b) {
  if (isConstant(a)) return multiplyByConstant(b, a);
  if (isConstant(b)) return multiplyByConstant(a, b);
  if (std::ranges::equal(a, b)) return square(a);
  if (!selectsRows(a, b)) std::swap(a, b);
  Bits sum(a.size(), kAigFalse), row;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i].isFalse()) continue;
    row.clear();
    for (size_t j = 0; i + j < a.size(); ++j) row.push_back(aig_.mkAnd(a[i], b[j]));
    addShifted(sum, row, i);
  }
  return sum;
}

// Canonical signed digits: no two neighbours are non-zero, so runs of ones cost one addition and one subtraction.
Bits Circuits::multiplyByConstant(BitSpan a, BitSpan constant) {
  Bits sum(a.size(), kAigFalse);
  bool carry = false;
  for (size_t i = 0; i < constant.size(); ++i) {
    bool bit = constant[i].isTrue() != carry;
    bool next = i + 1 < constant.size() && constant[i + 1].isTrue();
    if (bit && next) {
      addShifted(sum, a.first(a.size() - i), i, true); // digit -1
      carry = true;
    } else {
      if (bit) addShifted(sum, a.first(a.size() - i), i);
      carry = carry && constant[i].isTrue();
    }
  }
  return sum;
}

// Of a_i * a_j and a_j * a_i one is taken, doubled.
Bits Circuits::square(BitSpan a) {
  size_t width = a.size();
  Bits sum(width, kAigFalse), row;
  for (size_t i = 0; 2 * i < width; ++i) {
    row.assign({a[i], kAigFalse});
    for (size_t j = i + 1; i + j + 1 < width; ++j) row.push_back(aig_.mkAnd(a[i], a[j]));
    addShifted(sum, row, 2 * i);
  }
  return sum;
}

/// Some a_i and b_j with i + j >= minWeight are both set.
AigLit Circuits::crossProducts(BitSpan a, BitSpan b, size_t minWeight) {
  AigLit result = kAigFalse, someAbove = kAigFalse; // some b_j with j >= minWeight - i
  size_t next = b.size();
  for (size_t i = 0; i < a.size(); ++i) {
    while (next > 0 && next - 1 + i >= minWeight) someAbove = aig_.mkOr(someAbove, b[--next]);
    result = aig_.mkOr(result, aig_.mkAnd(a[i], someAbove));
  }
  return result;
}

// If no pair of bits has a product of 2^width or more, the result is below 2^(width+1), and one more bit shows the
// rest.
AigLit Circuits::unsignedProductOverflows(BitSpan a, BitSpan b) {
  size_t width = a.size();
  Bits product = multiply(zeroExtended(a, width + 1), zeroExtended(b, width + 1));
  return aig_.mkOr(crossProducts(a, b, width), product[width]);
}

// The same on magnitudes less one where negative, and two bits that must agree.
AigLit Circuits::signedProductOverflows(BitSpan a, BitSpan b) {
  size_t width = a.size();
  Bits product = multiply(signExtended(a, width + 1), signExtended(b, width + 1));
  auto magnitude = [&](BitSpan x) { return bitwiseXor(x.first(width - 1), Bits(width - 1, x.back())); };
  AigLit large = width > 1 ? crossProducts(magnitude(a), magnitude(b), width - 1) : kAigFalse;
  return aig_.mkOr(large, aig_.mkXor(product[width], product[width - 1]));
}

// Long division, from the top: the remainder so far takes in the next bit of the dividend, and the divisor is taken off
// where it fits. After k steps the remainder has at most k bits, so only so many have to be compared and subtracted.
Circuits::Division Circuits::divide(BitSpan n, BitSpan d) {
  size_t width = n.size();
  Division result{Bits(width), {}};
  Bits rest, difference;
  Bits above(width + 1, kAigFalse); // some bit of the divisor from here on is set
  for (size_t i = width; i-- > 0;) above[i] = aig_.mkOr(d[i], above[i + 1]);
  for (size_t i = width; i-- > 0;) {
    rest.insert(rest.begin(), n[i]);
    size_t bits = std::min(rest.size(), width);
    AigLit borrow = kAigFalse;
    difference.resize(bits);
    for (size_t j = 0; j < bits; ++j) {
      difference[j] = aig_.mkXor(aig_.mkXor(rest[j], d[j]), borrow);
      borrow = aig_.mkMaj(~rest[j], d[j], borrow);
    }
    AigLit fits = aig_.mkAnd(~borrow, ~above[bits]);
    result.quotient[i] = fits;
    rest = ite(fits, difference, rest);
  }
  result.remainder = std::move(rest);
  return result;
}

/// How many bits of an amount matter for a shift of this width; higher ones shift everything out.
static size_t shiftStages(size_t width) { return std::bit_width(width - 1); }

Bits Circuits::shiftLeft(BitSpan a, BitSpan amount) {
  size_t width = a.size(), stages = std::min(shiftStages(width), amount.size());
  Bits result(a.begin(), a.end());
  for (size_t stage = 0; stage < stages; ++stage) {
    size_t step = size_t{1} << stage;
    for (size_t i = width; i-- > 0;)
      result[i] = aig_.mkIte(amount[stage], i >= step ? result[i - step] : kAigFalse, result[i]);
  }
  AigLit out = any(amount.subspan(stages));
  for (AigLit& bit : result) bit = aig_.mkAnd(~out, bit);
  return result;
}

Bits Circuits::shiftRight(BitSpan a, BitSpan amount, AigLit fill) {
  size_t width = a.size(), stages = std::min(shiftStages(width), amount.size());
  Bits result(a.begin(), a.end());
  for (size_t stage = 0; stage < stages; ++stage) {
    size_t step = size_t{1} << stage;
    for (size_t i = 0; i < width; ++i)
      result[i] = aig_.mkIte(amount[stage], i + step < width ? result[i + step] : fill, result[i]);
  }
  AigLit out = any(amount.subspan(stages));
  for (AigLit& bit : result) bit = aig_.mkIte(out, fill, bit);
  return result;
}

} // namespace assay
