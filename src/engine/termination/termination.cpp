#include "engine/termination/termination.h"

#include "engine/common/confirm_refutations.h"
#include "engine/common/questions.h"
#include "engine/termination/all_end.h"
#include "engine/termination/loop_prover.h"
#include "engine/termination/ranking_outline.h"
#include "engine/termination/single_execution.h"
#include "program/loops.h"
#include "proof/lemmas.h"
#include "transform/flat_form.h"
#include "transform/forget_memory.h"

#include <algorithm>
#include <map>
#include <set>

namespace assay {

namespace {

using Clock = Deadline::Clock;
using namespace std::chrono_literals;

constexpr std::string_view kGuess = "guess"; // no source: candidate_invariants.h

/// Automata that do not end on exactly the inputs on which the program does not, but for recursion.
constexpr FlatForm kForMeasures{.purpose = FlatFor::Ends,
                                .recursion = Recursion::Choose,
                                .depth = 0,
                                .loopsTails = true,
                                .abortsAtErrors = true,
                                .compactsAgain = true};
constexpr FlatForm forUnwinding(uint32_t depth) {
  return {.purpose = FlatFor::Ends,
          .depth = depth,
          .loopsTails = true,
          .refusesCalls = true,
          .abortsAtErrors = true,
          .compactsAgain = true};
}
constexpr FlatForm kForErrors{.purpose = FlatFor::Ends, .depth = 2, .loopsTails = true, .compactsAgain = true};

/// How measures are looked for.
struct Attempt {
  bool isExact;
  std::vector<std::string_view> sources;
  Clock::duration time;
};
const std::vector<Attempt>& attempts() {
  static const std::vector<std::string_view> none, guess{kGuess}, sources{"intervals", "equalities", "zones"};
  static const std::vector<Attempt> all = {{false, none, 2s}, {false, guess, 2s},   {true, none, 3s},
                                           {true, guess, 4s}, {false, sources, 4s}, {true, sources, 8s}};
  return all;
}

/// Measures were found in this attempt, with the invariants that the prover knows.
MeasuresOutline outlineOf(const LoopProver& prover, uint32_t attempt) {
  MeasuresOutline outline{.attempt = attempt};
  addRanking(outline, prover.flow(), prover.invariants(), prover.ranking().steps);
  return outline;
}

/// Where loops begin, and whether they are recursions.
std::vector<std::pair<SourcePosition, bool>> loopPlaces(const Program& program) {
  std::set<std::pair<SourcePosition, bool>> places;
  for (uint32_t f = 0; f < program.functions().size(); ++f) {
    if (!program.functions()[f].hasBody()) continue;
    const LoopForest forest(program, FunctionId(f));
    for (const Loop& loop : forest.loops())
      if (const SourcePosition position = program[loop.head].position; position.known())
        places.insert({position, false});
  }
  return {places.begin(), places.end()};
}

std::string textOf(const std::vector<std::string>& measures) {
  if (measures.empty()) return "nothing leads back to it";
  std::string text;
  for (const std::string& measure : measures) text += (text.empty() ? "" : ", ") + measure;
  return (measures.size() > 1 ? "(" + text + ") decreases lexicographically" : text + " decreases");
}

/// Copies of a loop are one for the user.
void addLoops(const LoopProver& prover, Result& result) {
  const Flow& flow = prover.flow();
  std::map<SourcePosition, size_t> number;
  for (uint32_t head = 0; head < flow.heads().size(); ++head) {
    const bool isRecursion = flow.program()[flow.heads()[head]].label.starts_with(kRecursionLabel);
    const SourcePosition position = headPosition(flow, head);
    const bool isKnown = head < prover.ranking().heads.size();
    const Ranking::Head& found = isKnown ? prover.ranking().heads[head] : Ranking::Head();
    const auto [at, isNew] = number.try_emplace(position, result.loops.size());
    if (isNew) result.loops.push_back({position, isRecursion, CheckStatus::Proved, {}});
    LoopResult& loop = result.loops[at->second];
    if (!found.ends) {
      loop.status = CheckStatus::Open;
      loop.how = prover.reason().empty() ? "not looked at" : prover.reason();
    } else if (loop.status == CheckStatus::Proved && loop.how.size() <= 2) {
      loop.how = textOf(found.measures);
    }
  }
}

/// No execution gets to an obstacle; to these limits, perhaps.
void excludeObstacles(Result& result, const Program& program, const std::string& how, const std::set<RowId>& limits) {
  const CheckTable table(program);
  for (uint32_t i = 0; i < table.rows().size(); ++i) {
    const TableRow& row = table.rows()[i];
    if (row.isCheck()) continue;
    const bool isOpen = row.isLimit() && limits.contains(RowId(i));
    result.obstacles.push_back({RowId(i), isOpen ? CheckStatus::Open : CheckStatus::Proved, how});
  }
}

/// All loops of the program alike.
Result ends(const Program& original, const Program& wrapping, const std::string& how, const std::set<RowId>& limits) {
  Result result;
  result.question = Question::Termination;
  result.verdict = Verdict::True;
  result.reason = how;
  for (const auto& [position, isRecursion] : loopPlaces(wrapping))
    result.loops.push_back({position, isRecursion, CheckStatus::Proved, how});
  excludeObstacles(result, original, how, limits);
  return result;
}

Result refuse(const Result& result, const std::string& why) {
  Result refused;
  refused.question = Question::Termination;
  refused.reason = why;
  for (const LoopResult& loop : result.loops)
    refused.loops.push_back({loop.position, loop.isRecursion, CheckStatus::Open, refused.reason});
  return refused;
}

/// A source has at least this part of an attempt's time.
constexpr int kLate = 5;

class Run {
public:
  /// `earlier`: what an earlier proof counts for.
  Run(const Program& original, const Program& wrapping, Env& env, Standing earlier = {})
      : original_(original), wrapping_(wrapping), env_(env), standing_(earlier) {}
  /// For those who unwind themselves.
  void leaveUnwinding() { hasUnwinding_ = false; }

