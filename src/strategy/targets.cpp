#include "strategy/targets.h"

#include "engine/common/path_observer.h"
#include "engine/common/replay.h"
#include "engine/common/status_table.h"
#include "engine/engines.h"
#include "program/sampling/sampler.h"
#include "strategy/certify.h"
#include "strategy/limits.h"
#include "strategy/result_text.h"
#include "transform/compact_edges.h"
#include "transform/target.h"
#include "util/process.h"
#include "util/shared_limits.h"
#include "util/words.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <poll.h>
#include <sstream>

namespace assay {

namespace {

using Clock = Deadline::Clock;

using Indices = std::vector<size_t>;

/// Random values; objects with arbitrary contents are full of zeros, so that a list of inputs says all.
Inputs randomValues(uint64_t seed) { return withBytes(randomInputs(seed)); }

/// Executions, and which places they come to.
class TargetRuns {
public:
  TargetRuns(const Program& program, SamplePlan plan) : sampler_(program, std::move(plan)) {
    sampler_.watchAll([&](const SampledState& state) {
      if (state.visit == 1) reached_.emplace(state.location, sampler_.entries().size());
    });
  }
  bool next() {
    reached_.clear();
    return sampler_.next();
  }
  const Sampler& sampler() const { return sampler_; }
  /// In the last execution, with the number of inputs until then.
  const std::map<LocationId, size_t>& reached() const { return reached_; }

private:
  Sampler sampler_;
  std::map<LocationId, size_t> reached_;
};

/// What is known of the targets.
class TargetBoard {
public:
  TargetBoard(const Program& program, std::span<const Target> targets, Env& env)
      : program_(program), targets_(targets), env_(env), limits_(limitsOf<StrategyLimits>(env.options)),
        isDoubtful_(targets.size()) {
    known_.targets.resize(targets.size());
  }

  const Program& program() const { return program_; }
  std::span<const Target> targets() const { return targets_; }
  const StrategyLimits& limits() const { return limits_; }
  /// Neither reached nor dead, and not beyond hope.
  bool isOpen(size_t i) const { return known_.targets[i].status == TargetStatus::Open && !isDoubtful_[i]; }
  Indices open() const {
    Indices result;
    for (size_t i = 0; i < targets_.size(); ++i)
      if (isOpen(i)) result.push_back(i);
    return result;
  }
  size_t numReached() const {
    return static_cast<size_t>(std::ranges::count(known_.targets, TargetStatus::Reachable, &TargetResult::status));
  }

  void tryRandomInputs() {
    const auto end = Clock::now() + limits_.targetRandom;
    TargetRuns runs(program_, planOf(randomValues, limits_.targetRuns, limits_.targetSteps));
    while (Clock::now() < end && !open().empty() && runs.next()) look(runs, {}, "random inputs");
  }

  /// Inputs that an engine has found. Whether they lead to a target that was open.
  bool tryInputs(const Counterexample& found, const std::string& how) {
    const auto inputs = [&](uint64_t) { return std::make_unique<CounterexampleInputs>(found); };
    TargetRuns runs(program_, planOf(inputs, 1, limitsOf<SharedLimits>(env_.options).replaySteps));
    runs.next();
    return look(runs, found.bytes, how);
  }
  /// Tries these inputs with random ones behind them: targets further on are often found so. Returns the inputs that
  /// lead somewhere new.
  std::vector<Counterexample> tryLongerInputs(const Counterexample& found, uint64_t seed) {
    std::vector<Counterexample> better;
    const auto inputs = [&](uint64_t run) {
      return otherwise(std::make_unique<CounterexampleInputs>(found),
                       randomValues(limits_.targetLongerRuns * seed + run));
    };
    TargetRuns runs(program_, planOf(inputs, limits_.targetLongerRuns, limits_.targetLongerSteps));
    while (!open().empty() && runs.next())
      if (look(runs, found.bytes, "symex: the inputs of a path, and random ones"))
        better.push_back({{}, runs.sampler().inputs(), found.bytes});
    return better;
  }

