#include "engine/predicates/proof_core.h"

#include "encode/allowance.h"
#include "solver/query_log.h"
#include "term/term_map.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace assay {

namespace {

bool isUnit(Term clause) { return clause.kind() != Kind::Or; }
bool isEquation(Term clause) { return clause.kind() == Kind::Equal; }

/// Leaves out clauses that the other clauses imply together, one after the other.
class Redundancy {
public:
  Redundancy(TermManager& terms, const PredicateLimits& limits, Env& env)
      : terms_(terms), limits_(limits), env_(env), work_(terms), solver_(makeLoggedSolver("native", terms, env)) {}

  /// Clauses that say no more than stronger ones do, then those that say no more than all others.
  std::vector<Term> remove(std::vector<Term> clauses) {
    std::ranges::stable_sort(clauses, [](Term a, Term b) {
      return std::pair(isUnit(a), isEquation(a)) > std::pair(isUnit(b), isEquation(b));
    });
    std::vector<Term> result;
    for (Term clause : clauses)
      if (!isImplied(clause, result)) result.push_back(clause);
    for (size_t i = 0; i < result.size();) {
      const Term clause = result[i];
      std::vector<Term> others = result;
      others.erase(others.begin() + static_cast<ptrdiff_t>(i));
      if (isImplied(clause, others))
        result = std::move(others);
      else
        ++i;
    }
    return result;
  }

private:
  bool isImplied(Term clause, const std::vector<Term>& others) {
    if (env_.deadline.expired()) return false;
    std::vector<Term> query{terms_.mkNot(clause)};
    query.insert(query.end(), others.begin(), others.end());
    Allowance(env_.deadline, env_.deadline.end(), WorkLimit(work_, limits_.redundancyQuery)).limit(*solver_);
    return solver_->check(query).isUnsat();
  }

  TermManager& terms_;
  const PredicateLimits& limits_;
  Env& env_;
  Work work_;
  std::unique_ptr<Solver> solver_;
};

std::vector<Term> withoutImplied(std::vector<Term> clauses, TermManager& terms, const PredicateLimits& limits,
                                 Env& env) {
  if (clauses.size() < limits.fewClauses) return clauses;
  return Redundancy(terms, limits, env).remove(std::move(clauses));
}

class CoreSearch {
public:
  CoreSearch(const CutRelation& system, const std::vector<std::vector<Term>>& conditions, const PredicateLimits& limits,
             Env& env)
      : system_(system), flow_(system.flow()), terms_(flow_.terms()), conditions_(conditions), limits_(limits),
        env_(env), work_(terms_), isNeeded_(conditions.size()), open_(conditions.size()), solvers_(system.numCuts()) {
    for (size_t head = 0; head < conditions.size(); ++head) isNeeded_[head].resize(conditions[head].size());
    for (uint32_t cut = 0; cut < system.numCuts(); ++cut) {
      uses_.emplace_back(system.block(cut).exits.size() + system.block(cut).endings.size());
    }
  }

  ProofCore run(bool (*isWanted)(const Flow&, const Ending&)) {
    for (uint32_t cut = 0; cut < system_.numCuts(); ++cut) {
      const Block& block = system_.block(cut);
      for (size_t i = 0; i < block.endings.size(); ++i)
        if (isWanted(flow_, block.endings[i])) show(cut, block.exits.size() + i, block.endings[i].guard);
    }
    for (uint32_t head = nextOpen(); head < open_.size(); head = nextOpen()) {
      const std::vector<size_t> numbers = std::exchange(open_[head], {});
      for (const CutRelation::Entry& entry : system_.entries(head)) {
        const BlockPath& path = system_.path(entry);
        std::vector<Term> after;
        for (size_t number : numbers) after.push_back(path.at(flow_.program(), conditions_[head][number]));
        show(entry.cut, entry.exit, terms_.mkAnd(path.guard, terms_.mkNot(terms_.mkAnd(after))));
      }
    }
    return result();
  }

private:
  struct Use {
    std::vector<bool> conditions; // of the cut point
    std::vector<Term> violations; // that they exclude
  };

