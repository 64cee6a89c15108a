#include "invariants/polyhedra/block_houdini.h"

#include "encode/ring_reduction.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

class BlockHoudini {
public:
  BlockHoudini(const Flow& flow, std::vector<Assertion> candidates, Solver& solver, const Allowance& allowance)
      : flow_(flow), solver_(solver), allowance_(allowance), candidates_(std::move(candidates)),
        isKept_(candidates_.size(), true) {}

  std::optional<std::vector<Assertion>> run(const std::vector<DecidedBlock>& blocks) {
    for (bool isStable = false; !isStable;) {
      isStable = true;
      for (const DecidedBlock& block : blocks) {
        const auto isKeeping = keep(block);
        if (!isKeeping) return std::nullopt;
        isStable = isStable && *isKeeping;
      }
    }
    std::vector<Assertion> result;
    for (size_t i = 0; i < candidates_.size(); ++i)
      if (isKept_[i]) result.push_back(std::move(candidates_[i]));
    return result;
  }

private:
  static constexpr int kPart = 4; // of what is left, for one candidate on one path

  /// Drops what the block does not keep. Whether it keeps all; nothing: the allowance was too small.
  std::optional<bool> keep(const DecidedBlock& block) {
    std::vector<Term> query{block.path.guard};
    TermSet assumed;
    for (size_t i = 0; i < candidates_.size(); ++i)
      if (isKept_[i] && candidates_[i].head == block.source) {
        query.push_back(candidates_[i].condition);
        assumed.insert(candidates_[i].condition);
      }
    const uint32_t target = flow_.headNumber(block.path.target);
    std::vector<std::pair<size_t, Term>> goals;
    for (size_t i = 0; i < candidates_.size(); ++i) {
      if (!isKept_[i] || candidates_[i].head != target) continue;
      const Term goal = block.path.at(flow_.program(), candidates_[i].condition);
      if (goal.isTrue() || assumed.contains(goal) || isIdentity(query, goal)) continue;
      goals.emplace_back(i, flow_.terms().mkNot(goal));
    }
    bool keepsAll = true;
    query.emplace_back();
    for (const auto& [candidate, violation] : goals) {
      if (!isKept_[candidate]) continue;
      if (allowance_.expired()) return std::nullopt;
      query.back() = violation;
      allowance_.part(kPart).limit(solver_);
      const Answer answer = solver_.check(query);
      if (answer.isUnsat()) continue;
      keepsAll = isKept_[candidate] = false;
      if (!answer.isSat()) continue;
      for (const auto& [other, broken] : goals)
        if (solver_.value(broken).asBool()) isKept_[other] = false;
    }
    return keepsAll;
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
  Solver& solver_;
  const Allowance& allowance_;
  NormalForms forms_;
  std::vector<Assertion> candidates_;
  std::vector<bool> isKept_; // by candidate
};

} // namespace

std::optional<std::vector<Assertion>> keptByBlocks(const Flow& flow, const std::vector<DecidedBlock>& blocks,
                                                   std::vector<Assertion> candidates, Solver& solver,
                                                   const Allowance& allowance) {
  if (candidates.empty()) return candidates;
  return BlockHoudini(flow, std::move(candidates), solver, allowance).run(blocks);
}

} // namespace assay