  void bury(const Indices& dead, const std::string& how) {
    for (size_t i : dead) {
      TargetResult& target = known_.targets[i];
      if (target.status == TargetStatus::Reachable) contradiction(i, how);
      if (target.status != TargetStatus::Open || isDoubtful_[i]) continue;
      target.status = TargetStatus::Dead;
      target.how = how;
    }
  }

  /// An engine came to the target, and the interpreter did not: nothing will be said of the target.
  void doubt(size_t i, const std::string& why) {
    isDoubtful_[i] = true;
    if (known_.targets[i].status == TargetStatus::Open) known_.targets[i].how = why;
  }

  /// Why the rest is open.
  TargetResults conclude(const std::string& reason) {
    for (TargetResult& target : known_.targets)
      if (target.status == TargetStatus::Open && target.how.empty()) target.how = reason;
    return std::move(known_);
  }

private:
  SamplePlan planOf(std::function<Inputs(uint64_t run)> inputs, uint64_t runs, uint64_t steps) const {
    return {.inputs = std::move(inputs),
            .runs = runs,
            .limits = {.maxSteps = steps, .interrupt = &env_.deadline.flag()},
            .isRecorded = true};
  }

  /// What the last run came to. Whether a target was open that it led to.
  bool look(const TargetRuns& runs, const InitialBytes& bytes, const std::string& how) {
    const std::vector<RecordingInputs::Entry>& inputs = runs.sampler().entries();
    bool isNew = false;
    for (size_t i = 0; i < targets_.size(); ++i) {
      TargetResult& target = known_.targets[i];
      if (target.status == TargetStatus::Reachable) continue;
      for (LocationId place : targets_[i].places) {
        const auto reached = runs.reached().find(place);
        if (reached == runs.reached().end()) continue;
        if (target.status == TargetStatus::Dead) contradiction(i, target.how);
        target.status = TargetStatus::Reachable;
        target.how = how;
        target.place = place;
        target.inputs.assign(inputs.begin(), inputs.begin() + static_cast<ptrdiff_t>(reached->second));
        target.execution.bytes = bytes;
        for (const RecordingInputs::Entry& input : target.inputs) target.execution.inputs.push_back(input.value);
        isNew = true;
        break;
      }
    }
    return isNew;
  }

  void contradiction(size_t i, const std::string& how) {
    known_.warnings.push_back("A TARGET THAT IS REACHED WAS CALLED DEAD (" + how +
                              "): " + program_.files.format(targets_[i].position));
  }

  const Program& program_;
  const std::span<const Target> targets_;
  Env& env_;
  const StrategyLimits limits_;
  TargetResults known_;
  std::vector<bool> isDoubtful_;
};

/// What is told about the findings of a search: the board itself, or that of the parent process.
struct Listener {
  std::function<void(const Counterexample&)> reached; // inputs
  std::function<void(const Indices&, const std::string& how)> dead;
  std::function<void(size_t, const std::string& why)> doubtful;
};

/// Symbolic execution that looks for the open targets.
class TargetPaths : public PathObserver {
public:
  TargetPaths(TargetBoard& board, const Listener& listener)
      : board_(board), listener_(listener), wanted_(board.program().edges().size()), failures_(board.targets().size()) {
    want();
  }
  std::vector<bool>& wantedEdges() override { return wanted_; }
  std::string coverage() const override {
    return std::to_string(board_.numReached()) + " of " + std::to_string(board_.targets().size()) + " targets";
  }
  bool wantsProof() const override { return true; }

  bool onPath(const PathReport& report) override {
    const Indices taken = takenTargets();
    board_.tryInputs(report.inputs, "symex: a path of which the interpreter has taken the inputs");
    listener_.reached(report.inputs);
    for (const Counterexample& longer : board_.tryLongerInputs(report.inputs, ++numPaths_)) listener_.reached(longer);
    for (size_t i : taken) {
      if (!board_.isOpen(i)) continue;
      if (++failures_[i] < board_.limits().targetFailures) continue;
      const std::string why = "symex came there on inputs that the interpreter did not follow";
      board_.doubt(i, why);
      listener_.doubtful(i, why);
    }
    want();
    return !board_.open().empty();
  }