  Result run() {
    if (std::optional<Result> result = begin()) return *result;
    return search();
  }

  /// What needs no search.
  std::optional<Result> begin() {
    if (isSingleExecution(wrapping_, env_.deadline)) return ends(original_, wrapping_, "the only execution ends", {});
    makeFlows();
    if (forgetful_->flow().heads().empty() && forgetful_->prove(env_.deadline))
      return proved(*forgetful_, "nothing repeats");
    return std::nullopt;
  }

  Result search() {
    for (uint32_t number = 0; number < attempts().size() && !env_.deadline.expired(); ++number) {
      const LoopProver* const prover = proverOf(attempts()[number]);
      if (prover && !prover->reason().empty() && unwind(200ms)) return unwound();
      if (std::optional<Result> result = attempt(number)) return *result;
    }
    for (int turn = 1; hasUnwinding_ && !env_.deadline.expired(); turn *= 2) {
      if (std::optional<Result> result = followPaths(turn * 1s)) return *result;
      if (unwind(turn * 1s)) return unwound();
      if (std::optional<Result> result = attemptAgain(2 * turn)) return *result;
      if (arePathsDone_ && (isObstructed_ || isStuck_) && late_.empty()) break;
    }
    return open();
  }

  /// In the way that an earlier proof went.
  std::optional<Result> again(const MeasuresOutline& known) {
    if (std::optional<Result> result = recallMeasures(known)) return result;
    if (std::optional<Result> result = attemptWithMeasures(known)) return result;
    return attemptUpTo(known.attempt);
  }
  std::optional<Result> again(const ForwardOutline&) { return unwind(8s) ? std::optional(unwound()) : std::nullopt; }
  std::optional<Result> again(const PathsOutline&) { return followPaths(8s); }

private:
  /// Where measures were found then; null: that is not known, or there is no such automaton.
  LoopProver* proverOfMeasures(const MeasuresOutline& known) {
    const bool isKnown = !known.ranking.empty() || !known.lemmas.empty();
    return isKnown && known.attempt < attempts().size() ? proverOf(attempts()[known.attempt]) : nullptr;
  }

