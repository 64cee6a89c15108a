#include "engine/predicates/predicate_run.h"

#include "engine/common/confirm_refutations.h"
#include "engine/common/random_runs.h"
#include "engine/predicates/proof_core.h"
#include "proof/lemmas.h"
#include "term/traverse.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

namespace assay {

namespace {

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

PredicateRun::PredicateRun(const Program& original, const Flow& flow, Exchange& exchange, Env& env)
    : original_(original), flow_(flow), env_(env), limits_(limitsOf<PredicateLimits>(env.options)),
      terms_(flow.terms()), verdict_(original, flow, env), precision_(flow, limits_),
      help_(original, flow, precision_, exchange, env) {}

bool PredicateRun::findBlocks() {
  if (!system_) system_ = CutRelation::of(flow_, {}, env_.deadline);
  return system_.has_value();
}

std::optional<Result> PredicateRun::recall(const ConditionsOutline& outline, Standing standing) {
  if (env_.options.certify == SecondSolver::None) return std::nullopt;
  const std::vector<Assertion> lemmas = candidatesFrom(outline.lemmas, flow_);
  if (lemmas.size() != outline.lemmas.size() || !findBlocks()) return std::nullopt;
  CutVerdict::Proof proof{{},
                          std::vector<std::vector<Term>>(flow_.heads().size()),
                          "the conditions of an earlier proof",
                          "abstract states exclude every error"};
  for (const Assertion& lemma : lemmas) proof.clauses[lemma.head].push_back(lemma.condition);
  std::vector<Term> conditions;
  for (const std::vector<Term>& clauses : proof.clauses) conditions.push_back(terms_.mkAnd(clauses));
  proof.obligations = cutObligations(*system_, conditions, "abstract states");
  const Deadline soon = timeToRecall(standing, env_);
  Result result = verdict_.proved(*system_, std::move(proof), confirmingSolver(standing, env_), soon);
  if (result.verdict != Verdict::True) return std::nullopt;
  return result;
}

bool PredicateRun::prepare(std::span<const OutlinedLemma> lemmas) {
  if (!findBlocks()) return false;
  refinement_.emplace(*system_, precision_, env_);
  addSyntax();
  help_.begin(candidatesFrom(lemmas, flow_));
  return true;
}

std::string PredicateRun::progress() const {
  return std::to_string(numRefinements_) + (numRefinements_ == 1 ? " refinement" : " refinements");
}

Result PredicateRun::outOfTime() const {
  return open(env_.deadline.expired() ? "out of time after " + progress() : "the solver gave up after " + progress());
}

/// Adds the conditions that blocks decide by to the precision.
void PredicateRun::addSyntax() {
  for (uint32_t head = 0; head < flow_.heads().size(); ++head) {
    const Block& block = system_->block(head);
    const auto add = [&](Term guard) {
      for (Term atom : atomsOf(guard))
        if (precision_.at(head).size() < limits_.syntaxPredicates) precision_.add(head, atom);
    };
    for (const Ending& ending : block.endings) add(ending.guard);
    for (const BlockPath& exit : block.exits) add(exit.guard);
  }
}

/// Help is needed after many refinements, and after the more of them the more often it was asked for; or if
/// counterexamples become longer and longer.
bool PredicateRun::needsHelp(size_t length) {
  if (length > longest_) ++numLonger_;
  longest_ = std::max(longest_, length);
  if (numRefinements_ < limits_.refinementsBeforeHelp) return false;
  return numRefinements_ >= limits_.refinementsBeforeHelp << help_.numAsked() ||
         (numLonger_ >= limits_.longerCounterexamples && !help_.isLastNext());
}

std::optional<Result> PredicateRun::handle(const std::vector<AbstractStep>& counterexample,
                                           const Allowance& allowance) {
  ++numRefinements_;
  env_.logger.progress("refinement " + std::to_string(numRefinements_) + ": " + std::to_string(counterexample.size()) +
                       " blocks, " + std::to_string(precision_.size()) + " predicates");
  isUnrefined_ = false;
  help_.listen();
  if (numRefinements_ == limits_.refinementsBeforeHelp)
    if (std::optional<Counterexample> failing = failsAtRandom(original_, env_))
      return verdict_.violated(*std::move(failing), "a run on random inputs fails");
  if (needsHelp(counterexample.size())) {
    numLonger_ = 0;
    help_.ask(*system_);
  }
  switch (refinement_->refine(counterexample, allowance)) {
  case Refinement::Outcome::Refined:
    return std::nullopt;
  case Refinement::Outcome::Feasible:
    return report(*refinement_);
  case Refinement::Outcome::NoPredicates:
    isUnrefined_ = !help_.ask(*system_);
    if (!isUnrefined_) ++env_.statistics.counter("refined with help");
    return std::nullopt;
  case Refinement::Outcome::GaveUp:
    break;
  }
  return outOfTime();
}

Result PredicateRun::decide(const Allowance& allowance) {
  Ic3 ic3(*system_, precision_, CutVerdict::mustNotBeReached, env_);
  ic3.assume(help_.invariants());
  for (;;) {
    const Ic3::Outcome outcome = ic3.run(allowance);
    if (outcome == Ic3::Outcome::Safe) return prove(ic3);
    if (outcome == Ic3::Outcome::GaveUp) return outOfTime();
    if (std::optional<Result> result = handle(ic3.counterexample(), allowance)) return *result;
    if (isUnrefined_) return open("no new predicate after " + progress());
    ic3.assume(help_.invariants());
  }
}

Result PredicateRun::report(const Refinement& refinement) {
  return verdict_.reached(refinement.ending(), refinement.inputs(),
                          "a feasible abstract counterexample after " + progress());
}

Result PredicateRun::prove(const Ic3& ic3) {
  std::vector<std::vector<Term>> clauses = ic3.invariantClauses();
  for (uint32_t head = 0; head < flow_.heads().size(); ++head)
    for (Term part : conjunctsOf(help_.invariants()[head])) clauses[head].push_back(part);
  ProofCore core = proofCore(*system_, clauses, CutVerdict::mustNotBeReached, limits_, env_);
  const std::string how =
      std::to_string(precision_.size()) + (precision_.size() == 1 ? " predicate" : " predicates") + ", " + progress();
  return verdict_.proved(
      *system_, {std::move(core.obligations), std::move(core.conditions), how, "abstract states exclude every error"});
}

} // namespace assay
