#include "engine/kiki/rounds.h"

#include "engine/kiki/affine_search.h"
#include "engine/kiki/candidates.h"
#include "engine/kiki/conditions.h"
#include "engine/kiki/invariant_search.h"
#include "engine/kiki/timed_solver.h"
#include "engine/replay.h"
#include "solver/query_log.h"
#include "term/array_value.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>

namespace assay {

namespace {

/// What every piece of work may take, however short the run was until then.
constexpr Work::Duration kTurn = std::chrono::milliseconds(500);
/// There is always some time, though it may not be enough for anything.
constexpr Work::Duration kLeast = std::chrono::milliseconds(1);

/// Adds the work until its end.
class Stopwatch {
public:
  Stopwatch(const Work& work, Work::Duration& total) : work_(work), total_(total), begin_(work.done()) {}
  ~Stopwatch() { total_ += work_.done() - begin_; }

private:
  const Work& work_;
  Work::Duration& total_;
  const Work::Duration begin_;
};

} // namespace

Rounds::Rounds(const Program& original, const Flow& flow, const KikiOptions& options, std::vector<Invariant> candidates,
               Sharing& sharing, Env& env)
    : original_(original), flow_(flow), options_(options), env_(env), terms_(flow.terms()), work_(flow.terms()),
      solver_(newSolver()), stepSolver_(newSolver()), checks_(original, flow),
      base_(flow, Unwinding::Start::Initial, env.deadline), isKnown_(flow.heads().size()),
      candidates_(std::move(candidates)), sharing_(sharing),
      canInduct_(options.induction && !flow.isIrreducible() && !flow.heads().empty()) {}

std::unique_ptr<Solver> Rounds::newSolver() const {
  return std::make_unique<TimedSolver>(makeLoggedSolver(options_.solver, terms_, env_),
                                       env_.statistics.counter("kiki solver ns"));
}

// A little is left for putting things away.
Deadline::Clock::duration Rounds::untilDeadline() const {
  if (!env_.deadline.limited()) return std::chrono::hours(24);
  return std::max<Clock::duration>(env_.deadline.end() - Clock::now() - aThird() / 8, kLeast);
}

// The clock has a say where the work that was asked for is a large part of what the deadline leaves.
Work::Duration Rounds::remaining() const {
  Work::Duration left = untilDeadline();
  if (firstViolation_) left = std::min(left, *firstViolation_ + grace() - work_.done());
  left = std::min(left, options_.limit - work_.done());
  return std::max(left, kLeast);
}

// What may take all that is left until the deadline has no limit of work.
Allowance Rounds::allow(Work::Duration most) {
  const Clock::duration left = untilDeadline();
  most = std::min(most, remaining());
  if (most >= left) return {env_.deadline, Clock::now() + left, WorkLimit(work_)};
  return {env_.deadline, Clock::now() + std::max(left / 2, most), WorkLimit(work_, most)};
}

void Rounds::limitSolver(const Allowance& allowance) {
  for (Solver* solver : {solver_.get(), stepSolver_.get()}) allowance.limit(*solver);
}

void Rounds::tellProgress(uint32_t k) {
  if (!env_.logger.hasStatusLine() || Clock::now() < nextStatus_) return;
  nextStatus_ = Clock::now() + std::chrono::milliseconds(200);
  uint32_t numOpen = 0;
  for (uint32_t check = 0; check < checks_.size(); ++check) numOpen += checks_[check].status == CheckStatus::Open;
  env_.logger.status("depth " + std::to_string(k) + ", " + std::to_string(numOpen) + " of " +
                     std::to_string(checks_.size()) + " checks open, " + std::to_string(invariants_.size()) +
                     " invariants, " + std::to_string(env_.statistics.counter("kiki base cases")) + " base cases, " +
                     std::to_string(env_.statistics.counter("kiki inductive steps")) + " inductive steps");
}

Result Rounds::run() {
  for (uint32_t k = 0;; ++k) {
    if (isOutOfGrace())
      openReason_ = "not settled when a violation was found";
    else if (k >= options_.maxRounds)
      openReason_ = "not settled within " + std::to_string(k) + (k == 1 ? " round" : " rounds");
    else if (remaining() <= kLeast || !base_.addLayer(allow(remaining())))
      openReason_ = "out of time in round " + std::to_string(k);
    else
      openReason_.clear();
    if (!openReason_.empty()) break;
    env_.statistics.counter("kiki rounds") = k + 1;
    tellProgress(k);
    if (hearOthers()) break;

    // Where unwinding alone takes more time than the solver, the solver is asked every round.
    const bool isLast = !base_.hasArrivals(k + 1);
    if (isLast || k < 8 || options_.asksEveryRound || 2 * baseTime_ < work_.done() - inductionTime_) {
      const Answered more = baseRound(k);
      if (isSettled_ || (firstViolation_ && checks_.allDecided())) break;
      if ((isObstructed_ && (flow_.isCut() || flow_.isForProofs())) || (isUnconfirmed_ && flow_.isSliced())) break;
      if (more == Answered::GaveUp) {
        openReason_ = isOutOfGrace() ? "not settled when a violation was found"
                                     : "the solver gave up in round " + std::to_string(k);
        break;
      }
      if (more == Answered::No) {
        checks_.proveRest("no execution takes more than " + std::to_string(k) + " back edges (forward condition)");
        isSettled_ = isForward_ = true;
        break;
      }
      if (!isObstructed_ && !isUnconfirmed_ && !firstViolation_) sharing_.tellDepth(k);
      induction();
      if (isSettled_) break;
      tellOthers();
    }
  }
  sharing_.close();
  Result result = checks_.result(openReason_, isSettled_);
  if (result.verdict == Verdict::True) certifyProof(result);
  result.invariants = loopInvariants(std::chrono::milliseconds(500));
  env_.statistics.counter("kiki work in us") +=
      static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(work_.done()).count());
  return result;
}

