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

#include <iomanip>
#include <map>
#include <ostream>
#include <sstream>

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

void tellViolation(Env& env, std::ostream& out, const Program& program, const CheckResult& check) {
  const Location& location = program[check.error];
  const Replay replayed = replay(program, *check.counterexample, env);
  const Outcome& outcome = replayed.outcome;
  const bool isSame = replayed.confirmed;
  out << where(program, isSame ? outcome.position : location.position)
      << "error: " << (isSame ? outcome.message : location.message) << " [" << propertyName(location.property) << "]\n";
  size_t number = 0;
  for (const RecordingInputs::Entry& input : replayed.inputs) {
    ++number;
    if (input.kind == InputKind::Unspecified) continue;
    out << where(program, input.position) << "note: input " << number
        << (input.name.empty() ? std::string() : " (" + input.name + ")") << " = " << input.value.toSignedString()
        << "\n";
  }
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
  Program program = loadFiles(env, terms);
  compactEdges(program);
  env.statistics.counter("edges") = program.edges().size();
  const Result result = verify(env, out, program);
  for (const CheckResult& check : result.checks) {
    if (check.status == CheckStatus::Violated) tellViolation(env, out, program, check);
  }
  if (result.verdict != Verdict::False) tellOpen(out, program, result);
  if (result.verdict == Verdict::True) out << "note: " << result.reason << "\n";
  return tellVerdict(out, program, result);
}

} // namespace assay
