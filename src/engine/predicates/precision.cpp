#include "engine/predicates/precision.h"

#include "term/traverse.h"

#include <algorithm>

namespace assay {

size_t Precision::add(uint32_t head, Term condition) {
  size_t number = 0;
  for (Term atom : atomsOf(condition)) number += addAtom(head, atom) ? 1 : 0;
  return number;
}

bool Precision::addAtom(uint32_t head, Term atom) {
  const std::vector<Term> variables = freeVariables(atom);
  const bool isOfState = !variables.empty() && std::ranges::all_of(variables, [&](Term variable) {
    const VariableId id = flow_.program().variableOf(variable);
    return id.valid() && flow_.isLive(id.index(), flow_.heads()[head]);
  });
  if (!isOfState || !known_[head].insert(atom)) return false;
  predicates_[head].push_back(atom);
  return true;
}

size_t Precision::size() const {
  size_t number = 0;
  for (const std::vector<Term>& predicates : predicates_) number += predicates.size();
  return number;
}

} // namespace assay