// Whether executions go on after round k. While induction has something to do for what was covered before, it gets its turns.
Rounds::Answered Rounds::baseRound(uint32_t k) {
  for (;;) {
    const Work::Duration rest = remaining();
    const bool isLast = !canInduct_ || isObstructed_ || agenda_.k >= numCovered_ || rest <= kTurn;
    const Allowance allowance = allow(isLast ? rest : std::min(std::max(kTurn, work_.done()), rest / 2));
    limitSolver(allowance);
    const Answered more = tryBaseRound(k);
    if (more != Answered::GaveUp || isLast || !allowance.expired()) return more;
    induction();
    if (isSettled_ || hearOthers()) return more;
    tellOthers();
  }
}

Rounds::Answered Rounds::tryBaseRound(uint32_t k) {
  Stopwatch watch(work_, baseTime_);
  // Out of grace, not all of the layer was looked at.
  if (baseCase() == Answered::GaveUp || isOutOfGrace()) return Answered::GaveUp;
  const Answered more = goesOn(k + 1);
  if (more != Answered::GaveUp) numCovered_ = k + 1;
  return more;
}

// With a violation at hand, the other checks get as much as that took.
Work::Duration Rounds::grace() const {
  if (env_.options.stopAtFirst) return {};
  return std::max<Work::Duration>(*firstViolation_, std::chrono::milliseconds(500));
}

bool Rounds::isOutOfGrace() const { return firstViolation_ && work_.done() >= *firstViolation_ + grace(); }

// Everything that was reached since the last base case.
Rounds::Answered Rounds::baseCase() {
  ++env_.statistics.counter("kiki base cases");
  std::vector<const Ending*> errors, obstacles, limits;
  const std::vector<Ending>& endings = base_.endings();
  for (size_t i = numEndingsChecked_; i < endings.size(); ++i) {
    const Ending& ending = endings[i];
    if (ending.guard.isFalse()) continue;
    if (flow_.program()[ending.location].kind == LocationKind::Limit)
      limits.push_back(&ending);
    else if (!ending.isError)
      obstacles.push_back(&ending);
    else if (checks_[checks_.checkOf(ending)].status == CheckStatus::Open)
      errors.push_back(&ending);
  }
  const Answered found = searchEndings(true, std::move(errors));
  if (found == Answered::GaveUp) return found;
  if (!isObstructed_ && searchEndings(false, std::move(obstacles)) == Answered::GaveUp) return Answered::GaveUp;
  if (searchLimits(std::move(limits)) == Answered::GaveUp) return Answered::GaveUp;
  numEndingsChecked_ = endings.size();
  return found;
}

