#include "engine/kiki/certificate.h"

#include "solver/factory.h"
#include "term/traverse.h"

#include <algorithm>
#include <map>

namespace assay {

namespace {

using Verdict = Certificate::Verdict;

class Certification {
public:
  Certification(const Flow& flow, const InductiveProof& proof, std::string_view finder, std::string_view solver,
                const Deadline& deadline)
      : flow_(flow), terms_(flow.terms()), proof_(proof), solver_(solver), deadline_(deadline),
        finder_(makeSolver(finder, flow.terms())), isNeeded_(proof.invariants.size()), depth_(proof.depth) {
    finder_->setLimits({.deadline = Deadline(timeLeft())});
  }

  Certificate run() {
    for (size_t first = 0; first < proof_.checks.size();) first = safety(first);
    for (size_t s = proof_.stages.size(); s-- > 0;) stage(s);
    leftOut();
    certificate_.numObligations = obligations_.size();
    confirm();
    certificate_.numInvariants = static_cast<size_t>(std::count(isNeeded_.begin(), isNeeded_.end(), true));
    return std::move(certificate_);
  }

private:
  Deadline::Clock::duration timeLeft() const {
    return std::max<Deadline::Clock::duration>(deadline_.end() - Deadline::Clock::now(), std::chrono::milliseconds(1));
  }

  // Queries become small if every check and invariant has its own, but to pose one takes time, too.
  static constexpr size_t kMaxQueries = 60;

  void base(const std::vector<Term>& bad, const std::string& what) { show({}, 0, bad, what); }

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
    show(needed(k, numInvariants, inStep), k, inStep, "safety by induction with k = " + std::to_string(k));
    return next;
  }

  /// Those of the stage that are needed; that may be more and more.
  void stage(size_t s) {
    const auto [k, end] = proof_.stages[s];
    const size_t begin = s == 0 ? 0 : proof_.stages[s - 1].numInvariants;
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
        show(needed(k, end, inStep), k, inStep, "consecution of " + text);
      }
    }
  }

  void addViolations(size_t invariant, uint32_t k, std::vector<Term>& atStart, std::vector<Term>& inStep) const {
    const Invariant& entry = proof_.invariants[invariant];
    const auto violation = [&](Term guard, const UnwindingState& state) {
      return terms_.mkAnd(guard, terms_.mkNot(holds(flow_, entry, state)));
    };
    for (uint32_t layer = 1; layer <= k + 1; ++layer)
      if (const UnwindingState* state = proof_.base.arrival(layer, entry.head))
        atStart.push_back(violation(proof_.base.arrivalGuard(layer, entry.head), *state));
    if (const UnwindingState* state = proof_.step.arrival(k + 1, entry.head))
      inStep.push_back(violation(proof_.step.arrivalGuard(k + 1, entry.head), *state));
  }

  /// That the invariant holds behind k + 1 back edges in a row.
  Term assumption(size_t invariant, uint32_t k) {
    Term& known = assumptions_[{invariant, k}];
    if (known) return known;
    const Invariant& entry = proof_.invariants[invariant];
    std::vector<Term> conditions;
    const auto add = [&](Term guard, const UnwindingState& state) {
      conditions.push_back(terms_.mkOr(terms_.mkNot(guard), holds(flow_, entry, state)));
    };
    if (const auto* back = proof_.step.loopBack(entry.head)) add(back->guard, back->state);
    for (uint32_t layer = 1; layer <= k; ++layer)
      if (const UnwindingState* state = proof_.step.arrival(layer, entry.head))
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
    for (size_t before = SIZE_MAX; result.size() < before;) { // a core of a core is often smaller
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

  /// Nothing bad happens if what is assumed holds.
  struct Obligation {
    std::vector<Term> assumed;
    Term bad;
    std::string what;
  };
  void show(const std::vector<size_t>& invariants, uint32_t k, const std::vector<Term>& bad, const std::string& what) {
    const Term any = terms_.mkOr(bad);
    if (any.isFalse()) return;
    Obligation& obligation = obligations_.emplace_back(Obligation{{}, any, what});
    for (size_t i : invariants) obligation.assumed.push_back(assumption(i, k));
  }

  // To make a solver takes longer than to solve most queries: if all are small together, they are asked as one.
  void confirm() {
    constexpr size_t kSmall = 3000; // terms
    constexpr std::chrono::seconds kShort{1};
    std::vector<Term> failures;
    for (const Obligation& obligation : obligations_)
      failures.push_back(terms_.mkAnd(obligation.bad, terms_.mkAnd(obligation.assumed)));
    const Term any = terms_.mkOr(failures);
    const int part = timeLeft() < kShort ? 1 : 4;
    if (termSize(any) < kSmall && ask({{}, any, ""}, part).isUnsat()) return;
    for (const Obligation& obligation : obligations_) {
      const Answer answer = ask(obligation, 1);
      if (answer.isUnsat()) continue;
      certificate_.verdict = answer.isSat() ? Verdict::Refuted : Verdict::NotInTime;
      certificate_.failed = obligation.what;
      return;
    }
  }

  /// In a part of the time that is left.
  Answer ask(const Obligation& obligation, int part) {
    const std::unique_ptr<Solver> solver = makeSolver(solver_, terms_);
    solver->setLimits({.deadline = Deadline(timeLeft() / part)});
    solver->assertTerm(obligation.bad);
    for (Term term : obligation.assumed) solver->assertTerm(term);
    return solver->check();
  }

  const Flow& flow_;
  TermManager& terms_;
  const InductiveProof& proof_;
  const std::string_view solver_;
  const Deadline& deadline_;
  std::unique_ptr<Solver> finder_;
  std::vector<bool> isNeeded_; // by invariant
  uint32_t depth_;             // the last layer of the base that the proof speaks of
  std::map<std::pair<size_t, uint32_t>, Term> assumptions_;
  std::vector<Obligation> obligations_;
  Certificate certificate_;
};

} // namespace

Certificate certify(const Flow& flow, const InductiveProof& proof, std::string_view finder, std::string_view solver,
                    const Deadline& deadline) {
  return Certification(flow, proof, finder, solver, deadline).run();
}

} // namespace assay
