// `assay check`: the default strategy, or one engine, on the program, and the report of what was found. The last line
// is the verdict.
#include "cli/commands.h"
#include "cli/load.h"
#include "cli/replay_material.h"
#include "cli/target_run.h"
#include "engine/common/status_table.h"
#include "frontend/harness/harness.h"
#include "frontend/specification.h"
#include "program/threads.h"
#include "report/heap_drawings.h"
#include "report/reports.h"
#include "report/text_report.h"
#include "strategy/limits.h"
#include "strategy/verifier.h"
#include "transform/compact_edges.h"
#include "transform/pass_limits.h"
#include "transform/target.h"
#include "util/atomic_file.h"
#include "util/error.h"
#include "witness/graphml_witness.h"
#include "witness/yaml_witness.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <ostream>
#include <unistd.h>
#include <utility>

namespace assay {

namespace {

/// Whether executions end is asked for by itself.
Question questionOf(const Specification& specification) {
  if (!specification.properties.contains(Property::Termination)) return Question::Errors;
  if (specification.properties != PropertySet{Property::Termination})
    throw UsageError(
        "--property termination stands alone: it is no error that other properties could be checked beside");
  return Question::Termination;
}

/// An execution that does something undefined has ended. Nothing is known of what a compiler makes of it, except that
/// signed arithmetic may wrap around.
Program loadForTermination(Env& env, TermManager& terms, bool isWrapping) {
  Specification specification = parseSpecification(env.options.properties);
  specification.properties = {Property::Termination, Property::ValidDeref, Property::ValidFree};
  if (!isWrapping) specification.properties.insert(Property::NoOverflow);
  Program program = loadFiles(env, terms, specification);
  compactEdges(program);
  return program;
}

/// With the checks of the properties, or with the target as the only one.
Program load(Env& env, TermManager& terms) {
  if (env.options.targets.empty()) return loadFiles(env, terms);
  const std::string& target = env.options.targets.front();
  if (!env.options.properties.empty()) throw UsageError("--target asks for a place, --property for checks: not both");
  Program program = loadFiles(env, terms, Specification());
  if (makeTarget(program, target) == 0) throw InputError("there is no code at " + target);
  return program;
}

/// The open program of C files, in which executions go on behind errors. If it cannot be translated, what is known
/// stays.
OpenProgram openProgramOf(Env& env, TermManager& terms) {
  const auto load = [&env, &terms]() -> std::optional<Program> {
    try {
      return loadOpen(env, terms);
    } catch (const std::runtime_error& error) {
      env.logger.progress(std::string("what follows violations is not looked at: ") + error.what());
      return std::nullopt;
    }
  };
  const bool isC = std::ranges::none_of(env.options.files, isTextForm);
  return {load, isC && env.options.targets.empty()};
}

/// C files as a sketch; none of other files, where a target is what is checked, or where memory is: what has no
/// translation is not checked in a sketch.
LoadSketch sketchOf(Env& env, TermManager& terms) {
  constexpr PropertySet kOfMemory =
      PropertySet{Property::ValidDeref, Property::ValidFree, Property::Termination} | kLeaks;
  if (parseSpecification(env.options.properties).properties.containsAny(kOfMemory)) return nullptr;
  if (!env.options.targets.empty() || std::ranges::any_of(env.options.files, isTextForm)) return nullptr;
  return [&env, &terms]() -> std::optional<Program> {
    try {
      return loadSketch(env, terms);
    } catch (const std::runtime_error& error) {
      env.logger.progress(std::string("there is no sketch: ") + error.what());
      return std::nullopt;
    }
  };
}

/// What --entry has made to call a function, if it has.
std::optional<MadeFile> harnessOf(const Options& options, const Specification& specification) {
  if (options.entry.empty() && specification.entry.empty()) return std::nullopt;
  const std::optional<Harness> harness = harnessFor(options.files, frontendOptions(options, specification));
  if (!harness) return std::nullopt;
  return MadeFile{harness->name, harness->text};
}

TextStyle styleOf(const std::ostream& out, const Options& options, const std::optional<MadeFile>& harness) {
  return {.colour = &out == &std::cout && isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr,
          .isFull = options.trace == TraceLength::Full,
          .made = harness ? SourceLines::Texts{{harness->file, harness->text}} : SourceLines::Texts()};
}

/// The first check that is violated and counts; null if there is none.
const CheckResult* violationOf(const Settled& settled) {
  const std::vector<CheckResult>& checks = settled.whole.result.checks;
  for (size_t i = 0; i < checks.size(); ++i)
    if (checks[i].status == CheckStatus::Violated && !settled.known.contains(i)) return &checks[i];
  return nullptr;
}

const LoopResult* endlessLoopOf(const Result& result) {
  for (const LoopResult& loop : result.loops)
    if (loop.status == CheckStatus::Violated && loop.endlessExecution()) return &loop;
  return nullptr;
}

/// The compiled program is run if the user is told the result, and written if the user asks for it.
std::optional<NativeVerdict> replayFirst(Env& env, const Program& program, const Settled& settled, RunMemory& memory,
                                         std::ostream& out) {
  const Options& options = env.options;
  const CheckResult* check = violationOf(settled);
  std::optional<NativeVerdict> known = settled.native; // it was run before
  const bool isBehind = check && settled.isBehind(*check);
  if (!known && check && !isBehind) known = memory.recallNative(*check->counterexample);
  const LoopResult* loop = endlessLoopOf(settled.whole.result);
  const bool runs = options.nativeReplay == NativeReplayUse::On && (!options.quiet || wantsReports(options));
  if ((!check && !loop) || ((!runs || known) && options.harness.empty())) return known;
  const ReplayMaterial material =
      check ? gatherReplay(env, settled.whole.executedFor(*check, program), *check->counterexample)
            : gatherReplay(env, program, *loop);
  if (!options.harness.empty()) {
    const std::string obstacle = writeHarness(options.harness, material, env.deadline);
    if (!obstacle.empty()) out << "warning: no harness was written: " << obstacle << "\n";
  }
  if (!runs || known) return known;
  env.logger.progress("running the compiled program");
  NativeVerdict native = replayNatively(material, env.deadline);
  if (isBehind) native = replayBehind(std::move(native));
  if (check && !isBehind) memory.leaveNative(*check->counterexample, native);
  return native;
}

/// What the compiled program did on each violation that counts, by the number of the check; `first` is that of the first
/// one, and is not among them.
std::map<size_t, NativeVerdict> replayOthers(Env& env, const Program& program, const Settled& settled) {
  std::map<size_t, NativeVerdict> natives;
  const std::vector<CheckResult>& checks = settled.whole.result.checks;
  const CheckResult* first = violationOf(settled);
  for (size_t i = 0; i < checks.size(); ++i) {
    if (checks[i].status != CheckStatus::Violated || settled.known.contains(i) || &checks[i] == first) continue;
    const ReplayMaterial material =
        gatherReplay(env, settled.whole.executedFor(checks[i], program), *checks[i].counterexample);
    NativeVerdict native = replayNatively(material, env.deadline);
    natives.emplace(i, settled.isBehind(checks[i]) ? replayBehind(std::move(native)) : std::move(native));
  }
  return natives;
}

/// Of several violations each is told with its place.
void tellNatives(TextReport& report, const Program& program, const Settled& settled,
                 const std::map<size_t, NativeVerdict>& others) {
  const auto placeOf = [&](const CheckResult& check) {
    return others.empty() ? SourcePosition() : program[check.error].position;
  };
  const CheckResult* first = violationOf(settled);
  report.tellNative(*settled.native, first ? placeOf(*first) : SourcePosition());
  for (const auto& [number, native] : others) report.tellNative(native, placeOf(settled.whole.result.checks[number]));
}

void writeWitness(Env& env, const Program& program, const Settled& settled) {
  const Result& result = settled.whole.result;
  const bool isLimited =
      result.verdict == Verdict::True && (!limitsOf(CheckTable(program), result).empty() || !settled.known.empty());
  if (result.verdict == Verdict::Unknown || isLimited) return;
  const Specification asked = parseSpecification(env.options.properties);
  const WitnessTask task{ASSAY_VERSION, env.options.files,
                         specificationText(hasThreads(program) ? forThreads(asked) : asked), program.layout().width};
  const CheckResult* check = violationOf(settled);
  const Program& executed = check ? settled.whole.executedFor(*check, program) : program;
  const Replay replayed = check ? replay(executed, *check->counterexample, env) : Replay();
  const LoopResult* loop = endlessLoopOf(result);
  if (result.verdict == Verdict::False && !check && !loop) return; // of a recurrent set, no execution is known
  std::optional<ThreadSchedule> schedule;
  if (check && hasThreads(executed)) schedule = recordSchedule(executed, *check->counterexample, env);
  const Trace trace = loop ? recordLasso(program, *loop->endlessExecution(), env) : Trace();
  for (const std::string& file : env.options.witness) {
    const bool isGraph = file.ends_with(".graphml");
    if (loop)
      writeAtOnce(file, (isGraph ? graphmlLassoWitness : lassoWitness)(program, *loop, trace.inputs, task));
    else if (check)
      writeAtOnce(file, (isGraph ? graphmlViolationWitness : violationWitness)(executed, replayed, task,
                                                                               schedule ? &*schedule : nullptr));
    else
      writeAtOnce(file, (isGraph ? graphmlCorrectnessWitness : correctnessWitness)(program, result, task));
  }
}

void writeHeaps(const std::string& file, const Program& program, const Result& result, std::ostream& out) {
  if (result.heaps.empty())
    out << "warning: no heaps were drawn: the answer does not rest on their shapes (--engine shapes looks for them)\n";
  else
    writeAtOnce(file, heapGraph(program, result.heaps));
}

/// What is asked for can be written, as far as one can see before the work is done.
void requireOutputs(const Options& options) {
  requireReports(options);
  for (const std::string& file : options.witness) requireWritable(file);
}

/// A proof within limits is no proof for a caller that looks at the status alone.
int statusOf(const Program& program, const Result& result) {
  if (result.verdict == Verdict::True) return limitsOf(CheckTable(program), result).empty() ? 0 : kUnknown;
  return result.verdict == Verdict::False ? 1 : kUnknown;
}

struct Loaded {
  Program program;
  std::optional<Program> ofAnySize; // without the sizes that limit a harness, if it has such limits
  std::optional<Program> wrapping;  // if it is asked whether executions end
  const Program* wrappingOrNull() const { return wrapping ? &*wrapping : nullptr; }
};

Loaded loadFor(Env& env, TermManager& terms, bool asksForEnd) {
  Loaded loaded{asksForEnd ? loadForTermination(env, terms, false) : load(env, terms), {}, {}};
  if (asksForEnd)
    loaded.wrapping.emplace(loadForTermination(env, terms, true));
  else if (std::optional<Program> ofAnySize = passSizeLimits(loaded.program))
    loaded.ofAnySize.emplace(std::move(*ofAnySize));
  compactEdges(loaded.program);
  if (loaded.ofAnySize) compactEdges(*loaded.ofAnySize);
  return loaded;
}

/// What holds for the sizes that a harness tries may hold for any: then they are no limits. To find that out takes no
/// longer than the proof did, and a little more.
void liftSizeLimits(Env& env, const Loaded& loaded, Result& proof, Deadline::Clock::duration spent) {
  if (!loaded.ofAnySize || proof.verdict != Verdict::True) return;
  const auto advance = limitsOf<StrategyLimits>(env.options).anySizeAdvance;
  const Deadline deadline(env.deadline, spent + advance);
  Env inner{env.options, deadline, env.statistics, env.logger};
  env.logger.progress("looking whether that holds for any size");
  const Result found = Verifier(*loaded.ofAnySize, nullptr, inner).verifyOnce().result;
  if (found.verdict != Verdict::True) return;
  const CheckTable table(loaded.program);
  const std::vector<std::string> left = limitsOf(CheckTable(*loaded.ofAnySize), found);
  for (uint32_t i = 0; i < table.rows().size(); ++i) {
    const RowId row(i);
    if (!table[row].isLimit() || std::ranges::find(left, table[row].message) != left.end()) continue;
    const auto obstacle = std::ranges::find(proof.obstacles, row, &ObstacleResult::row);
    ObstacleResult lifted{row, CheckStatus::Proved, "the same is proved without this limit"};
    if (obstacle == proof.obstacles.end())
      proof.obstacles.push_back(std::move(lifted));
    else if (obstacle->status != CheckStatus::Proved)
      *obstacle = std::move(lifted);
  }
}

/// The program with a harness of some sizes, if it has one, and what was found out about it.
struct Attempt {
  Attempt(Options given, const Env& outer, const Deadline& deadline, TermManager& terms, bool asksForEnd)
      : options(std::move(given)), env{options, deadline, outer.statistics, outer.logger, outer.proofs},
        loaded(loadFor(env, terms, asksForEnd)), verifier(loaded.program, loaded.wrappingOrNull(), env) {}

