#include "engine/kiki/rounds.h"

#include "engine/common/confirm_refutations.h"
#include "engine/kiki/timed_solver.h"
#include "invariants/outside/outside.h"
#include "proof/lemmas.h"
#include "proof/premises.h"

#include <algorithm>
#include <span>
#include <utility>

namespace assay {

namespace {

/// Stands for a source in outlines: other engines have proved some of the checks.
constexpr std::string_view kOthers = "others";

/// Whether all lemmas have a text.
bool isWhole(const InductionOutline& outline) {
  return std::ranges::all_of(outline.sources, [](const std::string& source) { return source == kOthers; });
}

std::span<const OutlinedLemma> lemmasOf(const ProofOutline& outline) {
  if (const auto* induction = std::get_if<InductionOutline>(&outline)) return induction->lemmas;
  if (const auto* conditions = std::get_if<ConditionsOutline>(&outline)) return conditions->lemmas;
  return {};
}

} // namespace

Rounds::Rounds(const Program& original, const Flow& flow, const KikiOptions& options, std::vector<Assertion> candidates,
               Sharing& sharing, Env& env)
    : flow_(flow), options_(options), limits_(limitsOf<KikiLimits>(env.options)), sharing_(sharing), env_(env),
      budget_(flow.terms(), options.limit, limits_.turn, env), checks_(original, flow),
      refutations_(options.newSolver, true, env),
      base_(original, flow, checks_, budget_, timed(refutations_.newSolver(options.solver, flow.terms())), env),
      step_(
          flow, base_.unwinding(), checks_,
          [this] { return timed(options_.newSolver(options_.solver, flow_.terms(), env_)); }, env),
      induction_(flow, options, limits_, step_, checks_, budget_, std::move(candidates)) {
  if (options.hint) induction_.propose(candidatesFrom(lemmasOf(*options.hint), flow, base_.unwinding().arrays()));
}

std::unique_ptr<Solver> Rounds::timed(std::unique_ptr<Solver> solver) const {
  return std::make_unique<TimedSolver>(std::move(solver), env_.statistics.counter("kiki solver ns"));
}

void Rounds::tellProgress(uint32_t k) {
  if (!env_.logger.hasStatusLine() || Clock::now() < nextStatus_) return;
  nextStatus_ = Clock::now() + std::chrono::milliseconds(200);
  uint32_t numOpen = 0;
  for (uint32_t check = 0; check < checks_.size(); ++check) numOpen += checks_[check].status == CheckStatus::Open;
  env_.logger.status("depth " + std::to_string(k) + ", " + std::to_string(numOpen) + " of " +
                     std::to_string(checks_.size()) + " checks open, " + std::to_string(step_.invariants().size()) +
                     " invariants, " + std::to_string(env_.statistics.counter("kiki base cases")) + " base cases, " +
                     std::to_string(env_.statistics.counter("kiki inductive steps")) + " inductive steps");
}

Result Rounds::run() {
  for (uint32_t k = 0; (openReason_ = beginRound(k)).empty() && round(k);) ++k;
  sharing_.close();
  if (proofElsewhere_) return std::move(*proofElsewhere_);
  Result result = checks_.result(openReason_, isSettled_);
  if (result.verdict == Verdict::True) certifyProof(result);
  result.invariants = step_.loopInvariants(budget_.allow(limits_.loopInvariants));
  env_.statistics.counter("kiki work in us") +=
      static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(budget_.done()).count());
  return result;
}

bool Rounds::hasLimits() const {
  for (uint32_t check = 0; check < checks_.size(); ++check)
    if (checks_[check].isLimit) return true;
  return false;
}

// Which limits are reached is a question for the base case.
bool Rounds::canRecall(const InductionOutline& outline) const {
  return isWhole(outline) && !hasLimits() && outline.k <= Induction::lastK(limits_) &&
         env_.options.certify != SecondSolver::None;
}

bool Rounds::needsOthers(const InductionOutline& outline) {
  return std::ranges::find(outline.sources, kOthers) != outline.sources.end();
}

std::optional<Result> Rounds::recall(const InductionOutline& outline) {
  if (!canRecall(outline)) return std::nullopt;
  std::vector<Assertion> lemmas = lemmasFrom(outline.lemmas, flow_, base_.unwinding().arrays());
  if (lemmas.size() != outline.lemmas.size()) return std::nullopt;
  const Deadline deadline = timeToRecall(options_.standing, env_);
  for (uint32_t layer = 0; layer <= outline.k; ++layer)
    if (!base_.addLayer(deadline)) return std::nullopt;
  if (!step_.extend(outline.k, deadline)) return std::nullopt;
  if (checks_.needTermination()) {
    if (!allEnd_ || !std::exchange(allEnd_, nullptr)()) return std::nullopt;
    checks_.executionsEnd();
  }
  step_.suppose(std::move(lemmas), outline.k);
  const std::vector<bool> isWanted(checks_.size(), true);
  const std::string solver = confirmingSolver(options_.standing, env_);
  if (step_.certificate(isWanted, {{}, solver}, deadline).verdict != Certificate::Verdict::Confirmed)
    return std::nullopt;
  Result result = checks_.result({}, true);
  if (result.verdict != Verdict::True) return std::nullopt;
  result.reason += " (confirmed by " + solver + ")";
  result.proofCheck = {ProofCheck::Confirmed, solver, {}};
  result.outline = outline;
  result.invariants = step_.loopInvariants(budget_.allow(limits_.loopInvariants));
  return result;
}

