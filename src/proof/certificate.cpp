#include "proof/certificate.h"

#include "proof/confirmation.h"
#include "proof/hoare.h"
#include "proof/premises.h"
#include "solver/query_log.h"
#include "term/traverse.h"

#include <algorithm>
#include <map>

namespace assay {

namespace {

using Verdict = Certificate::Verdict;

class Certification {
public:
  Certification(const Flow& flow, const InductiveProof& proof, ProofSolvers solvers, const Deadline& deadline, Env& env)
      : flow_(flow), terms_(flow.terms()), proof_(proof),
        finder_(solvers.finder.empty() ? nullptr : makeLoggedSolver(solvers.finder, flow.terms(), env)),
        confirmation_(flow.terms(), solvers.second, deadline, env), isNeeded_(proof.invariants.size()),
        depth_(proof.depth) {
    if (finder_) finder_->setLimits({.deadline = Deadline(confirmation_.timeLeft())});
  }

  Certificate run() {
    for (size_t first = 0; first < proof_.checks.size();) first = safety(first);
    for (size_t s = proof_.stages.size(); s-- > 0;) stage(s);
    leftOut();
    certificate_.numObligations = atStart_.size() + inStep_.size() + ofBlocks_.size();
    if (certificate_.verdict == Verdict::Confirmed) confirmAll();
    certificate_.numInvariants = static_cast<size_t>(std::count(isNeeded_.begin(), isNeeded_.end(), true));
    certificate_.isNeeded = isNeeded_;
    return std::move(certificate_);
  }

private:
  void confirmAll() {
    if (confirmPremises(flow_, confirmation_) && confirmation_.confirm(atStart_) && confirmation_.confirm(inStep_) &&
        confirmation_.confirmEach(ofBlocks_))
      return;
    certificate_.verdict = confirmation_.isRefuted() ? Verdict::Refuted : Verdict::NotInTime;
    certificate_.failed = confirmation_.failed();
  }

  // Queries become small if every check and invariant has its own, but to pose one takes time, too.
  static constexpr size_t kMaxQueries = 60;

  void base(const std::vector<Term>& bad, const std::string& what) { show(atStart_, {}, bad, what); }
  void step(uint32_t k, size_t numInvariants, const std::vector<Term>& bad, const std::string& what) {
    std::vector<Term> assumed;
    for (size_t i : needed(k, numInvariants, bad)) assumed.push_back(assumption(i, k));
    show(inStep_, std::move(assumed), bad, what);
  }

  /// What was not unwound, in the layers that the proof speaks of.
  void leftOut() {
    std::vector<Term> guards;
    for (const Unwinding::Dropped& dropped : proof_.base.dropped())
      if (dropped.layer <= depth_) guards.push_back(dropped.guard);
    base(guards, "no execution gets to a part that was left out");
  }

  /// Of some checks with the same k; returns the first that is left.
  size_t safety(size_t first) {
    const uint32_t k = proof_.checks[first].k;
    const size_t numInvariants = proof_.checks[first].numInvariants;
    std::vector<Term> atStart, inStep;
    const size_t most = first + 1 + proof_.checks.size() / kMaxQueries;
    size_t next = first;
    for (; next < proof_.checks.size() && next < most && proof_.checks[next].k == k &&
           proof_.checks[next].numInvariants == numInvariants;
         ++next)
      for (const Ending* ending : proof_.checks[next].endings) {
        const bool isBase = ending >= proof_.base.endings().data() &&
                            ending < proof_.base.endings().data() + proof_.base.endings().size();
        (isBase ? atStart : inStep).push_back(ending->guard);
      }
    base(atStart, "safety of the first " + std::to_string(k) + " iterations");
    step(k, numInvariants, inStep, "safety by induction with k = " + std::to_string(k));
    return next;
  }

  /// Adds obligations for the invariants of the stage that are needed; these may become more and more.
  void stage(size_t s) {
    const auto [k, end, why] = proof_.stages[s];
    const size_t begin = s == 0 ? 0 : proof_.stages[s - 1].numInvariants;
    if (why == Assertion::Why::Blocks) return blockStage(begin, end);
    if (why == Assertion::Why::Implied) return impliedStage(s, begin, end);
    std::vector<bool> isDone(end - begin);
    for (;;) {
      std::vector<size_t> wave;
      for (size_t i = begin; i < end; ++i)
        if (isNeeded_[i] && !isDone[i - begin]) wave.push_back(i);
      if (wave.empty()) break;
      depth_ = std::max(depth_, k + 1);
      const size_t together = 1 + wave.size() / kMaxQueries;
      for (size_t i = 0; i < wave.size(); i += together) {
        const auto some = std::span(wave).subspan(i, std::min(together, wave.size() - i));
        std::vector<Term> atStart, inStep;
        for (size_t invariant : some) {
          isDone[invariant - begin] = true;
          addViolations(invariant, k, atStart, inStep);
        }
        const std::string& text = proof_.invariants[some[0]].text;
        base(atStart, "initiation of " + text);
        step(k, end, inStep, "consecution of " + text);
      }
    }
  }

