#include "engine/predicates/ic3ia.h"

#include "encode/flatten.h"
#include "engine/predicates/predicate_run.h"

namespace assay {

Result Ic3ia::run(const Program& program, Env& env) {
  const std::unique_ptr<Flow> flow = flattenForBlocks(program);
  PredicateRun run(program, *flow, exchange(), env);
  if (std::optional<Result> known = run.recall()) return *known;
  if (!run.prepare()) return run.outOfTime();
  return run.decide(env.deadline);
}

} // namespace assay
