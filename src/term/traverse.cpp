#include "term/traverse.h"

#include "term/term_manager.h"

#include <algorithm>
#include <array>

namespace assay {

std::vector<Term> freeVariables(Term term) { return freeVariables(std::span(&term, 1)); }

std::vector<Term> freeVariables(std::span<const Term> terms) {
  std::vector<Term> variables;
  TermSet seen;
  for (Term term : terms) {
    postOrder(
        term, [&](Term t) { return seen.insert(t); },
        [&](Term t) {
          if (t.isVariable()) variables.push_back(t);
        });
  }
  std::ranges::sort(variables, precedes);
  return variables;
}

namespace {

template <class Is>
bool hasAny(std::span<const Term> terms, Is is) {
  bool found = false;
  TermSet seen;
  for (Term term : terms)
    postOrder(term, [&](Term t) { return !found && seen.insert(t); }, [&](Term t) { found = found || is(t); });
  return found;
}

} // namespace

bool hasArrays(std::span<const Term> terms) {
  return hasAny(terms, [](Term t) { return t.sort().isArray(); });
}

bool hasProducts(std::span<const Term> terms) {
  return hasAny(terms, [](Term t) { return t.kind() == Kind::BvMul && !t[0].isValue() && !t[1].isValue(); });
}

void splitConjunction(Term term, std::vector<Term>& parts) {
  std::vector<Term> open{term};
  while (!open.empty()) {
    const Term next = open.back();
    open.pop_back();
    if (next.kind() != Kind::And) {
      parts.push_back(next);
      continue;
    }
    for (uint32_t i = next.size(); i-- > 0;) open.push_back(next[i]);
  }
}

std::vector<Term> connectedWith(Term term, std::span<const Term> conditions) {
  TermMap<std::vector<size_t>> readers; // of a variable
  std::vector<std::vector<Term>> variablesOf;
  for (size_t i = 0; i < conditions.size(); ++i)
    for (Term variable : variablesOf.emplace_back(freeVariables(conditions[i]))) readers[variable].push_back(i);
  std::vector<bool> isConnected(conditions.size(), false);
  TermSet seen;
  std::vector<Term> work = freeVariables(term);
  while (!work.empty()) {
    const Term variable = work.back();
    work.pop_back();
    if (!seen.insert(variable)) continue;
    for (size_t i : readers[variable]) {
      if (isConnected[i]) continue;
      isConnected[i] = true;
      work.insert(work.end(), variablesOf[i].begin(), variablesOf[i].end());
    }
  }
  std::vector<Term> result;
  for (size_t i = 0; i < conditions.size(); ++i)
    if (isConnected[i]) result.push_back(conditions[i]);
  return result;
}

std::vector<Term> atomsOf(Term condition) {
  std::vector<Term> atoms;
  forEachSubterm(condition, [&](Term term) {
    if (!term.sort().isBool() || term.isValue()) return;
    const bool isConnective = term.size() > 0 && term[term.size() - 1].sort().isBool(); // of ites, the last two decide
    if (!isConnective) atoms.push_back(term);
  });
  return atoms;
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

Term Translation::translateVariable(Term variable) {
  return target_.mkVariable(variable.symbol(), (*this)(variable.sort()));
}

Term Translation::translateApplication(Term term, std::span<const Term> children) {
  if (term.kind() == Kind::ConstArray) return target_.mkConstArray((*this)(term.sort()), children[0]);
  return target_.rebuild(term, children);
}

Term Translation::translateNode(Term term) {
  switch (term.kind()) {
  case Kind::Variable:
    return translateVariable(term);
  case Kind::True:
    return target_.mkTrue();
  case Kind::False:
    return target_.mkFalse();
  case Kind::BvConst:
    return target_.mkBv(term.value());
  case Kind::FpConst:
    return target_.mkFp((*this)(term.sort()), term.value());
  default:
    break;
  }
  std::array<Term, 3> children;
  for (uint32_t i = 0; i < term.size(); ++i) children[i] = memo_.at(term[i]);
  return translateApplication(term, std::span(children).first(term.size()));
}

Term Translation::operator()(Term term) {
  postOrder(term, [&](Term t) { return !memo_.contains(t); }, [&](Term t) { memo_.insert(t, translateNode(t)); });
  return memo_.at(term);
}

Term translate(Term term, TermManager& target) { return Translation(target)(term); }

} // namespace assay