// Which limits are reached: each is asked for until it is.
Rounds::Answered Rounds::searchLimits(std::vector<const Ending*> endings) {
  for (;;) {
    std::erase_if(endings, [&](const Ending* ending) { return checks_[checks_.checkOf(*ending)].isReached; });
    std::vector<Term> guards;
    for (const Ending* ending : endings) guards.push_back(ending->guard);
    const Term any = terms_.mkOr(guards);
    if (any.isFalse()) return Answered::No;
    const Answer answer = solver_->check(std::span(&any, 1));
    if (answer.isUnsat()) return Answered::No;
    if (answer.isUnknown()) return Answered::GaveUp;
    for (const Ending* ending : endings) {
      if (!solver_->value(ending->guard).asBool()) continue;
      Checks::Check& limit = checks_[checks_.checkOf(*ending)];
      limit.isReached = true;
      limit.status = CheckStatus::Open;
      limit.how = "reached";
      limit.induction.reset();
    }
  }
}

// Yes: the first obstacle was found, or an error; then further ones are looked for, one for each check.
Rounds::Answered Rounds::searchEndings(bool areErrors, std::vector<const Ending*> endings) {
  bool isFound = false;
  for (;;) {
    std::vector<Term> guards;
    for (const Ending* ending : endings) guards.push_back(ending->guard);
    const Term any = terms_.mkOr(guards);
    if (any.isFalse()) return isFound ? Answered::Yes : Answered::No;
    const Answer answer = solver_->check(std::span(&any, 1));
    if (answer.isUnsat()) return isFound ? Answered::Yes : Answered::No;
    if (answer.isUnknown()) return Answered::GaveUp;
    const auto reached = std::find_if(endings.begin(), endings.end(),
                                      [&](const Ending* ending) { return solver_->value(ending->guard).asBool(); });
    if (!areErrors || flow_.isForProofs()) {
      Checks::Check& obstacle = checks_[checks_.checkOf(**reached)];
      obstacle.how = "reached";
      obstacle.isReached = true;
      isObstructed_ = true;
      return Answered::Yes;
    }
    if (reportError(**reached)) {
      isFound = true;
      if (isOutOfGrace()) return Answered::Yes;
      const uint32_t check = checks_.checkOf(**reached);
      if (checks_[check].status == CheckStatus::Violated) {
        std::erase_if(endings, [&](const Ending* ending) { return checks_.checkOf(*ending) == check; });
        continue;
      }
    }
    endings.erase(reached); // its check stays open
  }
}

// In a slice, loops that never end may be missing: the interpreter could get stuck in one.
bool Rounds::reportError(const Ending& ending) {
  constexpr uint64_t kSteps = 50'000'000;
  Counterexample candidate = counterexample();
  const Replay replayed = replay(original_, candidate, env_, flow_.isSliced() ? kSteps : UINT64_MAX);
  if (replayed.outcome.kind != Outcome::Error) {
    checks_[checks_.checkOf(ending)].how =
        "DEFECT: the interpreter does not confirm a counterexample: it ends with " + replayed.what;
    isUnconfirmed_ = true;
    return false;
  }
  candidate.error = replayed.outcome.location;
  Checks::Check& check = checks_.checkAt(candidate.error);
  check.status = CheckStatus::Violated;
  check.how = "an execution with " + std::to_string(ending.layer) + " back edges";
  check.counterexample = std::move(candidate);
  if (!firstViolation_) firstViolation_ = work_.done();
  return true;
}

