// What the files of rewrite rules share: the lists they contribute and small questions about terms.
#pragma once

#include "term/rewriter.h"
#include "term/sort_check.h"
#include "term/term_manager.h"

#include <vector>

namespace assay::rewrites {

using Rules = std::vector<Rewriter::Rule>;

void addCommonRules(Rules& rules);       // constant folding, operand order, operators over ite
void addLatticeRules(Rules& rules);      // and, or, on Booleans and bit-vectors
void addBoolRules(Rules& rules);         // not, ite, equality in general
void addBvArithmeticRules(Rules& rules); // neg, add, mul, div, rem
void addBvStructureRules(Rules& rules);  // not, xor, shifts, concat, extract, extensions
void addBvEqualityRules(Rules& rules);   // equality of bit-vectors
void addBvComparisonRules(Rules& rules); // orders, multiplication overflow
void addFpRules(Rules& rules);
void addArrayRules(Rules& rules);

inline bool isKind(Term t, Kind kind) { return t.kind() == kind; }
inline bool isBvConst(Term t) { return t.kind() == Kind::BvConst; }
inline uint32_t widthOf(Term t) { return t.sort().width(); }
inline bool isZero(Term t) { return isBvConst(t) && t.value().isZero(); }
inline bool isOne(Term t) { return isBvConst(t) && t.value().isOne(); }
inline bool isOnes(Term t) { return isBvConst(t) && t.value().isOnes(); }
/// (op x c), as constants stand second.
inline bool hasConstant(Term t, Kind kind) { return t.kind() == kind && isBvConst(t[1]); }
/// Whether one term is the negation (not, bvnot) of the other.
inline bool areComplements(Term a, Term b) {
  auto negates = [](Term x, Term y) { return (isKind(x, Kind::Not) || isKind(x, Kind::BvNot)) && x[0] == y; };
  return negates(a, b) || negates(b, a);
}
/// Whether one term is the arithmetic negation of the other.
inline bool areOpposites(Term a, Term b) {
  return (isKind(a, Kind::BvNeg) && a[0] == b) || (isKind(b, Kind::BvNeg) && b[0] == a);
}
/// Of (op x y), the operand beside x; null if x is none.
inline Term otherOperand(Term t, Term x) { return t[0] == x ? t[1] : t[1] == x ? t[0] : Term(); }
/// The value as signed is not negative for all we see: a constant, or zero-extended.
inline bool isNonNegative(Term t) {
  return (isBvConst(t) && !t.value().signBit()) || (isKind(t, Kind::BvZeroExtend) && t.index(0) > 0);
}
inline Term mkBit(TermManager& tm, Term t, uint32_t i) { return tm.mkBvExtract(t, i, i); }
inline Term mkZeroLike(TermManager& tm, Term t) { return tm.mkBv(widthOf(t), 0); }
inline Term mkOneLike(TermManager& tm, Term t) { return tm.mkBv(widthOf(t), 1); }

/// The same operator with the same indices on other arguments.
inline Term mkSame(TermManager& tm, const Application& a, std::span<const Term> args) {
  return tm.mk(a.kind, args, std::span(a.indices).first(arityOf(a.kind).indices));
}

/// Tries a rule on the operands of a binary operator as they stand, then exchanged.
template <Term (*rule)(TermManager&, const Application&, Term, Term)>
Term eitherWay(TermManager& tm, const Application& a) {
  Term result = rule(tm, a, a[0], a[1]);
  return result ? result : rule(tm, a, a[1], a[0]);
}

} // namespace assay::rewrites