  /// Invariants that blocks keep rest on each other: all of them are confirmed, or none.
  void blockStage(size_t begin, size_t end) {
    const auto first = isNeeded_.begin() + static_cast<ptrdiff_t>(begin);
    const auto last = isNeeded_.begin() + static_cast<ptrdiff_t>(end);
    if (std::find(first, last, true) == last) return;
    auto obligations = hoareObligations(flow_, proof_.invariants.subspan(begin, end - begin));
    if (!obligations) {
      certificate_.verdict = Verdict::NotInTime;
      certificate_.failed = "a block with too many paths";
      return;
    }
    std::ranges::move(*obligations, std::back_inserter(ofBlocks_));
  }

  /// By those that hold at heads, and the stage before.
  void impliedStage(size_t s, size_t begin, size_t end) {
    const size_t before = s < 2 ? 0 : proof_.stages[s - 2].numInvariants;
    for (size_t i = begin; i < end; ++i) {
      if (!isNeeded_[i]) continue;
      const Assertion& implied = proof_.invariants[i];
      std::vector<Term> assumed;
      for (size_t other = 0; other < begin; ++other) {
        const Assertion& entry = proof_.invariants[other];
        if (entry.head != implied.head || (entry.why != Assertion::Why::Blocks && other < before)) continue;
        assumed.push_back(entry.condition);
        isNeeded_[other] = true;
      }
      const Term violation = violationOf(flow_, assumed, implied.condition);
      if (!violation.isFalse()) ofBlocks_.push_back({violation, "that " + implied.text + " follows"});
    }
  }

  void addViolations(size_t invariant, uint32_t k, std::vector<Term>& atStart, std::vector<Term>& inStep) const {
    const Assertion& entry = proof_.invariants[invariant];
    const auto violation = [&](Term guard, const SymbolicState& state) {
      return terms_.mkAnd(guard, terms_.mkNot(holds(flow_, entry, state)));
    };
    for (uint32_t layer = 1; layer <= k + 1; ++layer)
      if (const SymbolicState* state = proof_.base.arrival(layer, entry.head))
        atStart.push_back(violation(proof_.base.arrivalGuard(layer, entry.head), *state));
    if (const SymbolicState* state = proof_.step.arrival(k + 1, entry.head))
      inStep.push_back(violation(proof_.step.arrivalGuard(k + 1, entry.head), *state));
  }

  /// The assumption that the invariant holds behind k + 1 back edges in a row.
  Term assumption(size_t invariant, uint32_t k) {
    Term& known = assumptions_[{invariant, k}];
    if (known) return known;
    const Assertion& entry = proof_.invariants[invariant];
    std::vector<Term> conditions;
    const auto add = [&](Term guard, const SymbolicState& state) {
      conditions.push_back(terms_.mkOr(terms_.mkNot(guard), holds(flow_, entry, state)));
    };
    if (const auto* back = proof_.step.loopBack(entry.head)) add(back->guard, back->state);
    for (uint32_t layer = 1; layer <= k; ++layer)
      if (const SymbolicState* state = proof_.step.arrival(layer, entry.head))
        add(proof_.step.arrivalGuard(layer, entry.head), *state);
    for (Term instance : proof_.instances.of(invariant)) conditions.push_back(instance);
    known = terms_.mkAnd(conditions);
    return known;
  }

  /// Of the first invariants, those with which nothing bad happens; all, if the finder does not tell.
  std::vector<size_t> needed(uint32_t k, size_t numInvariants, const std::vector<Term>& bad) {
    std::vector<size_t> result;
    const Term any = terms_.mkOr(bad);
    if (any.isFalse()) return result;
    for (size_t i = 0; i < numInvariants; ++i) result.push_back(i);
    for (size_t before = SIZE_MAX; finder_ && result.size() < before;) { // a core of a core is often smaller
      before = result.size();
      std::vector<Term> query{any};
      for (size_t i : result) query.push_back(assumption(i, k));
      if (!finder_->check(query).isUnsat()) break;
      const std::vector<Term> core = finder_->core();
      std::erase_if(result,
                    [&](size_t i) { return std::find(core.begin(), core.end(), assumption(i, k)) == core.end(); });
    }
    for (size_t i : result) isNeeded_[i] = true;
    return result;
  }

  void show(std::vector<Obligation>& obligations, std::vector<Term> assumed, const std::vector<Term>& bad,
            const std::string& what) const {
    const Term any = terms_.mkOr(bad);
    if (any.isFalse()) return;
    assumed.push_back(any);
    obligations.push_back({terms_.mkAnd(assumed), what});
  }

  const Flow& flow_;
  TermManager& terms_;
  const InductiveProof& proof_;
  std::unique_ptr<Solver> finder_; // or null
  Confirmation confirmation_;
  std::vector<bool> isNeeded_; // by invariant
  uint32_t depth_;             // the last layer of the base that the proof speaks of
  std::map<std::pair<size_t, uint32_t>, Term> assumptions_;
  std::vector<Obligation> atStart_, inStep_, ofBlocks_;
  Certificate certificate_;
};

} // namespace

Certificate confirmProof(const Flow& flow, const InductiveProof& proof, ProofSolvers solvers, const Deadline& deadline,
                         Env& env) {
  return Certification(flow, proof, solvers, deadline, env).run();
}

} // namespace assay