Counterexample Rounds::counterexample() {
  Counterexample result;
  for (const Unwinding::InputRecord& input : base_.inputs()) {
    if (!solver_->value(input.guard).asBool()) continue;
    const Value value = solver_->value(input.value);
    result.inputs.push_back(value.kind() == SortKind::Bool ? BitVector::fromBool(value.asBool()) : value.bits());
  }
  uint64_t allocation = 0;
  for (const MemoryEncoder::AllocationRecord& record : base_.allocations()) {
    if (!solver_->value(record.guard).asBool()) continue;
    for (const auto& [offset, variable] : record.initial->unknown) {
      const BitVector value = solver_->value(variable.second).bits();
      for (uint32_t i = 0; i < variable.first; ++i)
        result.bytes[{allocation, offset + i}] = static_cast<uint8_t>(value.extract(8 * i + 7, 8 * i).toUint64());
    }
    if (record.initial->arrayVariable) {
      const uint32_t unit = record.initial->unit;
      solver_->value(record.initial->arrayVariable).asArray().forEach([&](const BitVector& index, const Value& value) {
        for (uint32_t i = 0; i < unit; ++i)
          result.bytes.try_emplace({allocation, index.toUint64() * unit + i},
                                   static_cast<uint8_t>(value.bits().extract(8 * i + 7, 8 * i).toUint64()));
      });
    }
    ++allocation;
  }
  return result;
}

// The forward condition, head by head. Heads that no execution reaches again are not unwound further.
Rounds::Answered Rounds::goesOn(uint32_t layer) {
  bool isAny = false;
  for (uint32_t head = 0; head < flow_.heads().size(); ++head) {
    if (!base_.arrival(layer, head)) continue;
    if (const std::span<const Term> conditions = base_.arrivalConditions(layer, head); !conditions.empty()) {
      const Answer answer = solver_->check(conditions);
      if (answer.isUnknown()) return Answered::GaveUp;
      if (answer.isUnsat()) {
        base_.dropArrival(layer, head);
        continue;
      }
    }
    isAny = true;
  }
  return isAny ? Answered::Yes : Answered::No;
}

bool Rounds::isInductionsTurn() const {
  if (options_.asksEveryRound || numCovered_ >= options_.maxRounds) return true;
  return inductionTime_ <= 2 * (work_.done() - inductionTime_) + kTurn / 4;
}

/// What one piece of work may take.
Work::Duration Rounds::allowance() const {
  const Work::Duration most = std::max(remaining() / 8, kTurn);
  return numCovered_ >= options_.maxRounds ? most : std::min(std::max(kTurn, work_.done()), most);
}

void Rounds::induction() {
  while (canInduct_ && !isObstructed_ && !isSettled_ && agenda_.k < numCovered_ && isInductionsTurn() &&
         remaining() > kLeast) {
    Stopwatch watch(work_, inductionTime_);
    inductionPiece();
  }
}

// For each k the step, then invariants, weak domains before strong ones, and the step again; for larger k less and less
// often.
void Rounds::inductionPiece() {
  constexpr uint32_t kLast = 40;
  static_assert(kLast + 1 < Unwinding::kKeptLayers);
  constexpr std::chrono::seconds kEnough{2}; // for an answer about one k
  const uint32_t k = agenda_.k;
  if (!agenda_.isBegun) {
    if (k > kLast) canInduct_ = false;
    const bool isSkipped = k > 4 && k % (1 + k / 6) != 0 && !options_.asksEveryRound;
    if (isSkipped) ++agenda_.k;
    if (isSkipped || !canInduct_ || !extendStep(k)) return;
    if (!candidates_.empty() && (k <= 8 || hasNewCandidates_)) checkCandidates(k);
    if (agenda_.arraysAt == k && options_.maxRounds > 1 && !options_.domains.empty() && !searchArrays(k))
      ++agenda_.arraysAt;
    agenda_.isBegun = true;
    agenda_.unanswered = inductiveStep(k) ? Work::Duration() : allowance();
    plan(k);
    return;
  }
  if (!agenda_.next.empty()) {
    const auto [domain, searchK] = agenda_.next.back();
    agenda_.next.pop_back();
    const std::optional<bool> isFound = findInvariants(searchK, domain);
    if (!isFound) {
      std::erase_if(agenda_.next, [&](const auto& other) { return other.first == domain; });
      if (std::ranges::find(agenda_.late, domain) == agenda_.late.end()) agenda_.late.push_back(domain);
    }
    if (isFound.value_or(false)) agenda_.unanswered = inductiveStep(k) ? Work::Duration() : allowance();
    return;
  }
  if (agenda_.unanswered != Work::Duration() && agenda_.unanswered < kEnough &&
      agenda_.numRows > options_.domains.size()) {
    agenda_.unanswered = inductiveStep(k) ? Work::Duration() : allowance();
    return;
  }
  agenda_.isBegun = false;
  ++agenda_.k;
}

