// `assay check`: the default strategy, or one engine, on the program. A violation is told as a compiler tells an error, with the inputs that lead to
// it; what stays open, with the reason; the last line is the verdict.
#include "cli/commands.h"
#include "cli/load.h"
#include "engine/engines.h"
#include "engine/replay.h"
#include "frontend/specification.h"
#include "strategy/certify.h"
#include "strategy/portfolio.h"
#include "transform/compact_edges.h"
#include "transform/target.h"
#include "util/error.h"
#include "witness/trace_text.h"

#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <map>
#include <ostream>
#include <sstream>
#include <unistd.h>

namespace assay {

namespace {

/// Whether something is asked for that no error location stands for.
bool asksForMore(const Specification& specification) {
  return specification.properties.contains(Property::Termination) ||
         specification.properties.contains(Property::NoDataRace);
}

std::string where(const Program& program, SourcePosition position) {
  return position.known() ? program.format(position) + ": " : "";
}

TextStyle styleOf(const std::ostream& out) {
  return {.colour = &out == &std::cout && isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr};
}

/// What the program asked for, in order, as `assay run --inputs` takes it.
void tellInputs(std::ostream& out, const Replay& replayed) {
  constexpr size_t kMany = 100;
  std::string values;
  size_t number = 0;
  for (const RecordingInputs::Entry& input : replayed.inputs) {
    if (input.kind != InputKind::Nondet || ++number > kMany) continue;
    values += (number == 1 ? "" : ",") + input.value.toSignedString();
  }
  if (number == 0) return;
  out << "note: inputs: " << values;
  if (number > kMany) out << " ... (" << number << " in all)";
  out << "\n";
}

void tellViolation(Env& env, std::ostream& out, const Program& program, const CheckResult& check) {
  const Location& location = program[check.error];
  const Replay replayed = replay(program, *check.counterexample, env);
  const bool isSame = replayed.confirmed;
  TraceText text(program, out, styleOf(out));
  text.diagnostic(isSame ? replayed.outcome.position : location.position, "error",
                  (isSame ? replayed.outcome.message : location.message) + " [" +
                      std::string(propertyName(location.property)) + "]");
  const Trace trace = recordTrace(program, *check.counterexample, env);
  if (trace.isComplete) {
    out << "note: this is how:\n";
    text.trace(trace);
  } else {
    out << "note: the execution is too long to be shown\n";
  }
  tellInputs(out, replayed);
}

/// One line a reason, however many checks share it.
void tellOpen(std::ostream& out, const Program& program, const Result& result) {
  std::map<std::string, std::pair<size_t, LocationId>> reasons;
  for (const CheckResult& check : result.checks) {
    if (check.status != CheckStatus::Open) continue;
    auto& [count, first] = reasons.try_emplace(check.how, 0, check.error).first->second;
    ++count;
  }
  for (const auto& [reason, where_] : reasons) {
    const auto& [count, first] = where_;
    out << where(program, program[first].position) << "note: open";
    if (count > 1) out << " (and " << count - 1 << " more)";
    out << ": " << reason << "\n";
  }
}

void tellProof(std::ostream& out, const Program& program, const Result& result) {
  out << "note: " << result.reason << "\n";
  for (const LoopInvariant& invariant : result.invariants)
    out << where(program, invariant.position) << "note: loop invariant: " << invariant.expression << "\n";
}

int tellVerdict(std::ostream& out, const Program& program, const Result& result) {
  switch (result.verdict) {
  case Verdict::True:
    out << "verdict: true\n";
    return 0;
  case Verdict::False:
    for (const CheckResult& check : result.checks) {
      if (check.status != CheckStatus::Violated) continue;
      out << "verdict: false(" << propertyName(program[check.error].property) << ")\n";
      return 1;
    }
    break;
  case Verdict::Unknown:
    break;
  }
  out << "verdict: unknown (" << result.reason << ")\n";
  return kUnknown;
}

void tellReports(Env& env, std::ostream& out, const PortfolioResult& whole) {
  for (const EngineReport& report : whole.reports) {
    std::ostringstream line;
    line << "engine " << report.engine << ", " << std::fixed << std::setprecision(1) << report.seconds
         << " s: " << report.outcome;
    if (report.isAnomalous) {
      out << "warning: " << line.str() << "\n";
    } else {
      env.logger.progress(line.str());
    }
    if (env.options.stats) env.logger.stream() << "engine " << report.engine << "\n" << report.statistics;
  }
}

/// With the checks of the properties, or with the target as the only one.
Program load(Env& env, TermManager& terms) {
  const std::string& target = env.options.target;
  if (target.empty()) return loadFiles(env, terms);
  if (!env.options.properties.empty()) throw UsageError("--target asks for a place, --property for checks: not both");
  Program program = loadFiles(env, terms, Specification());
  if (makeTarget(program, target) == 0) throw InputError("there is no code at " + target);
  return program;
}

Result verify(Env& env, std::ostream& out, const Program& program) {
  const std::string& name = env.options.engine;
  env.logger.progress(name == "auto" ? "running all engines" : "running engine " + name);
  if (name == "auto") {
    const PortfolioResult whole = runPortfolio(program, defaultContenders(), env);
    tellReports(env, out, whole);
    return whole.result;
  }
  Result result = makeEngine(name)->run(program, env);
  if (!certify(result, program, env)) out << "warning: " << result.reason << "\n";
  return result;
}

} // namespace

int checkCommand(Env& env, std::ostream& out) {
  if (asksForMore(parseSpecification(env.options.properties))) {
    out << "verdict: unknown (no engine for this property)\n";
    return kUnknown;
  }
  TermManager terms;
  Program program = load(env, terms);
  compactEdges(program);
  env.statistics.counter("edges") = program.edges().size();
  const Result result = verify(env, out, program);
  if (!env.options.quiet) {
    for (const CheckResult& check : result.checks)
      if (check.status == CheckStatus::Violated) tellViolation(env, out, program, check);
    if (result.verdict != Verdict::False) tellOpen(out, program, result);
    if (result.verdict == Verdict::True) tellProof(out, program, result);
  }
  return tellVerdict(out, program, result);
}

} // namespace assay
