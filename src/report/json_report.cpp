#include "report/json_report.h"
#include "engine/status_table.h"
#include "report/text_report.h"

#include <nlohmann/json.hpp>

namespace assay {

namespace {

using Json = nlohmann::ordered_json;

const char* verdictName(Verdict verdict) {
  return verdict == Verdict::True ? "true" : verdict == Verdict::False ? "false" : "unknown";
}

const char* statusName(CheckStatus status) {
  return status == CheckStatus::Proved ? "proved" : status == CheckStatus::Violated ? "violated" : "open";
}

const char* statusName(ProofCheck::Status status) {
  switch (status) {
  case ProofCheck::NotNeeded:
    return "not needed";
  case ProofCheck::Confirmed:
    return "confirmed";
  case ProofCheck::NotAsked:
    return "not asked";
  case ProofCheck::Contradicted:
    return "contradicted";
  }
  return "";
}

Json proofCheckOf(const ProofCheck& check) {
  Json entry = {{"status", statusName(check.status)}};
  if (!check.solver.empty()) entry["solver"] = check.solver;
  if (const RefutationCheck& refutations = check.refutations; refutations.number > 0)
    entry["refutations"] = {
        {"number", refutations.number}, {"confirmed", refutations.confirmed}, {"solver", refutations.solver}};
  return entry;
}

/// Adds file, line and column, as far as they are known.
Json at(Json object, const Program& program, SourcePosition position) {
  if (!position.known()) return object;
  object["file"] = program.files[position.file];
  object["line"] = position.line;
  if (position.column != 0) object["column"] = position.column;
  return object;
}

const char* kindName(RowKind kind) {
  switch (kind) {
  case RowKind::Check:
    return "check";
  case RowKind::Unsupported:
    return "unsupported";
  case RowKind::BodilessCall:
    return "call without a body";
  case RowKind::Limit:
    return "limit";
  }
  return "";
}

Json obstaclesOf(const Program& program, const Result& result) {
  Json obstacles = Json::array();
  const CheckTable table(program);
  for (const ObstacleResult& obstacle : result.obstacles) {
    const TableRow& row = table[obstacle.row];
    obstacles.push_back(at({{"kind", kindName(row.kind)},
                            {"message", row.message},
                            {"status", obstacle.status == CheckStatus::Proved ? "excluded" : "open"},
                            {"how", obstacle.how}},
                           program, row.position));
  }
  return obstacles;
}

Json valuesOf(const std::vector<BitVector>& inputs) {
  Json values = Json::array();
  for (const BitVector& input : inputs) values.push_back(input.toSignedString());
  return values;
}

Json loopsOf(const Program& program, const Result& result) {
  Json loops = Json::array();
  for (const LoopResult& loop : result.loops) {
    Json entry = at({{"kind", loop.isRecursion ? "recursion" : "loop"},
                     {"status", loop.status == CheckStatus::Proved     ? "ends"
                                : loop.status == CheckStatus::Violated ? "endless"
                                                                       : "open"},
                     {"how", loop.how}},
                    program, loop.position);
    if (loop.lasso) entry["lasso"] = {{"stem", valuesOf(loop.lasso->stem)}, {"cycle", valuesOf(loop.lasso->cycle)}};
    if (loop.recurrentSet)
      entry["recurrent_set"] = {{"expression", loop.recurrentSet->text},
                                {"stem", valuesOf(loop.recurrentSet->stem)},
                                {"inputs", std::to_string(loop.recurrentSet->choice)}};
    loops.push_back(std::move(entry));
  }
  return loops;
}

Json traceOf(const Program& program, const Trace& trace) {
  Json steps = Json::array();
  for (const TraceStep& step : trace.steps) {
    Json entry = at({{"function", program[step.function].name}, {"depth", step.depth}}, program, step.position);
    if (step.roundsLeftOut) entry["iterations_left_out"] = step.roundsLeftOut;
    Json changes = Json::array();
    for (const TraceChange& change : step.changes) {
      Json made = {{"name", change.name}, {"value", change.value}, {"input", change.isInput}};
      if (!change.type.empty()) made["type"] = change.type;
      changes.push_back(std::move(made));
    }
    if (!changes.empty()) entry["changes"] = std::move(changes);
    steps.push_back(std::move(entry));
  }
  Json result = {{"complete", trace.isComplete}, {"steps_left_out", trace.stepsLeftOut}, {"steps", std::move(steps)}};
  if (trace.repeatsFrom) result["repeats_from"] = *trace.repeatsFrom;
  return result;
}

} // namespace

std::string jsonReport(const Program& program, const Result& result, const JsonInput& input) {
  const std::vector<std::string> limits =
      result.verdict == Verdict::True ? limitsOf(CheckTable(program), result) : std::vector<std::string>();
  Json document = {
      {"format", "assay-result"},      {"version", 3},
      {"producer", input.producer},    {"files", input.files},
      {"data_model", input.dataModel}, {"verdict", limits.empty() ? verdictName(result.verdict) : "true within limits"},
      {"reason", result.reason}};
  Json checks = Json::array(), invariants = Json::array(), assumptions = Json::array(), engines = Json::array();
  // Where it is asked whether executions end, a failed check is an end like any other.
  for (const CheckResult& check : result.question == Question::Errors ? result.checks : std::vector<CheckResult>()) {
    const Location& location = program[check.error];
    checks.push_back(at({{"property", propertyName(location.property)},
                         {"message", location.message},
                         {"status", statusName(check.status)},
                         {"how", check.how}},
                        program, location.position));
  }
  for (const Assertion& invariant : result.invariants)
    invariants.push_back(at({{"expression", invariant.text}}, program, invariant.position));
  for (const Assumption& assumption : program.assumptions)
    assumptions.push_back(at({{"message", assumption.message}}, program, assumption.position));
  for (const EngineReport& report : input.engines)
    engines.push_back({{"name", report.engine}, {"seconds", report.seconds}, {"outcome", report.outcome}});
  if (!limits.empty()) document["limits"] = limits;
  if (result.verdict == Verdict::True) document["proof_check"] = proofCheckOf(result.proofCheck);
  if (result.verdict == Verdict::Unknown && input.safeDepth) document["safe_depth"] = input.safeDepth->backEdges;
  document["checks"] = std::move(checks);
  document["obstacles"] = obstaclesOf(program, result);
  if (result.question == Question::Termination) document["loops"] = loopsOf(program, result);
  document["invariants"] = std::move(invariants);
  document["assumptions"] = std::move(assumptions);
  document["warnings"] = input.warnings;
  document["engines"] = std::move(engines);
  if (input.native) {
    document["native_replay"] = {{"status", input.native->statusName()}, {"what", input.native->what}};
    if (!input.native->doubts.empty()) document["native_replay"]["depends_on"] = input.native->doubts;
    if (!input.native->caveat.empty()) document["native_replay"]["caveat"] = input.native->caveat;
  }
  if (input.trace) document["trace"] = traceOf(program, *input.trace);
  // What is not UTF-8 (a string of the program, say) is replaced, never an error.
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace assay