  /// Targets that no path has come to; if all paths were followed, no execution comes to them.
  Indices unreached() const {
    Indices result;
    for (size_t i : board_.open())
      if (failures_[i] == 0) result.push_back(i);
    return result;
  }

private:
  template <class Visit>
  void forEachEdge(size_t target, Visit visit) const {
    for (LocationId place : board_.targets()[target].places)
      for (EdgeId edge : board_.program()[place].out) visit(edge.index());
  }
  /// Targets with an edge that was wanted and is not any more.
  Indices takenTargets() const {
    Indices result;
    for (size_t i : board_.open()) {
      bool isTaken = false;
      forEachEdge(i, [&](size_t edge) { isTaken = isTaken || !wanted_[edge]; });
      if (isTaken) result.push_back(i);
    }
    return result;
  }
  void want() {
    std::fill(wanted_.begin(), wanted_.end(), false);
    for (size_t i : board_.open()) forEachEdge(i, [&](size_t edge) { wanted_[edge] = true; });
  }

  TargetBoard& board_;
  const Listener& listener_;
  std::vector<bool> wanted_;
  std::vector<unsigned> failures_; // by target
  uint64_t numPaths_ = 0;
};

/// By all paths. Why the rest is open.
std::string searchPaths(TargetBoard& board, const Listener& listener, Env& env) {
  TargetPaths paths(board, listener);
  Result result = makePathEngine(paths)->run(board.program(), env);
  if (board.open().empty()) return {};
  if (result.verdict != Verdict::True || !certify(result, board.program(), env)) return result.reason;
  std::string limits;
  for (const std::string& limit : limitsOf(CheckTable(board.program()), result))
    limits += (limits.empty() ? "" : "; ") + limit;
  if (!limits.empty()) return "no path leads there within limits: " + limits;
  const RefutationCheck& refutations = result.proofCheck.refutations;
  std::string how = "symex: all paths were followed";
  if (!refutations.solver.empty())
    how += ", " + refutations.solver + " has confirmed " + std::to_string(refutations.confirmed) + " of " +
           std::to_string(refutations.number) + " refutations";
  const Indices dead = paths.unreached();
  board.bury(dead, how);
  listener.dead(dead, how);
  return "symex came there on inputs that the interpreter did not follow";
}

/// An engine that is asked for errors.
class ErrorSearch {
public:
  ErrorSearch(std::string engine, TargetBoard& board, const Listener& listener, Env& env)
      : engine_(std::move(engine)), board_(board), listener_(listener), env_(env) {}

  std::string run() {
    const StrategyLimits& limits = board_.limits();
    for (Clock::duration patience = limits.targetPatience;; patience *= limits.targetPatienceFactor) {
      isOutOfPatience_ = false;
      askForAll(2 * patience);
      for (size_t i : board_.open()) {
        if (env_.deadline.expired()) return reason_;
        if (board_.isOpen(i)) ask({i}, patience);
      }
      if (!isOutOfPatience_ || board_.open().empty()) return reason_;
    }
  }

private:
  /// Targets that are reached hide what is behind them, so the other targets are asked for again.
  void askForAll(Clock::duration patience) {
    const auto end = Clock::now() + patience;
    while (board_.open().size() > 1 && !env_.deadline.expired() && Clock::now() < end)
      if (!ask(board_.open(), end - Clock::now())) return;
  }

  /// Whether something is known now.
  bool ask(const Indices& targets, Clock::duration patience) {
    std::vector<LocationId> places;
    std::map<LocationId, size_t> owner;
    for (size_t i : targets)
      for (LocationId place : board_.targets()[i].places)
        if (owner.emplace(place, i).second) places.push_back(place);
    Program errors = board_.program().clone();
    makeTargets(errors, places);
    compactEdges(errors);
    const Deadline deadline(env_.deadline, patience);
    Env env{env_.options, deadline, env_.statistics, env_.logger};
    Result result = makeEngine(engine_)->run(errors, env);
    if (deadline.expired()) isOutOfPatience_ = true;
    const bool isCertified = certify(result, errors, env);
    if (result.verdict == Verdict::True && isCertified && limitsOf(CheckTable(errors), result).empty()) {
      const std::string how = engine_ + ": " + result.reason;
      board_.bury(targets, how);
      listener_.dead(targets, how);
      return true;
    }
    bool isNew = false;
    if (result.verdict == Verdict::False) isNew = takeViolations(result, errors, places, owner);
    if (result.verdict != Verdict::False) reason_ = result.reason;
    return isNew;
  }

