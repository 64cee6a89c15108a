// `assay check`: the default strategy, or one engine, on the program, and the report of what was found. The last line is
// the verdict.
#include "cli/all_checks.h"
#include "cli/commands.h"
#include "cli/load.h"
#include "cli/replay_material.h"
#include "cli/target_run.h"
#include "cli/verification.h"
#include "engine/common/status_table.h"
#include "engine/termination/nontermination.h"
#include "frontend/harness/harness.h"
#include "frontend/specification.h"
#include "report/heap_drawings.h"
#include "report/reports.h"
#include "report/text_report.h"
#include "strategy/vacuity.h"
#include "transform/compact_edges.h"
#include "transform/target.h"
#include "util/atomic_file.h"
#include "util/error.h"
#include "witness/graphml_witness.h"
#include "witness/openness.h"
#include "witness/yaml_witness.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
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

/// An execution that does something undefined has ended. Nothing is known of what a compiler makes of it, but that signed
/// arithmetic may go on around the end of its type.
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

/// Of C files, what follows their errors. What cannot be translated does not spoil what is known.
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

/// What is lost ends no execution.
Program withoutLeakSearch(const Program& program) {
  Program result = program.clone();
  for (uint32_t i = 0; i < result.edges().size(); ++i)
    for (Operation& operation : result[EdgeId(i)].operations)
      if (const Query* query = operation.as<Query>();
          query && (query->kind == QueryKind::AllTracked || query->kind == QueryKind::AllFreed))
        operation.action = Assign{operation.defines(), result.terms().mkTrue()};
  return result;
}

/// Where nothing certain is asked for, an execution that never ends is worth a word. It is looked for only so long that nobody
/// notices.
void addEndlessWarning(Env& env, const Program& program, PortfolioResult& whole, Deadline::Clock::duration spent) {
  const bool isPlain = env.options.properties.empty() && env.options.targets.empty() && env.options.engine == "auto";
  if (!isPlain || env.options.quiet || whole.result.verdict == Verdict::False) return;
  const Deadline deadline(env.deadline, std::min<Deadline::Clock::duration>(spent / 10 + std::chrono::milliseconds(50),
                                                                            std::chrono::seconds(1)));
  Env inner{env.options, deadline, env.statistics, env.logger};
  if (const std::optional<LoopResult> endless = searchEndless(withoutLeakSearch(program), inner))
    whole.warnings.push_back("an execution never ends, in the " +
                             textWithPlace(program, endless->isRecursion ? "recursion" : "loop", endless->position) +
                             " (--property termination shows it)");
}

/// To look for checks that are vacuous takes a tenth of what the proof took, and a little more. What came of it is remembered.
void addWarnings(Env& env, const Program& program, PortfolioResult& whole, Verification& verification,
                 Deadline::Clock::duration spent) {
  if (env.options.quiet || whole.result.verdict != Verdict::True) return;
  const auto time =
      std::min<Deadline::Clock::duration>(spent / 10 + std::chrono::milliseconds(200), std::chrono::milliseconds(500));
  std::optional<Vacuity> vacuity = verification.recallVacuity(program);
  if (!vacuity) {
    vacuity = findVacuousChecks(program, env, time);
    verification.remember(program, *vacuity);
  }
  for (std::string& warning : warningsOf(program, *vacuity)) whole.warnings.push_back(std::move(warning));
}

