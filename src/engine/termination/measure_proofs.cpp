#include "engine/termination/measure_proofs.h"

#include "engine/common/confirm_refutations.h"
#include "engine/termination/end_result.h"
#include "engine/termination/ranking_outline.h"
#include "proof/lemmas.h"
#include "transform/forget_memory.h"
#include "util/shared_limits.h"

#include <chrono>
#include <iterator>
#include <utility>

namespace assay {

namespace {

using Clock = Deadline::Clock;

constexpr std::string_view kGuess = "guess"; // no source: candidate_invariants.h
constexpr std::string_view kGuesses[] = {kGuess}, kSources[] = {"intervals", "equalities", "zones"};

/// It does not end on exactly the inputs on which the program does not, but for recursion.
FlatForm formForMeasures(const Env& env) {
  return {.purpose = FlatFor::Ends,
          .recursion = Recursion::Choose,
          .depth = 0,
          .loopsTails = true,
          .maxLocations = limitsOf<SharedLimits>(env.options).inlinedLocations,
          .abortsAtErrors = true,
          .compactsAgain = true};
}

struct Attempt {
  bool isExact; // with memory as arrays
  std::span<const std::string_view> sources;
  std::chrono::milliseconds TerminationLimits::* time;
};

/// One after the other. An outline of a proof names its attempt by the number in this table.
constexpr Attempt kAttempts[] = {
    {false, {}, &TerminationLimits::measures},
    {false, kGuesses, &TerminationLimits::measuresByGuesses},
    {true, {}, &TerminationLimits::exactMeasures},
    {true, kGuesses, &TerminationLimits::exactMeasuresByGuesses},
    {false, kSources, &TerminationLimits::measuresBySources},
    {true, kSources, &TerminationLimits::exactMeasuresBySources},
};

/// Measures were found in this attempt, with the invariants that the prover knows.
MeasuresOutline outlineOf(const LoopProver& prover, uint32_t attempt) {
  MeasuresOutline outline{.attempt = attempt};
  addRanking(outline, prover.flow(), prover.invariants(), prover.ranking().steps);
  return outline;
}

} // namespace

uint32_t MeasureProofs::numAttempts() { return std::size(kAttempts); }

MeasureProofs::MeasureProofs(const Program& original, const Program& wrapping, Standing earlier, Env& env)
    : original_(original), standing_(earlier), env_(env), limits_(limitsOf<TerminationLimits>(env.options)) {
  FlatProgram flat = *flatForm(wrapping, formForMeasures(env));
  allocates_ = flat.allocatesAgain;
  isRecursive_ = flat.callsCut > 0;
  if (flat.isWhole() && hasMemory(flat.program)) withMemory_.emplace(flat.clone());
  forgetfulFlow_ = std::make_unique<Flow>(*withMemoryAs(std::move(flat), FlatMemory::Forgotten));
  forgetful_ = std::make_unique<LoopProver>(original_, *forgetfulFlow_, env_);
}

/// With memory as arrays; null: there is none, or recursion.
LoopProver* MeasureProofs::exact() {
  if (withMemory_) {
    exactFlow_ = std::make_unique<Flow>(*withMemoryAs(std::move(*withMemory_), FlatMemory::Arrays));
    withMemory_.reset();
    exact_ = std::make_unique<LoopProver>(original_, *exactFlow_, env_);
  }
  return exact_.get();
}

LoopProver* MeasureProofs::proverOf(uint32_t number) { return kAttempts[number].isExact ? exact() : forgetful_.get(); }

std::optional<Result> MeasureProofs::withoutLoops() {
  if (!forgetful_->flow().heads().empty() || !forgetful_->prove(env_.deadline)) return std::nullopt;
  return proved(*forgetful_, "nothing repeats");
}

bool MeasureProofs::hasFailedBefore(uint32_t number) {
  const LoopProver* const prover = proverOf(number);
  return prover && !prover->reason().empty();
}

std::optional<Result> MeasureProofs::attempt(uint32_t number, int times) {
  const Attempt& attempt = kAttempts[number];
  LoopProver* const prover = proverOf(number);
  const Clock::duration time = times * limits_.*attempt.time;
  const auto begin = Clock::now();
  const bool isProved = prover && findMeasures(*prover, attempt.sources, time);
  const bool areCut = limits_.latePart * (Clock::now() - begin) >= time;
  if (!isProved && areCut && attempt.sources.size() > 1) late_.insert(number);
  return isProved ? conclude(*prover, number) : std::nullopt;
}

std::optional<Result> MeasureProofs::attemptAgain(int times) {
  for (const uint32_t number : std::exchange(late_, {}))
    if (std::optional<Result> result = refused_ ? std::nullopt : attempt(number, times)) return result;
  return std::nullopt;
}

bool MeasureProofs::findMeasures(LoopProver& prover, std::span<const std::string_view> sources, Clock::duration time) {
  const auto begin = Clock::now();
  const Allowance allowance(env_.deadline, begin + time, {});
  const bool guesses = !sources.empty() && sources.front() == kGuess;
  const bool hasMore = guesses           ? prover.guessInvariants(allowance)
                       : sources.empty() ? true
                                         : prover.findInvariants(sources, allowance);
  const bool isProved = hasMore && prover.prove(allowance);
  env_.logger.progress("measures" + std::string(&prover == exact_.get() ? ", with memory as arrays" : "") +
                       (sources.empty() ? "" : ", with invariants") + ": " +
                       std::to_string(std::chrono::duration<double>(Clock::now() - begin).count()) + " s, " +
                       (isProved ? "proved" : prover.reason()));
  return isProved;
}

std::optional<Result> MeasureProofs::again(const MeasuresOutline& known) {
  if (std::optional<Result> result = recallMeasures(known)) return result;
  if (std::optional<Result> result = attemptWithMeasures(known)) return result;
  return attemptUpTo(known.attempt);
}

/// Where measures were found then; null: that is not known, or there is no such automaton.
LoopProver* MeasureProofs::proverOfMeasures(const MeasuresOutline& known) {
  const bool isKnown = !known.ranking.empty() || !known.lemmas.empty();
  return isKnown && known.attempt < numAttempts() ? proverOf(known.attempt) : nullptr;
}

/// The measures and the invariants of then are shown again, or forgotten.
std::optional<Result> MeasureProofs::recallMeasures(const MeasuresOutline& known) {
  LoopProver* const prover = proverOfMeasures(known);
  if (!prover) return std::nullopt;
  const Deadline deadline = timeToRecall(standing_, env_);
  std::optional<std::vector<RankingStep>> steps = stepsFrom(known, prover->flow());
  if (!steps) return std::nullopt;
  if (prover->recall(lemmasFrom(known.lemmas, prover->flow(), {}), *std::move(steps), deadline)) {
    const bool isToAsk = env_.options.certify != SecondSolver::None;
    Result result =
        confirmed(claimed(*prover, {}), *prover, isToAsk ? confirmingSolver(standing_, env_) : "native", deadline);
    result.outline = known;
    if (result.verdict == Verdict::True) return result;
  }
  prover->forget();
  return std::nullopt;
}

/// Searches with them: the program may have changed.
std::optional<Result> MeasureProofs::attemptWithMeasures(const MeasuresOutline& known) {
  LoopProver* const prover = proverOfMeasures(known);
  if (!prover) return std::nullopt;
  const Allowance allowance(env_.deadline, Clock::now() + limits_.*kAttempts[known.attempt].time, {});
  if (!known.lemmas.empty()) prover->proposeInvariants(lemmasFrom(known.lemmas, prover->flow(), {}), allowance);
  const std::vector<Measure> measures = measuresFrom(known, prover->flow());
  return prover->prove(allowance, measures) ? conclude(*prover, known.attempt) : std::nullopt;
}

/// Those before it with the same automaton come first: invariants add up.
std::optional<Result> MeasureProofs::attemptUpTo(uint32_t last) {
  if (last >= numAttempts()) return std::nullopt;
  for (uint32_t number = 0; number <= last; ++number)
    if (kAttempts[number].isExact == kAttempts[last].isExact)
      if (std::optional<Result> result = attempt(number)) return result;
  return std::nullopt;
}

std::optional<Result> MeasureProofs::conclude(LoopProver& prover, uint32_t number) {
  Result result = proved(prover, {});
  if (result.verdict == Verdict::True) {
    result.outline = outlineOf(prover, number);
    return result;
  }
  refused_ = std::move(result);
  return std::nullopt;
}

Result MeasureProofs::proved(LoopProver& prover, const std::string& how) {
  Result result = claimed(prover, how);
  if (result.verdict != Verdict::True || env_.options.certify == SecondSolver::None) return result;
  prover.reduce(Allowance(env_.deadline, Clock::now() + limits_.reduction, {}));
  return confirmed(std::move(result), prover, confirmingSolver(standing_, env_), env_.deadline);
}

/// What the prover says, which nobody has confirmed.
Result MeasureProofs::claimed(const LoopProver& prover, const std::string& how) const {
  Result result;
  result.question = Question::Termination;
  result.verdict = Verdict::True;
  result.reason = how.empty() ? "every loop has a measure that decreases" : how;
  addLoops(prover, result);
  std::set<RowId> limits;
  for (LocationId limit : prover.limitsReached())
    limits.insert(CheckTable(original_).find(prover.flow().program()[limit]));
  // With memory as arrays, a measure may rest on how many blocks there can be, or on none being null. What is
  // allocated may be anything where memory is forgotten: so a loop ends however much of it there is. A recursion that
  // allocates needs a stack without bound as well, and that no machine has both is no end.
  if ((allocates_ && (isRecursive_ || &prover != forgetful_.get())) || limits.contains(RowId())) {
    result.verdict = Verdict::Unknown;
    result.reason = "it ends if there is memory for the blocks that a loop or a recursion allocates";
    return result;
  }
  excludeObstacles(result, original_, result.reason, limits);
  result.proofCheck.status = ProofCheck::NotAsked;
  return result;
}

Result MeasureProofs::confirmed(Result result, LoopProver& prover, const std::string& solver,
                                const Deadline& deadline) const {
  if (result.verdict != Verdict::True) return result;
  const bool isConfirmed = prover.confirm(solver, deadline);
  env_.statistics.counter("termination obligations") = prover.numObligations();
  if (!isConfirmed) return refusedResult(result, prover.reason());
  result.reason += " (confirmed by " + solver + ")";
  result.proofCheck.status = ProofCheck::Confirmed;
  result.proofCheck.solver = solver;
  return result;
}

Result MeasureProofs::open() const {
  if (refused_) return *refused_;
  Result result;
  result.question = Question::Termination;
  const LoopProver& prover = exact_ && exact_->relation() ? *exact_ : *forgetful_;
  addLoops(prover, result);
  result.reason = env_.deadline.expired() ? "out of time" : "no proof was found";
  for (const LoopResult& loop : result.loops)
    if (loop.status == CheckStatus::Open) {
      result.reason = textWithPlace(original_, std::string(loop.isRecursion ? "recursion" : "loop"), loop.position) +
                      ": " + loop.how;
      break;
    }
  return result;
}

} // namespace assay
