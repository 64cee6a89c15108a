#include "engine/predicates/predicate_run.h"

#include "solver/query_log.h"
#include "term/traverse.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace assay {

namespace {

using namespace std::chrono_literals;
using Clock = Deadline::Clock;

constexpr uint64_t kManyRefinements = 6;

} // namespace

PredicateRun::PredicateRun(const Program& original, const Flow& flow, Env& env)
    : original_(original), flow_(flow), env_(env), terms_(flow.terms()), verdict_(original, flow, env),
      precision_(flow), solver_(makeLoggedSolver("native", terms_, env)), invariants_(original, flow, *solver_, env) {}

bool PredicateRun::prepare() {
  system_ = CutSystem::of(flow_, env_.deadline);
  if (!system_) return false;
  refinement_.emplace(*system_, precision_, env_);
  addSyntax();
  const Allowance allowance(env_.deadline, Clock::now() + 1s, {});
  if (invariants_.prepare(allowance)) invariants_.guess(allowance);
  takeInvariants();
  return true;
}

std::string PredicateRun::progress() const {
  return std::to_string(numRefinements_) + (numRefinements_ == 1 ? " refinement" : " refinements");
}

Result PredicateRun::outOfTime() const {
  return open(env_.deadline.expired() ? "out of time after " + progress() : "the solver gave up after " + progress());
}

/// What blocks decide by.
void PredicateRun::addSyntax() {
  constexpr size_t kMost = 60; // of a head
  for (uint32_t head = 0; head < flow_.heads().size(); ++head) {
    const Block& block = system_->block(head);
    const auto add = [&](Term guard) {
      for (Term atom : atomsOf(guard))
        if (precision_.at(head).size() < kMost) precision_.add(head, atom);
    };
    for (const Ending& ending : block.endings) add(ending.guard);
    for (const BlockPath& exit : block.exits) add(exit.guard);
  }
}

void PredicateRun::takeInvariants() {
  known_.clear();
  for (uint32_t head = 0; head < flow_.heads().size(); ++head) known_.push_back(invariants_.at(head));
}

/// Where refinement seems to go on for ever: what other domains find makes it unnecessary, perhaps.
void PredicateRun::findInvariants() {
  static constexpr std::string_view kSources[] = {"intervals", "equalities", "zones"};
  const Allowance allowance(env_.deadline, Clock::now() + 3s, {});
  if (invariants_.find(kSources, allowance)) takeInvariants();
}

std::optional<Result> PredicateRun::handle(const std::vector<AbstractStep>& counterexample,
                                           const Allowance& allowance) {
  ++numRefinements_;
  env_.logger.progress("refinement " + std::to_string(numRefinements_) + ": " + std::to_string(counterexample.size()) +
                       " blocks, " + std::to_string(precision_.size()) + " predicates");
  isUnrefined_ = false;
  if (numRefinements_ == kManyRefinements) findInvariants();
  switch (refinement_->refine(counterexample, allowance)) {
  case Refinement::Outcome::Refined:
    return std::nullopt;
  case Refinement::Outcome::Feasible:
    return report(*refinement_);
  case Refinement::Outcome::NoPredicates:
    isUnrefined_ = true;
    return std::nullopt;
  case Refinement::Outcome::GaveUp:
    break;
  }
  return outOfTime();
}

Result PredicateRun::decide(const Allowance& allowance) {
  Ic3 ic3(*system_, precision_, env_);
  ic3.assume(known_);
  for (;;) {
    const Ic3::Outcome outcome = ic3.run(CutVerdict::mustNotBeReached, allowance);
    if (outcome == Ic3::Outcome::Safe) return prove(ic3);
    if (outcome == Ic3::Outcome::GaveUp) return outOfTime();
    if (std::optional<Result> result = handle(ic3.counterexample(), allowance)) return *result;
    if (isUnrefined_) return open("no new predicate after " + progress());
    if (numRefinements_ == kManyRefinements) ic3.assume(known_);
  }
}

Result PredicateRun::report(const Refinement& refinement) {
  return verdict_.reached(refinement.ending(), refinement.inputs(),
                          "a feasible abstract counterexample after " + progress());
}

Result PredicateRun::prove(const Ic3& ic3) {
  std::vector<std::vector<Term>> clauses = ic3.invariantClauses();
  std::vector<Term> invariants;
  for (uint32_t head = 0; head < flow_.heads().size(); ++head) {
    clauses[head].push_back(known_[head]);
    invariants.push_back(terms_.mkAnd(clauses[head]));
  }
  const std::string how =
      std::to_string(precision_.size()) + (precision_.size() == 1 ? " predicate" : " predicates") + ", " + progress();
  return verdict_.proved(*system_, {cutObligations(*system_, invariants, "abstract states"), std::move(clauses), how,
                                    "abstract states exclude every error"});
}

} // namespace assay
