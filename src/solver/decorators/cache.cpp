#include "solver/decorators/cache.h"

#include "solver/decorators/set_trie.h"
#include "term/traverse.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_set>

namespace assay {

namespace {

/// The variables of the terms that were added, scope by scope. Shared subterms are walked once.
class ScopedVariables {
public:
  void add(Term term) {
    auto enter = [&](Term t) { return seen_.insert(t).second; };
    auto leave = [&](Term t) {
      trail_.push_back(t);
      if (t.isVariable()) variables_.push_back(t);
    };
    postOrder(term, enter, leave);
  }
  void push() { scopes_.emplace_back(trail_.size(), variables_.size()); }
  void pop() {
    auto [terms, variables] = scopes_.back();
    scopes_.pop_back();
    for (size_t i = terms; i < trail_.size(); ++i) seen_.erase(trail_[i]);
    trail_.resize(terms);
    variables_.resize(variables);
  }
  const std::vector<Term>& variables() const { return variables_; }

private:
  std::unordered_set<Term> seen_;
  std::vector<Term> trail_; // what was seen, in order
  std::vector<Term> variables_;
  std::vector<std::pair<size_t, size_t>> scopes_;
};

/// A model that remembers what was evaluated in it while it is in use.
struct KnownModel {
  Assignment assignment;
  Evaluator evaluator{assignment};

  /// The newest terms first: they are the likeliest to fail.
  bool satisfies(std::span<const Term> terms) {
    return std::ranges::all_of(terms.rbegin(), terms.rend(), [&](Term t) { return evaluator.evaluateBool(t); });
  }
};

/// Sets of terms as sets of numbers. Terms are numbered as they come, so that which of several sets is found does not
/// depend on when terms were made.
class Numbering {
public:
  uint32_t operator()(Term term) {
    numbers_.insert(term, static_cast<uint32_t>(numbers_.size()));
    return numbers_.at(term);
  }
  std::vector<uint32_t> keyOf(std::span<const Term> terms) {
    std::vector<uint32_t> key;
    key.reserve(terms.size());
    for (Term t : terms) key.push_back((*this)(t));
    std::ranges::sort(key);
    key.erase(std::unique(key.begin(), key.end()), key.end());
    return key;
  }

private:
  TermMap<uint32_t> numbers_;
};

class CacheSolver final : public SolverDecorator {
public:
  CacheSolver(std::unique_ptr<Solver> inner, CacheOptions options)
      : SolverDecorator(std::move(inner)), options_(options), unsat_(options.maxVisits), sat_(options.maxVisits) {
    assert(inner_->numScopes() == 0 && options.recentModels > 0);
  }

  std::string name() const override { return "cache(" + inner_->name() + ")"; }

  void assertTerm(Term term) override {
    state_ = State::Open;
    assertions_.add(term);
    variables_.add(term);
    inner_->assertTerm(term);
  }

  void push() override {
    state_ = State::Open;
    assertions_.push();
    variables_.push();
    inner_->push();
  }

  void pop() override {
    state_ = State::Open;
    assertions_.pop();
    variables_.pop();
    inner_->pop();
  }

  Answer check(std::span<const Term> assumptions) override;

  Value value(Term term) override {
    assert(state_ == State::Sat);
    if (!current_) current_ = restricted(*recent_.back());
    return current_->evaluator.evaluate(term);
  }

  std::vector<Term> core() override {
    assert(state_ == State::Unsat);
    return core_;
  }

  SolverStatistics statistics() const override {
    SolverStatistics all = inner_->statistics();
    all.emplace_back("cache.queries", queries_);
    all.emplace_back("cache.sat_by_recent_model", recentHits_);
    all.emplace_back("cache.sat_by_superset", supersetHits_);
    all.emplace_back("cache.unsat_by_subset", subsetHits_);
    return all;
  }

private:
  enum class State : uint8_t { Open, Sat, Unsat };
  using ModelRef = std::shared_ptr<KnownModel>;

  bool knownUnsat(std::span<const uint32_t> key, std::span<const Term> assumptions);
  bool knownSat(std::span<const uint32_t> key, std::span<const Term> query);
  Answer ask(std::span<const Term> assumptions, std::span<const uint32_t> key);
  void keepModel(std::span<const uint32_t> key);
  void keepCore(std::span<const Term> core);
  void use(ModelRef model);
  ModelRef restricted(const KnownModel& model);

