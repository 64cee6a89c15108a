#include "engine/symex/abduction.h"

#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>
#include <chrono>
#include <unordered_map>

namespace assay::symex {

Abduction::Abduction(const Cells& cells, Sums& sums, SolverChain& solver, RefutationLog& refutations,
                     const SymexLimits& limits)
    : terms_(sums.terms()), cells_(cells), sums_(sums), solver_(solver), refutations_(refutations), limits_(limits),
      own_(refutations.newSolver("auto", terms_)) {}

bool Abduction::follows(Term guard, Term condition) {
  return guard == condition || isUnsat({guard, terms_.mkNot(condition)}, nullptr);
}

std::optional<std::vector<Term>> Abduction::explain(const StateImage& image, Term guard, Term condition) {
  std::vector<Term> assumptions = factsOf(image, condition, guard);
  TermSet facts;
  for (Term fact : assumptions) facts.insert(fact);
  if (guard) assumptions.push_back(guard);
  assumptions.push_back(terms_.mkNot(condition));
  std::vector<Term> core;
  if (!isUnsat(assumptions, &core)) return std::nullopt;
  std::erase_if(core, [&](Term term) { return !facts.contains(term); });
  return core;
}

bool Abduction::holds(const StateImage& image, Term condition) {
  const Term here = cells_.inState(image, condition);
  if (!here) return false;
  if (here.isValue()) return here.isTrue();
  if (!image.model->holds(here)) return false;
  ModelRef model;
  return solver_.check(image.path, image.model, terms_.mkNot(here), model).isUnsat();
}

/// What the state says of the variables: bounds of those that are concrete, and what the path condition says of the
/// others in their own terms.
std::vector<Term> Abduction::factsOf(const StateImage& image, Term about, Term alsoAbout) {
  std::vector<Term> facts;
  std::vector<std::pair<Term, Term>> symbolic; // what a cell holds, and the cell
  const Term terms[] = {about, alsoAbout ? alsoAbout : about};
  for (Term variable : freeVariables(terms)) {
    const std::optional<SymValue> value = cells_.value(image, variable);
    if (!value) continue; // anything
    if (!value->isConcrete()) {
      symbolic.emplace_back(value->term, variable);
      continue;
    }
    const Term constant = value->toTerm(terms_, variable.sort());
    if (variable.sort().isBool() || variable.sort().width() < 8) {
      facts.push_back(terms_.mkEqual(variable, constant));
      continue;
    }
    facts.push_back(terms_.mkBvSle(variable, constant));
    facts.push_back(terms_.mkBvSge(variable, constant));
  }
  if (!symbolic.empty()) addConstraints(image, symbolic, facts);
  return facts;
}

/// Adds constraints on what cells hold, written with the cells instead. A constraint that also speaks of other inputs
/// is no fact about cells.
void Abduction::addConstraints(const StateImage& image, const std::vector<std::pair<Term, Term>>& symbolic,
                               std::vector<Term>& facts) {
  std::unordered_map<Term, Term> cellOf;
  std::vector<Term> held;
  const auto knows = [&](Term value, Term cell) {
    if (!cellOf.emplace(value, cell).second) facts.push_back(terms_.mkEqual(cell, cellOf[value]));
  };
  for (const auto& [value, cell] : symbolic) {
    held.push_back(value);
    knows(value, cell);
    // An input and a constant.
    if (value.kind() != Kind::BvAdd || value.sort().width() > 64) continue;
    const auto [sum, constant] = sums_.split(value);
    if (!sum || constant == 0) continue;
    const Term shift = terms_.mkBv(value.sort().width(), constant);
    knows(sum, terms_.mkBvSub(cell, shift));
  }
  const std::vector<Term> inputs = freeVariables(held);
  std::vector<Term> constraints;
  for (const PathNode* node : solver_.relevantTo(image.path, inputs)) constraints.push_back(node->constraint);
  Substitution substitution(terms_, cellOf);
  for (Term constraint : constraints) {
    const Term fact = substitution.apply(constraint);
    const std::vector<Term> variables = freeVariables(fact);
    if (std::all_of(variables.begin(), variables.end(), [&](Term v) { return cells_.find(v) != nullptr; }))
      facts.push_back(fact);
  }
}

bool Abduction::isUnsat(const std::vector<Term>& assumptions, std::vector<Term>* core) {
  if (++asked_ % limits_.abductionQuestions == 0) own_ = refutations_.newSolver("auto", terms_);
  Work work(terms_);
  own_->setLimits({.deadline = Deadline(limits_.abductionAnswer), .work = WorkLimit(work)});
  const bool isUnsat = own_->check(assumptions).isUnsat();
  if (isUnsat && core) *core = own_->minimisedCore();
  own_->setLimits({});
  spent_ += work.done();
  return isUnsat;
}

} // namespace assay::symex
