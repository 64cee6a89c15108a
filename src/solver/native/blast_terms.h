// Terms to circuits, each term once. Terms of Bool and bit-vector sort become bits; a read from an array and an
// equality of arrays are taken as inputs, whose meaning is added by lemmas (arrays.h). Floats have been lowered before.
//
// Division is long division, with r < d as an additional constraint, which the circuit alone does not show. By a
// constant d, quotient and remainder are inputs for which q * d + r = n without overflow and r < d are required where q
// or r is used. (Measured: with a variable divisor the constraint is ten times slower than the circuit, as known
// operands do not propagate to the quotient; with a constant one it is ten times faster.) Either way quotient and
// remainder share everything, and signed division is unsigned division of magnitudes.
#pragma once

#include "solver/native/blast_circuits.h"
#include "solver/normal_form.h"
#include "term/term_map.h"

#include <map>
#include <utility>
#include <vector>

namespace assay {

class Blaster {
public:
  explicit Blaster(Aig& aig) : aig_(aig), circuits_(aig) {}

  /// The bits of a term; one for Bool. Good until the next term is blasted.
  BitSpan bits(Term term);
  AigLit literal(Term term) { return bits(term)[0]; }
  /// Null if the term has not been blasted.
  const AigLit* find(Term term) const;

  /// Bits, and what has to hold where one of them is used.
  struct Constraint {
    Bits bits;
    AigLit holds;
  };
  /// The constraints that have come up since the last call.
  std::vector<Constraint> takeConstraints() { return std::exchange(constraints_, {}); }
  size_t memoryBytes() const { return pool_.capacity() * sizeof(AigLit) + offsets_.size() * 32; }

  static uint32_t width(Term term) { return term.sort().isBool() ? 1 : term.sort().width(); }

private:
  using Rule = Bits (Blaster::*)(Term);
  struct Row {
    Kind kind;
    Rule rule;
  };
  static const Row kRows[];
  static Rule ruleOf(Kind kind);
  static bool isInput(Term term);

  BitSpan arg(Term term, uint32_t i) const { return known(term[i]); }
  BitSpan known(Term term) const { return {pool_.data() + offsets_.at(term), width(term)}; }

  // One function an operator.
  Bits input(Term t);
  Bits constant(Term t);
  Bits complement(Term t);
  Bits conjunction(Term t);
  Bits disjunction(Term t);
  Bits exclusiveOr(Term t);
  Bits equality(Term t);
  Bits choice(Term t);
  Bits negation(Term t);
  Bits sum(Term t);
  Bits product(Term t);
  Bits unsignedQuotient(Term t);
  Bits unsignedRemainder(Term t);
  Bits signedQuotient(Term t);
  Bits signedRemainder(Term t);
  Bits shiftLeft(Term t);
  Bits logicalShiftRight(Term t);
  Bits arithmeticShiftRight(Term t);
  Bits unsignedLess(Term t);
  Bits signedLess(Term t);
  Bits unsignedOverflow(Term t);
  Bits signedOverflow(Term t);
  Bits concatenation(Term t);
  Bits extraction(Term t);
  Bits zeroExtension(Term t);
  Bits signExtension(Term t);

  using Division = Circuits::Division;
  const Division& divide(const Bits& dividend, const Bits& divisor);
  Division divideByConstant(const Bits& dividend, const Bits& divisor);
  Division divideSigned(Term t);

  Aig& aig_;
  Circuits circuits_;
  NormalForms normalForms_;
  std::vector<AigLit> pool_;
  TermMap<uint32_t> offsets_; // into pool_
  std::vector<Constraint> constraints_;
  std::map<std::pair<Bits, Bits>, Division> divisions_;
};

} // namespace assay
