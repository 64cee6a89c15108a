#include "engine/kiki/rounds.h"

#include "engine/kiki/invariant_search.h"
#include "engine/replay.h"
#include "solver/factory.h"
#include "term/array_value.h"

#include <algorithm>

namespace assay {

namespace {

/// Adds the time until its end.
class Stopwatch {
public:
  explicit Stopwatch(Deadline::Clock::duration& total) : total_(total) {}
  ~Stopwatch() { total_ += Deadline::Clock::now() - begin_; }

private:
  Deadline::Clock::duration& total_;
  Deadline::Clock::time_point begin_ = Deadline::Clock::now();
};

} // namespace

Rounds::Rounds(const Program& original, const Flow& flow, const KikiOptions& options, bool isCut, Env& env)
    : original_(original), flow_(flow), options_(options), isCut_(isCut), env_(env), terms_(flow.terms()),
      solver_(makeSolver(options.solver, flow.terms())), checks_(original, flow),
      base_(flow, Unwinding::Start::Initial, env.deadline),
      canInduct_(options.induction && !flow.isIrreducible() && !flow.heads().empty()) {}

Deadline::Clock::duration Rounds::remaining() const {
  if (!env_.deadline.limited()) return std::chrono::hours(24);
  return std::max<Clock::duration>(env_.deadline.end() - Clock::now(), std::chrono::milliseconds(1));
}

void Rounds::limitSolver(Clock::duration limit) {
  solver_->setLimits({.deadline = Deadline(std::min(limit, remaining()))});
}

Result Rounds::run() {
  const auto begin = Clock::now();
  for (uint32_t k = 0;; ++k) {
    if (k >= options_.maxRounds)
      openReason_ = "not settled within " + std::to_string(k) + " rounds";
    else if (!base_.addLayer())
      openReason_ = "out of time in round " + std::to_string(k);
    else
      openReason_.clear();
    if (!openReason_.empty()) break;
    env_.statistics.counter("kiki rounds") = k + 1;

    // Where unwinding alone takes more time than the solver, the solver is asked every round.
    const bool isLast = !base_.hasArrivals(k + 1);
    if (isLast || k < 8 || 2 * baseTime_ < Clock::now() - begin - inductionTime_) {
      const Answered found = baseCase();
      if (found == Answered::Yes || (isObstructed_ && isCut_)) break;
      const Answered more = found == Answered::GaveUp ? found : goesOn(k + 1);
      if (more == Answered::GaveUp) {
        openReason_ = "the solver gave up in round " + std::to_string(k);
        break;
      }
      if (more == Answered::No) {
        checks_.proveRest("no execution takes more than " + std::to_string(k) + " back edges (forward condition)");
        isSettled_ = true;
        break;
      }
      if (canInduct_ && !isObstructed_) induction(k);
      if (isSettled_) break;
    }
  }
  return checks_.result(openReason_, isSettled_);
}

// Everything that was reached since the last base case.
Rounds::Answered Rounds::baseCase() {
  Stopwatch watch(baseTime_);
  limitSolver(remaining());
  std::vector<const Ending*> errors, obstacles;
  const std::vector<Ending>& endings = base_.endings();
  for (size_t i = numEndingsChecked_; i < endings.size(); ++i)
    if (!endings[i].guard.isFalse()) (endings[i].isError ? errors : obstacles).push_back(&endings[i]);
  const Answered found = searchEndings(true, std::move(errors));
  if (found != Answered::No) return found;
  if (!isObstructed_ && searchEndings(false, std::move(obstacles)) == Answered::GaveUp) return Answered::GaveUp;
  numEndingsChecked_ = endings.size();
  return Answered::No;
}

Rounds::Answered Rounds::searchEndings(bool areErrors, std::vector<const Ending*> endings) {
  for (;;) {
    std::vector<Term> guards;
    for (const Ending* ending : endings) guards.push_back(ending->guard);
    const Term any = terms_.mkOr(guards);
    if (any.isFalse()) return Answered::No;
    const Answer answer = solver_->check(std::span(&any, 1));
    if (answer.isUnsat()) return Answered::No;
    if (answer.isUnknown()) return Answered::GaveUp;
    const auto reached = std::find_if(endings.begin(), endings.end(),
                                      [&](const Ending* ending) { return solver_->value(ending->guard).asBool(); });
    if (!areErrors) {
      checks_[checks_.checkOf(**reached)].how = "reached";
      isObstructed_ = true;
      return Answered::Yes;
    }
    if (reportError(**reached)) return Answered::Yes;
    endings.erase(reached); // its check stays open
  }
}

bool Rounds::reportError(const Ending& ending) {
  Counterexample candidate = counterexample();
  const Replay replayed = replay(original_, candidate, env_);
  if (replayed.outcome.kind != Outcome::Error) {
    checks_[checks_.checkOf(ending)].how =
        "DEFECT: the interpreter does not confirm a counterexample: it ends with " + replayed.what;
    return false;
  }
  candidate.error = replayed.outcome.location;
  Checks::Check& check = checks_.checkAt(candidate.error);
  check.status = CheckStatus::Violated;
  check.how = "an execution with " + std::to_string(ending.layer) + " back edges";
  check.counterexample = std::move(candidate);
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
  Stopwatch watch(baseTime_);
  limitSolver(remaining());
  bool isAny = false;
  for (uint32_t head = 0; head < flow_.heads().size(); ++head) {
    if (!base_.arrival(layer, head)) continue;
    const Term guard = base_.arrivalGuard(layer, head);
    if (!guard.isTrue()) {
      const Answer answer = solver_->check(std::span(&guard, 1));
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

// Invariants in the first rounds, stronger ones later; the step itself less and less often, and together not more than a
// share of the time.
void Rounds::induction(uint32_t k) {
  constexpr uint32_t kLast = 40;
  if (k > kLast || (k > 4 && k % (1 + k / 6) != 0)) return;
  if (k > 1 && inductionTime_ > 2 * baseTime_ + std::chrono::seconds(1)) return;
  Stopwatch watch(inductionTime_);
  if (!step_) step_.emplace(flow_, Unwinding::Start::Free, env_.deadline);
  canInduct_ = step_->isComplete();
  if (!canInduct_) return;
  while (step_->numLayers() <= k) {
    if (!step_->addLayer()) return;
    const uint32_t added = step_->numLayers() - 1;
    assumeInvariants(invariants_, added, added);
  }
  inductiveStep(k);
  if (isSettled_) return;
  if (k > 3 || options_.domain == TemplateDomain::Top) return;
  findInvariants(k, k == 0 ? TemplateDomain::Intervals
                           : std::min(options_.domain, k == 1 ? TemplateDomain::Zones : TemplateDomain::Octagons));
  inductiveStep(k);
}

void Rounds::inductiveStep(uint32_t k) {
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
    limitSolver(std::max<Clock::duration>(remaining() / 8, std::chrono::milliseconds(200)));
    const Answer answer = solver_->check(std::span(&any, 1));
    if (answer.isUnknown()) return;
    if (answer.isUnsat()) break;
    for (const auto& [check, guard] : candidates)
      if (solver_->value(guard).asBool()) isReached[check] = true;
  }
  for (uint32_t check = 0; check < checks_.size(); ++check)
    if (!isReached[check] && checks_[check].status == CheckStatus::Open && checks_[check].how.empty() &&
        !checks_[check].needsTermination) {
      checks_[check].status = CheckStatus::Proved;
      checks_[check].how = proofText(k);
    }
  // Obstacles that were not met in this layer are never met: those that were are among the checks.
  isSettled_ = checks_.allProved();
}

std::string Rounds::proofText(uint32_t k) const {
  constexpr size_t kShown = 6;
  std::string text = "inductive at k = " + std::to_string(k);
  for (size_t i = 0; i < invariants_.size() && i < kShown; ++i)
    text += (i == 0 ? " with " : ", ") + formatInvariant(flow_.program(), invariants_[i]);
  if (invariants_.size() > kShown) text += ", ...";
  return text;
}

void Rounds::findInvariants(uint32_t k, TemplateDomain domain) {
  if (domain == TemplateDomain::Top) return;
  const Deadline deadline(std::max<Clock::duration>(remaining() / 6, std::chrono::milliseconds(200)));
  limitSolver(deadline.end() - Clock::now());
  InvariantSearch search(flow_, *solver_, base_, *step_, templateRows(flow_, domain), k);
  const auto found = search.run(deadline);
  env_.statistics.counter("kiki template rounds") += search.numRounds();
  if (!found) return;
  for (const Invariant& invariant : *found) {
    env_.logger.progress("invariant " + formatInvariant(flow_.program(), invariant));
    invariants_.push_back(invariant);
  }
  assumeInvariants(*found, 0, k);
}

// They hold in every execution, so states that break them need not be looked at any more.
void Rounds::assumeInvariants(const std::vector<Invariant>& invariants, uint32_t firstLayer, uint32_t lastLayer) {
  for (const Invariant& invariant : invariants) {
    const uint32_t head = invariant.row.head;
    const auto assume = [&](Term guard, const UnwindingState& state) {
      solver_->assertTerm(terms_.mkOr(terms_.mkNot(guard), holds(flow_, invariant, state)));
    };
    if (firstLayer == 0)
      if (const auto* back = step_->loopBack(head)) assume(back->guard, back->state);
    for (uint32_t layer = std::max(firstLayer, 1u); layer <= lastLayer; ++layer)
      if (const auto* state = step_->arrival(layer, head)) assume(step_->arrivalGuard(layer, head), *state);
  }
}

} // namespace assay