  /// A head with conditions to be shown; past the last if there is none.
  uint32_t nextOpen() const {
    const auto next = std::ranges::find_if(open_, [](const auto& numbers) { return !numbers.empty(); });
    return static_cast<uint32_t>(next - open_.begin());
  }

  /// Shows that the violation is excluded at the cut point.
  void show(uint32_t cut, size_t step, Term violation) {
    if (violation.isFalse()) return;
    Use& use = uses_[cut][step];
    use.violations.push_back(violation);
    if (cut == system_.start()) return;
    const std::vector<Term>& conditions = conditions_[cut];
    use.conditions.resize(conditions.size());
    std::vector<Term> assumptions{violation};
    assumptions.insert(assumptions.end(), conditions.begin(), conditions.end());
    std::erase_if(assumptions, [](Term term) { return term.isTrue(); });
    if (!solvers_[cut]) solvers_[cut] = makeLoggedSolver("native", terms_, env_);
    Solver& solver = *solvers_[cut];
    Allowance(env_.deadline, env_.deadline.end(), WorkLimit(work_, limits_.coreQuery)).limit(solver);
    const bool isShown = !env_.deadline.expired() && solver.check(assumptions).isUnsat();
    TermSet core;
    if (isShown)
      for (Term term : solver.core()) core.insert(term);
    for (size_t i = 0; i < conditions.size(); ++i) {
      if (isShown && !core.contains(conditions[i])) continue;
      use.conditions[i] = true;
      if (isNeeded_[cut][i]) continue;
      isNeeded_[cut][i] = true;
      open_[cut].push_back(i);
    }
  }

  ProofCore result() const {
    ProofCore core;
    for (uint32_t head = 0; head < conditions_.size(); ++head) {
      std::vector<Term>& needed = core.conditions.emplace_back();
      for (size_t i = 0; i < conditions_[head].size(); ++i)
        if (isNeeded_[head][i]) needed.push_back(conditions_[head][i]);
    }
    for (uint32_t cut = 0; cut < system_.numCuts(); ++cut) {
      const size_t numExits = system_.block(cut).exits.size();
      const bool isStart = cut == system_.start();
      for (size_t step = 0; step < uses_[cut].size(); ++step) {
        const Use& use = uses_[cut][step];
        std::vector<Term> before;
        for (size_t i = 0; i < use.conditions.size(); ++i)
          if (use.conditions[i]) before.push_back(conditions_[cut][i]);
        const Term assumed = terms_.mkAnd(before);
        const Term violation = terms_.mkAnd(assumed, terms_.mkOr(use.violations));
        if (violation.isFalse()) continue;
        const char* what = isStart ? "initiation of abstract states" : "consecution of abstract states";
        if (step >= numExits) what = "that abstract states exclude errors";
        core.obligations.emplace_back(violation, what);
      }
    }
    return core;
  }

  const CutRelation& system_;
  const Flow& flow_;
  TermManager& terms_;
  const std::vector<std::vector<Term>>& conditions_; // by head
  const PredicateLimits& limits_;
  Env& env_;
  Work work_;
  std::vector<std::vector<bool>> isNeeded_;      // by head and condition
  std::vector<std::vector<size_t>> open_;        // by head: conditions that are needed, and to be shown
  std::vector<std::vector<Use>> uses_;           // by cut point: of its exits, then of its endings
  std::vector<std::unique_ptr<Solver>> solvers_; // by cut point
};

} // namespace

ProofCore proofCore(const CutRelation& system, const std::vector<std::vector<Term>>& conditions,
                    bool (*isWanted)(const Flow&, const Ending&), const PredicateLimits& limits, Env& env) {
  const Statistics::Timer timer(env.statistics, "core of the proof");
  std::vector<std::vector<Term>> needed;
  for (const std::vector<Term>& clauses : conditions)
    needed.push_back(withoutImplied(clauses, system.flow().terms(), limits, env));
  return CoreSearch(system, needed, limits, env).run(isWanted);
}

} // namespace assay
