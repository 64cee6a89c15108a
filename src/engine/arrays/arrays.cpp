#include "engine/arrays/arrays.h"

#include "analysis/vocabulary.h"
#include "encode/cut_relation.h"
#include "encode/flatten.h"
#include "encode/head_vocabulary.h"
#include "engine/arrays/law_check.h"
#include "engine/arrays/order_check.h"
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
  std::vector<Term> compared; // as the program compares, and by one more
  for (Term comparison : guards.comparisons()) {
    if (comparison.kind() == Kind::Equal || hasArrays(std::span(&comparison, 1)) || termSize(comparison) > 16) continue;
    const bool isSigned = comparison.kind() == Kind::BvSlt;
    const Term a = comparison[0], b = comparison[1];
    for (const auto& [left, right] : {std::pair(a, b), std::pair(b, a)}) {
      compared.push_back(isSigned ? terms.mkBvSlt(left, right) : terms.mkBvUlt(left, right));
      compared.push_back(isSigned ? terms.mkBvSle(left, right) : terms.mkBvUle(left, right));
    }
  }
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
    for (Term condition : compared)
      if (condition.size() > 0 && isLiveAt(flow, head, condition)) add(condition);
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

void tell(const Flow& flow, uint32_t head, std::string_view how, const std::string& what, Env& env) {
  env.logger.progress(textWithPlace(flow.program(), std::string(how) + ", " + what, headPosition(flow, head)));
}

/// What was not kept by itself may rest on how cells compare, and on what is known by now.
void addDropped(const ArraySystem& system, std::span<const Assertion> bounds, std::span<const Law> guesses,
                const LawCheck& check, std::vector<CellOrder>& orders) {
  TermManager& terms = system.flow().terms();
  for (const Assertion& bound : bounds)
    if (std::ranges::none_of(check.bounds(), [&](const Assertion& kept) {
          return kept.head == bound.head && kept.condition == bound.condition;
        }))
      orders.push_back({.head = bound.head, .region = terms.mkTrue(), .relation = bound.condition});
  for (size_t i = 0; i < guesses.size(); ++i) {
    const Law& law = guesses[i];
    if (check.isKept(i) || hasSums(system, law)) continue;
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
  CellLaws finder(system, samples, limits);
  LawCheck check(system, limits, *solver);
  const std::vector<Law> guesses = finder.find(allowance);
  if (env.logger.isVerbose())
    for (const Law& law : guesses) tell(*flow, law.head, "perhaps", law.text, env);
  const std::vector<Assertion> bounds = boundCandidates(system, samples, finder);
  const bool isDone = check.keepBounds(bounds, allowance) && check.keepLaws(guesses, allowance);
  const std::vector<Law> laws = check.laws();
  if (!isDone) return verdict.open("out of time before what cells are was known");
  if (env.logger.isVerbose())
    for (const Law& law : laws) tell(*flow, law.head, "always", law.text, env);
  CellOrders comparisons(system, samples, finder, limits);
  const size_t mostOpen = comparisons.isAny() ? SIZE_MAX : 1;
  std::vector<OpenEnding> open = check.openEndings(mostOpen, allowance);
  OrderCheck orders(system, check.bounds(), laws, limits, *solver);
  if (!open.empty() && comparisons.isAny()) {
    std::vector<CellOrder> compared = comparisons.find(allowance);
    addDropped(system, bounds, guesses, check, compared);
    if (!orders.keep(std::move(compared), allowance))
      return verdict.open("out of time before it was known how cells compare");
    if (env.logger.isVerbose())
      for (const CellOrder& order : orders.orders())
        if (!order.text.empty()) tell(*flow, order.head, "always", order.text, env);
    std::erase_if(open,
                  [&](const OpenEnding& one) { return orders.excludes(one.source, one.ending->guard, allowance); });
  }
  if (!open.empty()) {
    const Ending& first = *open.front().ending;
    const std::string what = first.isError ? "a violation" : first.message;
    return verdict.open(
        textWithPlace(flow->program(), "what is known of cells does not exclude " + what, first.position));
  }
  std::vector<std::vector<Term>> clauses(flow->heads().size());
  for (const Assertion& bound : check.bounds()) clauses[bound.head].push_back(bound.condition);
  const size_t numLaws = laws.size() + orders.orders().size();
  const std::string how = std::to_string(numLaws) + (numLaws == 1 ? " law" : " laws") + " of cells and sums";
  std::vector<Obligation> obligations = check.obligations();
  std::ranges::move(orders.obligations(), std::back_inserter(obligations));
  Result result =
      verdict.proved(*relation, {std::move(obligations), std::move(clauses), how, "cells exclude every error"});
  for (const Law& law : laws) result.invariants.push_back(Assertion::inC(headPosition(*flow, law.head), law.text));
  for (const CellOrder& order : orders.orders())
    if (!order.text.empty()) result.invariants.push_back(Assertion::inC(headPosition(*flow, order.head), order.text));
  return result;
}

} // namespace assay
