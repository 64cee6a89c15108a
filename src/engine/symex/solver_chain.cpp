#include "engine/symex/solver_chain.h"

#include "solver/decorator.h"
#include "solver/decorator_cache.h"
#include "solver/factory.h"
#include "term/evaluate.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay::symex {

namespace {

/// Subterms that a constraint may have to be evaluated for a guess, constraints of a question, and values tried.
constexpr size_t kSmallTerm = 60, kSmallQuestion = 12, kMaxConstants = 8, kMaxGuesses = 24;
/// Questions that are remembered to be impossible.
constexpr size_t kMaxRemembered = size_t{1} << 20;

/// A solver that is replaced by a new one when it has become much larger than its questions: every question costs the
/// solver all its variables, those of paths long gone included. Nothing is asserted, so nothing is lost.
class RenewingSolver : public SolverDecorator {
public:
  /// Counts the questions that come through, and how long they take.
  RenewingSolver(std::string name, TermManager& terms, uint64_t& questions, uint64_t& nanoseconds)
      : SolverDecorator(makeSolver(name, terms)), name_(std::move(name)), questions_(questions),
        nanoseconds_(nanoseconds) {}
  std::string name() const override { return "renewing(" + inner_->name() + ")"; }

  Answer check(std::span<const Term> assumptions) override {
    const Statistics::Timer timer(nanoseconds_);
    ++questions_;
    if (++checks_ % kLookEvery == 0 && hasGrown()) {
      inner_ = makeSolver(name_, inner_->terms());
      base_ = 0;
      isFresh_ = true;
    }
    SolverLimits limits{.deadline = Deadline(left_)};
    inner_->setLimits(limits);
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
  static constexpr uint64_t kLookEvery = 16, kSmall = 3000, kFactor = 12;

  uint64_t variables() const {
    for (const auto& [name, count] : inner_->statistics()) {
      if (name == "variables") return count;
    }
    return 0;
  }
  bool hasGrown() const { return variables() > std::max(kSmall, kFactor * base_); }

  std::string name_;
  uint64_t& questions_;
  uint64_t& nanoseconds_;
  Deadline::Clock::duration left_{};
  uint64_t checks_ = 0, base_ = 0;
  bool isFresh_ = true;
};

} // namespace

SolverChain::SolverChain(TermManager& terms, Env& env)
    : terms_(terms), env_(env), queries_(env.statistics.counter("queries")),
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
    if (term.kind() == Kind::BvConst && info.constants.size() < kMaxConstants) info.constants.push_back(term);
    ++size;
  });
  info.isSmall = size <= kSmallTerm;
  std::sort(info.variables.begin(), info.variables.end(),
            [&](Term a, Term b) { return numbers_.of(a) < numbers_.of(b); });
  for (Term variable : info.variables) info.numbers.push_back(numbers_.of(variable));
  infoOf_.insert(constraint, &info);
  return info;
}

void SolverChain::forget() {
  impossible_ = {};
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

bool SolverChain::holdWith(const PathModel& model, Term variable, const BitVector& value) const {
  Assignment assignment;
  for (Term other : variables_) {
    assignment.set(other, model.valueOf(other));
  }
  if (variable.sort().isBool()) {
    assignment.setBool(variable, !value.isZero());
  } else {
    assignment.setBv(variable, value);
  }
  Evaluator evaluator(assignment);
  return std::all_of(query_.begin(), query_.end(), [&](Term term) { return evaluator.evaluateBool(term); });
}

ModelRef SolverChain::guess(const ModelRef& model, const ConstraintInfo& info) {
  if (!info.isSmall || query_.size() > kSmallQuestion || info.variables.size() > 3) return nullptr;
  for (const PathNode* node : taken_) {
    if (!node->info.isSmall) return nullptr;
  }
  size_t left = kMaxGuesses;
  for (Term variable : info.variables) {
    const Sort sort = variable.sort();
    if (!sort.isBool() && !sort.isBitVec()) continue;
    const uint32_t width = sort.isBool() ? 1 : sort.width();
    std::vector<BitVector> values{BitVector::zero(width), BitVector::one(width)};
    for (Term constant : info.constants) {
      const BitVector value = constant.value().zeroResize(width);
      values.push_back(value);
      values.push_back(value.add(BitVector::one(width)));
      values.push_back(value.sub(BitVector::one(width)));
    }
    values.push_back(BitVector::ones(width));
    values.push_back(BitVector::minSigned(width));
    values.push_back(BitVector::maxSigned(width));
    for (const BitVector& value : values) {
      if (left-- == 0) return nullptr;
      if (!holdWith(*model, variable, value)) continue;
      auto result = std::make_shared<PathModel>(model.get());
      result->set(variable, sort.isBool() ? Value::boolean(!value.isZero()) : Value::bitVector(value));
      return result;
    }
  }
  return nullptr;
}

Answer SolverChain::ask(Backend& backend) {
  if (!backend.solver)
    backend.solver = makeCache(std::make_unique<RenewingSolver>(backend.name, terms_, solved_, solverNanoseconds_));
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
  if (!slice(path, infoOf(constraint).variables, terms_.mkNot(constraint))) {
    ++remembered_;
    return Answer::unsat();
  }
  if (ModelRef guessed = guess(model, infoOf(constraint))) {
    ++guessed_;
    result = std::move(guessed);
    return Answer::sat();
  }
  const uint64_t solvedBefore = solved_;
  Backend* backend = &first_;
  Answer answer = ask(*backend);
  if (answer.isUnknown() && answer.reason() == UnknownReason::Incomplete) answer = ask(*(backend = &second_));
  if (solved_ == solvedBefore && !answer.isUnknown()) ++cached_;
  if (answer.isUnsat()) {
    ++unsat_;
    if (impossible_.size() >= kMaxRemembered) impossible_.clear();
    impossible_.insert(key);
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
