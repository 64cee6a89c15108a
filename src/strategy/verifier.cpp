#include "strategy/verifier.h"

#include "engine/engines.h"
#include "engine/termination/nontermination.h"
#include "program/leak_search.h"
#include "program/threads.h"
#include "strategy/cached_proofs.h"
#include "strategy/certify.h"
#include "strategy/fact_board.h"
#include "util/error.h"
#include "util/process.h"

#include <algorithm>
#include <new>
#include <system_error>
#include <utility>

namespace assay {

namespace {

/// What is known when there was no memory for more.
Result outOfMemory(const Program& program) {
  Result result;
  result.reason = "out of memory";
  for (uint32_t i = 0; i < program.locations().size(); ++i)
    if (program.locations()[i].kind == LocationKind::Error)
      result.checks.push_back({LocationId(i), CheckStatus::Open, result.reason, {}});
  return result;
}

Result runAlone(Engine& engine, const EarlierProof* earlier, const Program& program, Env& env) {
  try {
    const MemoryLimit memory(env.options.memory);
    return recallOrRun(engine, earlier, program, env);
  } catch (const std::bad_alloc&) {
    return outOfMemory(program);
  } catch (const std::system_error& error) { // a thread needs memory
    if (error.code() != std::errc::resource_unavailable_try_again) throw;
    return outOfMemory(program);
  }
}

/// Whether the proof rests on a few questions to a solver, which may be hard.
bool isByFormulas(const ProofOutline& outline) {
  if (const auto* paths = std::get_if<PathsOutline>(&outline)) return paths->hasHardRefutations;
  return !std::holds_alternative<ShapesOutline>(outline);
}

/// The program without searches for leaks: a block that is lost ends no execution.
Program withoutLeakSearch(const Program& program) {
  Program result = program.clone();
  for (uint32_t i = 0; i < result.edges().size(); ++i)
    for (Operation& operation : result[EdgeId(i)].operations)
      if (asksForBlocks(operation)) operation.action = Assign{operation.defines(), result.terms().mkTrue()};
  return result;
}

std::vector<LocationId> violatedChecks(const Result& result) {
  std::vector<LocationId> errors;
  for (const CheckResult& check : result.checks)
    if (check.status == CheckStatus::Violated) errors.push_back(check.error);
  return errors;
}

/// The program whose executions end at these errors, as if there were none that go there. Its executions are some of
/// the program's, and locations have the same numbers.
Program without(const Program& program, const std::vector<LocationId>& errors) {
  Program result = program.clone();
  for (const LocationId error : errors) result[error].kind = LocationKind::Blocked;
  return result;
}

} // namespace

Verifier::Verifier(const Program& program, const Program* wrapping, Env& env)
    : program_(program), wrapping_(wrapping), env_(env), limits_(limitsOf<StrategyLimits>(env.options)),
      question_(wrapping ? Question::Termination : Question::Errors), memory_(question_, env) {}

Settled Verifier::verify(const Surroundings& around) {
  const auto begin = Deadline::Clock::now();
  loadSketch_ = around.sketch;
  Settled settled = settleChecks(program_, around.open, around.findKnown, env_.options.all, env_.deadline,
                                 [&](const Program& rest, bool isQuestion) -> Settled {
                                   PortfolioResult found = round(rest);
                                   if (isQuestion) return {std::move(found)};
                                   const std::vector<LocationId> before = violatedChecks(found.result);
                                   std::optional<NativeVerdict> native =
                                       refuteOpenViolations(rest, found, &rest != &program_, around.runNatively, env_);
                                   if (!before.empty() && found.result.verdict == Verdict::Unknown)
                                     lookFurther(rest, found, native, before, around.runNatively);
                                   memory_.endRound(found, Deadline::Clock::now() - roundBegan_);
                                   return {std::move(found), std::move(native)};
                                 });
  if (question_ == Question::Termination) return settled;
  const auto spent = Deadline::Clock::now() - begin;
  const Program& verified = settled.verified ? *settled.verified : program_;
  warnOfVacuity(verified, settled.whole, spent);
  warnOfEndlessness(verified, settled.whole, spent);
  if (around.isReported || !env_.options.quiet) judgeUserInvariants(verified, settled.whole);
  return settled;
}

PortfolioResult Verifier::round(const Program& program) {
  roundBegan_ = Deadline::Clock::now();
  memory_.beginRound(program);
  const Remembered* const remembered = memory_.ofRound();
  if (remembered)
    if (std::optional<PortfolioResult> whole = tryRemembered(program, *remembered, false)) return std::move(*whole);
  const std::optional<EarlierProof> earlier = remembered ? remembered->proofOfAny() : std::nullopt;
  return run(program, [](const std::string&) { return true; }, earlier ? &*earlier : nullptr, env_);
}

/// Of the program that was given; what follows known violations has no sketch.
Contender Verifier::sketch() const {
  return {std::string(kSketch), [this] { return std::make_unique<Sketch>(loadSketch_); }, 1, limits_.sketchBegin};
}

/// The engines that answer the question, or the one that the user wants.
std::vector<Contender> Verifier::contendersFor(const Program& program) const {
  const std::string& name = env_.options.engine;
  if (name == "auto" && !wrapping_) {
    const Schedule schedule = scheduleFor(featuresOf(program), limits_);
    env_.logger.progress("strategy: " + std::string(schedule.kind) + ": " + formatShares(schedule));
    return contendersOf(schedule);
  }
  if (name == kSketch && !wrapping_) return {sketch()};
  if (wrapping_) {
    std::vector<Contender> all = terminationContenders(*wrapping_);
    if (name == "auto") return all;
    std::erase_if(all, [&](const Contender& contender) { return contender.name != name; });
    if (all.empty()) throw UsageError("engine '" + name + "' does not tell whether executions end");
    return all;
  }
  if (isTerminationEngine(name)) throw UsageError("engine '" + name + "' is for --property termination");
  return {{name, [name] { return makeEngine(name); }}};
}

/// A violation that does not count ends an engine, and there may be others that do: engines that have not found it may
/// come to that error in another way, and all of them may find other errors. `native`: what the compiled program did on
/// the first violation.
void Verifier::lookFurther(const Program& program, PortfolioResult& found, std::optional<NativeVerdict>& native,
                           const std::vector<LocationId>& refuted, const NativeRun& runNatively) {
  const std::string decider = found.engine;
  std::vector<LocationId> excluded;
  const Deadline whole(env_.deadline, limits_.furtherLongest);
  const Deadline::Clock::duration time = whole.end() - Deadline::Clock::now();
  for (bool isForOthers = true; !whole.expired(); isForOthers = false) {
    // First the error itself for the other engines, then other errors for all.
    if (!isForOthers && excluded.empty()) excluded = refuted;
    const Deadline deadline(whole, isForOthers ? time / 4 : time);
    Env inner{env_.options, deadline, env_.statistics, env_.logger};
    const IsAsked isAsked = [&](const std::string& engine) { return !isForOthers || engine != decider; };
    if (std::ranges::none_of(contendersFor(program), isAsked, &Contender::name)) continue;
    env_.logger.progress("the violation does not count: looking for others");
    PortfolioResult next = run(without(program, excluded), isAsked, nullptr, inner);
    const std::vector<LocationId> violated = violatedChecks(next.result);
    std::optional<NativeVerdict> ofNext =
        refuteOpenViolations(program, next, &program != &program_, runNatively, inner);
    std::ranges::move(next.reports, std::back_inserter(found.reports));
    if (next.result.verdict == Verdict::False) {
      for (CheckResult& check : next.result.checks)
        if (check.status == CheckStatus::Violated)
          *std::ranges::find(found.result.checks, check.error, &CheckResult::error) = std::move(check);
      found.result.verdict = Verdict::False;
      found.result.reason = std::move(next.result.reason);
      found.engine = std::move(next.engine);
      native = std::move(ofNext);
      return;
    }
    if (!isForOthers && violated.empty()) return;
    if (!isForOthers) excluded.insert(excluded.end(), violated.begin(), violated.end());
  }
}

/// Those of the contenders that are asked.
PortfolioResult Verifier::run(const Program& program, const IsAsked& isAsked, const EarlierProof* earlier, Env& env) {
  const std::string& name = env.options.engine;
  std::vector<Contender> contenders = contendersFor(program);
  std::erase_if(contenders, [&](const Contender& contender) { return !isAsked(contender.name); });
  env.logger.progress(name == "auto" ? "running all engines" : "running engine " + name);
  if (name == "auto") return runPortfolio(program, contenders, env, question_, earlier);
  FactBoard facts(program, limits_);
  const std::unique_ptr<Engine> engine = contenders.front().make();
  engine->join(facts);
  PortfolioResult whole{runAlone(*engine, earlier, program, env), name, {}, {}, facts.safeDepth()};
  env.logger.clearStatus();
  EngineReport report;
  report.engine = name;
  report.isAnomalous = !certify(whole.result, program, env);
  report.outcome = whole.result.reason;
  whole.reports.push_back(std::move(report));
  return whole;
}

/// Nothing: it is no answer.
std::optional<PortfolioResult> Verifier::tryRemembered(const Program& program, const Remembered& remembered,
                                                       bool isRehearsal) {
  if (remembered.verdict == Verdict::False) {
    std::optional<Result> violated = recallViolation(program, remembered, question_, env_);
    if (!violated) return std::nullopt;
    const double seconds = std::chrono::duration<double>(Deadline::Clock::now() - roundBegan_).count();
    EngineReport report;
    report.engine = kFromCache;
    report.seconds = seconds;
    report.outcome = "false: evidence of an earlier run (" + remembered.engine + "), checked again";
    return PortfolioResult{std::move(*violated), std::string(kFromCache), {std::move(report)}, {}, {}};
  }
  // Engines that need each other are not tried alone.
  const bool isAlone = env_.options.engine == "auto" && (remembered.outline || remembered.engine != "kiki");
  if (!remembered.isSame || remembered.verdict != Verdict::True || !isAlone) return std::nullopt;
  const std::vector<Contender> contenders = contendersFor(program);
  if (std::ranges::find(contenders, remembered.engine, &Contender::name) == contenders.end()) return std::nullopt;
  const Deadline deadline(env_.deadline,
                          isRehearsal ? remembered.timeToRehearse(limits_) : remembered.patience(limits_));
  CachedProofs proofs(*memory_.cache(), isRehearsal);
  const bool isByProofs = remembered.outline && isByFormulas(*remembered.outline);
  Env inner{env_.options, deadline, env_.statistics, env_.logger, isByProofs ? &proofs : nullptr};
  const std::optional<EarlierProof> earlier = remembered.proofOfSame();
  const IsAsked isRemembered = [&](const std::string& engine) { return engine == remembered.engine; };
  PortfolioResult whole = run(program, isRemembered, earlier ? &*earlier : nullptr, inner);
  if (whole.result.verdict == Verdict::Unknown) return std::nullopt;
  return whole;
}

/// To look for checks that are vacuous takes a tenth of the time of the proof, and a little more. The result is
/// remembered.
void Verifier::warnOfVacuity(const Program& program, PortfolioResult& whole, Deadline::Clock::duration spent) {
  if (env_.options.quiet || whole.result.verdict != Verdict::True || hasThreads(program)) return;
  const auto time =
      std::min<Deadline::Clock::duration>(spent / limits_.vacuityPart + limits_.vacuityAdvance, limits_.vacuityLongest);
  std::optional<Vacuity> vacuity = memory_.recallVacuity(program);
  if (!vacuity) {
    vacuity = findVacuousChecks(program, env_, time);
    memory_.leaveVacuity(program, *vacuity);
  }
  for (std::string& warning : warningsOf(program, *vacuity)) whole.warnings.push_back(std::move(warning));
}

/// Where the user has asked for no particular property, an execution that never ends is worth a warning. It is looked
/// for only for so short a time that users do not notice.
void Verifier::warnOfEndlessness(const Program& program, PortfolioResult& whole,
                                 Deadline::Clock::duration spent) const {
  const Options& options = env_.options;
  const bool isPlain = options.properties.empty() && options.targets.empty() && options.engine == "auto";
  if (!isPlain || options.quiet || whole.result.verdict == Verdict::False || hasThreads(program)) return;
  const Deadline deadline(env_.deadline,
                          std::min<Deadline::Clock::duration>(spent / limits_.endlessPart + limits_.endlessAdvance,
                                                              limits_.endlessLongest));
  Env inner{options, deadline, env_.statistics, env_.logger};
  if (const std::optional<LoopResult> endless = searchEndless(withoutLeakSearch(program), inner))
    whole.warnings.push_back("an execution never ends, in the " +
                             textWithPlace(program, endless->isRecursion ? "recursion" : "loop", endless->position) +
                             " (--property termination shows it)");
}

/// What became of the user's invariants is found out apart from the verdict.
void Verifier::judgeUserInvariants(const Program& program, PortfolioResult& whole) const {
  if (env_.options.invariants.empty()) return;
  if (hasThreads(program)) {
    whole.warnings.emplace_back("invariants are not judged: the program has threads");
    return;
  }
  env_.logger.progress("judging invariants");
  whole.userInvariants = judgeInvariants(program, env_, limits_.userInvariants);
}

/// Whether errors were excluded on all paths, some of which were left because of others. (For termination no path is
/// left.)
bool Verifier::isByLearning(const ProofOutline& outline) const {
  const auto* const paths = std::get_if<PathsOutline>(&outline);
  return question_ == Question::Errors && paths && paths->walk == PathsOutline::Walk::Learning;
}

bool Verifier::isWorthRehearsing() const {
  const Remembered* const left = memory_.left();
  return left && left->verdict == Verdict::True && left->outline &&
         std::chrono::milliseconds(left->milliseconds) >= limits_.rehearseFrom &&
         (isByFormulas(*left->outline) || isByLearning(*left->outline)) && env_.options.engine == "auto";
}

void Verifier::rehearse() {
  const std::optional<Remembered> remembered = memory_.recall(program_);
  if (!remembered || !remembered->isSame || !remembered->outline) return;
  env_.logger.progress("checking the proof as a later run will do");
  if (isByLearning(*remembered->outline) && rehearsePaths(*remembered)) return;
  if (!isByFormulas(*remembered->outline) || tryRemembered(program_, *remembered, true)) return;
  Remembered slow = *remembered;
  slow.needsSecond = true;
  memory_.leave(slow);
}

/// Learning finds a proof where there are too many paths, and choosing among paths finds errors. Where there are few
/// paths, later runs do without learning, if that takes no longer.
bool Verifier::rehearsePaths(const Remembered& remembered) {
  Remembered next = remembered;
  std::get<PathsOutline>(*next.outline).walk = PathsOutline::Walk::Covering;
  std::optional<PortfolioResult> whole = tryRemembered(program_, next, true);
  if (!whole || !whole->result.outline) return false;
  next.outline = std::move(whole->result.outline);
  memory_.leave(next);
  return true;
}

} // namespace assay
