#include "engine/kiki/certificate.h"

#include "solver/factory.h"

namespace assay {

namespace {

Certified verdictOf(const Answer& answer) {
  return answer.isUnsat() ? Certified::Yes : answer.isSat() ? Certified::No : Certified::NotInTime;
}

} // namespace

Certified certify(const Flow& flow, const InductiveProof& proof, std::string_view solver, const Deadline& deadline) {
  TermManager& terms = flow.terms();
  const InductionPlaces places = inductionPlaces(flow, proof.base, proof.step, proof.k);
  const auto isKept = [&](const InductionPlaces::Place& place) {
    std::vector<Term> conditions;
    for (const Invariant& invariant : proof.invariants)
      if (invariant.head == place.head) conditions.push_back(holds(flow, invariant, *place.state));
    return terms.mkAnd(conditions);
  };
  const auto ask = [&](std::span<const Term> assertions) {
    if (deadline.expired()) return Certified::NotInTime;
    const std::unique_ptr<Solver> second = makeSolver(solver, terms);
    second->setLimits({.deadline = Deadline(deadline.end() - Deadline::Clock::now())});
    for (Term assertion : assertions) second->assertTerm(assertion);
    return verdictOf(second->check());
  };
  std::vector<Term> assumed(proof.instances.begin(), proof.instances.end()), bad;
  for (const auto& place : places.before) assumed.push_back(terms.mkOr(terms.mkNot(place.guard), isKept(place)));
  for (const auto& place : places.after) bad.push_back(terms.mkAnd(place.guard, terms.mkNot(isKept(place))));
  for (const Ending& ending : proof.step.endings())
    if (ending.layer == proof.k) bad.push_back(ending.guard);
  assumed.push_back(terms.mkOr(bad));
  if (const Certified step = ask(assumed); step != Certified::Yes) return step;

  bad.clear();
  for (const Ending& ending : proof.base.endings()) bad.push_back(ending.guard);
  const Term base = terms.mkOr(bad);
  return ask(std::span(&base, 1));
}

} // namespace assay
