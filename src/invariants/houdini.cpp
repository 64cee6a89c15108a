#include "invariants/houdini.h"

#include "term/term_manager.h"
#include "util/planted.h"

namespace assay {

std::optional<std::vector<Assertion>> inductiveCandidates(const Flow& flow, Solver& solver,
                                                          const InductionPlaces& places,
                                                          std::vector<Assertion> candidates, const Allowance& allowance,
                                                          const CandidateInstances& instances) {
  TermManager& terms = flow.terms();
  struct Terms {
    Term assumed, broken;
  };
  std::vector<Terms> of;
  for (const Assertion& candidate : candidates) {
    std::vector<Term> assumed, broken;
    for (const auto& place : places.before)
      if (place.head == candidate.head)
        assumed.push_back(terms.mkOr(terms.mkNot(place.guard), holds(flow, candidate, *place.state)));
    for (const auto& place : places.after)
      if (place.head == candidate.head)
        broken.push_back(terms.mkAnd(place.guard, terms.mkNot(holds(flow, candidate, *place.state))));
    if (instances) assumed.push_back(instances(candidate));
    of.push_back({terms.mkAnd(assumed), terms.mkOr(broken)});
    if (allowance.expired()) return std::nullopt;
  }
  std::vector<size_t> kept(candidates.size());
  for (size_t i = 0; i < kept.size(); ++i) kept[i] = i;
  while (!kept.empty()) {
    std::vector<Term> assumed, broken;
    for (size_t i : kept) {
      assumed.push_back(of[i].assumed);
      broken.push_back(of[i].broken);
    }
    const Term query[] = {terms.mkAnd(assumed), terms.mkOr(broken)};
    const Answer answer = solver.check(query);
    if (answer.isUnsat()) break;
    if (answer.isUnknown() || allowance.expired()) return std::nullopt;
    if (planted(Defect::KeptCandidate) && kept.size() < candidates.size()) break;
    std::erase_if(kept, [&](size_t i) { return solver.value(of[i].broken).asBool(); });
  }
  std::vector<Assertion> result;
  for (size_t i : kept) result.push_back(std::move(candidates[i]));
  return result;
}

} // namespace assay