// An invariant that needs no larger k is found sooner without one. What took too long gets more time when all domains have had
// theirs.
void Rounds::plan(uint32_t k) {
  std::vector<TemplateDomain> domains;
  if (agenda_.numRows < options_.domains.size()) {
    domains = options_.domains[agenda_.numRows];
  } else if (agenda_.numRows == options_.domains.size() || allowance() >= 2 * agenda_.lateAllowance) {
    agenda_.lateAllowance = allowance();
    domains = std::exchange(agenda_.late, {});
  }
  ++agenda_.numRows;
  const auto addAll = [&](uint32_t searchK) {
    for (const TemplateDomain domain : std::views::reverse(domains)) agenda_.next.emplace_back(domain, searchK);
  };
  if (k > 0) addAll(k);
  addAll(0);
}

// A step that takes too long is made anew when there is more time.
bool Rounds::extendStep(uint32_t k) {
  const Allowance allowed = allow(allowance());
  if (!step_) step_.emplace(flow_, Unwinding::Start::Free, allowed);
  while (!step_->isBroken() && step_->isComplete() && step_->numLayers() <= k) {
    if (!step_->addLayer(allowed)) break;
    const uint32_t added = step_->numLayers() - 1;
    assumeInvariants(*stepSolver_, invariants_, added, added);
  }
  if (!step_->isBroken()) return canInduct_ = step_->isComplete();
  step_.reset();
  stepSolver_ = newSolver();
  instances_ = ArrayInstances();
  return false;
}

// What holds of all elements of arrays. False: it took too long.
bool Rounds::searchArrays(uint32_t k) {
  std::vector<Invariant> guesses = arrayCandidates(flow_, step_->pointsTo(), step_->arrays());
  if (guesses.empty()) return true;
  const Allowance allowed = allow(allowance());
  const auto found = inductiveCandidates(flow_, *scratchSolver(k, allowed), inductionPlaces(flow_, base_, *step_, k),
                                         std::move(guesses), allowed);
  if (found) addInvariants(*found, k);
  return found.has_value();
}

Deadline::Clock::duration Rounds::aThird() const {
  return env_.deadline.limited() ? (env_.deadline.end() - begin_) / 3 : Clock::duration(std::chrono::minutes(1));
}

bool Rounds::inductiveStep(uint32_t k) {
  ++env_.statistics.counter("kiki inductive steps");
  for (size_t i = instances_.update(flow_, *step_, invariants_); i < instances_.terms().size(); ++i)
    stepSolver_->assertTerm(instances_.terms()[i]);
  std::vector<std::pair<uint32_t, Term>> candidates;
  for (const Ending& ending : step_->endings()) {
    if (ending.layer != k || ending.guard.isFalse()) continue;
    const uint32_t check = checks_.checkOf(ending);
    candidates.emplace_back(check, ending.guard);
  }
  // Checks that have no ending in this layer at all are proved as well.
  std::vector<bool> isReached(checks_.size());
  for (;;) {
    std::vector<Term> guards;
    for (const auto& [check, guard] : candidates)
      if (!isReached[check] && checks_[check].status == CheckStatus::Open) guards.push_back(guard);
    const Term any = terms_.mkOr(guards);
    if (any.isFalse()) break;
    limitSolver(allow(allowance()));
    const Answer answer = stepSolver_->check(std::span(&any, 1));
    if (answer.isUnknown()) return false;
    if (answer.isUnsat()) break;
    for (const auto& [check, guard] : candidates)
      if (stepSolver_->value(guard).asBool()) isReached[check] = true;
  }
  for (uint32_t check = 0; check < checks_.size(); ++check)
    if (!isReached[check] && checks_[check].status == CheckStatus::Open && checks_[check].how.empty() &&
        !checks_[check].needsTermination) {
      checks_[check].status = CheckStatus::Proved;
      checks_[check].how = proofText(k);
      checks_[check].induction = {k, invariants_.size()};
    }
  // Obstacles that were not met in this layer are never met: those that were are among the checks.
  isSettled_ = checks_.allSettled();
  lastStep_ = {k, invariants_.size()};
  return true;
}

