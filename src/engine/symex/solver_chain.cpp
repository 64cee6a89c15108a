#include "engine/symex/solver_chain.h"

#include "solver/decorator_cache.h"
#include "solver/factory.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay::symex {

namespace {

/// After so many questions a solver is replaced: what it has learnt about paths long gone only slows it down.
constexpr uint64_t kChecksOfOneSolver = 4000;

} // namespace

SolverChain::SolverChain(TermManager& terms, Env& env)
    : terms_(terms), env_(env), queries_(env.statistics.counter("queries")),
      sat_(env.statistics.counter("queries sat")), unsat_(env.statistics.counter("queries unsat")),
      unknown_(env.statistics.counter("queries unknown")) {}

SolverChain::~SolverChain() = default;

const ConstraintInfo& SolverChain::infoOf(Term constraint) {
  if (const auto* known = infoOf_.find(constraint)) return **known;
  ConstraintInfo& info = infos_.emplace_back();
  forEachSubterm(constraint, [&](Term term) {
    info.hasFloats |= term.sort().isFloat();
    info.hasArrays |= term.sort().isArray();
    if (term.isVariable()) info.variables.push_back(term);
  });
  infoOf_.insert(constraint, &info);
  return info;
}

PathRef SolverChain::extend(PathRef path, Term constraint) {
  return std::make_shared<const PathNode>(constraint, infoOf(constraint), std::move(path));
}

void SolverChain::slice(const PathRef& path, const ConstraintInfo& wanted) {
  ++question_;
  marked_.resize(std::max<size_t>(marked_.size(), terms_.numTerms()));
  rest_.clear();
  for (const PathNode* node = path.get(); node; node = node->parent.get()) rest_.push_back(node);
  const auto isMarked = [&](Term variable) { return marked_[variable.id()] == question_; };
  const auto take = [&](const ConstraintInfo& info) {
    sliceFloats_ |= info.hasFloats;
    sliceArrays_ |= info.hasArrays;
    for (Term variable : info.variables) {
      if (isMarked(variable)) continue;
      marked_[variable.id()] = question_;
      variables_.push_back(variable);
    }
  };
  take(wanted);
  for (size_t before = 0; before != variables_.size();) {
    before = variables_.size();
    std::erase_if(rest_, [&](const PathNode* node) {
      if (std::none_of(node->info.variables.begin(), node->info.variables.end(), isMarked)) return false;
      query_.push_back(node->constraint);
      take(node->info);
      return true;
    });
  }
}

void SolverChain::renew(Backend& backend) {
  backend.solver = makeCache(makeSolver(backend.name, terms_));
  backend.checks = 0;
}

SolverChain::Backend& SolverChain::backendFor(bool hasFloats, bool hasArrays) {
  return hasFloats || hasArrays ? z3_ : native_;
}

Answer SolverChain::ask(Backend& backend) {
  if (!backend.solver || backend.checks >= kChecksOfOneSolver) renew(backend);
  ++backend.checks;
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
  const Statistics::Timer timer(env_.statistics, "solving");
  query_.assign(1, constraint);
  variables_.clear();
  sliceFloats_ = sliceArrays_ = false;
  slice(path, infoOf(constraint));
  Backend& backend = backendFor(sliceFloats_, sliceArrays_);
  const Answer answer = ask(backend);
  if (answer.isUnsat()) ++unsat_;
  if (answer.isUnknown()) ++unknown_;
  if (answer.isSat()) {
    ++sat_;
    result = std::make_shared<PathModel>(model->assignment());
    for (Term variable : variables_) result->set(variable, backend.solver->value(variable));
  }
  return answer;
}

} // namespace assay::symex
