#include "engine/predicates/predicate_run.h"

#include "encode/c_text.h"
#include "encode/confirmation.h"
#include "encode/flatten.h"
#include "engine/replay.h"
#include "engine/termination/termination.h"
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

bool hasMemory(const Program& program) {
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations)
      if (edge.source.valid() && !operation.as<Assign>() && !operation.as<Input>()) return true;
  return false;
}

} // namespace

PredicateRun::PredicateRun(const Program& original, const Flow& flow, Env& env)
    : original_(original), flow_(flow), env_(env), terms_(flow.terms()), checks_(original, flow), precision_(flow),
      solver_(makeLoggedSolver("native", terms_, env)), invariants_(original, flow, *solver_, env) {}

bool PredicateRun::mustNotBeReached(const Flow& flow, const Ending& ending) {
  return flow.program()[ending.location].kind != LocationKind::Limit;
}

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
    const Ic3::Outcome outcome = ic3.run(mustNotBeReached, allowance);
    if (outcome == Ic3::Outcome::Safe) return prove(ic3);
    if (outcome == Ic3::Outcome::GaveUp) return outOfTime();
    if (std::optional<Result> result = handle(ic3.counterexample(), allowance)) return *result;
    if (isUnrefined_) return open("no new predicate after " + progress());
    if (numRefinements_ == kManyRefinements) ic3.assume(known_);
  }
}

/// The inputs of the abstract counterexample make the program fail, or it gets to an obstacle.
Result PredicateRun::report(const Refinement& refinement) {
  const Ending& ending = refinement.ending();
  Checks::Check& check = checks_[checks_.checkOf(ending)];
  if (!ending.isError) {
    check.how = "reached";
    check.isReached = true;
    return checks_.result("reached", false);
  }
  Counterexample counterexample;
  for (const Value& value : refinement.inputs()) addInput(counterexample, value, original_);
  constexpr uint64_t kSteps = 50'000'000; // a slice may lack loops that never end
  const Replay replayed = replay(original_, counterexample, env_, kSteps);
  if (replayed.outcome.kind != Outcome::Error) {
    check.how = flow_.isForProofs()
                    ? "a violation with memory as arrays was not confirmed"
                    : "DEFECT: the interpreter does not confirm a counterexample: it ends with " + replayed.what;
    return checks_.result(check.how, false);
  }
  counterexample.error = replayed.outcome.location;
  Checks::Check& violated = checks_.checkAt(counterexample.error);
  violated.status = CheckStatus::Violated;
  violated.how = "a feasible abstract counterexample after " + progress();
  violated.counterexample = std::move(counterexample);
  return checks_.result(violated.how, false);
}

Result PredicateRun::prove(const Ic3& ic3) {
  // Blocks say what executions reach, not that they end.
  if (checks_.needTermination() && !allEndByMeasures(original_, 1s, env_))
    return open("executions that do not end may lose memory");
  std::vector<std::vector<Term>> clauses = ic3.invariantClauses();
  std::vector<Term> invariants;
  for (uint32_t head = 0; head < flow_.heads().size(); ++head) {
    clauses[head].push_back(known_[head]);
    invariants.push_back(terms_.mkAnd(clauses[head]));
  }
  const std::string how =
      std::to_string(precision_.size()) + (precision_.size() == 1 ? " predicate" : " predicates") + ", " + progress();
  const std::string& solver = env_.options.certify;
  ProofCheck proofCheck{ProofCheck::NotAsked, {}, {}};
  if (solver != "none") {
    std::vector<Obligation> obligations = obligationsOf(invariants);
    Confirmation confirmation(terms_, env_.deadline, env_);
    if (!confirmation.confirm(obligations))
      return checks_.result((confirmation.isRefuted() ? "DEFECT: " : "") + solver + " did not confirm " +
                                confirmation.failed() + (confirmation.isRefuted() ? "" : " in time"),
                            false);
    proofCheck = {ProofCheck::Confirmed, solver, {}};
  }
  for (uint32_t cut = 0; cut < system_->numCuts(); ++cut)
    for (const Ending& ending : system_->block(cut).endings) {
      Checks::Check& check = checks_[checks_.checkOf(ending)];
      if (check.isLimit) {
        check.how = "not excluded";
        continue;
      }
      check.status = CheckStatus::Proved;
      check.how = how;
    }
  checks_.proveRest(how);
  Result result = checks_.result("", true);
  result.reason =
      "abstract states exclude every error: " + how + (solver == "none" ? "" : " (confirmed by " + solver + ")");
  result.proofCheck = proofCheck;
  for (uint32_t head = 0; head < flow_.heads().size(); ++head)
    for (Term clause : clauses[head])
      if (const auto text = clauseText(flow_.program(), clause))
        result.invariants.push_back(Assertion::inC(headPosition(flow_, head), *text));
  return result;
}

std::vector<Obligation> PredicateRun::obligationsOf(const std::vector<Term>& invariants) const {
  std::vector<Obligation> obligations;
  for (uint32_t cut = 0; cut < system_->numCuts(); ++cut) {
    const Block& block = system_->block(cut);
    const Term before = cut == system_->start() ? terms_.mkTrue() : invariants[cut];
    const auto add = [&](Term violated, const char* what) {
      const Term violation = terms_.mkAnd(before, violated);
      if (!violation.isFalse()) obligations.push_back({violation, what});
    };
    for (const BlockPath& exit : block.exits) {
      const Term after = exit.at(flow_.program(), invariants[flow_.headNumber(exit.target)]);
      add(terms_.mkAnd(exit.guard, terms_.mkNot(after)),
          cut == system_->start() ? "initiation of abstract states" : "consecution of abstract states");
    }
    for (const Ending& ending : block.endings)
      if (mustNotBeReached(flow_, ending)) add(ending.guard, "that abstract states exclude errors");
  }
  return obligations;
}

std::unique_ptr<Flow> flowForPredicates(const Program& program) {
  std::unique_ptr<Flow> flat(new Flow(flatten(program, 1, true, false)));
  std::unique_ptr<Flow> other;
  if (flat->isCut())
    other = flattenRecursion(program);
  else if (hasMemory(flat->program()))
    other = flattenMemory(program);
  return other ? std::move(other) : std::move(flat);
}

} // namespace assay
