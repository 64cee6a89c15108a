#include "encode/array_instances.h"

#include "term/traverse.h"

#include <algorithm>
#include <map>

namespace assay {

size_t ArrayInstances::update(const Flow& flow, Unwinding& step, std::span<const Assertion> invariants) {
  const size_t before = terms_.size();
  const std::vector<Term> places(step.placesRead().begin(), step.placesRead().end());
  TermManager& terms = flow.terms();
  const size_t numKnown = of_.size();
  of_.resize(invariants.size());
  if (flow.records()) updateBlocks(flow, step, invariants, numKnown);
  std::map<std::pair<uint32_t, size_t>, SymbolicState> states; // by head and place
  for (size_t i = 0; i < invariants.size(); ++i) {
    const Assertion& invariant = invariants[i];
    const std::vector<Term> variables = freeVariables(invariant.condition);
    const auto* back = step.loopBack(invariant.head);
    if (!back || std::none_of(variables.begin(), variables.end(), isArrayContents)) continue;
    for (size_t p = i < numKnown ? numPlaces_ : 0; p < places.size(); ++p) {
      const auto [it, isNew] = states.try_emplace({invariant.head, p});
      if (isNew) it->second = step.atPlace(back->state, places[p]);
      of_[i].push_back(terms.mkOr(terms.mkNot(back->guard), holds(flow, invariant, it->second)));
      terms_.push_back(of_[i].back());
    }
  }
  numPlaces_ = places.size();
  return before;
}

void ArrayInstances::updateBlocks(const Flow& flow, const Unwinding& step, std::span<const Assertion> invariants,
                                  size_t numKnown) {
  if (!blocks_) blocks_.emplace(flow);
  const size_t numBlocks = blocks_->numBlocks();
  blocks_->update(step);
  for (size_t i = 0; i < invariants.size(); ++i)
    for (Term instance : blocks_->of(step, invariants[i], i < numKnown ? numBlocks : 0)) {
      of_[i].push_back(instance);
      terms_.push_back(instance);
    }
}

} // namespace assay