  bool takeViolations(const Result& result, const Program& errors, const std::vector<LocationId>& places,
                      const std::map<LocationId, size_t>& owner) {
    bool isNew = false;
    for (const CheckResult& check : result.checks) {
      if (check.status != CheckStatus::Violated || !check.counterexample) continue;
      const size_t target = owner.at(places[std::stoul(errors[check.error].message)]);
      board_.tryInputs(*check.counterexample, engine_ + ": inputs that the interpreter has taken");
      listener_.reached(*check.counterexample);
      isNew = true;
      if (!board_.isOpen(target)) continue;
      const std::string why = engine_ + " came there on inputs that the interpreter did not follow";
      board_.doubt(target, why);
      listener_.doubtful(target, why);
    }
    return isNew;
  }

  const std::string engine_;
  TargetBoard& board_;
  const Listener& listener_;
  Env& env_;
  bool isOutOfPatience_ = false;
  std::string reason_ = "out of time";
};

/// Why the rest is open.
using TargetSearch = std::function<std::string(TargetBoard&, const Listener&, Env&)>;

struct NamedSearch {
  std::string engine;
  TargetSearch search;
};

TargetSearch searchWith(const std::string& engine) {
  if (engine == "symex") return searchPaths;
  return [engine](TargetBoard& board, const Listener& listener, Env& env) {
    return ErrorSearch(engine, board, listener, env).run();
  };
}

/// A search in a process of its own. Messages begin with what they are about.
class TargetProcess {
public:
  TargetProcess(const NamedSearch& searcher, TargetBoard& board, Env& env)
      : engine_(searcher.engine), board_(board), env_(env),
        process_(env.deadline, std::max<uint64_t>(env.options.memory / 2, 1),
                 [&](const Deadline& deadline, Channel& parent) { work(searcher, board, env, deadline, parent); }) {}

  bool isRunning() const { return isRunning_; }
  int descriptor() { return process_.channel().descriptor(); }
  const std::string& reason() const { return reason_; }
  void askToStop() const { process_.askToStop(); }

  void receive() {
    isRunning_ = process_.channel().receive();
    std::string message;
    while (process_.channel().next(message)) take(message);
    if (!isRunning_ && reason_.empty()) reason_ = engine_ + ": ended without a word";
  }

private:
  static constexpr std::string_view kReached = "reached", kDead = "dead", kDoubtful = "doubtful", kEnd = "open",
                                    kStatistics = "statistics";

  static void work(const NamedSearch& searcher, TargetBoard& board, Env& parentEnv, const Deadline& deadline,
                   Channel& parent) {
    Statistics statistics;
    std::ostringstream nowhere;
    Logger logger(nowhere);
    Env env{parentEnv.options, deadline, statistics, logger};
    const Listener listener{[&](const Counterexample& inputs) {
                              Result result;
                              const LocationId place = board.targets()[0].places.front(); // any one
                              result.checks.push_back({place, CheckStatus::Violated, {}, inputs});
                              result.checks.back().counterexample->error = place;
                              parent.send(WordWriter().word(kReached).string(printResult(result)).take());
                            },
                            [&](const Indices& targets, const std::string& how) {
                              WordWriter out;
                              out.word(kDead).string(how).number(targets.size());
                              for (size_t i : targets) out.number(i);
                              parent.send(out.take());
                            },
                            [&](size_t target, const std::string& why) {
                              parent.send(WordWriter().word(kDoubtful).string(why).number(target).take());
                            }};
    const std::string reason = searcher.engine + ": " + searcher.search(board, listener, env);
    std::ostringstream numbers;
    statistics.print(numbers);
    parent.send(WordWriter().word(kStatistics).string(numbers.str()).take());
    parent.send(WordWriter().word(kEnd).string(reason).take());
  }

