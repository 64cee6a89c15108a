#include "solver/arrays/index_equalities.h"

namespace assay {

namespace {

/// An index as base + offset.
std::pair<Term, BitVector> split(Term index) {
  if (index.kind() == Kind::BvAdd && index[1].kind() == Kind::BvConst) return {index[0], index[1].value()};
  return {index, BitVector::zero(index.sort().width())};
}

} // namespace

/// The equality as a term. Of x + c1 = y + c2, only the difference counts; it is added to the side where it is not
/// negative, so that few sums of an index with a constant are made.
Term IndexEqualities::mkEqual(Term i, Term j) {
  if (precedes(j, i)) std::swap(i, j);
  auto [x, c1] = split(i);
  auto [y, c2] = split(j);
  if (c1.isZero() && c2.isZero()) return tm_.mkEqual(i, j);
  BitVector up = c1.sub(c2), down = c2.sub(c1);
  return up.signBit() ? tm_.mkEqual(x, tm_.mkBvAdd(y, tm_.mkBv(down))) : tm_.mkEqual(tm_.mkBvAdd(x, tm_.mkBv(up)), y);
}

Term IndexEqualities::equal(Term i, Term j) {
  Term equality = mkEqual(i, j);
  bool open = i != j && !i.isValue() && !j.isValue() && equality.kind() == Kind::Equal;
  if (!open || !neighbours_[i].insert(j)) return equality;
  neighbours_[j].insert(i);
  const Neighbours *few = &neighbours_[i], *many = &neighbours_[j];
  if (few->list.size() > many->list.size()) std::swap(few, many);
  for (Term k : few->list)
    if (many->set.contains(k) && ++numTriangles_ < kMaxTriangles) addTriangle(i, j, k);
  return equality;
}

void IndexEqualities::addTriangle(Term a, Term b, Term c) {
  Term ab = mkEqual(a, b), bc = mkEqual(b, c), ac = mkEqual(a, c);
  auto follows = [&](Term x, Term y, Term z) { lemmas_.push_back(tm_.mkOr(tm_.mkNot(tm_.mkAnd(x, y)), z)); };
  follows(ab, bc, ac);
  follows(ab, ac, bc);
  follows(bc, ac, ab);
}

} // namespace assay
