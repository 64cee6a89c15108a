#include "report/target_report.h"

#include "report/json_report.h"
#include "report/text_report.h"

#include <algorithm>
#include <ostream>

#include <nlohmann/json.hpp>

namespace assay {

namespace {

const char* statusName(TargetStatus status) {
  return status == TargetStatus::Reachable ? "reachable" : status == TargetStatus::Dead ? "dead" : "open";
}

size_t numOf(const TargetResults& results, TargetStatus status) {
  return static_cast<size_t>(std::ranges::count(results.targets, status, &TargetResult::status));
}

std::string functionOf(const Program& program, const Target& target) {
  return program[program[target.places.front()].function].name;
}

ResultModel withPlace(ResultModel object, const Program& program, SourcePosition position) {
  if (!position.known()) return object;
  object["file"] = program.files[position.file];
  object["line"] = position.line;
  if (position.column != 0) object["column"] = position.column;
  return object;
}

} // namespace

void tellTargets(const TargetReport& report, bool wantsAll, std::ostream& out) {
  const Program& program = report.program;
  for (size_t i = 0; i < report.targets.size(); ++i) {
    const Target& target = report.targets[i];
    const TargetResult& result = report.results.targets[i];
    if (target.name.empty() && result.status == TargetStatus::Reachable && !wantsAll) continue;
    out << program.files.format(target.position) << ": " << statusName(result.status) << ": "
        << (target.name.empty() ? "block of " + functionOf(program, target) : target.name) << " (" << result.how
        << ")\n";
    if (const std::string inputs = inputsText(program, result.inputs); !inputs.empty())
      out << "note: inputs: " << inputs << "\n";
  }
  for (const Assumption& assumption : program.assumptions)
    out << (assumption.position.known() ? program.files.format(assumption.position) + ": " : "")
        << "note: assumed: " << assumption.message << "\n";
  for (const std::string& warning : report.results.warnings) out << "warning: " << warning << "\n";
}

std::string targetsLine(const TargetResults& results) {
  const size_t open = numOf(results, TargetStatus::Open);
  return std::string("targets: ") + (open == 0 ? "complete (" : "unknown (") +
         std::to_string(numOf(results, TargetStatus::Reachable)) + " reachable, " +
         std::to_string(numOf(results, TargetStatus::Dead)) + " dead" +
         (open == 0 ? "" : ", " + std::to_string(open) + " open") + ")";
}

std::string targetJson(const TargetReport& report) {
  using Json = ResultModel;
  const Program& program = report.program;
  Json targets = Json::array(), assumptions = Json::array();
  for (size_t i = 0; i < report.targets.size(); ++i) {
    const Target& target = report.targets[i];
    const TargetResult& result = report.results.targets[i];
    Json entry = {{"name", target.name},
                  {"function", functionOf(program, target)},
                  {"status", statusName(result.status)},
                  {"how", result.how}};
    if (result.status == TargetStatus::Reachable) {
      Json inputs = Json::array();
      for (const RecordingInputs::Entry& input : result.inputs)
        inputs.push_back(
            withPlace({{"name", input.name}, {"value", input.value.toSignedString()}}, program, input.position));
      entry["inputs"] = std::move(inputs);
    }
    targets.push_back(withPlace(std::move(entry), program, target.position));
  }
  for (const Assumption& assumption : program.assumptions)
    assumptions.push_back(withPlace({{"message", assumption.message}}, program, assumption.position));
  return jsonText({{"format", "assay-targets"},
                   {"version", 1},
                   {"producer", report.producer},
                   {"files", report.files},
                   {"data_model", program.layout().width},
                   {"reachable", numOf(report.results, TargetStatus::Reachable)},
                   {"dead", numOf(report.results, TargetStatus::Dead)},
                   {"open", numOf(report.results, TargetStatus::Open)},
                   {"targets", std::move(targets)},
                   {"assumptions", std::move(assumptions)},
                   {"warnings", report.results.warnings}});
}

} // namespace assay