  /// The measures and the invariants of then are shown again, or forgotten.
  std::optional<Result> recallMeasures(const MeasuresOutline& known) {
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
  std::optional<Result> attemptWithMeasures(const MeasuresOutline& known) {
    LoopProver* const prover = proverOfMeasures(known);
    if (!prover) return std::nullopt;
    const Allowance allowance(env_.deadline, Clock::now() + attempts()[known.attempt].time, {});
    if (!known.lemmas.empty()) prover->proposeInvariants(lemmasFrom(known.lemmas, prover->flow(), {}), allowance);
    const std::vector<Measure> measures = measuresFrom(known, prover->flow());
    return prover->prove(allowance, measures) ? conclude(*prover, known.attempt) : std::nullopt;
  }

  /// Those before it with the same automaton come first: invariants add up.
  std::optional<Result> attemptUpTo(uint32_t last) {
    if (last >= attempts().size()) return std::nullopt;
    for (uint32_t number = 0; number <= last; ++number)
      if (attempts()[number].isExact == attempts()[last].isExact)
        if (std::optional<Result> result = attempt(number)) return result;
    return std::nullopt;
  }

  LoopProver* proverOf(const Attempt& attempt) { return attempt.isExact ? exact() : forgetful_.get(); }

  /// So many times as long as it may take at first.
  std::optional<Result> attempt(uint32_t number, int times = 1) {
    const Attempt& attempt = attempts()[number];
    LoopProver* const prover = proverOf(attempt);
    const auto begin = Clock::now();
    const bool isProved = prover && findMeasures(*prover, attempt.sources, times * attempt.time);
    const bool areCut = kLate * (Clock::now() - begin) >= times * attempt.time;
    if (!isProved && areCut && attempt.sources.size() > 1) late_.insert(number);
    return isProved ? conclude(*prover, number) : std::nullopt;
  }

  /// Those in which sources of invariants had too little time.
  std::optional<Result> attemptAgain(int times) {
    for (const uint32_t number : std::exchange(late_, {}))
      if (std::optional<Result> result = refused_ ? std::nullopt : attempt(number, times)) return result;
    return std::nullopt;
  }

  std::optional<Result> conclude(LoopProver& prover, uint32_t number) {
    Result result = proved(prover, {});
    if (result.verdict == Verdict::True) {
      result.outline = outlineOf(prover, number);
      return result;
    }
    refused_ = std::move(result);
    return std::nullopt;
  }

  void makeFlows() {
    FlatProgram flat = *flatForm(wrapping_, kForMeasures);
    allocates_ = flat.allocatesAgain;
    isRecursive_ = flat.callsCut > 0;
    if (flat.isWhole() && hasMemory(flat.program)) withMemory_.emplace(flat.clone());
    forgetfulFlow_ = std::make_unique<Flow>(*withMemoryAs(std::move(flat), FlatMemory::Forgotten));
    forgetful_ = std::make_unique<LoopProver>(original_, *forgetfulFlow_, env_);
  }

  /// With memory as arrays; null: there is none, or recursion.
  LoopProver* exact() {
    if (withMemory_) {
      exactFlow_ = std::make_unique<Flow>(*withMemoryAs(std::move(*withMemory_), FlatMemory::Arrays));
      withMemory_.reset();
      exact_ = std::make_unique<LoopProver>(original_, *exactFlow_, env_);
    }
    return exact_.get();
  }

  bool findMeasures(LoopProver& prover, std::span<const std::string_view> sources, Clock::duration time) {
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

  /// All unwindings end, found within so much work.
  bool unwind(Work::Duration work) {
    if (!hasUnwinding_ || isObstructed_ || isStuck_) return false;
    if (!allEnd_) {
      std::optional<FlatProgram> flat = flatForm(wrapping_, forUnwinding(recursionDepth_));
      if (!flat) {
        isStuck_ = true;
        return false;
      }
      unwoundFlow_ = std::make_unique<Flow>(std::move(*flat));
      allEnd_ = std::make_unique<AllEnd>(original_, *unwoundFlow_, env_);
    }
    const AllEnd::Answer answer = allEnd_->run(work);
    if (answer == AllEnd::Answer::Yes) return true;
    isStuck_ = allEnd_->isStuck();
    if (answer == AllEnd::Answer::Obstructed) {
      const bool isLarge = unwoundFlow_->program().locations().size() > 3000;
      isObstructed_ = !isCut(unwoundFlow_->origin()) || isLarge;
      recursionDepth_ *= 2;
      allEnd_.reset();
      unwoundFlow_.reset();
    }
    return false;
  }

  /// All paths end, found by symbolic execution within this time.
  std::optional<Result> followPaths(Clock::duration time) {
    if (arePathsDone_) return std::nullopt;
    const Deadline deadline(env_.deadline, time);
    Env inner{env_.options, deadline, env_.statistics, env_.logger};
    Program program = wrapping_.clone();
    abortAtErrors(program);
    const auto [paths, allEnd] = followAllPaths(program, inner);
    arePathsDone_ = !deadline.expired();
    if (paths.verdict != Verdict::True || !allEnd) return std::nullopt;
    // Rows have other numbers here: errors are ends.
    const CheckTable explored(program), table(original_);
    std::set<RowId> limits;
    for (uint32_t i = 0; i < explored.rows().size(); ++i) {
      const auto isExcluded = [&](const ObstacleResult& obstacle) {
        return obstacle.row == RowId(i) && obstacle.status == CheckStatus::Proved;
      };
      const TableRow& row = explored.rows()[i];
      if (row.isLimit() && std::ranges::none_of(paths.obstacles, isExcluded))
        limits.insert(table.find(program[row.locations.front()]));
    }
    if (limits.contains(RowId())) return std::nullopt;
    Result result = ends(original_, wrapping_, "all paths end", limits);
    result.outline = PathsOutline();
    result.proofCheck = paths.proofCheck;
    return result;
  }

  Result unwound() {
    Result result = ends(original_, wrapping_,
                         "every unwinding ends, after at most " + std::to_string(allEnd_->depth()) + " back edges",
                         allEnd_->limitsReached());
    result.outline = ForwardOutline{.backEdges = allEnd_->depth()};
    allEnd_->confirm(result);
    return result;
  }

  Result proved(LoopProver& prover, const std::string& how) {
    Result result = claimed(prover, how);
    if (result.verdict != Verdict::True || env_.options.certify == SecondSolver::None) return result;
    prover.reduce(Allowance(env_.deadline, Clock::now() + 1s, {}));
    return confirmed(std::move(result), prover, confirmingSolver(standing_, env_), env_.deadline);
  }

  /// What the prover says, which nobody has confirmed.
  Result claimed(const LoopProver& prover, const std::string& how) {
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

  Result confirmed(Result result, LoopProver& prover, const std::string& solver, const Deadline& deadline) {
    if (result.verdict != Verdict::True) return result;
    const bool isConfirmed = prover.confirm(solver, deadline);
    env_.statistics.counter("termination obligations") = prover.numObligations();
    if (isConfirmed) {
      result.reason += " (confirmed by " + solver + ")";
      result.proofCheck.status = ProofCheck::Confirmed;
      result.proofCheck.solver = solver;
      return result;
    }
    return refuse(result, prover.reason());
  }

  Result open() {
    if (refused_) return *refused_;
    Result result;
    result.question = Question::Termination;
    const LoopProver& prover = exact_ && exact_->system() ? *exact_ : *forgetful_;
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

  const Program& original_;
  const Program& wrapping_;
  Env& env_;
  const Standing standing_;
  bool allocates_ = false, isRecursive_ = false, isObstructed_ = false, isStuck_ = false, hasUnwinding_ = true,
       arePathsDone_ = false;
  uint32_t recursionDepth_ = 3;
  std::optional<FlatProgram> withMemory_; // until it is needed
  std::unique_ptr<Flow> forgetfulFlow_, exactFlow_, unwoundFlow_;
  std::unique_ptr<LoopProver> forgetful_, exact_;
  std::unique_ptr<AllEnd> allEnd_;
  std::set<uint32_t> late_;       // attempts
  std::optional<Result> refused_; // a proof that does not hold in all cases
};

/// Where an execution does what is undefined, as far as a short search finds one. C has nothing to say about what
/// follows.
std::optional<LocationId> undefinedBehaviour(const Program& program, Env& env) {
  constexpr uint32_t kFar = 2000; // back edges
  const auto isError = [](const Location& location) { return location.kind == LocationKind::Error; };
  if (std::ranges::none_of(program.locations(), isError)) return std::nullopt;
  const Flow flow(*flatForm(program, kForErrors));
  AllEnd search(program, flow, env);
  search.run(200ms, kFar);
  return search.violation();
}

/// What is proved, unless an execution does what is undefined. Of the same program, that was searched for before.
Result unlessUndefined(Result result, const Program& wrapping, Standing standing, Env& env) {
  if (result.verdict != Verdict::True) return result;
  if (!result.outline) result.outline = MeasuresOutline();
  if (standing.isOfSame) return result;
  if (const std::optional<LocationId> error = undefinedBehaviour(wrapping, env)) {
    result.verdict = Verdict::Unknown;
    result.reason = "undefined: " + textWithPlace(wrapping, wrapping[*error].message, wrapping[*error].position);
  }
  return result;
}

/// The outline of an earlier proof is followed first.
template <class Outline>
Result runLike(const Outline& outline, Standing standing, const Program& program, const Program& wrapping, Env& env) {
  Run run(program, wrapping, env, standing);
  std::optional<Result> result = run.begin();
  if (!result) result = run.again(outline);
  return unlessUndefined(result ? *std::move(result) : run.search(), wrapping, standing, env);
}

} // namespace

bool allEndByMeasures(const Program& program, Clock::duration time, Env& env) {
  const Clock::duration left = env.deadline.limited() ? (env.deadline.end() - Clock::now()) / 4 : time;
  if (left <= Clock::duration::zero()) return false;
  const Deadline deadline(env.deadline, std::min(time, left));
  Env inner{env.options, deadline, env.statistics, env.logger};
  Run run(program, program, inner);
  run.leaveUnwinding();
  return run.run().verdict == Verdict::True;
}

Result Termination::verify(const Program& program, Env& env) {
  const Program& wrapping = wrappingOf(program);
  return unlessUndefined(Run(program, wrapping, env).run(), wrapping, {}, env);
}

std::optional<Result> Termination::recall(const MeasuresOutline& outline, Standing standing, const Program& program,
                                          Env& env) {
  return runLike(outline, standing, program, wrappingOf(program), env);
}

std::optional<Result> Termination::recall(const ForwardOutline& outline, Standing standing, const Program& program,
                                          Env& env) {
  return runLike(outline, standing, program, wrappingOf(program), env);
}

std::optional<Result> Termination::recall(const PathsOutline& outline, Standing standing, const Program& program,
                                          Env& env) {
  return runLike(outline, standing, program, wrappingOf(program), env);
}

} // namespace assay
