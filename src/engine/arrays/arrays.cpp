#include "engine/arrays/arrays.h"

#include "encode/cut_relation.h"
#include "encode/flatten.h"
#include "engine/arrays/bound_guesses.h"
#include "engine/arrays/law_check.h"
#include "engine/arrays/order_check.h"
#include "engine/common/cut_verdict.h"
#include "engine/common/random_runs.h"
#include "solver/query_log.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

template <class Statement>
void tell(const Flow& flow, std::string_view how, const std::vector<Statement>& statements, Env& env) {
  if (!env.logger.isVerbose()) return;
  for (const Statement& one : statements)
    if (!one.text.empty())
      env.logger.progress(
          textWithPlace(flow.program(), std::string(how) + ", " + one.text, headPosition(flow, one.head)));
}

template <class Statement>
void addInvariants(const Flow& flow, const std::vector<Statement>& statements, std::vector<Assertion>& invariants) {
  for (const Statement& one : statements)
    if (!one.text.empty()) invariants.push_back(Assertion::inC(headPosition(flow, one.head), one.text));
}

/// What was not kept by itself may rest on how cells compare, and on what is known by now.
void addDropped(const ArraySystem& system, std::span<const Assertion> bounds, std::span<const Law> dropped,
                const LawCheck& check, std::vector<CellOrder>& orders) {
  TermManager& terms = system.flow().terms();
  for (const Assertion& bound : bounds)
    if (std::ranges::none_of(check.bounds(), [&](const Assertion& kept) {
          return kept.head == bound.head && kept.condition == bound.condition;
        }))
      orders.push_back({.head = bound.head, .region = terms.mkTrue(), .relation = bound.condition});
  for (const Law& law : dropped) {
    if (hasSums(system, law)) continue;
    orders.push_back({.head = law.head,
                      .first = law.array,
                      .region = law.region ? law.region : terms.mkTrue(),
                      .relation = statement(system, law),
                      .text = law.text});
  }
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
  if (!samples.sizes().empty())
    if (std::optional<Counterexample> failing = failsOnSimpleInputs(program, limits.simpleRunSteps, env))
      return verdict.violated(*std::move(failing), "a run on simple inputs fails");
  CellLaws finder(system, samples, limits);
  LawCheck check(system, limits, *solver);
  const std::vector<Law> guesses = finder.find(allowance);
  tell(*flow, "perhaps", guesses, env);
  const std::vector<Assertion> bounds = guessBounds(system, samples, finder, limits);
  bool isDone = check.keepBounds(bounds, allowance) && check.keepLaws(guesses, allowance);
  std::vector<Law> laws = check.laws(), dropped;
  for (size_t i = 0; i < guesses.size(); ++i)
    if (isDone && !check.isKept(i)) dropped.push_back(guesses[i]);
  if (isDone && std::ranges::any_of(laws, [&](const Law& law) { return hasSums(system, law); }) &&
      !check.openEndings(1, allowance).empty()) {
    std::ranges::copy(check.inherited(), std::back_inserter(laws));
    isDone = check.keepLaws(laws, allowance);
    laws = check.laws();
  }
  if (!isDone) return verdict.open("out of time before what cells are was known");
  tell(*flow, "always", laws, env);
  CellOrders comparisons(system, samples, finder, limits);
  const size_t mostOpen = comparisons.asksCells() ? SIZE_MAX : 1;
  std::vector<OpenEnding> open = check.openEndings(mostOpen, allowance);
  OrderCheck orders(system, check.bounds(), laws, limits, *solver);
  if (!open.empty() && comparisons.asksCells()) {
    std::vector<CellOrder> compared;
    if (comparisons.isAny()) compared = comparisons.find(allowance);
    addDropped(system, bounds, dropped, check, compared);
    tell(*flow, "perhaps", compared, env);
    if (!orders.keep(std::move(compared), allowance))
      return verdict.open("out of time before it was known how cells compare");
    std::erase_if(open,
                  [&](const OpenEnding& one) { return orders.excludes(one.source, one.ending->guard, allowance); });
    if (open.empty() && !orders.justify(allowance))
      return verdict.open("out of time before it was shown how cells compare");
    tell(*flow, "always", orders.needed(), env);
  }
  if (!open.empty()) {
    const Ending& first = *open.front().ending;
    const std::string what = first.isError ? "a violation" : first.message;
    return verdict.open(
        textWithPlace(flow->program(), "what is known of cells does not exclude " + what, first.position));
  }
  std::vector<std::vector<Term>> clauses(flow->heads().size());
  for (const Assertion& bound : check.bounds()) clauses[bound.head].push_back(bound.condition);
  const size_t numLaws = laws.size() + orders.needed().size();
  const std::string how = std::to_string(numLaws) + (numLaws == 1 ? " law" : " laws") + " of cells and sums";
  std::vector<Obligation> obligations = check.obligations();
  std::ranges::copy(orders.obligations(), std::back_inserter(obligations));
  Result result =
      verdict.proved(*relation, {std::move(obligations), std::move(clauses), how, "cells exclude every error"});
  addInvariants(*flow, laws, result.invariants);
  addInvariants(*flow, orders.needed(), result.invariants);
  return result;
}

} // namespace assay
