#include "engine/termination/loop_prover.h"

#include "engine/termination/needed_invariants.h"
#include "program/check_table.h"
#include "proof/premises.h"
#include "solver/query_log.h"

#include <utility>

namespace assay {

LoopProver::LoopProver(const Program& original, const Flow& flow, Env& env)
    : flow_(flow), env_(env), bounds_(limitsOf<TerminationLimits>(env.options)), terms_(flow.terms()),
      solver_(makeLoggedSolver("native", flow.terms(), env)), invariants_(original, flow, *solver_, env) {}

bool LoopProver::prove(const Allowance& allowance, std::span<const Measure> known) {
  if (!invariants_.prepare(allowance)) {
    reason_ = "what a loop does cannot be said as a formula in time";
    return false;
  }
  ranking_ = rank(flow_, *relation(), invariants_.all(), known, bounds_, *solver_, allowance);
  if (!ranking_.endsAll()) {
    reason_ = "no measure was found";
    return false;
  }
  return excludeDepartures(allowance, Trust::Ask);
}

bool LoopProver::recall(std::vector<Assertion> invariants, std::vector<RankingStep> steps, const Allowance& allowance) {
  if (!invariants_.prepare(allowance)) return false;
  std::optional<Ranking> ranking = rankingOf(flow_, *relation(), std::move(steps));
  if (!ranking) return false;
  ranking_ = std::move(*ranking);
  invariants_.replace(std::move(invariants));
  return excludeDepartures(allowance, Trust::TakeForGranted);
}

void LoopProver::forget() {
  invariants_.replace({});
  ranking_ = {};
  departures_.clear();
  limits_.clear();
  reason_.clear();
}

void LoopProver::reduce(const Allowance& allowance) {
  invariants_.replace(
      neededInvariants(flow_, *relation(), invariants_.all(), exclusions(), *solver_, bounds_, allowance));
}

bool LoopProver::excludeDepartures(const Allowance& allowance, Trust trust) {
  departures_.clear();
  limits_.clear();
  for (uint32_t cut = 0; cut < relation()->numCuts(); ++cut)
    for (const Ending& ending : relation()->block(cut).endings)
      if (!ending.isError && !excludeDeparture(cut, ending, allowance, trust)) return false;
  return true;
}

bool LoopProver::excludeDeparture(uint32_t cut, const Ending& departure, const Allowance& allowance, Trust trust) {
  const uint32_t source = cut == relation()->start() ? Flow::kNone : cut;
  const Location& location = flow_.program()[departure.location];
  const bool isLimit = location.kind == LocationKind::Limit;
  const Term invariant = invariants_.at(source);
  const Term taken = terms_.mkAnd(invariant, departure.guard);
  allowance.limit(*solver_);
  const bool isTrusted = trust == Trust::TakeForGranted && !isLimit; // limits may be reached
  if (isTrusted || taken.isFalse() || solver_->check(std::span(&taken, 1)).isUnsat()) {
    departures_.emplace_back(source, departure.guard, "that a place which is not modelled is never reached");
  } else if (isLimit) {
    limits_.push_back(departure.location);
  } else {
    reason_ = "an execution may get to " + textWithPlace(flow_.program(), location.message, location.position);
    return false;
  }
  return true;
}

std::vector<Exclusion> LoopProver::exclusions() const {
  std::vector<Exclusion> result = ranking_.exclusions;
  result.insert(result.end(), departures_.begin(), departures_.end());
  return result;
}

std::vector<Obligation> LoopProver::obligations() const {
  std::vector<Obligation> result;
  for (const Exclusion& exclusion : exclusions()) {
    const Term violation = terms_.mkAnd(invariants_.at(exclusion.source), exclusion.violation);
    if (!violation.isFalse()) result.push_back({violation, exclusion.what});
  }
  for (const Transition& transition : relation()->transitions()) {
    const Term before = invariants_.at(transition.source);
    const Term after = transition.path.at(flow_.program(), invariants_.at(transition.target));
    const Term violated = terms_.mkAnd(transition.path.guard, terms_.mkNot(after));
    const Term violation = terms_.mkAnd(before, violated);
    if (!violation.isFalse()) result.push_back({violation, "that invariants are kept"});
  }
  return result;
}

bool LoopProver::confirm(const std::string& solver, const Deadline& deadline) {
  std::vector<Obligation> all = obligations();
  numObligations_ = all.size();
  Confirmation confirmation(terms_, solver, deadline, env_);
  if (confirmPremises(flow_, confirmation) && confirmation.confirm(all)) return true;
  reason_ = (confirmation.isRefuted() ? "DEFECT: " : "") + solver + " did not confirm " + confirmation.failed() +
            (confirmation.isRefuted() ? "" : " in time");
  return false;
}

} // namespace assay
