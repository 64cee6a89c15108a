#include "engine/termination/termination.h"

#include "engine/common/questions.h"
#include "engine/termination/end_result.h"
#include "engine/termination/limits.h"
#include "engine/termination/measure_proofs.h"
#include "engine/termination/single_execution.h"
#include "engine/termination/unwindings.h"
#include "transform/flat_form.h"
#include "util/shared_limits.h"

#include <algorithm>
#include <functional>
#include <set>

namespace assay {

namespace {

using Clock = Deadline::Clock;

/// All paths end, found by symbolic execution, which is given some time again and again.
class AllPaths {
public:
  AllPaths(const Program& original, const Program& wrapping, Env& env)
      : original_(original), wrapping_(wrapping), env_(env) {}

  std::optional<Result> run(Clock::duration time) {
    if (isDone_) return std::nullopt;
    const Deadline deadline(env_.deadline, time);
    Env inner{env_.options, deadline, env_.statistics, env_.logger};
    Program program = wrapping_.clone();
    abortAtErrors(program);
    const auto [paths, allEnd] = followAllPaths(program, inner);
    isDone_ = !deadline.expired();
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
    Result result = allEndResult(original_, wrapping_, "all paths end", limits);
    result.outline = PathsOutline();
    result.proofCheck = paths.proofCheck;
    return result;
  }
  /// More time is of no use.
  bool isDone() const { return isDone_; }

private:
  const Program& original_;
  const Program& wrapping_;
  Env& env_;
  bool isDone_ = false;
};

/// What needs no search: a single execution.
std::optional<Result> singleExecution(const Program& original, const Program& wrapping, const TerminationLimits& limits,
                                      const Env& env) {
  if (!isSingleExecution(wrapping, limits, env.deadline)) return std::nullopt;
  return allEndResult(original, wrapping, "the only execution ends", {});
}

/// Measures, unwindings and paths in turn, where there is more than one execution.
class EndSearch {
public:
  /// `earlier`: what an earlier proof counts for.
  EndSearch(const Program& original, const Program& wrapping, const TerminationLimits& limits, Standing earlier,
            Env& env)
      : limits_(limits), env_(env), measures_(original, wrapping, earlier, env), unwindings_(original, wrapping, env),
        paths_(original, wrapping, env) {}

  std::optional<Result> withoutLoops() { return measures_.withoutLoops(); }

  /// In the way that an earlier proof went.
  std::optional<Result> again(const MeasuresOutline& known) { return measures_.again(known); }
  std::optional<Result> again(const ForwardOutline&) { return unwindings_.run(limits_.recallUnwinding); }
  std::optional<Result> again(const PathsOutline&) { return paths_.run(limits_.recallPaths); }

  Result run() {
    for (uint32_t number = 0; number < MeasureProofs::numAttempts() && !env_.deadline.expired(); ++number) {
      if (measures_.hasFailedBefore(number))
        if (std::optional<Result> result = unwindings_.run(limits_.unwindBetween)) return *result;
      if (std::optional<Result> result = measures_.attempt(number)) return *result;
    }
    for (int turn = 1; !env_.deadline.expired(); turn *= 2) {
      if (std::optional<Result> result = paths_.run(turn * limits_.pathsTurn)) return *result;
      if (std::optional<Result> result = unwindings_.run(turn * limits_.unwindTurn)) return *result;
      if (std::optional<Result> result = measures_.attemptAgain(2 * turn)) return *result;
      if (paths_.isDone() && unwindings_.isDone() && !measures_.hasLate()) break;
    }
    return measures_.open();
  }

private:
  const TerminationLimits& limits_;
  Env& env_;
  MeasureProofs measures_;
  Unwindings unwindings_;
  AllPaths paths_;
};

/// Where an execution has undefined behaviour, if a short search finds one: C says nothing about what follows.
std::optional<LocationId> undefinedBehaviour(const Program& program, Env& env) {
  const auto isError = [](const Location& location) { return location.kind == LocationKind::Error; };
  if (std::ranges::none_of(program.locations(), isError)) return std::nullopt;
  const auto limits = limitsOf<TerminationLimits>(env.options);
  const FlatForm form{.purpose = FlatFor::Ends,
                      .depth = limits.undefinedDepth,
                      .loopsTails = true,
                      .maxLocations = limitsOf<SharedLimits>(env.options).inlinedLocations,
                      .compactsAgain = true};
  const Flow flow(*flatForm(program, form));
  AllEnd search(program, flow, env);
  search.run(limits.undefined, limits.undefinedBackEdges);
  return search.violation();
}

/// The proof, unless an execution has undefined behaviour. For the same program as before, that was searched for
/// already.
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

/// Looks first for what `again` gives, in the way that an earlier proof went.
Result prove(const Program& program, const Program& wrapping, Standing standing, Env& env,
             const std::function<std::optional<Result>(EndSearch&)>& again) {
  const auto limits = limitsOf<TerminationLimits>(env.options);
  if (std::optional<Result> result = singleExecution(program, wrapping, limits, env)) return *result;
  EndSearch search(program, wrapping, limits, standing, env);
  if (std::optional<Result> result = search.withoutLoops()) return *result;
  if (std::optional<Result> result = again(search)) return *result;
  return search.run();
}

template <class Outline>
Result proveAgain(const Outline& outline, Standing standing, const Program& program, const Program& wrapping,
                  Env& env) {
  const auto again = [&](EndSearch& search) { return search.again(outline); };
  return unlessUndefined(prove(program, wrapping, standing, env, again), wrapping, standing, env);
}

} // namespace

bool allEndByMeasures(const Program& program, Clock::duration time, Env& env) {
  const auto limits = limitsOf<TerminationLimits>(env.options);
  const Clock::duration left =
      env.deadline.limited() ? (env.deadline.end() - Clock::now()) / limits.endQuestionPart : time;
  if (left <= Clock::duration::zero()) return false;
  const Deadline deadline(env.deadline, std::min(time, left));
  Env inner{env.options, deadline, env.statistics, env.logger};
  if (singleExecution(program, program, limits, inner)) return true;
  MeasureProofs measures(program, program, {}, inner);
  if (const std::optional<Result> result = measures.withoutLoops()) return result->verdict == Verdict::True;
  for (uint32_t number = 0; number < MeasureProofs::numAttempts() && !deadline.expired(); ++number)
    if (measures.attempt(number)) return true;
  return false;
}

Result Termination::verify(const Program& program, Env& env) {
  const Program& wrapping = wrappingOf(program);
  const auto nothing = [](EndSearch&) { return std::optional<Result>(); };
  return unlessUndefined(prove(program, wrapping, {}, env, nothing), wrapping, {}, env);
}

std::optional<Result> Termination::recall(const MeasuresOutline& outline, Standing standing, const Program& program,
                                          Env& env) {
  return proveAgain(outline, standing, program, wrappingOf(program), env);
}

std::optional<Result> Termination::recall(const ForwardOutline& outline, Standing standing, const Program& program,
                                          Env& env) {
  return proveAgain(outline, standing, program, wrappingOf(program), env);
}

std::optional<Result> Termination::recall(const PathsOutline& outline, Standing standing, const Program& program,
                                          Env& env) {
  return proveAgain(outline, standing, program, wrappingOf(program), env);
}

} // namespace assay
