#include "report/text_report.h"

#include "engine/common/replay.h"
#include "engine/common/status_table.h"
#include "program/leak_checks.h"
#include "report/advice.h"
#include "witness/test_case.h"
#include "witness/value_text.h"

#include <algorithm>
#include <iomanip>
#include <map>
#include <ostream>
#include <sstream>

namespace assay {

namespace {

/// Without what the verdict says anyhow.
std::string_view outcomeText(const EngineReport& report) {
  constexpr std::string_view kUnknown = "unknown: ";
  const std::string_view outcome = report.outcome;
  return outcome.starts_with(kUnknown) ? outcome.substr(kUnknown.size()) : outcome;
}

/// As --schedule takes it.
std::string scheduleText(const std::vector<uint32_t>& schedule) {
  constexpr size_t kMany = 100;
  std::string text;
  for (size_t i = 0; i < std::min(kMany, schedule.size()); ++i)
    text += (i == 0 ? "" : ",") + std::to_string(schedule[i]);
  return schedule.size() <= kMany ? text : text + " ... (" + std::to_string(schedule.size()) + " in all)";
}

} // namespace

std::string inputsText(const Program& program, std::span<const RecordingInputs::Entry> inputs) {
  constexpr size_t kMany = 100;
  const ValueText texts(*program.types, program.layout(), {});
  std::string values;
  size_t number = 0;
  for (const RecordingInputs::Entry& input : inputs) {
    if (input.kind != InputKind::Nondet || ++number > kMany) continue;
    const bool isFloat = isNondetFunction(input.name) &&
                         nondetFunction(input.name, input.value.width()).typeClass == TypeClass::Float &&
                         input.value.width() <= 64;
    values += (number == 1 ? "" : ",") +
              (isFloat ? texts.value(input.value, TypeClass::Float) : input.value.toSignedString());
  }
  if (number > kMany) values += " ... (" + std::to_string(number) + " in all)";
  return values;
}

std::string TextReport::where(SourcePosition position) const {
  return position.known() ? program_.files.format(position) + ": " : "";
}

void TextReport::tell(const PortfolioResult& whole, const std::map<size_t, Suppression>& known) {
  const Result& result = whole.result;
  tellEngines(whole);
  tellObstacles(result);
  for (size_t i = 0; i < result.checks.size(); ++i) {
    if (result.checks[i].status != CheckStatus::Violated) continue;
    if (const auto suppression = known.find(i); suppression != known.end())
      tellKnown(result.checks[i], suppression->second);
    else
      tellViolation(result.checks[i], whole.executedFor(result.checks[i], program_));
  }
  tellLoops(result);
  if (result.verdict != Verdict::False && result.question == Question::Errors) tellOpen(result);
  if (result.verdict == Verdict::Unknown) tellUnknown(whole);
  if (result.verdict == Verdict::True) tellProof(result);
  if (result.verdict != Verdict::False) tellSharing(result);
  for (const InvariantFate& fate : whole.userInvariants) tellUserInvariant(fate);
  for (const std::string& warning : whole.warnings) out_ << "warning: " << warning << "\n";
  tellAssumptions();
}

void TextReport::tellEngines(const PortfolioResult& whole) {
  for (const EngineReport& report : whole.reports) {
    std::ostringstream line;
    line << "engine " << report.engine << ", " << std::fixed << std::setprecision(1) << report.seconds
         << " s: " << report.outcome;
    if (report.isAnomalous)
      out_ << "warning: " << line.str() << "\n";
    else
      env_.logger.progress(line.str());
    if (env_.options.stats && !report.statistics.empty())
      env_.logger.stream() << "engine " << report.engine << "\n" << report.statistics;
  }
}

/// Tells how obstacles were excluded, for users who want to know what a proof rests on.
void TextReport::tellObstacles(const Result& result) {
  if (!env_.logger.isVerbose()) return;
  const CheckTable table(program_);
  size_t numExcluded = 0;
  for (const ObstacleResult& obstacle : result.obstacles) numExcluded += obstacle.status == CheckStatus::Proved ? 1 : 0;
  env_.logger.progress("obstacles: " + std::to_string(result.obstacles.size()) + ", " + std::to_string(numExcluded) +
                       " excluded");
  for (const ObstacleResult& obstacle : result.obstacles)
    env_.logger.progress("obstacle " + table.text(obstacle.row) + ": " +
                         (obstacle.status == CheckStatus::Proved ? "excluded: " : "") + obstacle.how);
}

void TextReport::tellKnown(const CheckResult& check, const Suppression& suppression) {
  const Location& location = program_[check.error];
  out_ << where(location.position) << "note: known (" << suppression.kindName()
       << (suppression.reason.empty() ? "" : ": " + suppression.reason) << "): " << location.message << " ["
       << propertyName(location.property) << "]\n";
}

void TextReport::tellViolation(const CheckResult& check, const Program& executed) {
  const Location& location = executed[check.counterexample->error];
  const Replay replayed = replay(executed, *check.counterexample, env_);
  const bool isSame = replayed.confirmed;
  TraceText text(executed, out_, style_);
  const Trace trace = recordTrace(executed, *check.counterexample, env_, foldingOf(env_.options));
  text.diagnostic(placeOf(trace, isSame ? replayed.outcome.position : location.position), "error",
                  (isSame ? replayed.outcome.message : location.message) + " [" +
                      std::string(propertyName(location.property)) + "]");
  if (trace.leak) text.leak(*trace.leak);
  if (trace.freed) text.freed(*trace.freed);
  if (trace.race) text.race(*trace.race);
  text.waits(trace.waits);
  if (trace.isComplete) {
    out_ << "note: this is how:\n";
    text.trace(trace);
  } else {
    out_ << "note: the execution is too long to be shown\n";
  }
  if (const std::string inputs = inputsText(executed, replayed.inputs); !inputs.empty())
    out_ << "note: inputs: " << inputs << "\n";
  if (!trace.schedule.empty()) out_ << "note: schedule: " << scheduleText(trace.schedule) << "\n";
}

void TextReport::tellNative(const NativeVerdict& verdict, SourcePosition violation) {
  const std::string place = where(violation);
  switch (verdict.status) {
  case NativeVerdict::Confirmed:
    out_ << place << "note: the compiled program fails as predicted: " << verdict.what << "\n";
    break;
  case NativeVerdict::NotConfirmed:
    out_ << place << "warning: the compiled program DOES NOT FAIL AS PREDICTED: " << verdict.what << "\n";
    for (const std::string& doubt : verdict.doubts) out_ << place << "note: the violation depends on " << doubt << "\n";
    if (!verdict.caveat.empty()) out_ << place << "note: " << verdict.caveat << "\n";
    break;
  case NativeVerdict::Undecided:
    out_ << place << "note: the compiled program cannot confirm it: " << verdict.what << "\n";
    break;
  case NativeVerdict::NotRun:
    out_ << place << "note: the compiled program was not run: " << verdict.what << "\n";
    break;
  }
}

/// One line a reason, however many checks share it.
void TextReport::tellOpen(const Result& result) {
  std::map<std::string, std::pair<size_t, LocationId>> reasons;
  for (const CheckResult& check : result.checks) {
    if (check.status != CheckStatus::Open) continue;
    auto& [count, first] = reasons.try_emplace(check.how, 0, check.error).first->second;
    if (isLeak(program_[first].property) && !isLeak(program_[check.error].property))
      first = check.error; // that is at the end
    ++count;
  }
  for (const auto& [reason, place] : reasons) {
    const auto& [count, first] = place;
    const Location& check = program_[first];
    out_ << where(check.position) << "note: open: " << check.message << " [" << propertyName(check.property) << "]";
    if (count > 1) out_ << " (and " << count - 1 << " more)";
    out_ << ": " << reason << "\n";
  }
}

/// Tells why no engine has decided, a line for each engine, and what may help.
void TextReport::tellUnknown(const PortfolioResult& whole) {
  if (whole.reports.size() > 1)
    for (const EngineReport& report : whole.reports)
      if (!report.isAnomalous) out_ << "note: " << report.engine << ": " << outcomeText(report) << "\n";
  if (whole.safeDepth) tellSafeDepth(whole.safeDepth->backEdges);
  for (const Advice& advice : adviceFor(program_, whole.result))
    out_ << where(advice.position) << "note: what helps: " << advice.text << "\n";
}

void TextReport::tellEndless(const LoopResult& loop) {
  TraceText text(program_, out_, style_);
  text.diagnostic(loop.position, "error",
                  std::string(loop.isRecursion ? "recursion" : "loop") + " never ends: " + loop.how + " [termination]");
  const Lasso* execution = loop.endlessExecution();
  const Trace trace = execution ? recordLasso(program_, *execution, env_, foldingOf(env_.options)) : Trace();
  const RecurrentSet* set = loop.recurrentSet ? &*loop.recurrentSet : nullptr;
  if (execution && trace.isComplete) {
    out_ << "note: this is how:\n";
    text.trace(trace, set ? "from here it goes on in this way" : "from here it repeats");
  } else {
    out_ << "note: the execution is too long to be shown\n";
  }
  const std::span<const RecordingInputs::Entry> inputs(trace.inputs);
  const size_t inStem = execution ? std::min(execution->stem.size(), inputs.size()) : 0;
  const std::string cycle = inputsText(program_, inputs.subspan(inStem));
  std::string stem = inputsText(program_, inputs.first(inStem));
  if (!execution && set) // names and places are not known
    for (const BitVector& value : set->stem) stem += (stem.empty() ? "" : ",") + value.toSignedString();
  if (!stem.empty()) out_ << "note: inputs: " << stem << "\n";
  if (set && (!execution || !cycle.empty())) out_ << "note: each further input is " << set->choice << "\n";
  if (!set && !cycle.empty()) out_ << "note: inputs again and again: " << cycle << "\n";
  if (set)
    out_ << "note: this never changes: where " << set->text
         << " holds at the loop's head, an iteration leads back to it, and there it holds again\n";
}

void TextReport::tellLoops(const Result& result) {
  for (const LoopResult& loop : result.loops) {
    if (loop.status == CheckStatus::Violated && (loop.lasso || loop.recurrentSet)) tellEndless(loop);
    const char* what = loop.isRecursion ? "recursion " : "loop ";
    const char* status = loop.status == CheckStatus::Proved ? "ends: " : "may not end: ";
    if (loop.status != CheckStatus::Violated)
      out_ << where(loop.position) << "note: " << what << status << loop.how << "\n";
  }
}

void TextReport::tellSafeDepth(uint64_t iterations) {
  if (iterations == 0) return; // that says little
  out_ << "note: no violation within " << iterations << (iterations == 1 ? " iteration" : " iterations")
       << " of loops\n";
}

void TextReport::tellProof(const Result& result) {
  out_ << "note: " << result.reason;
  const RefutationCheck& refutations = result.proofCheck.refutations;
  if (refutations.number > 0)
    out_ << " (" << refutations.confirmed << " of " << refutations.number
         << (refutations.number == 1 ? " refutation" : " refutations") << " confirmed by " << refutations.solver << ")";
  out_ << "\n";
  for (const Assertion& invariant : result.invariants)
    out_ << where(invariant.position) << "note: loop invariant: " << invariant.text << "\n";
  tellThreadAssertions(result);
}

void TextReport::tellThreadAssertions(const Result& result) {
  constexpr size_t kMany = 20; // of each kind
  for (const bool isOfTwo : {false, true}) {
    size_t number = 0;
    for (const ThreadAssertion& assertion : result.threadAssertions) {
      if (assertion.other.known() != isOfTwo || (++number > kMany && !env_.logger.isVerbose())) continue;
      out_ << where(assertion.position) << "note: while a thread is here"
           << (isOfTwo ? " and another one at " + program_.files.format(assertion.other) : "") << ": " << assertion.text
           << "\n";
    }
    if (number > kMany && !env_.logger.isVerbose())
      out_ << "note: and " << number - kMany << (isOfTwo ? " more assertions about two threads" : " more assertions")
           << " (--verbose shows them)\n";
  }
}

/// What is open comes last: that is what a user looks for.
void TextReport::tellSharing(const Result& result) {
  constexpr size_t kMany = 20; // of each kind
  for (const bool isOpen : {false, true}) {
    size_t number = 0;
    for (const SharingNote& note : result.sharing) {
      if (note.isOpen != isOpen || (++number > kMany && !env_.logger.isVerbose())) continue;
      out_ << where(note.position) << "note: " << note.text << "\n";
      for (const std::string& help : note.helps) out_ << where(note.position) << "note: what helps: " << help << "\n";
    }
    if (number > kMany && !env_.logger.isVerbose())
      out_ << "note: and " << number - kMany << (isOpen ? " more pairs" : " more objects")
           << " (--verbose shows them)\n";
  }
}

/// At its line in the file of invariants: that is what will be changed.
void TextReport::tellUserInvariant(const InvariantFate& fate) {
  out_ << env_.options.invariants << ":" << fate.line.number << ": note: invariant " << fate.line.text << " at "
       << fate.line.place << ": " << fate.statusName();
  if (fate.status == InvariantFate::NotInductive) {
    std::string before, after;
    for (const InvariantFate::Change& change : fate.change) {
      before += (before.empty() ? "" : ", ") + change.name + " = " + change.before;
      after += (after.empty() ? "" : ", ") + change.name + " = " + change.after;
    }
    out_ << ": it holds where " << before << "; an iteration later it does not: " << after << "\n";
    return;
  }
  if (fate.status != InvariantFate::Refuted) {
    out_ << (fate.how.empty() ? "" : ": " + fate.how) << "\n";
    return;
  }
  const Trace trace = recordTrace(*fate.program, *fate.counterexample, env_, foldingOf(env_.options));
  out_ << (trace.isComplete ? ": this is how:\n" : ": by an execution that is too long to be shown\n");
  if (trace.isComplete) TraceText(*fate.program, out_, style_).trace(trace);
  const Replay replayed = replay(*fate.program, *fate.counterexample, env_);
  if (const std::string inputs = inputsText(*fate.program, replayed.inputs); !inputs.empty())
    out_ << "note: inputs: " << inputs << "\n";
}

void TextReport::tellAssumptions() {
  for (const Assumption& assumption : program_.assumptions)
    out_ << where(assumption.position) << "note: assumed: " << assumption.message << "\n";
}

std::string verdictLine(const Program& program, const Result& result, const std::map<size_t, Suppression>& known) {
  if (result.verdict == Verdict::True) {
    const CheckTable table(program);
    std::string limits;
    for (const std::string& limit : limitsOf(table, result)) limits += (limits.empty() ? "" : "; ") + limit;
    std::string remark = limits.empty() ? "" : "within limits: " + limits;
    if (!known.empty())
      remark += (remark.empty() ? "" : "; ") + ("but for known violations: " + std::to_string(known.size()));
    return "verdict: true" + (remark.empty() ? "" : " (" + remark + ")");
  }
  for (size_t i = 0; i < result.checks.size(); ++i)
    if (result.verdict == Verdict::False && result.checks[i].status == CheckStatus::Violated && !known.contains(i))
      return "verdict: false(" + std::string(propertyName(program[result.checks[i].error].property)) + ")";
  if (result.verdict == Verdict::False && result.question == Question::Termination)
    return "verdict: false(termination)";
  return "verdict: unknown (" + result.reason + ")";
}

} // namespace assay