  void take(const std::string& message) {
    WordReader in(message);
    const std::string_view kind = in.word();
    const std::string text = in.string();
    const size_t last = board_.targets().size() - 1;
    if (kind == kReached) {
      const std::optional<Result> result = parseResult(text, board_.program());
      if (!result || result->checks.empty() || !result->checks[0].counterexample) return;
      board_.tryInputs(*result->checks[0].counterexample, engine_ + ": inputs that the interpreter has taken");
    } else if (kind == kDead) {
      Indices dead;
      for (uint64_t left = in.number(last + 1); left > 0 && !in.failed(); --left) dead.push_back(in.number(last));
      if (!in.failed()) board_.bury(dead, text);
    } else if (kind == kDoubtful) {
      const size_t target = in.number(last);
      if (!in.failed()) board_.doubt(target, text);
    } else if (kind == kStatistics && env_.options.stats) {
      env_.logger.stream() << "engine " << engine_ << "\n" << text;
    } else if (kind == kEnd && !in.failed()) {
      reason_ = text;
    }
  }

  const std::string engine_;
  TargetBoard& board_;
  Env& env_;
  ChildProcess process_;
  bool isRunning_ = true;
  std::string reason_;
};

/// Runs the first engine alone for a while, then all of them, until everything is known or no engine is left. Returns
/// why the rest is open.
std::string searchWithAll(std::span<const std::string> engines, TargetBoard& board, Env& env) {
  const auto begin = Clock::now();
  std::vector<std::unique_ptr<TargetProcess>> runners;
  const auto isAnyRunning = [&] {
    return std::ranges::any_of(runners, [](const auto& runner) { return runner->isRunning(); });
  };
  const auto listen = [&] {
    for (const auto& runner : runners) {
      pollfd descriptor{runner->descriptor(), POLLIN, 0};
      if (runner->isRunning() && poll(&descriptor, 1, pollTime(board.limits().listen)) > 0) runner->receive();
    }
  };
  while (!board.open().empty() && !env.deadline.expired()) {
    const bool isLate = Clock::now() - begin > board.limits().targetHeadStart || !isAnyRunning();
    if (runners.size() < engines.size() && isLate) {
      const std::string& engine = engines[runners.size()];
      runners.push_back(std::make_unique<TargetProcess>(NamedSearch{engine, searchWith(engine)}, board, env));
    }
    if (!isAnyRunning()) break;
    listen();
  }
  // What they know when time is over.
  for (const auto& runner : runners)
    if (runner->isRunning()) runner->askToStop();
  const bool wantsWords = env.options.stats || !board.open().empty();
  for (const auto end = Clock::now() + board.limits().lastWords; isAnyRunning() && wantsWords && Clock::now() < end;)
    listen();
  std::string reason;
  for (const auto& runner : runners)
    if (!runner->reason().empty()) reason += (reason.empty() ? "" : "; ") + runner->reason();
  return reason.empty() ? "out of time" : reason;
}

} // namespace

TargetResults decideTargets(const Program& program, std::span<const Target> targets, Env& env) {
  TargetBoard board(program, targets, env);
  board.tryRandomInputs();
  env.statistics.counter("targets") = targets.size();
  env.statistics.counter("targets reached at random") = board.numReached();
  if (board.open().empty()) return board.conclude({});
  std::vector<std::string> engines{env.options.engine};
  if (env.options.engine == "auto") engines = {"symex", "kiki"};
  if (!env.deadline.limited()) return board.conclude(searchWithAll(engines, board, env));
  const StrategyLimits& limits = board.limits();
  // They are asked to come home before time is over.
  const Clock::duration left = env.deadline.end() - Clock::now();
  const Deadline deadline(env.deadline,
                          left - std::min<Clock::duration>(left / limits.targetLastPart, limits.lastWords));
  Env inner{env.options, deadline, env.statistics, env.logger};
  return board.conclude(searchWithAll(engines, board, inner));
}

} // namespace assay