// Invariants that speak of the translation's own variables, whose names have colons, are only counted. (Automata in text
// form have no others.)
std::string Rounds::proofText(uint32_t k) const {
  constexpr size_t kShown = 6;
  std::string text = flow_.isForProofs() ? "recursion is inductive as a loop" : "inductive";
  text += " at k = " + std::to_string(k);
  const auto& variables = flow_.program().variables();
  const bool hasNames = std::any_of(variables.begin(), variables.end(),
                                    [](const Variable& variable) { return !variable.sourceName.empty(); });
  size_t shown = 0, others = 0;
  std::set<std::string_view> texts; // several loops may have the same one
  for (const Invariant& invariant : invariants_) {
    if (hasNames && invariant.text.find("::") != std::string::npos) {
      ++others;
    } else if (texts.insert(invariant.text).second && ++shown <= kShown) {
      text += (shown == 1 ? " with " : ", ") + invariant.text;
    }
  }
  if (shown > kShown) text += ", ...";
  if (others > 0)
    text += (shown == 0 ? " with " : " and ") + std::to_string(others) +
            (others == 1 ? " invariant about temporaries" : " invariants about temporaries");
  return text;
}

// Endings that no step has met belong to no check yet: the last step has shown that they are not met.
void Rounds::proveUnmet() {
  const uint32_t numKnown = checks_.size();
  for (const Unwinding* unwinding : {&base_, &*step_})
    for (const Ending& ending : unwinding->endings()) checks_.checkOf(ending);
  for (uint32_t check = numKnown; check < checks_.size(); ++check) {
    checks_[check].status = CheckStatus::Proved;
    checks_[check].how = proofText(lastStep_->k);
    checks_[check].induction = lastStep_;
  }
}

// Of checks that were proved by induction.
Certificate Rounds::certificate(const std::vector<bool>& isWanted, const Deadline& deadline) {
  InductiveProof proof{base_, *step_, invariants_, stages_, {}, 0, instances_};
  for (uint32_t check = 0; check < isWanted.size(); ++check)
    if (isWanted[check]) proof.depth = std::max(proof.depth, checks_[check].induction->k);
  std::map<uint32_t, InductiveProof::Check> byCheck;
  for (const Unwinding* unwinding : {&base_, &*step_})
    for (const Ending& ending : unwinding->endings()) {
      const uint32_t check = checks_.checkOf(ending);
      if (check >= isWanted.size() || !isWanted[check]) continue;
      const Checks::Check::Induction& induction = *checks_[check].induction;
      if (unwinding == &base_ ? ending.layer > induction.k : ending.layer != induction.k) continue;
      InductiveProof::Check& entry = byCheck[check];
      entry.k = induction.k;
      entry.numInvariants = induction.numInvariants;
      entry.endings.push_back(&ending);
    }
  for (auto& [check, entry] : byCheck) proof.checks.push_back(std::move(entry));
  return certify(flow_, proof, options_.solver, deadline, env_);
}

