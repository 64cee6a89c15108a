// Bit-vector terms as polynomials over what is not arithmetic, modulo 2^width. Two terms with one polynomial are equal,
// which spares the SAT solver the laws of multiplication (distribution, binomials), at which it is bad. Polynomials that
// become large are not looked into: their terms count as unknowns.
#pragma once

#include "term/bit_vector.h"
#include "term/term_map.h"

#include <deque>
#include <map>
#include <optional>
#include <vector>

namespace assay {

class Polynomials {
public:
  /// Whether two bit-vector terms of one sort are always equal or always different, if the polynomials tell.
  std::optional<bool> compare(Term a, Term b);

private:
  using Monomial = std::vector<uint32_t>;           // ids of the factors, sorted; empty for the constant
  using Polynomial = std::map<Monomial, BitVector>; // without zero coefficients

  static bool isArithmetic(Term t);
  const Polynomial& of(Term t);
  Polynomial compute(Term t);
  static void add(Polynomial& sum, const Polynomial& other, const BitVector& factor);
  static std::optional<Polynomial> product(const Polynomial& a, const Polynomial& b);
  static Polynomial unknown(Term t) { return {{{t.id()}, BitVector::one(t.sort().width())}}; }

  TermMap<uint32_t> memo_; // into polynomials_
  std::deque<Polynomial> polynomials_;
};

} // namespace assay
