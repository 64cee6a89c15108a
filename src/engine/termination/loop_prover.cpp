#include "engine/termination/loop_prover.h"

#include "encode/confirmation.h"
#include "encode/sources/source.h"
#include "engine/kiki/inductive_step.h"
#include "engine/termination/candidate_invariants.h"
#include "solver/query_log.h"

#include <set>
#include <utility>

namespace assay {

LoopProver::LoopProver(const Program& original, const Flow& flow, Env& env)
    : original_(original), flow_(flow), env_(env), terms_(flow.terms()),
      solver_(makeLoggedSolver("native", flow.terms(), env)) {}

bool LoopProver::prove(const Allowance& allowance) {
  if (!system_) system_ = transitionsOf(flow_, allowance);
  if (!system_) {
    reason_ = "what a loop does cannot be said as a formula in time";
    return false;
  }
  ranking_ = rank(flow_, *system_, invariants_, *solver_, allowance);
  if (!ranking_.endsAll()) {
    reason_ = "no measure was found";
    return false;
  }
  return excludeDepartures(allowance);
}

bool LoopProver::excludeDepartures(const Allowance& allowance) {
  departures_.clear();
  limits_.clear();
  for (const Departure& departure : system_->departures) {
    const Term invariant = invariantAt(flow_, invariants_, departure.source);
    const Term taken = terms_.mkAnd(invariant, departure.guard);
    allowance.limit(*solver_);
    if (taken.isFalse()) continue;
    if (solver_->check(std::span(&taken, 1)).isUnsat()) {
      departures_.push_back({taken, "that a place which is not modelled is never reached"});
    } else if (departure.isLimit) {
      limits_.push_back(departure.location);
    } else {
      const Location& location = flow_.program()[departure.location];
      reason_ = "an execution may get to " + textWithPlace(flow_.program(), location.message, location.position);
      return false;
    }
  }
  return true;
}

bool LoopProver::guessInvariants(const Allowance& allowance) {
  return system_ && keep(candidateInvariants(flow_, *system_), allowance);
}

bool LoopProver::findInvariants(std::span<const std::string_view> sources, const Allowance& allowance) {
  if (!system_ || flow_.isIrreducible()) return false;
  Checks checks(original_, flow_);
  Unwinding base(flow_, Unwinding::Start::Initial, allowance);
  for (uint32_t layer = 0; layer < 2; ++layer)
    if (!base.addLayer(allowance)) return false;
  InductiveStep step(flow_, base, checks, [&] { return makeLoggedSolver("native", terms_, env_); }, env_);
  if (!step.extend(0, allowance)) return false;
  int left = static_cast<int>(sources.size()) + 1; // the last part is for what follows
  for (std::string_view name : sources) step.search(sourceNamed(name), 0, {}, allowance.part(left--));
  return keep(atAllHeads(flow_, step.invariants()), allowance);
}

/// Those that hold, with what is known. Whether there are new ones.
bool LoopProver::keep(std::vector<Assertion> candidates, const Allowance& allowance) {
  std::vector<Assertion> all = invariants_;
  std::set<std::pair<uint32_t, uint32_t>> seen; // heads and conditions
  for (const Assertion& known : all) seen.insert({known.head, known.condition.id()});
  for (Assertion& candidate : candidates)
    if (seen.insert({candidate.head, candidate.condition.id()}).second) all.push_back(std::move(candidate));
  auto kept = keptByTransitions(flow_, *system_, std::move(all), *solver_, allowance);
  if (!kept || kept->size() <= invariants_.size()) return false;
  invariants_ = std::move(*kept);
  return true;
}

std::vector<Obligation> LoopProver::obligations() const {
  std::vector<Obligation> result = ranking_.obligations;
  result.insert(result.end(), departures_.begin(), departures_.end());
  for (const Transition& transition : system_->transitions) {
    const Term before = invariantAt(flow_, invariants_, transition.source);
    const Term after = transition.path.at(flow_.program(), invariantAt(flow_, invariants_, transition.target));
    const Term violated = terms_.mkAnd(transition.path.guard, terms_.mkNot(after));
    const Term violation = terms_.mkAnd(before, violated);
    if (!violation.isFalse()) result.push_back({violation, "that invariants are kept"});
  }
  return result;
}

bool LoopProver::confirm(const Deadline& deadline) {
  std::vector<Obligation> all = obligations();
  numObligations_ = all.size();
  Confirmation confirmation(terms_, deadline, env_);
  if (confirmation.confirm(all)) return true;
  reason_ = (confirmation.isRefuted() ? "DEFECT: " : "") + env_.options.certify + " did not confirm " +
            confirmation.failed() + (confirmation.isRefuted() ? "" : " in time");
  return false;
}

} // namespace assay
