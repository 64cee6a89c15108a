#include "engine/common/base_case.h"

#include "engine/common/replay.h"
#include "term/array_value.h"
#include "util/planted.h"
#include "util/shared_limits.h"

#include <algorithm>

namespace assay {

BaseCase::BaseCase(const Program& original, const Flow& flow, Checks& checks, Budget& budget,
                   std::unique_ptr<Solver> solver, Env& env)
    : original_(original), flow_(flow), checks_(checks), budget_(budget), solver_(std::move(solver)), env_(env),
      terms_(flow.terms()), unwinding_(flow, Unwinding::Start::Initial, env.deadline) {}

Answered BaseCase::round(uint32_t k, const Allowance& allowance) {
  Stopwatch watch(budget_, time_);
  allowance.limit(*solver_);
  // Out of grace, not all of the layer was looked at.
  if (searchNew() == Answered::GaveUp || budget_.isOutOfGrace()) return Answered::GaveUp;
  const Answered more = goesOn(k + 1);
  if (more != Answered::GaveUp) numCovered_ = k + 1;
  return more;
}

// Everything that was reached since the last base case.
Answered BaseCase::searchNew() {
  ++env_.statistics.counter("kiki base cases");
  std::vector<const Ending*> errors, obstacles, limits;
  const std::vector<Ending>& endings = unwinding_.endings();
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

Answer BaseCase::askForAny(const std::vector<const Ending*>& endings) {
  std::vector<Term> guards;
  for (const Ending* ending : endings) guards.push_back(ending->guard);
  const Term any = terms_.mkOr(guards);
  return any.isFalse() ? Answer::unsat() : solver_->check(std::span(&any, 1));
}

// Asks which limits are reached: each limit is asked for until it is reached.
Answered BaseCase::searchLimits(std::vector<const Ending*> endings) {
  for (;;) {
    std::erase_if(endings, [&](const Ending* ending) { return checks_[checks_.checkOf(*ending)].isReached; });
    const Answer answer = askForAny(endings);
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

// Yes: the first obstacle was found, or an error; after an error, further ones are looked for, one for each check.
Answered BaseCase::searchEndings(bool areErrors, std::vector<const Ending*> endings) {
  bool isFound = false;
  for (;;) {
    const Answer answer = askForAny(endings);
    if (answer.isUnsat()) return isFound ? Answered::Yes : Answered::No;
    if (answer.isUnknown()) return Answered::GaveUp;
    const auto reached = std::find_if(endings.begin(), endings.end(),
                                      [&](const Ending* ending) { return solver_->value(ending->guard).asBool(); });
    if (!areErrors || isForProofs(flow_.origin())) {
      Checks::Check& obstacle = checks_[checks_.checkOf(**reached)];
      obstacle.how = "reached";
      obstacle.isReached = true;
      isObstructed_ = true;
      return Answered::Yes;
    }
    if (reportError(**reached)) {
      isFound = true;
      if (budget_.isOutOfGrace()) return Answered::Yes;
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
bool BaseCase::reportError(const Ending& ending) {
  Counterexample candidate = counterexample();
  const Replay replayed =
      replay(original_, candidate, env_,
             isSliced(flow_.origin()) ? limitsOf<SharedLimits>(env_.options).replaySteps : UINT64_MAX);
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
  budget_.violationFound();
  return true;
}

Counterexample BaseCase::counterexample() {
  Counterexample result;
  for (const Execution::InputRecord& input : unwinding_.inputs()) {
    if (!solver_->value(input.guard).asBool()) continue;
    addInput(result, solver_->value(input.value), original_);
  }
  uint64_t allocation = 0;
  for (const MemoryEncoder::AllocationRecord& record : unwinding_.allocations()) {
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
Answered BaseCase::goesOn(uint32_t layer) {
  if (planted(Defect::ForwardCondition) && layer > 3) return Answered::No;
  bool isAny = false;
  for (uint32_t head = 0; head < flow_.heads().size(); ++head) {
    if (!unwinding_.arrival(layer, head)) continue;
    if (const std::span<const Term> conditions = unwinding_.arrivalConditions(layer, head); !conditions.empty()) {
      const Answer answer = solver_->check(conditions);
      if (answer.isUnknown()) return Answered::GaveUp;
      if (answer.isUnsat()) {
        unwinding_.dropArrival(layer, head);
        continue;
      }
    }
    isAny = true;
  }
  return isAny ? Answered::Yes : Answered::No;
}

} // namespace assay
