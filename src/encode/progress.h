// How a term moves while something is done again and again: its value as a function of how often, exact modulo 2^w.
//
//   a0 + a1*j + a2*binomial(j, 2) + ...      with coefficients of any value: binomials are integers, so no sum wraps
//                                            around where the term itself would not
//   any other function of j
//
// Numbers of times, j, are terms of one width, without sign.
#pragma once

#include "term/term_manager.h"

#include <functional>
#include <optional>
#include <vector>

namespace assay {

struct Progress {
  std::vector<Term> polynomial;                    // a0, a1, ...; empty: it is none
  std::function<Term(Term times)> other = nullptr; // then this

  bool isPolynomial() const { return !polynomial.empty(); }
  /// Whether it is known to stay the same.
  bool isConstant() const { return polynomial.size() == 1; }
};

class ProgressBuilder {
public:
  ProgressBuilder(TermManager& terms, uint32_t countWidth) : terms_(terms), countWidth_(countWidth) {}

  static constexpr size_t kMostDegree = 4;

  Term at(const Progress& progress, Term times) const;
  Progress constant(Term term) const { return {{term}}; }
  /// Polynomials. Nothing: the degree is too high.
  std::optional<Progress> sum(const Progress& a, const Progress& b) const;
  std::optional<Progress> product(const Progress& a, const Progress& b) const;
  Progress scaled(const Progress& a, Term factor) const;
  /// start, start + a(0), start + a(0) + a(1), ...
  std::optional<Progress> sumFrom(Term start, const Progress& a) const;
  /// a(1), a(2), ...
  Progress next(const Progress& a) const;
  /// The same operator on the values of children.
  Progress rebuilt(Term term, std::vector<Progress> children) const;

  /// A polynomial as a number that has its sign and does not wrap around.
  struct Number {
    std::vector<Term> polynomial; // of so many bits that nothing wraps around
    Term inRange;                 // that it is the term's value for all j from 0 to `last`
  };
  Number number(const Progress& progress, bool isSigned, Term last) const;
  /// That a(j) + least <= b(j) for all j from 0 to `last`.
  Term staysBelow(const Number& a, const Number& b, uint64_t least, Term last) const;
  /// That a(j) != 0 for all j from 0 to `last`; nothing: it is not known when that is so.
  std::optional<Term> staysAwayFromZero(const Progress& a, Term last) const;

private:
  Term binomial(Term times, size_t k, uint32_t width) const;
  Term evaluate(const std::vector<Term>& polynomial, Term times) const;
  Term isMonotone(const std::vector<Term>& polynomial) const;
  uint32_t wideWidth(uint32_t width, size_t degree) const;
  std::vector<Term> valuesOf(const Progress& a, size_t number) const;
  void trim(std::vector<Term>& polynomial) const;

  TermManager& terms_;
  const uint32_t countWidth_;
};

} // namespace assay
