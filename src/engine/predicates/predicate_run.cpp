#include "engine/predicates/predicate_run.h"

#include "encode/sources/source.h"
#include "engine/predicates/oracle.h"
#include "engine/predicates/proof_core.h"
#include "solver/query_log.h"
#include "term/traverse.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace assay {

namespace {

using namespace std::chrono_literals;

constexpr uint64_t kManyRefinements = 4;

std::vector<Term> conjunctsOf(Term condition) {
  std::vector<Term> result, open{condition};
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (term.kind() == Kind::And) {
      open.push_back(term[1]);
      open.push_back(term[0]);
    } else if (!term.isTrue()) {
      result.push_back(term);
    }
  }
  return result;
}

} // namespace

PredicateRun::PredicateRun(const Program& original, const Flow& flow, Env& env)
    : original_(original), flow_(flow), env_(env), terms_(flow.terms()), verdict_(original, flow, env),
      precision_(flow), work_(terms_), solver_(makeLoggedSolver("native", terms_, env)),
      invariants_(original, flow, *solver_, env) {}

bool PredicateRun::prepare() {
  system_ = CutSystem::of(flow_, env_.deadline);
  if (!system_) return false;
  refinement_.emplace(*system_, precision_, env_);
  addSyntax();
  const Allowance allowance(env_.deadline, env_.deadline.end(), WorkLimit(work_, 1s));
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

bool PredicateRun::findInvariants(std::span<const std::string_view> names) {
  std::vector<std::string_view> known; // one of them may not have been built in
  for (std::string_view name : names)
    if (std::ranges::find(sources(), name, &Source::name) != sources().end()) known.push_back(name);
  const Allowance allowance(env_.deadline, env_.deadline.end(), WorkLimit(work_, 3s));
  return invariants_.find(known, allowance);
}

/// Lemmas that it has over the integers: invariants if they are inductive, and in any case predicates.
bool PredicateRun::askOracle(uint32_t milliseconds) {
  const Statistics::Timer timer(env_.statistics, "oracle");
  const std::optional<std::vector<std::vector<Term>>> lemmas =
      lemmasOverIntegers(*system_, CutVerdict::mustNotBeReached, milliseconds);
  if (!lemmas) return false;
  size_t number = 0;
  std::vector<Assertion> candidates;
  for (uint32_t head = 0; head < lemmas->size(); ++head)
    for (Term lemma : (*lemmas)[head]) {
      number += precision_.add(head, lemma);
      candidates.push_back(
          {.head = head, .condition = lemma, .why = Assertion::Why::Blocks, .where = Assertion::Where::Head});
    }
  env_.statistics.counter("oracle's predicates") += number;
  const Allowance allowance(env_.deadline, env_.deadline.end(), WorkLimit(work_, 2s));
  const bool isNew = invariants_.propose(std::move(candidates), allowance);
  return isNew || number > 0;
}

/// Where refinement seems to go on for ever, or finds nothing: what others say makes it unnecessary, perhaps. False: there is
/// nobody left to be asked.
bool PredicateRun::getHelp() {
  static constexpr std::string_view kQuick[] = {"intervals", "congruences", "equalities", "zones"};
  static constexpr std::string_view kOthers[] = {"polyhedra", "polynomials", "disequalities", "octagons"};
  const Statistics::Timer timer(env_.statistics, "help for refinement");
  bool isNew = false;
  while (!isNew && !env_.deadline.expired()) {
    switch (numHelped_++) {
    case 0:
      isNew = askOracle(2000);
      break;
    case 1:
      isNew = findInvariants(kQuick);
      break;
    case 2:
      isNew = findInvariants(kOthers);
      break;
    case 3:
      isNew = askOracle(6000);
      break;
    default:
      return false;
    }
  }
  takeInvariants();
  return isNew;
}

std::optional<Result> PredicateRun::handle(const std::vector<AbstractStep>& counterexample,
                                           const Allowance& allowance) {
  ++numRefinements_;
  env_.logger.progress("refinement " + std::to_string(numRefinements_) + ": " + std::to_string(counterexample.size()) +
                       " blocks, " + std::to_string(precision_.size()) + " predicates");
  isUnrefined_ = false;
  if (numRefinements_ >= kManyRefinements << numHelped_) getHelp();
  switch (refinement_->refine(counterexample, allowance)) {
  case Refinement::Outcome::Refined:
    return std::nullopt;
  case Refinement::Outcome::Feasible:
    return report(*refinement_);
  case Refinement::Outcome::NoPredicates:
    isUnrefined_ = !getHelp();
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
    ic3.assume(known_);
  }
}

Result PredicateRun::report(const Refinement& refinement) {
  return verdict_.reached(refinement.ending(), refinement.inputs(),
                          "a feasible abstract counterexample after " + progress());
}

Result PredicateRun::prove(const Ic3& ic3) {
  std::vector<std::vector<Term>> clauses = ic3.invariantClauses();
  for (uint32_t head = 0; head < flow_.heads().size(); ++head)
    for (Term part : conjunctsOf(known_[head])) clauses[head].push_back(part);
  ProofCore core = proofCore(*system_, clauses, CutVerdict::mustNotBeReached, env_);
  const std::string how =
      std::to_string(precision_.size()) + (precision_.size() == 1 ? " predicate" : " predicates") + ", " + progress();
  return verdict_.proved(
      *system_, {std::move(core.obligations), std::move(core.conditions), how, "abstract states exclude every error"});
}

} // namespace assay
