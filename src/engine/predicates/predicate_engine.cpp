#include "engine/predicates/predicate_engine.h"

#include "encode/flatten.h"

namespace assay {

Result PredicateEngine::verify(const Program& program, Env& env) {
  const std::unique_ptr<Flow> flow = flattenForBlocks(program);
  PredicateRun run(program, *flow, exchange(), env);
  return run.prepare({}) ? search(run, env) : run.outOfTime();
}

std::optional<Result> PredicateEngine::recall(const ConditionsOutline& outline, Standing standing,
                                              const Program& program, Env& env) {
  const std::unique_ptr<Flow> flow = flattenForBlocks(program);
  PredicateRun run(program, *flow, exchange(), env);
  if (std::optional<Result> known = run.recall(outline, standing)) return known;
  return run.prepare(outline.lemmas) ? search(run, env) : run.outOfTime();
}

} // namespace assay
