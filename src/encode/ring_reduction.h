// Whether a term is a sum of multiples of others that are zero, in the ring of integers modulo 2^w: by division of
// polynomials (solver/normal_form.h). As long as the greatest monomial, by degree, is a multiple of the greatest one of
// a divisor, so much of the divisor is subtracted. "No" may be wrong, "yes" comes with what the divisors were
// multiplied by.
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

  /// A term that is zero.
  void addDivisor(Term zero);
  bool isZero(Term term) const { return divide(term).has_value(); }
  /// That the term is the sum of multiples of divisors which makes it zero: an identity of rings, whatever the
  /// variables are. Null: it is not known to be zero, or there is no term for it.
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

  /// What the divisors are multiplied by.
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
