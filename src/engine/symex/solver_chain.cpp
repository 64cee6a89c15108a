#include "engine/symex/solver_chain.h"

#include "engine/symex/guess.h"
#include "solver/decorators/cache.h"
#include "solver/decorators/decorator.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay::symex {

namespace {

/// A solver that is replaced by a new one when it has become much larger than its questions: every question costs the
/// solver all its variables, those of paths long gone included. Nothing is asserted, so nothing is lost.
class RenewingSolver : public SolverDecorator {
public:
  /// Counts the questions that come through, and how long they take.
  RenewingSolver(std::string name, TermManager& terms, RefutationLog& refutations, const SymexLimits& limits,
                 uint64_t& questions, uint64_t& nanoseconds)
      : SolverDecorator(refutations.newSolver(name, terms)), name_(std::move(name)), refutations_(refutations),
        limits_(limits), questions_(questions), nanoseconds_(nanoseconds) {}
  std::string name() const override { return "renewing(" + inner_->name() + ")"; }

  Answer check(std::span<const Term> assumptions) override {
    const Statistics::Timer timer(nanoseconds_);
    ++questions_;
    if (++checks_ % limits_.renewEvery == 0 && hasGrown()) {
      inner_ = refutations_.newSolver(name_, inner_->terms());
      base_ = 0;
      isFresh_ = true;
    }
    inner_->setLimits({.deadline = Deadline(left_)});
    const Answer answer = inner_->check(assumptions);
    if (isFresh_) {
      base_ = variables();
      isFresh_ = false;
    }
    return answer;
  }
  void setLimits(const SolverLimits& limits) override {
    const auto now = Deadline::Clock::now();
    left_ = limits.deadline.limited() ? std::max(limits.deadline.end() - now, Deadline::Clock::duration(1))
                                      : Deadline::Clock::duration::zero();
  }

private:
  uint64_t variables() const {
    for (const auto& [name, count] : inner_->statistics()) {
      if (name == "variables") return count;
    }
    return 0;
  }
  bool hasGrown() const {
    return variables() > std::max<uint64_t>(limits_.renewVariables, limits_.renewFactor * base_);
  }

  std::string name_;
  RefutationLog& refutations_;
  const SymexLimits& limits_;
  uint64_t& questions_;
  uint64_t& nanoseconds_;
  Deadline::Clock::duration left_{};
  uint64_t checks_ = 0, base_ = 0;
  bool isFresh_ = true;
};

} // namespace

SolverChain::SolverChain(TermManager& terms, RefutationLog& refutations, const SymexLimits& limits, Env& env)
    : terms_(terms), refutations_(refutations), limits_(limits), env_(env), queries_(env.statistics.counter("queries")),
      sat_(env.statistics.counter("queries sat")), unsat_(env.statistics.counter("queries unsat")),
      unknown_(env.statistics.counter("queries unknown")), guessed_(env.statistics.counter("queries guessed")),
      remembered_(env.statistics.counter("queries remembered")), cached_(env.statistics.counter("queries cached")),
      solved_(env.statistics.counter("queries solved")), nanoseconds_(env.statistics.time("solving")),
      solverNanoseconds_(env.statistics.time("in the solver")) {}

SolverChain::~SolverChain() = default;

const ConstraintInfo& SolverChain::infoOf(Term constraint) {
  if (const auto* known = infoOf_.find(constraint)) return **known;
  ConstraintInfo& info = infos_.emplace_back();
  size_t size = 0;
  forEachSubterm(constraint, [&](Term term) {
    if (term.isVariable()) info.variables.push_back(term);
    const bool isConstant = term.kind() == Kind::BvConst || term.kind() == Kind::FpConst;
    if (isConstant && info.constants.size() < limits_.constraintConstants) info.constants.push_back(term);
    info.hasFloats |= term.sort().isFloat();
    ++size;
  });
  info.isSmall = size <= (info.hasFloats ? limits_.smallFloatTerm : limits_.smallTerm);
  for (Term variable : info.variables) numbers_.of(variable); // new ones get their numbers here, in order
  std::sort(info.variables.begin(), info.variables.end(),
            [&](Term a, Term b) { return numbers_.of(a) < numbers_.of(b); });
  for (Term variable : info.variables) info.numbers.push_back(numbers_.of(variable));
  infoOf_.insert(constraint, &info);
  return info;
}

