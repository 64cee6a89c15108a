#include "engine/common/confirm_refutations.h"

namespace assay {

std::string confirmingSolver(Standing standing, const Env& env) {
  if (env.options.certify == SecondSolver::None) return {};
  const bool isOwn = standing.isOfSame && !standing.needsSecond;
  return std::string(isOwn ? "native" : choiceName(env.options.certify));
}

RefutationCheck checkOf(const RefutationLog& refutations, const Env& env) {
  if (refutations.number() == 0) return {};
  return {refutations.number(), refutations.numConfirmed(), std::string(choiceName(env.options.certify))};
}

void contradict(Result& result, const Env& env) {
  const std::string solver(choiceName(env.options.certify));
  const std::string why = "DEFECT: " + solver + " SATISFIES what the engine's solver has refuted";
  result.verdict = Verdict::Unknown;
  result.reason = why + ": " + result.reason;
  result.proofCheck = {ProofCheck::Contradicted, solver};
  for (CheckResult& check : result.checks)
    if (check.status == CheckStatus::Proved) check = {check.error, CheckStatus::Open, why, {}};
  for (ObstacleResult& obstacle : result.obstacles)
    if (obstacle.status == CheckStatus::Proved) obstacle = {obstacle.row, CheckStatus::Open, why};
}

void confirmRefutations(Result& result, RefutationLog& refutations, Standing earlier, const Env& env) {
  if (refutations.confirm(earlier.isOfSame ? refutations.timeToConfirmAgain() : refutations.timeToConfirm()))
    result.proofCheck.refutations += checkOf(refutations, env);
  else
    contradict(result, env);
}

} // namespace assay
