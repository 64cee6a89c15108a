#include "engine/arrays/arrays.h"

#include "encode/cut_relation.h"
#include "encode/flatten.h"
#include "engine/arrays/law_check.h"
#include "engine/common/cut_verdict.h"
#include "solver/query_log.h"
#include "program/condition_text.h"
#include "term/term_manager.h"
#include "term/traverse.h"

namespace assay {

namespace {

/// Order of numbers and zero at the heads, as it is in all samples.
std::vector<Assertion> boundCandidates(const ArraySystem& system, const ArraySamples& samples, const CellLaws& laws) {
  const Flow& flow = system.flow();
  TermManager& terms = flow.terms();
  std::vector<Assertion> result;
  for (uint32_t head = 0; head < flow.heads().size(); ++head) {
    if (samples.at(head).empty()) continue;
    const auto add = [&](Term condition) {
      const Term asThere = samples.small(condition);
      for (const Assignment& state : samples.at(head))
        if (!Evaluator(state).evaluateBool(asThere)) return false;
      if (!condition.isTrue())
        result.push_back({.head = head,
                          .condition = condition,
                          .why = Assertion::Why::Blocks,
                          .where = Assertion::Where::Head});
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
      for (const ArraySamples::Size& size : samples.sizes()) others.push_back(size.constant);
      for (Term b : others) {
        if (a.sort() != b.sort()) continue;
        if (!add(terms.mkBvSle(a, b))) add(terms.mkBvSle(a, terms.mkBvAdd(b, terms.mkBv(width, 1))));
        add(terms.mkBvSlt(a, b));
        if (b.isValue()) add(terms.mkBvSle(b, a));
      }
    }
  }
  return result;
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
  ArraySamples samples(system, limits);
  samples.run(allowance);
  CellLaws finder(system, samples, limits);
  LawCheck check(system, limits, *solver);
  if (getenv("DBG")) for (const Law& l : CellLaws(system, samples, limits).find(allowance)) fprintf(stderr, "GUESS %u %s\n", l.head, l.text.c_str());
  const bool isDone = check.keepBounds(boundCandidates(system, samples, finder), allowance) &&
                      check.keepLaws(finder.find(allowance), allowance);
  const std::vector<Law> laws = check.laws();
  if (getenv("DBG")) { for (const Law& l : laws) fprintf(stderr, "LAW %u %s\n", l.head, l.text.c_str()); for (const Assertion& b : check.bounds()) fprintf(stderr, "BOUND %u %s\n", b.head, printCondition(flow->program(), b.condition).value_or("?").c_str()); }
  if (!isDone) return verdict.open("out of time before what cells are was known");
  if (!check.excludesEndings(allowance))
    return verdict.open("what is known of cells does not exclude '" + check.open()->message + "'");
  std::vector<std::vector<Term>> clauses(flow->heads().size());
  for (const Assertion& bound : check.bounds()) clauses[bound.head].push_back(bound.condition);
  const std::string how = std::to_string(laws.size()) + (laws.size() == 1 ? " law" : " laws") + " of cells and sums";
  Result result = verdict.proved(*relation, {check.obligations(), std::move(clauses), how, "cells exclude every error"});
  for (const Law& law : laws) result.invariants.push_back(Assertion::inC(headPosition(*flow, law.head), law.text));
  return result;
}

} // namespace assay
