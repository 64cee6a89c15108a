#include "engine/predicates/symexia.h"

#include "engine/predicates/abstract_execution.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace assay {

Result Symexia::search(PredicateRun& run, Env& env) {
  using Clock = Deadline::Clock;
  constexpr std::array<uint32_t, 2> kThresholds{0, 100};
  std::vector<AbstractExecution> executions;
  for (const uint32_t threshold : kThresholds) executions.emplace_back(run.system(), run.precision(), threshold, env);
  for (Clock::duration turn = std::chrono::milliseconds(300); !env.deadline.expired(); turn *= 2)
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
