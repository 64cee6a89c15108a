#include "engine/backward/bse.h"

#include "encode/flatten.h"
#include "engine/backward/backward_search.h"
#include "engine/common/cut_verdict.h"

#include <memory>

namespace assay {

Result Bse::verify(const Program& program, Env& env) {
  const std::unique_ptr<Flow> flow = flattenForBlocks(program);
  CutVerdict verdict(program, *flow, env);
  const std::optional<CutRelation> system = CutRelation::of(*flow, {}, env.deadline);
  if (!system) return verdict.open("out of time before the first state");
  BackwardSearch search(*system, env);
  const BackwardSearch::Outcome outcome = search.run({}, env.deadline);
  const std::string blocks = std::to_string(search.depth()) + (search.depth() == 1 ? " block" : " blocks");
  switch (outcome) {
  case BackwardSearch::Outcome::Reached:
    return verdict.reached(search.ending(), search.inputs(), "backward execution reached the start");
  case BackwardSearch::Outcome::GaveUp:
    return verdict.open((env.deadline.expired() ? "out of time" : "the solver gave up") + (" after " + blocks));
  case BackwardSearch::Outcome::Exhausted:
    break;
  }
  CutVerdict::Proof proof{{},
                          std::vector<std::vector<Term>>(flow->heads().size()),
                          "infeasible after " + blocks,
                          "backward execution reaches no start"};
  const std::string what = "that paths to an error are infeasible";
  for (const BackwardSearch::Leaf& leaf : search.leaves())
    if (!leaf.condition.isFalse()) proof.obligations.push_back({leaf.condition, what});
  return verdict.proved(*system, std::move(proof));
}

} // namespace assay