void SolverChain::forget() {
  impossible_ = {};
  contradictory_ = {};
  first_.solver = nullptr;
  second_.solver = nullptr;
}

PathRef SolverChain::extend(PathRef path, Term constraint) {
  return std::make_shared<const PathNode>(++lastNode_, constraint, infoOf(constraint), std::move(path));
}

std::span<const PathNode* const> SolverChain::relevantTo(const PathRef& path, std::span<const Term> variables) {
  query_.clear();
  slice(path, variables, Term());
  return taken_;
}

bool SolverChain::slice(const PathRef& path, std::span<const Term> wanted, Term contradiction) {
  variables_.clear();
  taken_.clear();
  ++question_;
  marked_.resize(std::max<size_t>(marked_.size(), terms_.numTerms()));
  const auto mark = [&](std::span<const Term> variables) {
    for (Term variable : variables) {
      if (marked_[variable.id()] == question_) continue;
      marked_[variable.id()] = question_;
      variables_.push_back(variable);
    }
  };
  mark(wanted);
  for (size_t next = 0; path && next < variables_.size(); ++next) {
    const uint32_t number = numbers_.of(variables_[next]);
    for (const PathNode* node = path->latest(number); node; node = node->previous(number)) {
      if (node->question == question_) continue;
      if (node->constraint == contradiction) return false;
      node->question = question_;
      taken_.push_back(node);
      mark(node->info.variables);
    }
  }
  std::sort(taken_.begin(), taken_.end(), [](const PathNode* a, const PathNode* b) { return a->id > b->id; });
  for (const PathNode* node : taken_) query_.push_back(node->constraint);
  return true;
}

Answer SolverChain::ask(Backend& backend) {
  if (!backend.solver)
    backend.solver = makeCache(
        std::make_unique<RenewingSolver>(backend.name, terms_, refutations_, limits_, solved_, solverNanoseconds_));
  auto left = Deadline::Clock::duration::zero();
  if (env_.deadline.limited()) {
    left = env_.deadline.end() - Deadline::Clock::now();
    if (left <= Deadline::Clock::duration::zero()) return Answer::unknown(UnknownReason::Deadline);
  }
  if (env_.deadline.cancelled()) return Answer::unknown(UnknownReason::Interrupted);
  const SolverLimits limits{.deadline = Deadline(left)};
  backend.solver->setLimits(limits);
  return backend.solver->check(query_);
}

Answer SolverChain::check(const PathRef& path, const ModelRef& model, Term constraint, ModelRef& result) {
  if (constraint.isFalse()) return Answer::unsat();
  ++queries_;
  const Statistics::Timer timer(nanoseconds_);
  query_.assign(1, constraint);
  Fingerprint key;
  key.add(path ? path->id : 0);
  key.add(constraint.id());
  if (impossible_.contains(key)) {
    ++remembered_;
    return Answer::unsat();
  }
  const ConstraintInfo& info = infoOf(constraint);
  const Term opposite = terms_.mkNot(constraint);
  if (!slice(path, info.variables, opposite)) {
    ++remembered_;
    return Answer::unsat();
  }
  // Other paths ask the same.
  Fingerprint content;
  for (Term part : query_) content.add(part.id());
  if (contradictory_.contains(content)) {
    ++remembered_;
    return Answer::unsat();
  }
  const Guess guess(path, model, constraint, info, limits_);
  if (guess.model()) {
    ++guessed_;
    result = guess.model();
    return Answer::sat();
  }
  const uint64_t solvedBefore = solved_;
  Backend* backend = &first_;
  Answer answer = ask(*backend);
  if (answer.isUnknown() && answer.reason() == UnknownReason::Incomplete) answer = ask(*(backend = &second_));
  if (solved_ == solvedBefore && !answer.isUnknown()) ++cached_;
  if (answer.isUnsat()) {
    ++unsat_;
    if (impossible_.size() >= limits_.impossibleQuestions) impossible_.clear();
    impossible_.insert(key);
    if (contradictory_.size() >= limits_.impossibleQuestions) contradictory_.clear();
    contradictory_.insert(content);
  }
  if (answer.isUnknown()) ++unknown_;
  if (answer.isSat()) {
    ++sat_;
    result = std::make_shared<PathModel>(model.get());
    for (Term variable : variables_) result->set(variable, backend->solver->value(variable));
  }
  return answer;
}

} // namespace assay::symex