/// What became of the user's invariants is found out apart from the verdict.
void judgeUserInvariants(Env& env, const Program& program, PortfolioResult& whole) {
  if (env.options.invariants.empty() || (env.options.quiet && !wantsReports(env.options))) return;
  env.logger.progress("judging invariants");
  whole.userInvariants = judgeInvariants(program, env, std::chrono::seconds(20));
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

/// Sanitizers and error functions end the compiled program at a violation that stands before this one.
NativeVerdict replayBehind(NativeVerdict native) {
  if (native.status != NativeVerdict::NotConfirmed) return native;
  native.status = NativeVerdict::Undecided;
  native.what += "; this violation stands behind one that was found before";
  return native;
}

/// The compiled program is run where somebody hears of it, and written where it is asked for.
std::optional<NativeVerdict> replayFirst(Env& env, const Program& program, const Settled& settled,
                                         Verification& verification, std::ostream& out) {
  const Options& options = env.options;
  const CheckResult* check = violationOf(settled);
  std::optional<NativeVerdict> known = settled.native; // it was run before
  const bool isBehind = check && settled.isBehind(*check);
  if (!known && check && !isBehind) known = verification.recallNative(*check->counterexample);
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
  if (check && !isBehind) verification.remember(*check->counterexample, native);
  return native;
}

/// Whether the compiled program was told everything but what is open.
bool isToldTheRest(const NativeVerdict& native) {
  return std::ranges::all_of(native.doubts, [](const std::string& doubt) { return doubt.starts_with(kOpenDoubt); });
}

/// A violation that only the model's openness allows, for all that the compiled program shows: the check stays open, and
/// this says why. Nothing: it is one. Where the compiled program was not run, functions without a body return any value, as
/// the assumptions of the program say.
std::optional<std::string> refute(Env& env, const Program& program, CheckResult& check, bool isBehind,
                                  std::optional<NativeVerdict>& native) {
  std::vector<std::string> names = openInputsOf(program, *check.counterexample, Openness::UnspecifiedOrExternal, env);
  // Compilers leave padding as it is, which is what an input of zero does: no other input has such a value.
  if (names == std::vector<std::string>{"padding"})
    if (std::optional<Counterexample> other = withoutOpenness(program, *check.counterexample, env)) {
      check.counterexample = std::move(other);
      names.clear();
    }
  const bool isOn = env.options.nativeReplay == NativeReplayUse::On;
  // That other values lead there as well is a test, no proof: all of those that were tried may be wrong.
  std::vector<std::string> all = names;
  if (names.empty() && isOn && hasTrait(program[check.error].property, kFailsForSure))
    all = allOpenInputsOf(program, *check.counterexample, Openness::Unspecified, env);
  if (all.empty()) return std::nullopt;
  native = NativeVerdict();
  native->what = "it is switched off";
  if (isOn) {
    env.logger.progress("a violation depends on what the model leaves open: running the compiled program");
    native = replayNatively(gatherReplay(env, program, *check.counterexample), env.deadline);
    if (isBehind) native = replayBehind(std::move(*native));
  }
  if (native->status == NativeVerdict::Confirmed) return std::nullopt;
  if (native->status == NativeVerdict::NotRun || (isBehind && native->status == NativeVerdict::Undecided))
    names = openInputsOf(program, *check.counterexample, Openness::Unspecified, env);
  else if (names.empty() && isToldTheRest(*native))
    names = all;
  if (names.empty()) return std::nullopt;
  std::string what;
  for (const std::string& name : names) what += (what.empty() ? "" : ", ") + name;
  return "a violation depends on what the model leaves open (" + what + "), and the compiled program " +
         (native->status == NativeVerdict::NotRun ? "was not run: " : "DOES NOT FAIL AS PREDICTED: ") + native->what;
}

/// The verdict waits for the compiled program only where a violation depends on openness. What it did on the first
/// violation that is left, if it was run.
std::optional<NativeVerdict> refuteOpenViolations(Env& env, const Program& program, PortfolioResult& whole,
                                                  bool isBehind) {
  std::optional<NativeVerdict> first, kept;
  std::string why;
  bool isLeft = false; // a violation
  for (CheckResult& check : whole.result.checks) {
    if (check.status != CheckStatus::Violated) continue;
    std::optional<NativeVerdict> native;
    const std::optional<std::string> refuted = refute(env, program, check, isBehind, native);
    if (!refuted) {
      if (!std::exchange(isLeft, true)) kept = std::move(native);
      continue;
    }
    if (!first) first = std::move(native);
    why = *refuted;
    check.status = CheckStatus::Open;
    check.how = why;
    check.counterexample.reset();
  }
  if (isLeft || why.empty()) return kept;
  whole.result.verdict = Verdict::Unknown;
  whole.result.reason = why;
  return first;
}

void writeWitness(Env& env, const Program& program, const Settled& settled) {
  const Result& result = settled.whole.result;
  const bool isLimited =
      result.verdict == Verdict::True && (!limitsOf(CheckTable(program), result).empty() || !settled.known.empty());
  if (result.verdict == Verdict::Unknown || isLimited) return;
  const WitnessTask task{ASSAY_VERSION, env.options.files,
                         specificationText(parseSpecification(env.options.properties)), program.layout().width};
  const CheckResult* check = violationOf(settled);
  const Program& executed = check ? settled.whole.executedFor(*check, program) : program;
  const Replay replayed = check ? replay(executed, *check->counterexample, env) : Replay();
  const LoopResult* loop = endlessLoopOf(result);
  if (result.verdict == Verdict::False && !check && !loop) return; // of a recurrent set, no execution is known
  const Trace trace = loop ? recordLasso(program, *loop->endlessExecution(), env) : Trace();
  for (const std::string& file : env.options.witness) {
    const bool isGraph = file.ends_with(".graphml");
    if (loop)
      writeAtOnce(file, (isGraph ? graphmlLassoWitness : lassoWitness)(program, *loop, trace.inputs, task));
    else if (check)
      writeAtOnce(file, (isGraph ? graphmlViolationWitness : violationWitness)(executed, replayed, task));
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

/// A proof within limits is none for whoever looks at the status alone.
int statusOf(const Program& program, const Result& result) {
  if (result.verdict == Verdict::True) return limitsOf(CheckTable(program), result).empty() ? 0 : kUnknown;
  return result.verdict == Verdict::False ? 1 : kUnknown;
}

struct Loaded {
  Program program;
  std::optional<Program> wrapping; // if it is asked whether executions end
  const Program* wrappingOrNull() const { return wrapping ? &*wrapping : nullptr; }
};

Loaded loadFor(Env& env, TermManager& terms, bool asksForEnd) {
  Loaded loaded{asksForEnd ? loadForTermination(env, terms, false) : load(env, terms), {}};
  if (asksForEnd) loaded.wrapping.emplace(loadForTermination(env, terms, true));
  compactEdges(loaded.program);
  return loaded;
}

/// What a later run will do with the proof that this one has left, so that it has the proofs of hard questions by then. The program
/// is loaded again, for its terms are to have the numbers that they have then. The verdict was told: what fails here does not change
/// it.
void rehearse(Env& env, bool asksForEnd) {
  Statistics statistics;
  Env inner{env.options, env.deadline, statistics, env.logger};
  try {
    TermManager terms;
    const Loaded loaded = loadFor(inner, terms, asksForEnd);
    Verification(inner, loaded.wrappingOrNull()).rehearse(loaded.program);
  } catch (const std::exception& error) {
    env.logger.progress(std::string("no proofs are left for later runs: ") + error.what());
  }
}

} // namespace

int checkCommand(Env& env, std::ostream& out) {
  if (asksForTargets(env.options)) return runTargets(env, out);
  requireOutputs(env.options);
  const Specification specification = parseSpecification(env.options.properties);
  if (specification.properties.containsAny(PropertySet::with(kNoEngine))) {
    out << "verdict: unknown (no engine for this property)\n";
    return kUnknown;
  }
  TermManager terms;
  const bool asksForEnd = questionOf(specification) == Question::Termination;
  const Loaded loaded = loadFor(env, terms, asksForEnd);
  env.statistics.counter("edges") = loaded.program.edges().size();
  Suppressions suppressions(env.options);
  Verification verification(env, loaded.wrappingOrNull());
  const auto begin = Deadline::Clock::now();
  Settled settled = settleChecks(loaded.program, openProgramOf(env, terms), suppressions, env.options.all, env.deadline,
                                 [&](const Program& rest, bool isQuestion) -> Settled {
                                   PortfolioResult found = verification.verify(rest);
                                   if (isQuestion) return {std::move(found)};
                                   std::optional<NativeVerdict> native =
                                       refuteOpenViolations(env, rest, found, &rest != &loaded.program);
                                   verification.remember(found);
                                   return {std::move(found), std::move(native)};
                                 });
  PortfolioResult& whole = settled.whole;
  const Program& program = settled.program ? *settled.program : loaded.program;
  const Program& verified = settled.verified ? *settled.verified : loaded.program;
  const auto spent = Deadline::Clock::now() - begin;
  if (!asksForEnd) addWarnings(env, verified, whole, verification, spent);
  if (!asksForEnd) addEndlessWarning(env, verified, whole, spent);
  if (!asksForEnd) judgeUserInvariants(env, verified, whole);
  const std::optional<MadeFile> harness = harnessOf(env.options, specification);
  TextReport report(program, env, out, styleOf(out, env.options, harness));
  if (!env.options.quiet) report.tell(whole, settled.known);
  out.flush();
  if (whole.result.verdict == Verdict::False) settled.native = replayFirst(env, program, settled, verification, out);
  if (settled.native && !env.options.quiet) report.tellNative(*settled.native);
  const int status = statusOf(program, whole.result);
  if (wantsReports(env.options))
    writeReports(env, program, whole,
                 {"Assay " ASSAY_VERSION, settled.native, settled.known, suppressions.hasBaseline(), status, harness},
                 out);
  if (!env.options.witness.empty()) writeWitness(env, program, settled);
  if (!env.options.heapDrawings.empty()) writeHeaps(env.options.heapDrawings, program, whole.result, out);
  out << verdictLine(program, whole.result, settled.known) << "\n" << std::flush;
  if (verification.isWorthRehearsing()) rehearse(env, asksForEnd);
  return status;
}

} // namespace assay
