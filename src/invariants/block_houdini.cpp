#include "invariants/block_houdini.h"

#include "encode/ring_reduction.h"
#include "term/traverse.h"

#include <span>
#include <utility>

namespace assay {

namespace {

class BlockHoudini {
public:
  BlockHoudini(const CutRelation& relation, std::vector<Assertion> candidates, OnUnknown onUnknown, Solver& solver,
               const Allowance& allowance)
      : flow_(relation.flow()), transitions_(relation.transitions()), onUnknown_(onUnknown), solver_(solver),
        allowance_(allowance), candidates_(std::move(candidates)), isKept_(candidates_.size(), true),
        goals_(transitions_.size()) {}

  std::optional<std::vector<Assertion>> run() {
    for (bool isStable = false; !isStable;) {
      isStable = true;
      for (size_t number = 0; number < transitions_.size(); ++number) {
        const std::optional<bool> keepsAll = keep(number);
        if (!keepsAll) return std::nullopt;
        isStable = isStable && *keepsAll;
      }
    }
    std::vector<Assertion> result;
    for (size_t i = 0; i < candidates_.size(); ++i)
      if (isKept_[i]) result.push_back(std::move(candidates_[i]));
    return result;
  }

private:
  /// A candidate at the end of a transition.
  struct Goal {
    size_t candidate;
    Term holds;
    Term violated;
  };

  /// Drops what the transition does not keep. Whether it keeps all; nothing: the allowance was too small.
  std::optional<bool> keep(size_t number) {
    if (!prepare(number)) return std::nullopt;
    return onUnknown_ == OnUnknown::Stop ? keepTogether(number) : keepEach(number);
  }

  /// What the transition does to each candidate at its end.
  bool prepare(size_t number) {
    if (!goals_[number].empty()) return true;
    const Transition& transition = transitions_[number];
    for (size_t i = 0; i < candidates_.size(); ++i) {
      if (!isKept_[i] || candidates_[i].head != transition.target) continue;
      if (allowance_.expired()) return false;
      const Term holds = transition.path.at(flow_.program(), candidates_[i].condition);
      goals_[number].push_back({i, holds, flow_.terms().mkNot(holds)});
    }
    return true;
  }

  /// That the transition is taken, and what is left where it begins.
  std::vector<Term> assumed(const Transition& transition) const {
    std::vector<Term> result{transition.path.guard};
    for (size_t i = 0; i < candidates_.size(); ++i)
      if (isKept_[i] && candidates_[i].head == transition.source) result.push_back(candidates_[i].condition);
    return result;
  }

  /// A model that breaks one candidate breaks others, too, mostly.
  void dropBroken(const std::vector<Goal>& goals) {
    for (const Goal& goal : goals)
      if (isKept_[goal.candidate] && solver_.value(goal.violated).asBool()) isKept_[goal.candidate] = false;
  }

  std::optional<bool> keepTogether(size_t number) {
    for (bool keepsAll = true;; keepsAll = false) {
      std::vector<Term> query = assumed(transitions_[number]), violated;
      for (const Goal& goal : goals_[number])
        if (isKept_[goal.candidate]) violated.push_back(goal.violated);
      query.push_back(flow_.terms().mkOr(violated));
      if (query.back().isFalse()) return keepsAll;
      if (allowance_.expired()) return std::nullopt;
      allowance_.limit(solver_);
      const Answer answer = solver_.check(query);
      if (answer.isUnknown()) return std::nullopt;
      if (answer.isUnsat()) return keepsAll;
      dropBroken(goals_[number]);
    }
  }

  std::optional<bool> keepEach(size_t number) {
    constexpr int kPart = 4; // of what is left, for one candidate
    std::vector<Term> query = assumed(transitions_[number]);
    const std::vector<Goal> open = notEvident(query, goals_[number]);
    bool keepsAll = true;
    query.emplace_back();
    for (const Goal& goal : open) {
      if (!isKept_[goal.candidate]) continue;
      if (allowance_.expired()) return std::nullopt;
      query.back() = goal.violated;
      allowance_.part(kPart).limit(solver_);
      const Answer answer = solver_.check(query);
      if (answer.isUnsat()) continue;
      keepsAll = isKept_[goal.candidate] = false;
      if (answer.isSat()) dropBroken(open);
    }
    return keepsAll;
  }

  /// Goals that are still to be kept and that a solver has to be asked about.
  std::vector<Goal> notEvident(const std::vector<Term>& assumed, const std::vector<Goal>& goals) {
    TermSet known; // all but the guard
    for (Term term : std::span(assumed).subspan(1)) known.insert(term);
    std::vector<Goal> result;
    for (const Goal& goal : goals)
      if (isKept_[goal.candidate] && !goal.holds.isTrue() && !known.contains(goal.holds) &&
          !isIdentity(assumed, goal.holds))
        result.push_back(goal);
    return result;
  }

  /// Whether an equation follows from those that are assumed by the laws of rings: they are harder for the solver.
  bool isIdentity(const std::vector<Term>& assumed, Term goal) {
    if (goal.kind() != Kind::Equal || !goal[0].sort().isBitVec() || goal[0].sort().width() > 64) return false;
    RingReduction reduction(forms_, flow_.terms(), goal[0].sort().width());
    std::vector<Term> parts;
    for (Term term : assumed) splitConjunction(term, parts);
    for (Term part : parts)
      if (part.kind() == Kind::Equal && part[0].sort() == goal[0].sort())
        reduction.addDivisor(flow_.terms().mkBvSub(part[0], part[1]));
    return reduction.isZero(flow_.terms().mkBvSub(goal[0], goal[1]));
  }

  const Flow& flow_;
  const std::vector<Transition>& transitions_;
  const OnUnknown onUnknown_;
  Solver& solver_;
  const Allowance& allowance_;
  NormalForms forms_;
  std::vector<Assertion> candidates_;
  std::vector<bool> isKept_;             // by candidate
  std::vector<std::vector<Goal>> goals_; // by transition
};

} // namespace

std::optional<std::vector<Assertion>> keptByTransitions(const CutRelation& relation, std::vector<Assertion> candidates,
                                                        OnUnknown onUnknown, Solver& solver,
                                                        const Allowance& allowance) {
  if (candidates.empty()) return candidates;
  return BlockHoudini(relation, std::move(candidates), onUnknown, solver, allowance).run();
}

} // namespace assay