// If the proof rests on induction, another solver has to agree, in all the time that there is: else there is no answer.
void Rounds::certifyProof(Result& result) {
  if (const std::string others = sharing_.summary(); !others.empty()) {
    result.reason += "; " + others;
    result.proofCheck = sharing_.proofCheck();
  }
  if (!isForward_) proveUnmet();
  std::vector<bool> isWanted;
  for (uint32_t check = 0; check < checks_.size(); ++check) isWanted.push_back(checks_[check].induction.has_value());
  if (isForward_ && std::find(isWanted.begin(), isWanted.end(), true) == isWanted.end()) return;
  const std::string& solver = env_.options.certify;
  result.proofCheck = {ProofCheck::NotAsked, {}};
  if (solver == "none") return;
  Certificate certificate{.verdict = Certificate::Verdict::NotInTime, .failed = "the inductive step"};
  const Clock::time_point begin = Clock::now();
  if (hasLastStep()) certificate = this->certificate(isWanted, Deadline(untilDeadline()));
  env_.statistics.counter("kiki certificate ms") =
      static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin).count());
  env_.statistics.counter("kiki obligations") = certificate.numObligations;
  env_.statistics.counter("kiki invariants used") = certificate.numInvariants;
  env_.statistics.counter("kiki proofs confirmed") = certificate.verdict == Certificate::Verdict::Confirmed ? 1 : 0;
  if (certificate.verdict == Certificate::Verdict::Confirmed) {
    result.reason += " (confirmed by " + solver + ")";
    result.proofCheck = {ProofCheck::Confirmed, solver};
    return;
  }
  const bool isRefuted = certificate.verdict == Certificate::Verdict::Refuted;
  const std::string why =
      isRefuted ? "DEFECT: " + solver + " does not confirm the proof, " + certificate.failed + ": " + result.reason
                : result.reason + ", but " + solver + " did not confirm it in time: " + certificate.failed;
  for (uint32_t check = 0; check < checks_.size(); ++check) {
    if (!isWanted[check] && !isRefuted) continue;
    checks_[check].status = CheckStatus::Open;
    checks_[check].how = why;
  }
  result = checks_.result(why, false);
}

// Those that also hold where the loop is entered, so that they hold whenever its head is reached.
std::vector<LoopInvariant> Rounds::loopInvariants(Work::Duration limit) {
  std::vector<LoopInvariant> result;
  std::vector<Invariant> candidates;
  for (const Invariant& invariant : invariants_)
    if (isUserLevel(flow_.program(), invariant)) candidates.push_back(invariant);
  if (candidates.empty() || !step_ || env_.deadline.expired()) return result;
  const Allowance allowed = allow(limit);
  limitSolver(allowed);
  const auto holding =
      inductiveCandidates(flow_, *stepSolver_, entryPlaces(flow_, *step_), std::move(candidates), allowed);
  if (!holding) return result;
  for (const Invariant& invariant : *holding) {
    const LoopInvariant entry{headPosition(flow_, invariant.head), invariant.text};
    if (entry.position.known() && std::find(result.begin(), result.end(), entry) == result.end())
      result.push_back(entry);
  }
  return result;
}

bool Rounds::hearOthers() {
  if (!sharing_.listen()) return false;
  const auto complain = [&](const std::string& message) { env_.logger.progress(message); };
  for (Invariant& candidate : candidatesFrom(sharing_.takeInvariants(), flow_, complain)) {
    if (isKnown_[candidate.head].contains(candidate.condition)) continue;
    candidates_.push_back(std::move(candidate));
    hasNewCandidates_ = true;
  }
  if (sharing_.useProofs(checks_) && hasLastStep()) isSettled_ = checks_.allSettled();
  return isSettled_;
}

void Rounds::tellOthers() {
  if (firstViolation_ || !hasLastStep()) return;
  if (sharing_.wantsProofs(checks_)) {
    proveUnmet();
    sharing_.tellProofs(checks_, [&](const std::vector<bool>& isWanted, const Deadline& deadline) {
      return certificate(isWanted, deadline);
    });
  }
  const Clock::duration time = sharing_.timeToSpend();
  if (invariants_.size() == numInvariantsTold_ || time == Clock::duration::zero()) return;
  numInvariantsTold_ = invariants_.size();
  const Clock::time_point begin = Clock::now();
  sharing_.tellInvariants(loopInvariants(time));
  sharing_.spend(Clock::now() - begin);
}

