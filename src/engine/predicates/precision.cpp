#include "engine/predicates/precision.h"

#include "term/traverse.h"

namespace assay {

size_t Precision::add(uint32_t head, Term condition) {
  size_t number = 0;
  for (Term atom : atomsOf(condition)) number += addAtom(head, atom) ? 1 : 0;
  return number;
}

/// Whether it speaks of variables that are live at the head, of one at least and of nothing else. What is large is no predicate.
bool Precision::isOfState(uint32_t head, Term atom) const {
  constexpr size_t kLargest = 1000; // subterms
  TermSet seen;
  std::vector<Term> open{atom};
  bool hasVariables = false;
  for (size_t number = 0; !open.empty(); ++number) {
    const Term term = open.back();
    open.pop_back();
    if (number == kLargest) return false;
    if (term.isVariable()) {
      const VariableId id = flow_.program().variableOf(term);
      if (!id.valid() || !flow_.isLive(id.index(), flow_.heads()[head])) return false;
      hasVariables = true;
    }
    for (Term child : term.children())
      if (seen.insert(child)) open.push_back(child);
  }
  return hasVariables;
}

bool Precision::addAtom(uint32_t head, Term atom) {
  if (!known_[head].insert(atom) || !isOfState(head, atom)) return false;
  predicates_[head].push_back(atom);
  return true;
}

size_t Precision::size() const {
  size_t number = 0;
  for (const std::vector<Term>& predicates : predicates_) number += predicates.size();
  return number;
}

} // namespace assay
