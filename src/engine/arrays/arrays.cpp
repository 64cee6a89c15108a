#include "engine/arrays/arrays.h"

#include "analysis/vocabulary.h"
#include "encode/cut_relation.h"
#include "encode/flatten.h"
#include "engine/arrays/law_check.h"
#include "engine/common/cut_verdict.h"
#include "solver/query_log.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

/// Order of numbers and zero at the heads, as it is in all samples.
std::vector<Assertion> boundCandidates(const ArraySystem& system, const ArraySamples& samples, const CellLaws& laws) {
  const Flow& flow = system.flow();
  TermManager& terms = flow.terms();
  std::vector<Assertion> result;
  std::vector<Term> constants; // that a variable, or one with something added, is compared with
  Vocabulary guards;
  for (const ArraySystem::Path& path : system.paths()) guards.add(path.guard);
  guards.forEachBound([&](Term comparison, uint32_t side) {
    const Term constant = comparison[side];
    if (termSize(comparison) <= 5 && constant.sort().width() >= 16 && !constant.value().isZero() &&
        std::ranges::find(constants, constant) == constants.end())
      constants.push_back(constant);
  });
  for (uint32_t head = 0; head < flow.heads().size(); ++head) {
    if (samples.at(head).empty()) continue;
    const auto add = [&](Term condition) {
      const Term asThere = samples.small(condition);
      for (const Assignment& state : samples.at(head))
        if (!Evaluator(state).evaluateBool(asThere)) return false;
      if (!condition.isTrue())
        result.push_back(
            {.head = head, .condition = condition, .why = Assertion::Why::Blocks, .where = Assertion::Where::Head});
      return true;
    };
    const std::vector<VariableId> numbers = laws.numbersAt(head);
    for (VariableId v : numbers) {
      const Term a = system.program()[v].term;
      const uint32_t width = a.sort().width();
      for (const uint64_t bound : {0u, 1u}) add(terms.mkBvSle(terms.mkBv(width, bound), a));
      std::vector<Term> others;
      for (VariableId w : numbers)
        if (v != w) others.push_back(system.program()[w].term);
      others.insert(others.end(), constants.begin(), constants.end());
      for (Term other : others) {
        const uint32_t most = std::max(width, other.sort().width());
        const Term left = terms.mkBvSignResize(a, most), right = terms.mkBvSignResize(other, most);
        if (!add(terms.mkBvSle(left, right))) add(terms.mkBvSle(left, terms.mkBvAdd(right, terms.mkBv(most, 1))));
        add(terms.mkBvSlt(left, right));
      }
    }
  }
  return result;
}

void tell(const Flow& flow, const std::vector<Law>& laws, std::string_view how, Env& env) {
  for (const Law& law : laws)
    env.logger.progress(
        textWithPlace(flow.program(), std::string(how) + ", " + law.text, headPosition(flow, law.head)));
}

} // namespace

Result Arrays::verify(const Program& program, Env& env) {
  const auto limits = limitsOf<ArrayLimits>(env.options);
  const std::unique_ptr<Flow> flow = flattenForBlocks(program);
  CutVerdict verdict(program, *flow, env);
  const CutPlan plan{
      .granularity = Granularity::Decided, .mostPaths = limits.arrayPaths, .mostChoices = limits.arrayPaths};
  const std::optional<CutRelation> relation = CutRelation::of(*flow, plan, env.deadline);
  if (!relation) return verdict.open("too many paths");
  Work work(flow->terms());
  const Allowance allowance(env.deadline, env.deadline.end(), WorkLimit(work, limits.lawWork));
  const std::unique_ptr<Solver> solver = makeLoggedSolver("native", flow->terms(), env);
  const ArraySystem system(*relation, *solver);
  if (system.arrays().empty() || flow->heads().empty()) return verdict.open("no loop accesses an array by number");
  ArraySamples samples(system, limits);
  samples.run(allowance);
  CellLaws finder(system, samples, limits);
  LawCheck check(system, limits, *solver);
  const std::vector<Law> guesses = finder.find(allowance);
  if (env.logger.isVerbose()) tell(*flow, guesses, "perhaps", env);
  const bool isDone =
      check.keepBounds(boundCandidates(system, samples, finder), allowance) && check.keepLaws(guesses, allowance);
  const std::vector<Law> laws = check.laws();
  if (!isDone) return verdict.open("out of time before what cells are was known");
  if (env.logger.isVerbose()) tell(*flow, laws, "always", env);
  if (!check.excludesEndings(allowance)) {
    const Ending& open = *check.open();
    const std::string what = open.isError ? "a violation" : open.message;
    return verdict.open(
        textWithPlace(flow->program(), "what is known of cells does not exclude " + what, open.position));
  }
  std::vector<std::vector<Term>> clauses(flow->heads().size());
  for (const Assertion& bound : check.bounds()) clauses[bound.head].push_back(bound.condition);
  const std::string how = std::to_string(laws.size()) + (laws.size() == 1 ? " law" : " laws") + " of cells and sums";
  Result result =
      verdict.proved(*relation, {check.obligations(), std::move(clauses), how, "cells exclude every error"});
  for (const Law& law : laws) result.invariants.push_back(Assertion::inC(headPosition(*flow, law.head), law.text));
  return result;
}

} // namespace assay