// What a search by guesses asks is of no use to anybody else: it has a solver of its own, which goes with it. The rows of
// templates are few, and their questions are about the formula of the step.
std::unique_ptr<Solver> Rounds::scratchSolver(uint32_t k, const Allowance& allowance) {
  std::unique_ptr<Solver> scratch = newSolver();
  allowance.limit(*scratch);
  assumeInvariants(*scratch, invariants_, 0, k);
  return scratch;
}

std::optional<bool> Rounds::findInvariants(uint32_t k, TemplateDomain domain) {
  const Allowance allowed = allow(allowance());
  const InductionPlaces places = inductionPlaces(flow_, base_, *step_, k);
  std::optional<std::vector<Invariant>> found;
  switch (domain) {
  case TemplateDomain::Intervals:
  case TemplateDomain::Zones:
  case TemplateDomain::Octagons: {
    limitSolver(allowed);
    const BoundSearchKind kind =
        env_.options.boundSearch == "strategy" ? BoundSearchKind::Strategy : BoundSearchKind::Bisection;
    Template shape = makeTemplate(flow_, domain);
    env_.statistics.counter("kiki template rows") += shape.rows.size();
    InvariantSearch search(flow_, *stepSolver_, places, std::move(shape), kind);
    found = search.run(allowed);
    env_.statistics.counter("kiki template rounds") += search.numRounds();
    break;
  }
  case TemplateDomain::Congruences:
  case TemplateDomain::Equalities:
    found = AffineSearch(flow_, *scratchSolver(k, allowed), places, domain).run(allowed);
    break;
  case TemplateDomain::Disequalities:
    found = inductiveCandidates(flow_, *scratchSolver(k, allowed), places, disequalities(flow_), allowed);
    break;
  case TemplateDomain::Conditions:
    found = inductiveCandidates(flow_, *scratchSolver(k, allowed), places, conditions(flow_), allowed);
    if (found) found = strongest(flow_, *std::move(found));
    break;
  }
  if (!found) return std::nullopt;
  return addInvariants(*found, k);
}

bool Rounds::checkCandidates(uint32_t k) {
  hasNewCandidates_ = false;
  const Allowance allowed = allow(allowance());
  const auto found = inductiveCandidates(flow_, *scratchSolver(k, allowed), inductionPlaces(flow_, base_, *step_, k),
                                         candidates_, allowed);
  if (!found) return false;
  for (const Invariant& invariant : *found)
    std::erase_if(candidates_, [&](const Invariant& candidate) {
      return candidate.head == invariant.head && candidate.condition == invariant.condition;
    });
  return addInvariants(*found, k);
}

bool Rounds::addInvariants(const std::vector<Invariant>& found, uint32_t k) {
  const size_t numBefore = invariants_.size();
  for (const Invariant& invariant : found) {
    if (invariant.condition.isTrue() || !isKnown_[invariant.head].insert(invariant.condition)) continue;
    env_.logger.progress("invariant " + invariant.text);
    invariants_.push_back(invariant);
  }
  if (invariants_.size() > numBefore) stages_.push_back({k, invariants_.size()});
  assumeInvariants(*stepSolver_, std::span(invariants_).subspan(numBefore), 0, step_->numLayers() - 1);
  return invariants_.size() > numBefore;
}

// They hold in every execution, so states that break them need not be looked at any more.
void Rounds::assumeInvariants(Solver& solver, std::span<const Invariant> invariants, uint32_t firstLayer,
                              uint32_t lastLayer) {
  for (const Invariant& invariant : invariants) {
    const auto assume = [&](Term guard, const UnwindingState& state) {
      solver.assertTerm(terms_.mkOr(terms_.mkNot(guard), holds(flow_, invariant, state)));
    };
    if (firstLayer == 0)
      if (const auto* back = step_->loopBack(invariant.head)) assume(back->guard, back->state);
    for (uint32_t layer = std::max(firstLayer, 1u); layer <= lastLayer; ++layer)
      if (const auto* state = step_->arrival(layer, invariant.head))
        assume(step_->arrivalGuard(layer, invariant.head), *state);
  }
}

} // namespace assay
