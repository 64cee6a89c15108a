// Negation, ite, and equality of Booleans and in general.
#include "term/rewrite_rules.h"

namespace assay::rewrites {

namespace {

// (not (not x)) -> x
Term doubleNegation(TermManager&, const Application& a) { return isKind(a[0], Kind::Not) ? a[0][0] : Term(); }

// (= x x) -> true
Term equalSame(TermManager& tm, const Application& a) { return a[0] == a[1] ? tm.mkTrue() : Term(); }

// (= x true) -> x, (= x false) -> (not x)
Term equalBoolConstant(TermManager& tm, const Application& a) {
  return a[1].isTrue() ? a[0] : a[1].isFalse() ? tm.mkNot(a[0]) : Term();
}

// (= x (not x)) -> false
Term equalComplement(TermManager& tm, const Application& a) {
  return areComplements(a[0], a[1]) ? tm.mkFalse() : Term();
}

// (= (not x) (not y)) -> (= x y), (= (not x) y) -> (not (= x y))
Term equalNegation(TermManager& tm, const Application& a) {
  bool first = isKind(a[0], Kind::Not), second = isKind(a[1], Kind::Not);
  if (!first && !second) return {};
  Term equal = tm.mkEqual(first ? a[0][0] : a[0], second ? a[1][0] : a[1]);
  return first != second ? tm.mkNot(equal) : equal;
}

// (= (ite c x y) x) -> (or c (= y x)), (= (ite c x y) y) -> (or (not c) (= x y))
Term equalBranch(TermManager& tm, const Application&, Term x, Term y) {
  if (!isKind(x, Kind::Ite)) return {};
  if (x[1] == y) return tm.mkOr(x[0], tm.mkEqual(x[2], y));
  if (x[2] == y) return tm.mkOr(tm.mkNot(x[0]), tm.mkEqual(x[1], y));
  return {};
}

// (= (ite c k1 k2) (ite d k1 k2)) -> (= c d) for constants k1, k2
Term equalItesOfConstants(TermManager& tm, const Application& a) {
  if (!isKind(a[0], Kind::Ite) || !isKind(a[1], Kind::Ite)) return {};
  bool constants = a[0][1].isValue() && a[0][2].isValue();
  bool same = a[0][1] == a[1][1] && a[0][2] == a[1][2];
  return constants && same ? tm.mkEqual(a[0][0], a[1][0]) : Term();
}

// (ite true x y) -> x, (ite false x y) -> y
Term iteConstant(TermManager&, const Application& a) { return a[0].isTrue() ? a[1] : a[0].isFalse() ? a[2] : Term(); }

// (ite c x x) -> x
Term iteSame(TermManager&, const Application& a) { return a[1] == a[2] ? a[1] : Term(); }

// (ite (not c) x y) -> (ite c y x)
Term iteNegated(TermManager& tm, const Application& a) {
  return isKind(a[0], Kind::Not) ? tm.mkIte(a[0][0], a[2], a[1]) : Term();
}

// (ite (= x y) x y) -> y, (ite (= x y) y x) -> x
Term iteEqual(TermManager&, const Application& a) {
  if (!isKind(a[0], Kind::Equal)) return {};
  bool chosen = (a[0][0] == a[1] && a[0][1] == a[2]) || (a[0][0] == a[2] && a[0][1] == a[1]);
  return chosen ? a[2] : Term();
}

// (ite c (ite c x y) z) -> (ite c x z), (ite c x (ite c y z)) -> (ite c x z)
Term iteNestedSameCondition(TermManager& tm, const Application& a) {
  if (isKind(a[1], Kind::Ite) && a[1][0] == a[0]) return tm.mkIte(a[0], a[1][1], a[2]);
  if (isKind(a[2], Kind::Ite) && a[2][0] == a[0]) return tm.mkIte(a[0], a[1], a[2][2]);
  return {};
}

// (ite c (ite d x y) y) -> (ite (and c d) x y), (ite c (ite d x y) x) -> (ite (and c (not d)) y x)
Term iteMergeThen(TermManager& tm, const Application& a) {
  if (!isKind(a[1], Kind::Ite)) return {};
  Term inner = a[1];
  if (inner[2] == a[2]) return tm.mkIte(tm.mkAnd(a[0], inner[0]), inner[1], a[2]);
  if (inner[1] == a[2]) return tm.mkIte(tm.mkAnd(a[0], tm.mkNot(inner[0])), inner[2], a[2]);
  return {};
}

// (ite c x (ite d x y)) -> (ite (or c d) x y), (ite c x (ite d y x)) -> (ite (or c (not d)) x y)
Term iteMergeElse(TermManager& tm, const Application& a) {
  if (!isKind(a[2], Kind::Ite)) return {};
  Term inner = a[2];
  if (inner[1] == a[1]) return tm.mkIte(tm.mkOr(a[0], inner[0]), a[1], inner[2]);
  if (inner[2] == a[1]) return tm.mkIte(tm.mkOr(a[0], tm.mkNot(inner[0])), a[1], inner[1]);
  return {};
}

// (ite c true x), (ite c c x) -> (or c x); (ite c false x), (ite c (not c) x) -> (and (not c) x)
Term iteBoolThen(TermManager& tm, const Application& a) {
  if (!a.sort.isBool()) return {};
  if (a[1].isTrue() || a[1] == a[0]) return tm.mkOr(a[0], a[2]);
  if (a[1].isFalse() || areComplements(a[1], a[0])) return tm.mkAnd(tm.mkNot(a[0]), a[2]);
  return {};
}

// (ite c x false), (ite c x c) -> (and c x); (ite c x true), (ite c x (not c)) -> (or (not c) x)
Term iteBoolElse(TermManager& tm, const Application& a) {
  if (!a.sort.isBool()) return {};
  if (a[2].isFalse() || a[2] == a[0]) return tm.mkAnd(a[0], a[1]);
  if (a[2].isTrue() || areComplements(a[2], a[0])) return tm.mkOr(tm.mkNot(a[0]), a[1]);
  return {};
}

// (ite c x (not x)) -> (= c x)
Term iteBoolComplement(TermManager& tm, const Application& a) {
  return a.sort.isBool() && areComplements(a[1], a[2]) ? tm.mkEqual(a[0], a[1]) : Term();
}

} // namespace

void addBoolRules(Rules& rules) {
  rules.insert(rules.end(), {
                                {Kind::Not, "not-not", doubleNegation},
                                {Kind::Equal, "equal-same", equalSame},
                                {Kind::Equal, "equal-bool-constant", equalBoolConstant},
                                {Kind::Equal, "equal-complement", equalComplement},
                                {Kind::Equal, "equal-negation", equalNegation},
                                {Kind::Equal, "equal-branch", eitherWay<equalBranch>},
                                {Kind::Equal, "equal-ites-of-constants", equalItesOfConstants},
                                {Kind::Ite, "ite-constant", iteConstant},
                                {Kind::Ite, "ite-same", iteSame},
                                {Kind::Ite, "ite-negated", iteNegated},
                                {Kind::Ite, "ite-equal", iteEqual},
                                {Kind::Ite, "ite-nested-same-condition", iteNestedSameCondition},
                                {Kind::Ite, "ite-bool-then", iteBoolThen},
                                {Kind::Ite, "ite-bool-else", iteBoolElse},
                                {Kind::Ite, "ite-bool-complement", iteBoolComplement},
                                {Kind::Ite, "ite-merge-then", iteMergeThen},
                                {Kind::Ite, "ite-merge-else", iteMergeElse},
                            });
}

} // namespace assay::rewrites