std::string Rounds::beginRound(uint32_t k) {
  if (budget_.isOutOfGrace()) return "not settled when a violation was found";
  if (k >= options_.maxRounds) return "not settled within " + std::to_string(k) + (k == 1 ? " round" : " rounds");
  if (budget_.isSpent() || !base_.addLayer(budget_.allow(budget_.remaining())))
    return "out of time in round " + std::to_string(k);
  return {};
}

bool Rounds::round(uint32_t k) {
  env_.statistics.counter("kiki rounds") = k + 1;
  tellProgress(k);
  if (hearOthers()) return false;

  // Induction is tried at the k of the outline first, and needs the base case until there.
  const bool isLast = !base_.unwinding().hasArrivals(k + 1);
  const auto* const known = std::get_if<InductionOutline>(options_.hint);
  if (!isLast && known && k < std::min(known->k, Induction::lastK(limits_))) return true;
  // Where unwinding alone takes more time than the solver, the solver is asked every round.
  if (!isLast && k >= limits_.everyRound && !options_.asksEveryRound &&
      2 * base_.time() >= budget_.done() - induction_.time())
    return true;
  const Answered more = baseRound(k);
  if (isSettled_ || (budget_.hasViolation() && checks_.allDecided())) return false;
  if (base_.isObstructed() && (isCut(flow_.origin()) || isForProofs(flow_.origin()))) return false;
  if (base_.isUnconfirmed() && isSliced(flow_.origin())) return false;
  if (more == Answered::GaveUp) {
    openReason_ = budget_.isOutOfGrace() ? "not settled when a violation was found"
                                         : "the solver gave up in round " + std::to_string(k);
    return false;
  }
  if (more == Answered::No) {
    checks_.proveRest("no execution takes more than " + std::to_string(k) + " back edges (forward condition)");
    isSettled_ = isForward_ = true;
    return false;
  }
  if (!base_.isObstructed() && !base_.isUnconfirmed() && !budget_.hasViolation()) sharing_.tellDepth(k);
  if (induction()) return false;
  tellOthers();
  return true;
}

// Whether executions go on after round k. While induction has something to do for what was covered before, it gets its
// turns.
Answered Rounds::baseRound(uint32_t k) {
  for (;;) {
    const Work::Duration rest = budget_.remaining();
    const bool isLast = base_.isObstructed() || !induction_.isPossible(base_.numCovered()) || rest <= budget_.turn();
    const Allowance allowance =
        budget_.allow(isLast ? rest : std::min(std::max(budget_.turn(), budget_.done()), rest / 2));
    const Answered more = base_.round(k, allowance);
    if (more != Answered::GaveUp || isLast || !allowance.expired()) return more;
    if (induction() || hearOthers()) return more;
    tellOthers();
  }
}

void Rounds::askForEnd() {
  if (!allEnd_ || budget_.done() < limits_.beforeEnds || base_.isObstructed() || !checks_.needTermination()) return;
  if (!std::exchange(allEnd_, nullptr)()) return;
  checks_.executionsEnd();
  induction_.decideAgain();
}

bool Rounds::induction() {
  askForEnd();
  if (!base_.isObstructed() && induction_.run(base_.numCovered())) isSettled_ = true;
  if (!isSettled_ && elsewhere_ && (base_.isObstructed() || !step_.isComplete())) proveElsewhere();
  return isSettled_;
}

// This gets about half of the work: bugs within a few iterations are to be found first.
void Rounds::proveElsewhere() {
  const Work::Duration done = budget_.done();
  const bool isTime = done >= nextElsewhere_ || (isElsewhereNew_ && base_.numCovered() >= limits_.shallowRounds);
  if (!isTime || budget_.hasViolation() || budget_.isSpent()) return;
  isElsewhereNew_ = false;
  proofElsewhere_ = elsewhere_(std::max(done, budget_.turn()));
  isSettled_ = proofElsewhere_.has_value();
  nextElsewhere_ = 2 * std::max(budget_.done(), 2 * done);
}

