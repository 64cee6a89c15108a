// Conjunction and disjunction. Booleans and bit-vectors (bit by bit) are Boolean algebras both, and each law has its
// dual, so a rule is written once: for a `meet` with its `join`, a `top` that is neutral and a `bottom` that absorbs.
#include "term/rewrite_rules.h"

namespace assay::rewrites {

namespace {

Kind dual(Kind meet) {
  switch (meet) {
  case Kind::And:
    return Kind::Or;
  case Kind::Or:
    return Kind::And;
  case Kind::BvAnd:
    return Kind::BvOr;
  default:
    return Kind::BvAnd;
  }
}
bool isConjunction(Kind meet) { return meet == Kind::And || meet == Kind::BvAnd; }
/// true and ones, or false and zero.
bool isExtreme(Term t, bool high) { return high ? t.isTrue() || isOnes(t) : t.isFalse() || isZero(t); }
Term mkExtreme(TermManager& tm, Sort sort, bool high) {
  if (sort.isBool()) return tm.mkBool(high);
  return high ? tm.mkOnes(sort.width()) : tm.mkBv(sort.width(), 0);
}
Term mkBottom(TermManager& tm, const Application& a) { return mkExtreme(tm, a.sort, !isConjunction(a.kind)); }

// (meet x top) -> x
Term neutral(TermManager&, const Application& a) { return isExtreme(a[1], isConjunction(a.kind)) ? a[0] : Term(); }

// (meet x bottom) -> bottom
Term absorbing(TermManager&, const Application& a) { return isExtreme(a[1], !isConjunction(a.kind)) ? a[1] : Term(); }

// (meet x x) -> x
Term idempotent(TermManager&, const Application& a) { return a[0] == a[1] ? a[0] : Term(); }

// (meet x (not x)) -> bottom
Term complement(TermManager& tm, const Application& a) { return areComplements(a[0], a[1]) ? mkBottom(tm, a) : Term(); }

// (meet x (meet x y)) -> (meet x y)
Term repeated(TermManager&, const Application& a, Term x, Term y) {
  return isKind(y, a.kind) && otherOperand(y, x) ? y : Term();
}

// (meet x (meet (not x) y)) -> bottom
Term contradiction(TermManager& tm, const Application& a, Term x, Term y) {
  bool contradicts = isKind(y, a.kind) && (areComplements(x, y[0]) || areComplements(x, y[1]));
  return contradicts ? mkBottom(tm, a) : Term();
}

// (meet x (join x y)) -> x
Term absorption(TermManager&, const Application& a, Term x, Term y) {
  return isKind(y, dual(a.kind)) && otherOperand(y, x) ? x : Term();
}

// (meet x (join (not x) y)) -> (meet x y)
Term resolution(TermManager& tm, const Application& a, Term x, Term y) {
  if (!isKind(y, dual(a.kind))) return {};
  if (areComplements(x, y[0])) return tm.mk(a.kind, {x, y[1]});
  if (areComplements(x, y[1])) return tm.mk(a.kind, {x, y[0]});
  return {};
}

// (meet x (not (meet x y))) -> (meet x (not y))
Term strengthenNegation(TermManager& tm, const Application& a, Term x, Term y) {
  if (!isKind(y, Kind::Not) || !isKind(y[0], a.kind)) return {};
  Term rest = otherOperand(y[0], x);
  return rest ? tm.mk(a.kind, {x, tm.mkNot(rest)}) : Term();
}

// (meet (meet x c1) c2) -> (meet x (meet c1 c2))
Term reassociateConstants(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1]) || !hasConstant(a[0], a.kind)) return {};
  return tm.mk(a.kind, {a[0][0], tm.mk(a.kind, {a[0][1], a[1]})});
}

// (bvand x 0..01..1) -> (zero_extend (extract x)), (bvand x 1..10..0) -> (concat (extract x) 0)
Term contiguousMask(TermManager& tm, const Application& a) {
  if (!isBvConst(a[1])) return {};
  const BitVector& mask = a[1].value();
  uint32_t width = mask.width(), ones = mask.popcount();
  if (ones == 0 || ones == width) return {};
  if (mask.countLeadingZeros() == width - ones)
    return tm.mkBvZeroExtend(tm.mkBvExtract(a[0], ones - 1, 0), width - ones);
  if (mask.countTrailingZeros() == width - ones)
    return tm.mkBvConcat(tm.mkBvExtract(a[0], width - 1, width - ones), tm.mkBv(width - ones, 0));
  return {};
}

} // namespace

void addLatticeRules(Rules& rules) {
  for (Kind kind : {Kind::And, Kind::Or, Kind::BvAnd, Kind::BvOr}) {
    rules.push_back({kind, "meet-neutral", neutral});
    rules.push_back({kind, "meet-absorbing", absorbing});
    rules.push_back({kind, "meet-idempotent", idempotent});
    rules.push_back({kind, "meet-complement", complement});
    rules.push_back({kind, "meet-repeated", eitherWay<repeated>});
    rules.push_back({kind, "meet-contradiction", eitherWay<contradiction>});
    rules.push_back({kind, "meet-absorption", eitherWay<absorption>});
    rules.push_back({kind, "meet-resolution", eitherWay<resolution>});
  }
  for (Kind kind : {Kind::And, Kind::Or}) rules.push_back({kind, "meet-strengthen", eitherWay<strengthenNegation>});
  for (Kind kind : {Kind::BvAnd, Kind::BvOr}) rules.push_back({kind, "meet-constants", reassociateConstants});
  rules.push_back({Kind::BvAnd, "and-contiguous-mask", contiguousMask});
}

} // namespace assay::rewrites
