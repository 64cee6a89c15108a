#include "strategy/vacuity.h"

#include "engine/common/path_observer.h"
#include "engine/engines.h"
#include "program/leak_checks.h"
#include "program/library_call.h"
#include "program/sampling/sampler.h"
#include "strategy/limits.h"
#include "transform/target.h"
#include "util/process.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <poll.h>
#include <sstream>

namespace assay {

namespace {

using Clock = Deadline::Clock;

/// Callers of each function: the edges.
std::vector<std::vector<EdgeId>> callersOf(const Program& program) {
  std::vector<std::vector<EdgeId>> callers(program.functions().size());
  for (uint32_t i = 0; i < program.edges().size(); ++i)
    for (const Operation& operation : program.edges()[i].operations)
      if (const Call* call = operation.as<Call>()) callers[call->callee.index()].emplace_back(i);
  return callers;
}

class DecisionSearch {
public:
  explicit DecisionSearch(const Program& program) : program_(program), callers_(callersOf(program)) {}

  std::vector<LocationId> before(LocationId error) {
    decisions_.clear();
    work_ = {error};
    seen_.assign(program_.locations().size(), false);
    seen_[error.index()] = true;
    while (!work_.empty()) {
      const LocationId at = work_.back();
      work_.pop_back();
      const Function& function = program_[program_[at].function];
      for (const EdgeId edge : program_[at].in) visit(program_[edge].source);
      if (function.entry != at) continue;
      if (program_[at].function == program_.entry()) decisions_.push_back(at);
      for (const EdgeId edge : callers_[program_[at].function.index()]) visit(program_[edge].source);
    }
    return std::move(decisions_);
  }

private:
  void visit(LocationId source) {
    if (seen_[source.index()]) return;
    seen_[source.index()] = true;
    const bool isDecision = program_[source].out.size() > 1 && !isForkByCall(program_, source);
    (isDecision ? decisions_ : work_).push_back(source);
  }

