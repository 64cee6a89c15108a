// Arrays: reads look through writes as far as indices are known to be equal or different.
#include "term/rewrite_rules.h"

namespace assay::rewrites {

namespace {

/// An index as base + offset; a constant has no base.
struct SplitIndex {
  Term base;
  BitVector offset;
};

SplitIndex splitIndex(Term index) {
  if (isBvConst(index)) return {Term(), index.value()};
  if (hasConstant(index, Kind::BvAdd)) return {index[0], index[1].value()};
  return {index, BitVector::zero(widthOf(index))};
}

bool areDifferent(Term i, Term j) {
  SplitIndex a = splitIndex(i), b = splitIndex(j);
  return a.base == b.base && !(a.offset == b.offset);
}

// (select (store a i v) i) -> v
Term selectStoreSame(TermManager&, const Application& a) {
  return isKind(a[0], Kind::Store) && a[0][1] == a[1] ? a[0][2] : Term();
}

// (select (store a i v) j) -> (select a j) if i and j are known to differ, through up to 64 such stores
Term selectStoreDifferent(TermManager& tm, const Application& a) {
  constexpr int kMaxStores = 64;
  Term array = a[0];
  for (int i = 0; i < kMaxStores && isKind(array, Kind::Store) && areDifferent(array[1], a[1]); ++i) array = array[0];
  return array != a[0] ? tm.mkSelect(array, a[1]) : Term();
}

// (select (const v) i) -> v
Term selectConst(TermManager&, const Application& a) { return isKind(a[0], Kind::ConstArray) ? a[0][0] : Term(); }

// (store (store a i v) i w) -> (store a i w)
Term storeTwice(TermManager& tm, const Application& a) {
  return isKind(a[0], Kind::Store) && a[0][1] == a[1] ? tm.mkStore(a[0][0], a[1], a[2]) : Term();
}

// (store a i (select a i)) -> a
Term storeSelected(TermManager&, const Application& a) {
  return isKind(a[2], Kind::Select) && a[2][0] == a[0] && a[2][1] == a[1] ? a[0] : Term();
}

// (store (const v) i v) -> (const v)
Term storeConst(TermManager&, const Application& a) {
  return isKind(a[0], Kind::ConstArray) && a[0][0] == a[2] ? a[0] : Term();
}

} // namespace

void addArrayRules(Rules& rules) {
  rules.insert(rules.end(), {
                                {Kind::Select, "select-store-same", selectStoreSame},
                                {Kind::Select, "select-store-different", selectStoreDifferent},
                                {Kind::Select, "select-const", selectConst},
                                {Kind::Store, "store-twice", storeTwice},
                                {Kind::Store, "store-selected", storeSelected},
                                {Kind::Store, "store-const", storeConst},
                            });
}

} // namespace assay::rewrites
