#include "engine/termination/needed_invariants.h"

#include <algorithm>
#include <utility>

namespace assay {

namespace {

class NeededInvariants {
public:
  NeededInvariants(const Flow& flow, const CutRelation& relation, const std::vector<Assertion>& invariants,
                   Solver& solver, const TerminationLimits& limits, const Allowance& allowance)
      : flow_(flow), relation_(relation), invariants_(invariants), solver_(solver), limits_(limits),
        allowance_(allowance), isNeeded_(invariants.size()) {}

  std::vector<Assertion> run(std::span<const Exclusion> exclusions) {
    for (const Exclusion& exclusion : exclusions) show(exclusion.source, exclusion.violation);
    while (!open_.empty()) showKept(std::exchange(open_, {}));
    std::vector<Assertion> result;
    for (size_t i = 0; i < invariants_.size(); ++i)
      if (isNeeded_[i]) result.push_back(invariants_[i]);
    return result;
  }

private:
  /// That transitions keep these.
  void showKept(const std::vector<size_t>& numbers) {
    TermManager& terms = flow_.terms();
    for (const Transition& transition : relation_.transitions()) {
      std::vector<Term> after;
      for (const size_t number : numbers)
        if (invariants_[number].head == transition.target)
          after.push_back(transition.path.at(flow_.program(), invariants_[number].condition));
      const Term violated = terms.mkNot(terms.mkAnd(after));
      show(transition.source, terms.mkAnd(transition.path.guard, violated));
    }
  }

  /// That the violation is excluded at the cut point; first with what is needed anyway.
  void show(uint32_t source, Term violation) {
    if (violation.isFalse() || source == Flow::kNone) return;
    std::vector<size_t> known, all;
    for (size_t i = 0; i < invariants_.size(); ++i) {
      if (invariants_[i].head != source) continue;
      all.push_back(i);
      if (isNeeded_[i]) known.push_back(i);
    }
    if (known.size() == all.size() || isExcluded(known, violation)) return;
    const bool isShown = isExcluded(all, violation);
    const std::vector<Term> core = isShown ? solver_.minimisedCore() : std::vector<Term>();
    for (const size_t number : all) {
      if (isNeeded_[number]) continue;
      if (isShown && std::ranges::find(core, invariants_[number].condition) == core.end()) continue;
      isNeeded_[number] = true;
      open_.push_back(number);
    }
  }

  bool isExcluded(const std::vector<size_t>& numbers, Term violation) {
    if (allowance_.expired()) return false;
    std::vector<Term> query{violation};
    for (const size_t number : numbers) query.push_back(invariants_[number].condition);
    allowance_.part(limits_.queryPart).limit(solver_);
    return solver_.check(query).isUnsat();
  }

  const Flow& flow_;
  const CutRelation& relation_;
  const std::vector<Assertion>& invariants_;
  Solver& solver_;
  const TerminationLimits& limits_;
  const Allowance& allowance_;
  std::vector<bool> isNeeded_; // by invariant
  std::vector<size_t> open_;   // that are needed, and to be shown
};

} // namespace

std::vector<Assertion> neededInvariants(const Flow& flow, const CutRelation& relation,
                                        const std::vector<Assertion>& invariants, std::span<const Exclusion> exclusions,
                                        Solver& solver, const TerminationLimits& limits, const Allowance& allowance) {
  if (invariants.empty()) return {};
  return NeededInvariants(flow, relation, invariants, solver, limits, allowance).run(exclusions);
}

} // namespace assay