  CacheOptions options_;
  Numbering numbers_;
  AssertionStack assertions_;
  ScopedVariables variables_;
  SetTrie unsat_;
  SetTrie sat_; // payload: into models_
  std::vector<ModelRef> models_;
  std::vector<ModelRef> recent_; // the one used last comes last
  State state_ = State::Open;
  ModelRef current_;              // in Sat; null until it is asked for, where it is the last recent one restricted
  std::vector<Term> assumptions_; // of the last check
  std::vector<Term> core_;        // in Unsat
  uint64_t queries_ = 0, recentHits_ = 0, supersetHits_ = 0, subsetHits_ = 0;
};

Answer CacheSolver::check(std::span<const Term> assumptions) {
  ++queries_;
  state_ = State::Open;
  current_ = nullptr;
  assumptions_.assign(assumptions.begin(), assumptions.end());
  std::vector<Term> query = assertions_.with(assumptions);
  std::vector<uint32_t> key = numbers_.keyOf(query);
  if (!takeInterrupt()) {
    if (knownUnsat(key, assumptions)) return Answer::unsat();
    if (knownSat(key, query)) return Answer::sat();
  }
  return ask(assumptions, key);
}

bool CacheSolver::knownUnsat(std::span<const uint32_t> key, std::span<const Term> assumptions) {
  uint32_t node = unsat_.findSubset(key);
  if (node == SetTrie::kNone) return false;
  std::vector<uint32_t> set = unsat_.elements(node);
  core_.clear();
  for (Term assumption : assumptions)
    if (std::ranges::binary_search(set, numbers_(assumption)) && std::ranges::find(core_, assumption) == core_.end())
      core_.push_back(assumption);
  state_ = State::Unsat;
  ++subsetHits_;
  return true;
}

bool CacheSolver::knownSat(std::span<const uint32_t> key, std::span<const Term> query) {
  for (auto it = recent_.rbegin(); it != recent_.rend(); ++it) {
    if (!(*it)->satisfies(query)) continue;
    use(*it);
    ++recentHits_;
    return true;
  }
  uint32_t node = sat_.findSuperset(key);
  if (node == SetTrie::kNone) return false;
  ModelRef model = models_[sat_.payload(node)];
  if (!model->satisfies(query)) throw std::logic_error("a cached model does not satisfy what it was found for");
  use(model);
  ++supersetHits_;
  return true;
}

/// Makes it the most recent model; the one that leaves the recent ones forgets what it evaluated.
void CacheSolver::use(ModelRef model) {
  state_ = State::Sat;
  std::erase(recent_, model);
  recent_.push_back(std::move(model));
  if (recent_.size() <= options_.recentModels) return;
  recent_.front()->evaluator.reset();
  recent_.erase(recent_.begin());
}

/// A model of another query may give values to variables that this one does not mention; they are to be zero.
CacheSolver::ModelRef CacheSolver::restricted(const KnownModel& model) {
  auto result = std::make_shared<KnownModel>();
  variables_.push();
  for (Term assumption : assumptions_) variables_.add(assumption);
  for (Term variable : variables_.variables())
    if (const Value& value = model.assignment.get(variable); !value.isNull()) result->assignment.set(variable, value);
  variables_.pop();
  return result;
}

Answer CacheSolver::ask(std::span<const Term> assumptions, std::span<const uint32_t> key) {
  Answer answer = inner_->check(assumptions);
  takeInterrupt(); // the inner solver has seen it
  if (answer.isSat()) keepModel(key);
  if (answer.isUnsat()) keepCore(inner_->core());
  return answer;
}

void CacheSolver::keepModel(std::span<const uint32_t> key) {
  auto model = std::make_shared<KnownModel>();
  variables_.push();
  for (Term assumption : assumptions_) variables_.add(assumption);
  for (Term variable : variables_.variables()) model->assignment.set(variable, inner_->value(variable));
  variables_.pop();
  if (models_.size() >= options_.maxModels || sat_.numNodes() >= options_.maxNodes) {
    models_.clear();
    sat_.clear();
  }
  sat_.insert(key, static_cast<uint32_t>(models_.size()));
  models_.push_back(model);
  current_ = model;
  use(std::move(model));
}

void CacheSolver::keepCore(std::span<const Term> core) {
  core_.assign(core.begin(), core.end());
  state_ = State::Unsat;
  if (unsat_.numNodes() >= options_.maxNodes) unsat_.clear();
  unsat_.insert(numbers_.keyOf(assertions_.with(core)), 0);
}

} // namespace

std::unique_ptr<Solver> makeCache(std::unique_ptr<Solver> inner, CacheOptions options) {
  return std::make_unique<CacheSolver>(std::move(inner), options);
}

} // namespace assay
