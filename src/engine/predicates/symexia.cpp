#include "engine/predicates/symexia.h"

#include "engine/predicates/abstract_execution.h"
#include "engine/predicates/limits.h"

namespace assay {

Result Symexia::search(PredicateRun& run, Env& env) {
  using Clock = Deadline::Clock;
  const auto limits = limitsOf<PredicateLimits>(env.options);
  std::vector<AbstractExecution> executions;
  for (const uint32_t threshold : {uint32_t{0}, limits.lateThreshold})
    executions.emplace_back(run.system(), run.precision(), threshold, env);
  for (Clock::duration turn = limits.firstTurn; !env.deadline.expired(); turn *= 2)
    for (AbstractExecution& execution : executions) {
      const Allowance allowance(env.deadline, Clock::now() + turn, {});
      execution.backtrack();
      for (;;) {
        execution.assume(run.invariants());
        const AbstractExecution::Outcome outcome = execution.run(CutVerdict::mustNotBeReached, allowance);
        if (outcome == AbstractExecution::Outcome::Safe) return run.decide(env.deadline);
        if (outcome == AbstractExecution::Outcome::GaveUp) break;
        if (std::optional<Result> result = run.handle(execution.counterexample(), env.deadline)) return *result;
        if (run.isUnrefined())
          execution.raiseThresholds();
        else
          execution.backtrack();
      }
    }
  return run.outOfTime();
}

} // namespace assay
