// A value of symbolic execution: a machine word where it is concrete, a term where it is not.
#pragma once

#include "term/term_manager.h"

#include <cassert>
#include <cstdint>

namespace assay::symex {

/// Invariant: a value of at most 64 bits has a term only if that is no constant, so "has a term" means "is symbolic".
/// Wider values (and arrays) always have a term.
struct SymValue {
  uint64_t word = 0;
  Term term;

  static SymValue concrete(uint64_t word) { return {word, Term()}; }
  /// The value of any term: constants that fit become words.
  static SymValue of(Term term) {
    switch (term.kind()) {
    case Kind::True:
      return {1, Term()};
    case Kind::False:
      return {0, Term()};
    case Kind::BvConst:
    case Kind::FpConst:
      if (term.sort().width() <= 64) return {term.value().toUint64(), Term()};
      break;
    default:
      break;
    }
    return {0, term};
  }

  bool operator==(const SymValue&) const = default;
  bool isConcrete() const { return term.isNull(); }
  /// The value as a term of this sort, which is its own.
  Term toTerm(TermManager& terms, Sort sort) const {
    if (!term.isNull()) return term;
    if (sort.isBool()) return terms.mkBool(word != 0);
    if (sort.isFloat()) return terms.mkFp(sort, BitVector(sort.width(), word));
    assert(sort.isBitVec());
    return terms.mkBv(sort.width(), word);
  }
};

} // namespace assay::symex