  /// The program that the result is about.
  const Program& told() const { return settled.program ? *settled.program : loaded.program; }
  /// Whether it is proved, but for sizes that were not tried.
  bool isLimitedBySizes() const {
    return loaded.ofAnySize && settled.whole.result.verdict == Verdict::True &&
           !limitsOf(CheckTable(told()), settled.whole.result).empty();
  }

  const Options options;
  Env env;
  const Loaded loaded;
  Verifier verifier;
  Settled settled = {};
};

void verify(Attempt& attempt, TermManager& terms, Suppressions& suppressions) {
  Env& env = attempt.env;
  const auto began = Deadline::Clock::now();
  attempt.settled = attempt.verifier.verify({
      .open = openProgramOf(env, terms),
      .sketch = sketchOf(env, terms),
      .findKnown = [&](const Program& of, const Result& found) { return suppressed(of, found, suppressions); },
      .runNatively =
          [&](const Program& of, const Counterexample& violation) {
            return replayNatively(gatherReplay(env, of, violation), env.deadline);
          },
      .isReported = wantsReports(env.options),
  });
  if (!attempt.settled.program)
    liftSizeLimits(env, attempt.loaded, attempt.settled.whole.result, Deadline::Clock::now() - began);
}

/// What is proved for the sizes that a harness tries first is looked at with larger ones, as long as that takes no longer
/// than the proof did, and a little more.
std::unique_ptr<Attempt> tryAllSizes(Env& env, TermManager& terms, bool asksForEnd, Suppressions& suppressions) {
  const auto began = Deadline::Clock::now();
  auto best = std::make_unique<Attempt>(env.options, env, env.deadline, terms, asksForEnd);
  verify(*best, terms, suppressions);
  const auto limits = limitsOf<StrategyLimits>(env.options);
  const Deadline deadline(env.deadline, limits.sizeFactor * (Deadline::Clock::now() - began) + limits.anySizeAdvance);
  unsigned factor = 1;
  for (uint16_t i = 0; i < limits.sizeDoublings && best->isLimitedBySizes() && !deadline.expired(); ++i) {
    factor *= 2;
    Options larger = env.options;
    larger.defines = withLargerSizes(env.options.defines, factor);
    if (larger.defines == best->options.defines) break; // the user says all of them
    env.logger.progress("looking at arguments that are " + std::to_string(factor) + " times as large");
    auto next = std::make_unique<Attempt>(std::move(larger), env, deadline, terms, asksForEnd);
    verify(*next, terms, suppressions);
    if (next->settled.whole.result.verdict == Verdict::Unknown) break;
    best = std::move(next);
  }
  return best;
}

/// Does what a later run will do with the proof that this run has left, so that the later run finds proofs of hard
/// questions. The program is loaded again, for its terms are to have the numbers that they have then. The verdict was
/// told: what fails here does not change it.
void rehearse(Env& env, bool asksForEnd) {
  Statistics statistics;
  Env inner{env.options, env.deadline, statistics, env.logger};
  try {
    TermManager terms;
    const Loaded loaded = loadFor(inner, terms, asksForEnd);
    Verifier(loaded.program, loaded.wrappingOrNull(), inner).rehearse();
  } catch (const std::exception& error) {
    env.logger.progress(std::string("no proofs are left for later runs: ") + error.what());
  }
}

} // namespace

int checkCommand(Env& outer, std::ostream& out) {
  if (asksForTargets(outer.options)) return runTargets(outer, out);
  requireOutputs(outer.options);
  const Specification specification = parseSpecification(outer.options.properties);
  TermManager terms;
  const bool asksForEnd = questionOf(specification) == Question::Termination;
  Suppressions suppressions(outer.options);
  const std::unique_ptr<Attempt> attempt = tryAllSizes(outer, terms, asksForEnd, suppressions);
  Env env{attempt->options, outer.deadline, outer.statistics, outer.logger, outer.proofs};
  env.statistics.counter("edges") = attempt->loaded.program.edges().size();
  Settled& settled = attempt->settled;
  PortfolioResult& whole = settled.whole;
  const Program& program = attempt->told();
  const std::optional<MadeFile> harness = harnessOf(env.options, specification);
  TextReport report(program, env, out, styleOf(out, env.options, harness));
  if (!env.options.quiet) report.tell(whole, settled.known);
  out.flush();
  std::map<size_t, NativeVerdict> natives;
  if (whole.result.verdict == Verdict::False) {
    settled.native = replayFirst(env, program, settled, attempt->verifier.memory(), out);
    if (settled.native) natives = replayOthers(env, program, settled);
  }
  if (settled.native && !env.options.quiet) tellNatives(report, program, settled, natives);
  if (const CheckResult* first = violationOf(settled); first && settled.native)
    natives.emplace(static_cast<size_t>(first - whole.result.checks.data()), *settled.native);
  const int status = statusOf(program, whole.result);
  // The verdict is told, whatever cannot be written.
  std::string unwritten;
  const auto write = [&](const auto& output) {
    try {
      output();
    } catch (const InputError& error) {
      unwritten += (unwritten.empty() ? "" : "\n") + std::string(error.what());
    }
  };
  const ReportFacts facts{"Assay " ASSAY_VERSION,     settled.native, settled.known,
                          suppressions.hasBaseline(), status,         harness,
                          std::move(natives)};
  if (wantsReports(env.options)) write([&] { writeReports(env, program, whole, facts, out); });
  if (!env.options.witness.empty()) write([&] { writeWitness(env, program, settled); });
  if (!env.options.heapDrawings.empty())
    write([&] { writeHeaps(env.options.heapDrawings, program, whole.result, out); });
  out << verdictLine(program, whole.result, settled.known) << "\n" << std::flush;
  if (!unwritten.empty()) throw InputError(unwritten);
  if (attempt->verifier.isWorthRehearsing()) rehearse(env, asksForEnd);
  return status;
}

} // namespace assay
