#include "engine/common/cut_verdict.h"

#include "encode/c_text.h"
#include "engine/common/limits.h"
#include "engine/common/questions.h"
#include "engine/common/replay.h"
#include "program/condition_text.h"
#include "proof/premises.h"
#include "util/shared_limits.h"

#include <utility>

namespace assay {

bool CutVerdict::mustNotBeReached(const Flow& flow, const Ending& ending) {
  return flow.program()[ending.location].kind != LocationKind::Limit;
}

Result CutVerdict::reached(const Ending& ending, std::span<const Value> inputs, const std::string& how) {
  Checks::Check& check = checks_[checks_.checkOf(ending)];
  if (!ending.isError) {
    check.how = "reached";
    check.isReached = true;
    return checks_.result("reached", false);
  }
  Counterexample counterexample;
  for (const Value& value : inputs) addInput(counterexample, value, original_);
  // A slice may lack loops that never end.
  const Replay replayed = replay(original_, counterexample, env_, limitsOf<SharedLimits>(env_.options).replaySteps);
  if (replayed.outcome.kind != Outcome::Error) {
    check.how = isForProofs(flow_.origin())
                    ? "a violation with memory as arrays was not confirmed"
                    : "DEFECT: the interpreter does not confirm a counterexample: it ends with " + replayed.what;
    return checks_.result(check.how, false);
  }
  counterexample.error = replayed.outcome.location;
  return violated(std::move(counterexample), how);
}

Result CutVerdict::violated(Counterexample counterexample, const std::string& how) {
  Checks::Check& check = checks_.checkAt(counterexample.error);
  check.status = CheckStatus::Violated;
  check.how = how;
  check.counterexample = std::move(counterexample);
  return checks_.result(how, false);
}

Result CutVerdict::proved(const CutRelation& system, Proof proof, const std::string& solver, const Deadline& deadline) {
  // Blocks say what executions reach, not that they end.
  if (checks_.needTermination() && !allEndByMeasures(original_, limitsOf<CommonLimits>(env_.options).endQuestion, env_))
    return open("executions that do not end may lose memory");
  ProofCheck proofCheck{ProofCheck::NotAsked, {}, {}};
  if (!solver.empty()) {
    Confirmation confirmation(flow_.terms(), solver, deadline, env_);
    // Blocks have little in common, and by itself each of them is simplified by what is assumed there.
    if (!confirmPremises(flow_, confirmation) || !confirmation.confirmEach(proof.obligations))
      return checks_.result((confirmation.isRefuted() ? "DEFECT: " : "") + solver + " did not confirm " +
                                confirmation.failed() + (confirmation.isRefuted() ? "" : " in time"),
                            false);
    proofCheck = {ProofCheck::Confirmed, solver, {}};
  }
  for (uint32_t cut = 0; cut < system.numCuts(); ++cut)
    for (const Ending& ending : system.block(cut).endings) {
      Checks::Check& check = checks_[checks_.checkOf(ending)];
      if (check.isLimit) {
        check.how = "not excluded";
        continue;
      }
      check.status = CheckStatus::Proved;
      check.how = proof.how;
    }
  checks_.proveRest(proof.how);
  Result result = checks_.result("", true);
  result.reason = proof.reason + ": " + proof.how + (solver.empty() ? "" : " (confirmed by " + solver + ")");
  result.proofCheck = proofCheck;
  ConditionsOutline outline;
  for (uint32_t head = 0; head < flow_.heads().size(); ++head)
    for (Term clause : proof.clauses[head]) {
      if (const auto text = conditionText(flow_.program(), clause))
        result.invariants.push_back(Assertion::inC(headPosition(flow_, head), *text));
      if (auto text = printCondition(flow_.program(), clause)) outline.lemmas.push_back({head, std::move(*text)});
    }
  result.outline = std::move(outline);
  return result;
}

std::vector<Obligation> cutObligations(const CutRelation& system, std::span<const Term> conditions,
                                       const std::string& what) {
  const Flow& flow = system.flow();
  TermManager& terms = flow.terms();
  std::vector<Obligation> obligations;
  for (uint32_t cut = 0; cut < system.numCuts(); ++cut) {
    const Block& block = system.block(cut);
    const Term before = cut == system.start() ? terms.mkTrue() : conditions[cut];
    const auto add = [&](Term violated, const std::string& text) {
      const Term violation = terms.mkAnd(before, violated);
      if (!violation.isFalse()) obligations.push_back({violation, text});
    };
    for (const BlockPath& exit : block.exits) {
      const Term after = exit.at(flow.program(), conditions[flow.headNumber(exit.target)]);
      add(terms.mkAnd(exit.guard, terms.mkNot(after)),
          (cut == system.start() ? "initiation of " : "consecution of ") + what);
    }
    for (const Ending& ending : block.endings)
      if (CutVerdict::mustNotBeReached(flow, ending)) add(ending.guard, "that " + what + " exclude errors");
  }
  return obligations;
}

} // namespace assay
