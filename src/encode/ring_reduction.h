// Whether a term is a sum of multiples of divisors (terms that are zero), in the ring of integers modulo 2^w: by
// division of polynomials (solver/normal_form.h). As long as the greatest monomial, by degree, is a multiple of the
// greatest monomial of a divisor, that multiple of the divisor is subtracted. The answer "no" may be wrong; the answer
// "yes" comes with the factors of the divisors.
#pragma once

#include "analysis/modular.h"
#include "solver/normal_form.h"
#include "term/term_manager.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace assay {

class RingReduction {
public:
  RingReduction(NormalForms& forms, TermManager& terms, uint32_t width) : forms_(forms), terms_(terms), width_(width) {}

  /// Adds a term that is zero.
  void addDivisor(Term zero);
  bool isZero(Term term) const { return divide(term).has_value(); }
  /// The equation of the term with a sum of multiples of divisors, which shows that it is zero: an identity of rings,
  /// whatever the variables are. Null: the term is not known to be zero, or there is no term for the sum.
  Term identity(Term term) const;

private:
  using Monomial = NormalForms::Monomial;
  struct Greater {
    bool operator()(const Monomial& a, const Monomial& b) const {
      return a.size() != b.size() ? a.size() > b.size() : a > b;
    }
  };
  using Polynomial = std::map<Monomial, uint64_t, Greater>; // the greatest first
  struct Divisor {
    Term zero;
    Polynomial polynomial;
  };

  /// The factors of the divisors.
  std::optional<std::vector<Polynomial>> divide(Term term) const;
  bool divideOnce(Polynomial& rest, std::vector<Polynomial>& factors) const;
  static Polynomial convert(const NormalForms::Polynomial& polynomial);
  Monomial product(const Monomial& a, const Monomial& b) const;
  Term toTerm(const Polynomial& polynomial) const;
  int64_t asSigned(uint64_t value) const { return static_cast<int64_t>(value << (64 - width_)) >> (64 - width_); }
  uint64_t masked(uint64_t value) const { return modulo(value, width_); }

  NormalForms& forms_;
  TermManager& terms_;
  const uint32_t width_;
  std::vector<Divisor> divisors_;
};

} // namespace assay
