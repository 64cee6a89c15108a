#include "report/json_report.h"

#include "engine/common/status_table.h"
#include "report/advice.h"
#include "report/text_report.h"
#include "witness/test_case.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <nlohmann/json.hpp>

namespace assay {

namespace {

using Json = ResultModel;

const char* verdictName(Verdict verdict) {
  return verdict == Verdict::True ? "true" : verdict == Verdict::False ? "false" : "unknown";
}

const char* verdictText(const Result& result, const std::vector<std::string>& limits, size_t numKnown) {
  if (result.verdict != Verdict::True) return verdictName(result.verdict);
  return !limits.empty() ? "true within limits" : numKnown != 0 ? "true but for known violations" : "true";
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
  const std::vector<std::string> identities = identitiesOf(program, result.loops);
  for (size_t i = 0; i < result.loops.size(); ++i) {
    const LoopResult& loop = result.loops[i];
    Json entry = at({{"id", identities[i]},
                     {"kind", loop.isRecursion ? "recursion" : "loop"},
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

const char* storageName(Home::Kind kind) {
  return kind == Home::Static ? "static" : kind == Home::Heap ? "heap" : "stack";
}

Json changeOf(const TraceStep& step, const TraceChange& change) {
  Json made = {{"name", change.name}, {"value", change.value}, {"input", change.isInput}};
  if (!change.type.empty()) made["type"] = change.type;
  if (!change.list.empty()) made["leads_to"] = change.list;
  if (!change.home.object.empty()) made["object"] = change.home.object;
  made["storage"] = storageName(change.home.kind);
  if (change.home.kind == Home::Stack && change.home.frame != step.depth) made["depth"] = change.home.frame;
  if (change.home.kind == Home::Stack && change.home.thread != step.thread) made["thread"] = change.home.thread;
  return made;
}

Json waitOf(const ThreadWait& wait) {
  Json entry = {{"call", wait.call}, {"for", wait.what}, {"text", wait.text()}};
  if (!wait.object.empty()) entry["object"] = wait.object;
  if (wait.other) entry["other_thread"] = *wait.other;
  return entry;
}

/// What a step of a program with threads has beside what every step has.
void addThreads(Json& entry, const TraceStep& step) {
  entry["thread"] = step.thread;
  for (const TraceRead& read : step.reads) entry["reads"].push_back({{"name", read.name}, {"value", read.value}});
  if (step.creation) {
    entry["creates"] = {{"thread", step.creation->thread}};
    if (!step.creation->function.empty()) entry["creates"]["function"] = step.creation->function;
  }
  if (step.wait) entry["waits"] = waitOf(*step.wait);
  if (step.endsThread) entry["ends_thread"] = true;
}

Json traceOf(const Program& program, const Trace& trace) {
  Json steps = Json::array();
  for (const TraceStep& step : trace.steps) {
    Json entry = at({{"function", program[step.function].name}, {"depth", step.depth}}, program, step.position);
    if (step.roundsLeftOut) entry["iterations_left_out"] = step.roundsLeftOut;
    if (step.round) entry["iteration"] = step.round;
    Json changes = Json::array();
    for (const TraceChange& change : step.changes) changes.push_back(changeOf(step, change));
    if (!changes.empty()) entry["changes"] = std::move(changes);
    if (!step.freed.empty()) entry["freed"] = step.freed;
    for (const TraceRead& read : step.neverWritten)
      entry["never_written"].push_back({{"name", read.name}, {"value", read.value}});
    if (!step.lost.empty()) entry["lost"] = step.lost;
    if (trace.hasThreads) addThreads(entry, step);
    steps.push_back(std::move(entry));
  }
  Json result = {{"complete", trace.isComplete}, {"steps_left_out", trace.stepsLeftOut}};
  if (trace.stepsLeftOut) result["left_out_before"] = trace.leftOutAt;
  if (trace.repeatsFrom) result["repeats_from"] = *trace.repeatsFrom;
  result["steps"] = std::move(steps);
  return result;
}

const char* kindName(InputKind kind) {
  switch (kind) {
  case InputKind::Nondet:
    return "nondet";
  case InputKind::Uninitialised:
    return "uninitialised";
  case InputKind::External:
    return "function without a body";
  case InputKind::Volatile:
    return "volatile";
  case InputKind::Argument:
    return "argument";
  case InputKind::Unspecified:
    return "unspecified";
  case InputKind::Schedule:
    return "schedule";
  }
  return "";
}

/// The variables that take inputs, by what an input says of itself.
class InputVariables {
public:
  explicit InputVariables(const Program& program) : program_(program) {
    for (const Edge& edge : program.edges())
      for (const Operation& operation : edge.operations)
        if (const auto* input = operation.as<Input>())
          variables_.try_emplace({input->kind, input->name, operation.position}, input->variable);
  }
  const Variable* find(const RecordingInputs::Entry& input) const {
    const auto found = variables_.find({input.kind, input.name, input.position});
    return found == variables_.end() ? nullptr : &program_[found->second];
  }

private:
  const Program& program_;
  std::map<std::tuple<InputKind, std::string, SourcePosition>, VariableId> variables_;
};

Json inputOf(const Program& program, const InputVariables& variables, const RecordingInputs::Entry& input) {
  const uint32_t width = input.value.width();
  const bool isAsked = input.kind == InputKind::Nondet && isNondetFunction(input.name);
  const NondetFunction known = nondetFunction(isAsked ? input.name : "__VERIFIER_nondet_", width); // an integer
  const Variable* variable = variables.find(input);
  const std::string type = isAsked || !variable || variable->type.empty() ? known.type : variable->type;
  const bool isUnsigned = variable && variable->typeClass == TypeClass::Unsigned;
  return at({{"source", kindName(input.kind)},
             {"name", input.name},
             {"type", type},
             {"width", width},
             {"value", isAsked      ? known.literal(input.value)
                       : isUnsigned ? input.value.toString()
                                    : input.value.toSignedString()},
             {"hexadecimal", input.value.toString(16)}},
            program, input.position);
}

Json adviceOf(const Program& program, const Result& result) {
  Json entries = Json::array();
  for (const Advice& advice : adviceFor(program, result))
    entries.push_back(at({{"text", advice.text}}, program, advice.position));
  return entries;
}

Json leakOf(const Program& program, const TraceLeak& leak) {
  Json entry = at({{"block", leak.name}, {"from", leak.block.function}, {"size", leak.block.size}}, program,
                  leak.block.position);
  if (leak.lost.known()) entry["lost"] = at(Json::object(), program, leak.lost);
  return entry;
}

Json accessOf(const Program& program, const TraceAccess& access) {
  return at({{"thread", access.thread},
             {"access", access.isWrite ? "write" : "read"},
             {"atomic", access.isAtomic},
             {"function", program[access.function].name}},
            program, access.position);
}

/// The two accesses of a race, and what the threads of a deadlock wait for.
void addThreads(Json& entry, const Program& program, const Trace& trace) {
  if (trace.race)
    entry["race"] = {
        {"object", trace.race->object},
        {"accesses", Json::array({accessOf(program, trace.race->first), accessOf(program, trace.race->second)})}};
  for (const ThreadWait& wait : trace.waits) {
    Json waiting = at(waitOf(wait), program, wait.position);
    waiting["thread"] = wait.thread;
    waiting["function"] = program[wait.function].name;
    entry["deadlock"].push_back(std::move(waiting));
  }
}

Json findingOf(const Program& program, const InputVariables& variables, const Finding& finding) {
  constexpr size_t kManyInputs = 10'000;
  Json entry = at({{"id", finding.identity},
                   {"property", propertyName(finding.property)},
                   {"cwe", weaknessOf(finding.property, finding.message)},
                   {"message", finding.message}},
                  program, finding.position);
  if (!finding.function.empty()) entry["function"] = finding.function;
  Json inputs = Json::array();
  for (size_t i = 0; i < std::min(kManyInputs, finding.inputs.size()); ++i)
    inputs.push_back(inputOf(program, variables, finding.inputs[i]));
  entry["inputs"] = std::move(inputs);
  if (finding.inputs.size() > kManyInputs) entry["inputs_left_out"] = finding.inputs.size() - kManyInputs;
  if (finding.trace.leak) entry["leak"] = leakOf(program, *finding.trace.leak);
  if (finding.trace.freed)
    entry["freed"] = at({{"block", finding.trace.freed->name}}, program, finding.trace.freed->position);
  addThreads(entry, program, finding.trace);
  entry["trace"] = traceOf(program, finding.trace);
  return entry;
}

Json checksOf(const Program& program, const Result& result) {
  Json checks = Json::array();
  // Where it is asked whether executions end, a failed check is an end like any other.
  if (result.question != Question::Errors) return checks;
  const std::vector<std::string> identities = identitiesOf(program, result.checks);
  for (size_t i = 0; i < result.checks.size(); ++i) {
    const CheckResult& check = result.checks[i];
    const Location& location = program[check.error];
    Json entry = at({{"id", identities[i]},
                     {"property", propertyName(location.property)},
                     {"message", location.message},
                     {"status", statusName(check.status)},
                     {"how", check.how}},
                    program, location.position);
    if (std::string function = functionOf(program, location); !function.empty()) entry["function"] = function;
    checks.push_back(std::move(entry));
  }
  return checks;
}

Json sharingOf(const Program& program, const Result& result) {
  Json entries = Json::array();
  for (const SharingNote& note : result.sharing) {
    Json entry = at({{"text", note.text}, {"status", note.isOpen ? "open" : "ordered"}}, program, note.position);
    if (!note.helps.empty()) entry["helps"] = note.helps;
    entries.push_back(std::move(entry));
  }
  return entries;
}

Json threadAssertionsOf(const Program& program, const Result& result) {
  Json entries = Json::array();
  for (const ThreadAssertion& assertion : result.threadAssertions) {
    Json entry = at({{"expression", assertion.text}}, program, assertion.position);
    if (assertion.other.known()) entry["other"] = at(Json::object(), program, assertion.other);
    entries.push_back(std::move(entry));
  }
  return entries;
}

Json engineOf(const EngineReport& report) {
  Json milestones = Json::array();
  for (const Milestone& milestone : report.milestones)
    milestones.push_back({{"seconds", milestone.seconds}, {"what", milestone.what}});
  Json engine = {{"name", report.engine}, {"seconds", report.seconds}, {"outcome", report.outcome}};
  if (!milestones.empty()) engine["milestones"] = std::move(milestones);
  return engine;
}

Json nativeOf(const NativeVerdict& native) {
  Json entry = {{"status", native.statusName()}, {"what", native.what}};
  if (!native.doubts.empty()) entry["depends_on"] = native.doubts;
  if (!native.caveat.empty()) entry["caveat"] = native.caveat;
  return entry;
}

Json userInvariantsOf(const Program& program, const JsonInput& input) {
  Json result = Json::array();
  auto refutation = input.refutations.begin();
  for (const InvariantFate& fate : input.userInvariants) {
    Json entry = at(
        {{"place", fate.line.place}, {"expression", fate.line.text}, {"status", fate.statusName()}, {"how", fate.how}},
        program, fate.position);
    for (const InvariantFate::Change& change : fate.change)
      entry["changes"].push_back({{"name", change.name}, {"before", change.before}, {"after", change.after}});
    if (fate.status == InvariantFate::Refuted && refutation != input.refutations.end()) {
      const Json shown = findingOf(*fate.program, InputVariables(*fate.program), *refutation++);
      entry["inputs"] = shown["inputs"];
      entry["trace"] = shown["trace"];
    }
    result.push_back(std::move(entry));
  }
  return result;
}

} // namespace

ResultModel resultModel(const Program& program, const Result& result, const JsonInput& input) {
  const std::vector<std::string> limits =
      result.verdict == Verdict::True ? limitsOf(CheckTable(program), result) : std::vector<std::string>();
  Json document = {{"format", "assay-result"},      {"version", 4},
                   {"producer", input.producer},    {"files", input.files},
                   {"data_model", input.dataModel}, {"verdict", verdictText(result, limits, input.known.size())},
                   {"reason", result.reason}};
  Json invariants = Json::array(), assumptions = Json::array(), engines = Json::array(), findings = Json::array();
  for (const Assertion& invariant : result.invariants)
    invariants.push_back(at({{"expression", invariant.text}}, program, invariant.position));
  for (const Assumption& assumption : program.assumptions)
    assumptions.push_back(at({{"message", assumption.message}}, program, assumption.position));
  for (const EngineReport& report : input.engines) engines.push_back(engineOf(report));
  const InputVariables variables(program);
  for (const Finding& finding : input.findings) {
    findings.push_back(finding.program ? findingOf(*finding.program, InputVariables(*finding.program), finding)
                                       : findingOf(program, variables, finding));
    if (result.question != Question::Errors) continue;
    if (const auto native = input.natives.find(finding.number); native != input.natives.end())
      findings.back()["native_replay"] = nativeOf(native->second);
    if (input.hasBaseline) findings.back()["new"] = true;
    if (const auto known = input.known.find(finding.number); known != input.known.end()) {
      findings.back()["suppressed"] = {{"where", known->second.kindName()}, {"reason", known->second.reason}};
      if (input.hasBaseline) findings.back()["new"] = known->second.kind != Suppression::Baseline;
    }
  }
  if (input.looksForAll) document["all"] = true;
  if (!limits.empty()) document["limits"] = limits;
  if (result.verdict == Verdict::True) document["proof_check"] = proofCheckOf(result.proofCheck);
  if (result.verdict == Verdict::Unknown && input.safeDepth) document["safe_depth"] = input.safeDepth->backEdges;
  if (result.verdict == Verdict::Unknown) document["advice"] = adviceOf(program, result);
  document["findings"] = std::move(findings);
  document["checks"] = checksOf(program, result);
  document["obstacles"] = obstaclesOf(program, result);
  if (result.question == Question::Termination) document["loops"] = loopsOf(program, result);
  document["invariants"] = std::move(invariants);
  if (!result.sharing.empty()) document["sharing"] = sharingOf(program, result);
  if (!result.threadAssertions.empty()) document["thread_assertions"] = threadAssertionsOf(program, result);
  if (!input.userInvariants.empty()) document["user_invariants"] = userInvariantsOf(program, input);
  document["assumptions"] = std::move(assumptions);
  if (input.harness) document["harness"] = {{"file", input.harness->file}, {"text", input.harness->text}};
  document["warnings"] = input.warnings;
  document["engines"] = std::move(engines);
  if (input.native) document["native_replay"] = nativeOf(*input.native);
  return document;
}

std::string placeOf(const ResultModel& row) {
  if (!row.contains("file")) return {};
  std::string place = row["file"].get<std::string>() + ":" + std::to_string(row["line"].get<uint64_t>());
  if (row.contains("column")) place += ":" + std::to_string(row["column"].get<uint64_t>());
  return place;
}

std::string jsonText(const ResultModel& model) {
  // What is not UTF-8 (a string of the program, say) is replaced, never an error.
  return model.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace assay
