// Terms to circuits, each term once. Terms of Bool and bit-vector sort become bits; a read from an array and an equality
// of arrays are taken as inputs, whose meaning is added by lemmas (arrays.h). Floats have been lowered before.
//
// Division is encoded by multiplication: quotient q and remainder r of n by d are inputs for which
//
//     q * d + r = n without overflow,   d != 0 -> r < d,   d = 0 -> q = ~0
//
// is required once and for all where q or r is used; it has exactly one solution for every n and d. (With d = 0 the
// first part says r = n.)
#pragma once

#include "solver/blast_circuits.h"
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

  /// Inputs, and what has to hold of them where one of them is used.
  struct Constraint {
    Bits inputs;
    AigLit holds;
  };
  /// Those that have come up since the last call.
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

  struct Division {
    Bits quotient, remainder;
  };
  const Division& divide(const Bits& dividend, const Bits& divisor);
  Division divideSigned(Term t);

  Aig& aig_;
  Circuits circuits_;
  std::vector<AigLit> pool_;
  TermMap<uint32_t> offsets_; // into pool_
  std::vector<Constraint> constraints_;
  std::map<std::pair<Bits, Bits>, Division> divisions_;
};

} // namespace assay
