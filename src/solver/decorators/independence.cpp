#include "solver/decorators/independence.h"

#include "solver/decorators/components.h"

#include <algorithm>
#include <unordered_set>

namespace assay {

namespace {

class IndependenceSolver final : public SolverDecorator {
public:
  explicit IndependenceSolver(std::unique_ptr<Solver> inner) : SolverDecorator(std::move(inner)) {
    assert(inner_->numScopes() == 0);
  }

  std::string name() const override { return "independence(" + inner_->name() + ")"; }

  void assertTerm(Term term) override {
    reopen();
    unsettled_.push_back(components_.add(term));
  }

  void push() override {
    reopen();
    components_.push();
    ++numScopes_;
  }

  void pop() override {
    assert(numScopes_ > 0);
    reopen();
    --numScopes_;
    leaveScope();
  }

  uint32_t numScopes() const override { return numScopes_; }

  Answer check(std::span<const Term> assumptions) override;

  Value value(Term term) override {
    assert(state_ == State::Sat);
    return evaluator_.evaluate(term);
  }

  std::vector<Term> core() override {
    assert(state_ == State::Unsat);
    return core_;
  }

  SolverStatistics statistics() const override {
    SolverStatistics all = inner_->statistics();
    all.emplace_back("independence.queries", queries_);
    all.emplace_back("independence.parts_asked", partsAsked_);
    return all;
  }

private:
  enum class State : uint8_t { Open, Sat, Unsat };

  /// The scope of the last check's assumptions stays open until the next command, for the model and the core.
  void reopen() {
    state_ = State::Open;
    if (assumptionsOpen_) leaveScope();
    assumptionsOpen_ = false;
  }
  void leaveScope();
  void assume(std::span<const Term> assumptions);
  Answer askParts();
  Answer ask(uint32_t constraint);
  void settle(const Components::Part& part);
  void keepCore(const Components::Part& part);

  Components components_;
  Assignment model_; // joined; zero for variables that no constraint mentions
  Evaluator evaluator_{model_};
  std::vector<uint32_t> unsettled_; // constraints not known to hold in model_
  std::vector<Term> core_;          // in Unsat
  uint32_t numScopes_ = 0;
  uint32_t firstAssumption_ = 0; // constraints from here on are assumptions
  bool assumptionsOpen_ = false;
  State state_ = State::Open;
  uint64_t queries_ = 0, partsAsked_ = 0;
};

void IndependenceSolver::leaveScope() {
  for (Term variable : components_.pop()) model_.set(variable, Value::zero(variable.sort()));
  std::erase_if(unsettled_, [&](uint32_t constraint) { return constraint >= components_.numNodes(); });
}

void IndependenceSolver::assume(std::span<const Term> assumptions) {
  components_.push();
  assumptionsOpen_ = true;
  firstAssumption_ = components_.numNodes();
  for (Term assumption : assumptions) unsettled_.push_back(components_.add(assumption));
}

Answer IndependenceSolver::check(std::span<const Term> assumptions) {
  ++queries_;
  reopen();
  if (takeInterrupt()) {
    Answer answer = inner_->check({});
    return answer.isUnknown() ? answer : Answer::unknown(UnknownReason::Interrupted);
  }
  assume(assumptions);
  Answer answer = askParts();
  takeInterrupt(); // the inner solver has seen it
  evaluator_.reset();
  if (answer.isSat()) state_ = State::Sat;
  if (answer.isUnsat()) state_ = State::Unsat;
  return answer;
}

/// An unsat part decides, also after one that is unknown; only a stop that was asked for ends the search.
Answer IndependenceSolver::askParts() {
  Answer result = Answer::sat();
  std::unordered_set<uint32_t> asked;
  std::vector<uint32_t> todo = unsettled_;
  for (uint32_t constraint : todo) {
    if (!asked.insert(components_.partOf(constraint)).second) continue;
    Answer answer = ask(constraint);
    if (answer.isUnsat()) return answer;
    if (!answer.isUnknown()) continue;
    result = answer;
    if (answer.reason() == UnknownReason::Interrupted || answer.reason() == UnknownReason::Deadline) break;
  }
  return result;
}

Answer IndependenceSolver::ask(uint32_t constraint) {
  ++partsAsked_;
  Components::Part part = components_.part(constraint);
  std::ranges::sort(part.constraints);
  std::vector<Term> terms;
  std::unordered_set<Term> seen;
  for (uint32_t c : part.constraints)
    if (Term term = components_.constraint(c); seen.insert(term).second) terms.push_back(term);
  Answer answer = inner_->check(terms);
  if (answer.isSat()) settle(part);
  if (answer.isUnsat()) keepCore(part);
  return answer;
}

void IndependenceSolver::settle(const Components::Part& part) {
  for (Term variable : part.variables) model_.set(variable, inner_->value(variable));
  std::unordered_set<uint32_t> settled(part.constraints.begin(), part.constraints.end());
  std::erase_if(unsettled_, [&](uint32_t constraint) { return settled.contains(constraint); });
}

/// Of the inner core, what was assumed here and is not asserted as well.
void IndependenceSolver::keepCore(const Components::Part& part) {
  std::unordered_set<Term> asserted;
  for (uint32_t c : part.constraints)
    if (c < firstAssumption_) asserted.insert(components_.constraint(c));
  core_ = inner_->core();
  std::erase_if(core_, [&](Term term) { return asserted.contains(term); });
}

} // namespace

std::unique_ptr<Solver> makeIndependence(std::unique_ptr<Solver> inner) {
  return std::make_unique<IndependenceSolver>(std::move(inner));
}

} // namespace assay
