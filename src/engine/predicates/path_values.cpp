#include "engine/predicates/path_values.h"

#include "term/substitute.h"
#include "term/traverse.h"

namespace assay {

Term PathValues::valueOf(Term term) {
  Substitution put(terms_);
  for (Term variable : freeVariables(term))
    if (const auto known = known_.find(variable); known != known_.end()) put.add(variable, known->second.value);
  return put(term);
}

size_t PathValues::take(Term fact) {
  std::vector<size_t>& restsOn = restsOn_.emplace_back();
  for (Term variable : freeVariables(fact))
    if (const auto known = known_.find(variable); known != known_.end()) restsOn.push_back(known->second.fact);
  facts_.push_back(fact);
  return facts_.size() - 1;
}

void PathValues::define(Term variable, Term value, Term fact) {
  const Term now = valueOf(value);
  const size_t number = take(fact);
  known_.emplace(variable, Known{now, number});
}

Term PathValues::require(Term fact) {
  const Term condition = valueOf(fact);
  behind_.try_emplace(condition, take(fact));
  return condition;
}

std::vector<Term> PathValues::factsBehind(std::span<const Term> conditions) const {
  std::vector<Term> result;
  std::vector<bool> isTaken(facts_.size());
  std::vector<size_t> work;
  const auto add = [&](size_t fact) {
    if (isTaken[fact]) return;
    isTaken[fact] = true;
    result.push_back(facts_[fact]);
    work.push_back(fact);
  };
  for (Term condition : conditions) add(behind_.at(condition));
  while (!work.empty()) {
    const size_t fact = work.back();
    work.pop_back();
    for (size_t reason : restsOn_[fact]) add(reason);
  }
  return result;
}

} // namespace assay
