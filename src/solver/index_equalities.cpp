#include "solver/index_equalities.h"

namespace assay {

Term IndexEqualities::equal(Term i, Term j) {
  Term equality = i.id() < j.id() ? tm_.mkEqual(i, j) : tm_.mkEqual(j, i);
  bool open = i != j && !i.isValue() && !j.isValue() && equality.kind() == Kind::Equal;
  if (!open || !neighbours_[i].insert(j).second) return equality;
  neighbours_[j].insert(i);
  const std::unordered_set<Term>*few = &neighbours_[i], *many = &neighbours_[j];
  if (few->size() > many->size()) std::swap(few, many);
  for (Term k : *few)
    if (many->contains(k) && ++numTriangles_ < kMaxTriangles) addTriangle(i, j, k);
  return equality;
}

void IndexEqualities::addTriangle(Term a, Term b, Term c) {
  auto eq = [&](Term i, Term j) { return i.id() < j.id() ? tm_.mkEqual(i, j) : tm_.mkEqual(j, i); };
  Term ab = eq(a, b), bc = eq(b, c), ac = eq(a, c);
  auto follows = [&](Term x, Term y, Term z) { lemmas_.push_back(tm_.mkOr(tm_.mkNot(tm_.mkAnd(x, y)), z)); };
  follows(ab, bc, ac);
  follows(ab, ac, bc);
  follows(bc, ac, ab);
}

} // namespace assay
