// Terms up to laws that a SAT solver is bad at. A bit-vector term is a polynomial, modulo 2^width, over classes of
// terms that are equal; what is not arithmetic is in one class if its operator is the same and so are the classes of
// its operands. A choice `c ? a : b` is b + c * (a - b) with c as 0 or 1; but the larger or smaller one of several is a
// class of its own, without order. So distribution, sums and maxima in another order need no search. Terms with large
// polynomials count as unknowns.
#pragma once

#include "term/bit_vector.h"
#include "term/term_map.h"

#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace assay {

class NormalForms {
public:
  /// Terms that come up when so many monomials have been computed are not looked into.
  explicit NormalForms(size_t maxWork = 300'000) : maxWork_(maxWork) {}

  /// Whether two bit-vector terms of one sort are always equal or always different, if their normal forms tell.
  std::optional<bool> compare(Term a, Term b);

  using Class = uint32_t;
  using Monomial = std::vector<Class>;              // the factors, sorted; empty for the constant
  using Polynomial = std::map<Monomial, BitVector>; // without zero coefficients
  /// The polynomial of a bit-vector term. Good as long as this object lives.
  const Polynomial& of(Term t);
  /// Whether the class is that of a Boolean term as 0 or 1: it is its own square.
  bool isCondition(Class c) const { return isCondition_[c]; }
  /// A term of the class; null if only its form is known.
  Term representative(Class c) const { return representatives_[c]; }

private:
  using Key = std::vector<uint64_t>; // what makes a class
  struct KeyHash {
    size_t operator()(const Key& key) const;
  };
  struct Extreme {
    bool isSigned, isMaximum;
    std::vector<Class> operands; // sorted, each once
  };

  static bool isArithmetic(Term t);
  bool isOpaque(Term t) const;
  const Polynomial& known(Term t) const { return polynomials_[memo_.at(t)]; }
  Polynomial compute(Term t);
  std::optional<Polynomial> arithmetic(Term t) const;
  std::optional<Polynomial> choice(Term t);
  Class extended(Term t, bool isSigned, uint32_t width);
  std::optional<Class> extreme(Term condition, Class yes, Class no, uint32_t width);
  static void add(Polynomial& sum, const Polynomial& other, const BitVector& factor);
  std::optional<Polynomial> product(const Polynomial& a, const Polynomial& b) const;
  static Polynomial single(Class c, uint32_t width) { return {{{c}, BitVector::one(width)}}; }

  Class classOf(Term t);
  Class classOf(const Polynomial& polynomial, uint32_t width);
  Class classOfOperator(Term t);
  Class intern(Key key, bool isCondition);
  Class newClass(bool isCondition);
  void keep(Term t, Class c);
  void keep(Term t, Polynomial polynomial);

  TermMap<uint32_t> memo_; // of a bit-vector term: into polynomials_; of a Boolean one: its class
  std::deque<Polynomial> polynomials_;
  std::unordered_map<Key, Class, KeyHash> classes_;
  std::unordered_map<Class, Extreme> extremes_;
  std::vector<bool> isCondition_;     // by class: of Boolean terms
  std::vector<Term> representatives_; // by class
  const size_t maxWork_;
  size_t work_ = 0; // monomials so far
};

} // namespace assay