  const Program& program_;
  std::vector<std::vector<EdgeId>> callers_;
  std::vector<LocationId> work_, decisions_;
  std::vector<bool> seen_;
};

/// Symbolic execution that looks for certain places.
class PlaceObserver : public PathObserver {
public:
  PlaceObserver(const Program& program, const std::vector<LocationId>& places) : wanted_(program.edges().size()) {
    for (const LocationId place : places)
      for (const EdgeId edge : program[place].out) wanted_[edge.index()] = true;
  }
  std::vector<bool>& wantedEdges() override { return wanted_; }
  std::string coverage() const override { return "places"; }
  bool onPath(const PathReport&) override { return true; }
  /// Exploration clears the edges that it took.
  bool isReached(const Program& program, LocationId place) const {
    return std::ranges::any_of(program[place].out, [&](EdgeId edge) { return !wanted_[edge.index()]; });
  }

private:
  std::vector<bool> wanted_;
};

using Indices = std::vector<size_t>;

/// By all paths: nothing, if these are too many.
std::optional<Indices> unreachableByPaths(const Program& program, Env& env, const std::vector<LocationId>& places) {
  PlaceObserver observer(program, places);
  if (makePathEngine(observer)->run(program, env).verdict != Verdict::True) return std::nullopt;
  Indices result;
  for (size_t i = 0; i < places.size(); ++i)
    if (!observer.isReached(program, places[i])) result.push_back(i);
  return result;
}

/// By induction: the places are errors, and those that are reached are left out until all others are proved.
std::optional<Indices> unreachableByInduction(const Program& program, Env& env, std::vector<LocationId> places) {
  Indices open;
  for (size_t i = 0; i < places.size(); ++i) open.push_back(i);
  while (!open.empty() && !env.deadline.expired()) {
    Program targets = program.clone();
    makeTargets(targets, places);
    const Result result = makeEngine("kiki")->run(targets, env);
    if (result.verdict == Verdict::True) return open;
    if (result.verdict == Verdict::Unknown) return std::nullopt;
    std::vector<std::ptrdiff_t> reached;
    for (const CheckResult& check : result.checks)
      if (check.status == CheckStatus::Violated) reached.push_back(std::stol(targets[check.error].message));
    std::ranges::sort(reached, std::greater());
    for (const std::ptrdiff_t place : reached) {
      open.erase(open.begin() + place);
      places.erase(places.begin() + place);
    }
  }
  return std::nullopt;
}

/// Of these places, those that no execution reaches: their indices; nothing if that could not be found out in time. Two
/// processes look for it.
std::optional<Indices> unreachable(const Program& program, Env& env, const std::vector<LocationId>& places,
                                   Clock::duration time, const StrategyLimits& limits) {
  const Deadline limit(env.deadline, time);
  const auto start = [&](auto search) {
    return ChildProcess(limit, env.options.memory, [&, search](const Deadline& deadline, Channel& parent) {
      Statistics statistics;
      std::ostringstream nowhere;
      Logger logger(nowhere);
      Options options = env.options;
      options.logQueries.clear(); // those are of the engine
      Env own{options, deadline, statistics, logger};
      const std::optional<Indices> found = search(program, own, places);
      if (!found) return;
      std::ostringstream text;
      for (const size_t index : *found) text << index << " ";
      parent.send(text.str());
    });
  };
  ChildProcess children[] = {start(unreachableByPaths), start(unreachableByInduction)};
  bool isRunning[] = {true, true};
  while (!limit.expired() && (isRunning[0] || isRunning[1]))
    for (const size_t i : {0, 1}) {
      pollfd descriptor{children[i].channel().descriptor(), POLLIN, 0};
      if (!isRunning[i] || poll(&descriptor, 1, pollTime(limits.listen)) <= 0) continue;
      isRunning[i] = children[i].channel().receive();
      std::string message;
      if (!children[i].channel().next(message)) continue;
      Indices result;
      std::istringstream in(message);
      for (size_t index = 0; in >> index;)
        if (index < places.size()) result.push_back(index);
      return result;
    }
  return std::nullopt;
}

} // namespace

std::vector<LocationId> decisionsBefore(const Program& program, LocationId error) {
  return DecisionSearch(program).before(error);
}

Vacuity findVacuousChecks(const Program& program, Env& env, Clock::duration time) {
  const auto limits = limitsOf<StrategyLimits>(env.options);
  const Clock::time_point begin = Clock::now();
  std::vector<bool> isVisited(program.locations().size());
  Sampler sampler(
      program,
      {.inputs = randomInputs, .first = 1, .runs = limits.vacuityRuns, .limits = {.maxSteps = limits.vacuitySteps}});
  sampler.watchAll([&](const SampledState& state) { isVisited[state.location.index()] = true; });
  SourcePosition blockedAt;
  bool isAlwaysBlocked = true;
  while (Clock::now() - begin < time / limits.vacuityRunsPart && sampler.next()) {
    const Outcome& outcome = sampler.outcome();
    isAlwaysBlocked =
        isAlwaysBlocked && outcome.kind == Outcome::Blocked && (!blockedAt.known() || blockedAt == outcome.position);
    blockedAt = outcome.position;
  }

  Vacuity result;
  std::map<LocationId, std::vector<LocationId>> open; // decisions that were not seen, by error location
  std::vector<LocationId> places;
  size_t numChecks = 0;
  DecisionSearch decisions(program);
  for (uint32_t i = 0; i < program.locations().size(); ++i) {
    if (program.locations()[i].kind != LocationKind::Error) continue;
    ++numChecks;
    std::vector<LocationId> before = decisions.before(LocationId(i));
    if (std::ranges::any_of(before, [&](LocationId place) { return isVisited[place.index()]; })) continue;
    places.insert(places.end(), before.begin(), before.end());
    open.emplace(LocationId(i), std::move(before));
  }
  if (places.empty()) return result;
  std::ranges::sort(places);
  places.erase(std::ranges::unique(places).begin(), places.end());
  const auto left = time - (Clock::now() - begin);
  const std::optional<Indices> found =
      left > Clock::duration::zero() ? unreachable(program, env, places, left, limits) : std::nullopt;
  result.isDecided = found.has_value();
  if (!found) return result;
  std::vector<LocationId> never;
  for (const size_t index : *found) never.push_back(places[index]);
  for (const auto& [error, before] : open)
    if (std::ranges::all_of(before, [&](LocationId place) { return std::ranges::binary_search(never, place); }))
      result.checks.push_back(error);
  result.isTotal = result.checks.size() == numChecks;
  // Leaks are looked for wherever the program can end. An exit() that is never called is no reason to worry, and
  // neither is what a model of a library function checks, which has no position in the source, in a case that does not
  // arise.
  const auto isInModel = [&](const Location& location) { return !program.files.empty() && !location.position.known(); };
  if (!result.isTotal)
    std::erase_if(result.checks,
                  [&](LocationId error) { return isLeak(program[error].property) || isInModel(program[error]); });
  if (isAlwaysBlocked) result.blockedAt = blockedAt;
  return result;
}

std::vector<std::string> warningsOf(const Program& program, const Vacuity& vacuity) {
  constexpr size_t kShown = 3;
  std::vector<std::string> warnings;
  if (vacuity.checks.empty()) return warnings;
  const auto numChecks = std::ranges::count(program.locations(), LocationKind::Error, &Location::kind);
  std::string text = std::string(kUnreached) + (vacuity.isTotal ? "any check"
                                                                : std::to_string(vacuity.checks.size()) + " of " +
                                                                      std::to_string(numChecks) + " checks");
  // What a model of a library function checks has no place that says anything to a user.
  std::vector<LocationId> shown;
  for (LocationId check : vacuity.checks)
    if (shown.size() < kShown && (program.files.empty() || program[check].position.known())) shown.push_back(check);
  for (LocationId check : shown)
    text += (check == shown.front() ? ": " : ", ") + program.files.format(program[check].position) + " (" +
            program[check].message + ")";
  const size_t rest = vacuity.checks.size() - shown.size();
  if (!shown.empty() && rest > 0) text += " and " + std::to_string(rest) + " more";
  warnings.push_back(text);
  if (vacuity.isTotal && vacuity.blockedAt.known())
    warnings.push_back("every execution that was tried ends at the assumption " +
                       program.files.format(vacuity.blockedAt));
  return warnings;
}

} // namespace assay
