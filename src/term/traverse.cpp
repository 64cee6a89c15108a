#include "term/traverse.h"

#include "term/term_manager.h"

#include <algorithm>

namespace assay {

std::vector<Term> freeVariables(Term term) { return freeVariables(std::span(&term, 1)); }

std::vector<Term> freeVariables(std::span<const Term> terms) {
  std::vector<Term> variables;
  std::unordered_set<Term> seen;
  for (Term term : terms) {
    postOrder(
        term, [&](Term t) { return seen.insert(t).second; },
        [&](Term t) {
          if (t.isVariable()) variables.push_back(t);
        });
  }
  std::ranges::sort(variables, {}, &Term::id);
  return variables;
}

size_t termSize(Term term) {
  size_t size = 0;
  forEachSubterm(term, [&](Term) { ++size; });
  return size;
}

Sort Translation::operator()(Sort sort) {
  switch (sort.kind()) {
  case SortKind::Bool:
    return target_.boolSort();
  case SortKind::BitVec:
    return target_.bvSort(sort.width());
  case SortKind::Float:
    return target_.fpSort(sort.exponentBits(), sort.significandBits());
  case SortKind::Array:
    return target_.arraySort((*this)(sort.index()), (*this)(sort.element()));
  }
  return {};
}

Term Translation::translateNode(Term term) {
  switch (term.kind()) {
  case Kind::Variable:
    return target_.mkVariable(term.symbol(), (*this)(term.sort()));
  case Kind::True:
    return target_.mkTrue();
  case Kind::False:
    return target_.mkFalse();
  case Kind::BvConst:
    return target_.mkBv(term.value());
  case Kind::FpConst:
    return target_.mkFp((*this)(term.sort()), term.value());
  case Kind::ConstArray:
    return target_.mkConstArray((*this)(term.sort()), memo_.at(term[0]));
  default:
    break;
  }
  std::vector<Term> children;
  for (Term child : term.children()) children.push_back(memo_.at(child));
  return target_.rebuild(term, children);
}

Term Translation::operator()(Term term) {
  postOrder(term, [&](Term t) { return !memo_.contains(t); }, [&](Term t) { memo_.emplace(t, translateNode(t)); });
  return memo_.at(term);
}

Term translate(Term term, TermManager& target) { return Translation(target)(term); }

} // namespace assay