// A proof by the forward condition rests on refutations of the base case.
void Rounds::certifyProof(Result& result) {
  if (const std::string others = sharing_.summary(); !others.empty()) {
    result.reason += "; " + others;
    result.proofCheck = sharing_.proofCheck();
  }
  if (!isForward_) step_.proveUnmet();
  std::vector<bool> isWanted;
  for (uint32_t check = 0; check < checks_.size(); ++check) isWanted.push_back(checks_[check].induction.has_value());
  if (!isForward_ || std::find(isWanted.begin(), isWanted.end(), true) != isWanted.end())
    certifyInduction(result, isWanted);
  else
    certifyForward(result);
  if (isForward_ && result.verdict == Verdict::True) confirmRefutations(result, refutations_, options_.standing, env_);
  if (sharing_.summary().empty() || !result.outline) return;
  // What others have proved may follow as well.
  if (auto* proof = std::get_if<InductionOutline>(&*result.outline); proof && isWhole(*proof) && !hasLimits())
    proof->sources.emplace_back(kOthers);
  else
    result.outline.reset(); // alone, it is none
}

// Confirms the premises: analyses that the automaton was made with, and facts that unwindings take for granted.
void Rounds::certifyForward(Result& result) {
  const std::string solver = confirmingSolver(options_.standing, env_);
  result.outline = ForwardOutline{.backEdges = base_.numCovered() - 1};
  if (solver.empty() || result.verdict != Verdict::True) return;
  const Deadline deadline(budget_.untilDeadline());
  Confirmation confirmation(flow_.terms(), solver, deadline, env_);
  if (confirmPremises(flow_, confirmation)) return;
  openAll(result, std::vector<bool>(checks_.size(), true),
          (confirmation.isRefuted() ? "DEFECT: " : "") + solver + " did not confirm " + confirmation.failed());
}

void Rounds::openAll(Result& result, const std::vector<bool>& isOpened, const std::string& why) {
  for (uint32_t check = 0; check < checks_.size(); ++check) {
    if (!isOpened[check]) continue;
    checks_[check].status = CheckStatus::Open;
    checks_[check].how = why;
  }
  result = checks_.result(why, false);
}

// Another solver has to agree, in all the time that there is: else there is no answer.
void Rounds::certifyInduction(Result& result, const std::vector<bool>& isWanted) {
  const std::string solver = confirmingSolver(options_.standing, env_);
  result.proofCheck.status = ProofCheck::NotAsked;
  if (solver.empty()) return;
  Certificate certificate{.verdict = Certificate::Verdict::NotInTime, .failed = "the inductive step"};
  const Clock::time_point begin = Clock::now();
  if (step_.hasDecided())
    certificate = step_.certificate(isWanted, {options_.solver, solver}, Deadline(budget_.untilDeadline()));
  env_.statistics.counter("kiki certificate ms") =
      static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin).count());
  env_.statistics.counter("kiki obligations") = certificate.numObligations;
  env_.statistics.counter("kiki invariants used") = certificate.numInvariants;
  env_.statistics.counter("kiki proofs confirmed") = certificate.verdict == Certificate::Verdict::Confirmed ? 1 : 0;
  if (certificate.verdict == Certificate::Verdict::Confirmed) {
    result.reason += " (confirmed by " + solver + ")";
    result.proofCheck.status = ProofCheck::Confirmed;
    result.proofCheck.solver = solver;
    InductionOutline outline = step_.outline(certificate.isNeeded);
    for (uint32_t check = 0; check < isWanted.size(); ++check)
      if (isWanted[check]) outline.k = std::max(outline.k, checks_[check].induction->k);
    result.outline = std::move(outline);
    return;
  }
  const bool isRefuted = certificate.verdict == Certificate::Verdict::Refuted;
  const std::string why =
      isRefuted ? "DEFECT: " + solver + " does not confirm the proof, " + certificate.failed + ": " + result.reason
                : result.reason + ", but " + solver + " did not confirm it in time: " + certificate.failed;
  openAll(result, isRefuted ? std::vector<bool>(checks_.size(), true) : isWanted, why);
}

bool Rounds::hearOthers() {
  if (!sharing_.listen()) return false;
  const auto complain = [&](const std::string& message) { env_.logger.progress(message); };
  induction_.propose(candidatesFrom(sharing_.takeInvariants(), flow_, complain));
  if (sharing_.useProofs(checks_) && step_.hasDecided()) isSettled_ = checks_.allSettled();
  return isSettled_;
}

void Rounds::tellOthers() {
  if (budget_.hasViolation() || !step_.hasDecided()) return;
  if (sharing_.wantsProofs(checks_)) {
    step_.proveUnmet();
    sharing_.tellProofs(checks_, [&](const std::vector<bool>& isWanted, const Deadline& deadline) {
      return step_.certificate(isWanted, {options_.solver, choiceName(env_.options.certify)}, deadline);
    });
  }
  const Clock::duration time = sharing_.timeToSpend();
  if (step_.invariants().size() == numInvariantsTold_ || time == Clock::duration::zero()) return;
  numInvariantsTold_ = step_.invariants().size();
  const Clock::time_point begin = Clock::now();
  sharing_.tellInvariants(step_.loopInvariants(budget_.allow(time)));
  sharing_.spend(Clock::now() - begin);
}

} // namespace assay
