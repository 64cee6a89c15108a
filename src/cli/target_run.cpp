#include "cli/target_run.h"

#include "cli/commands.h"
#include "cli/load.h"
#include "engine/engines.h"
#include "report/target_report.h"
#include "strategy/openness.h"
#include "strategy/targets.h"
#include "transform/target.h"
#include "util/atomic_file.h"
#include "util/error.h"

#include <algorithm>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

namespace assay {

namespace {

/// The targets of a file, one in each line; # begins a comment.
std::vector<std::string> targetsIn(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw InputError(file + ": cannot be read");
  std::vector<std::string> targets;
  for (std::string line; std::getline(in, line);) {
    line.resize(std::min(line.find('#'), line.size()));
    const size_t begin = line.find_first_not_of(" \t\r"), end = line.find_last_not_of(" \t\r");
    if (begin != std::string::npos) targets.push_back(line.substr(begin, end + 1 - begin));
  }
  return targets;
}

void requireSense(const Options& options) {
  if (!options.properties.empty()) throw UsageError("--target asks for a place, --property for checks: not both");
  const bool hasOthers = !options.sarif.empty() || !options.junit.empty() || !options.html.empty() || options.github ||
                         !options.heapDrawings.empty() || options.summary || !options.witness.empty() ||
                         !options.harness.empty() || !options.baseline.empty() || !options.suppressions.empty();
  if (hasOthers) throw UsageError("of several targets there is text and --json, and no other report");
  if (isTerminationEngine(options.engine))
    throw UsageError("engine '" + options.engine + "' is for --property termination");
  if (!options.json.empty()) requireWritable(options.json);
}

std::vector<Target> targetsOf(Program& program, const Options& options) {
  std::vector<Target> targets;
  std::vector<std::string> names = options.targets;
  if (!options.targetsFile.empty())
    for (std::string& name : targetsIn(options.targetsFile)) names.push_back(std::move(name));
  for (std::string& name : names) {
    std::vector<LocationId> places = exposeTarget(program, name);
    if (places.empty()) throw InputError("there is no code at " + name);
    const SourcePosition position = positionOf(program, places.front());
    targets.push_back({std::move(name), position, std::move(places)});
  }
  if (!options.deadCode) return targets;
  const auto named = static_cast<ptrdiff_t>(targets.size());
  for (LocationId place : exposeBlocks(program)) targets.push_back({{}, positionOf(program, place), {place}});
  std::stable_sort(targets.begin() + named, targets.end(),
                   [](const Target& a, const Target& b) { return a.position < b.position; });
  return targets;
}

/// A target that is reached only by values that the model leaves open, and that need not occur on a machine, is open.
void openDoubtful(const Program& program, TargetResults& results, Env& env) {
  for (TargetResult& target : results.targets) {
    if (target.status != TargetStatus::Reachable) continue;
    if (std::ranges::none_of(target.inputs, [](const auto& input) { return input.kind == InputKind::Unspecified; }))
      continue;
    Program error = program.clone();
    makeTargets(error, {&target.place, 1});
    const auto found = std::ranges::find(error.locations(), LocationKind::Error, &Location::kind);
    if (found == error.locations().end()) continue;
    Counterexample execution = target.execution;
    execution.error = LocationId(static_cast<uint32_t>(found - error.locations().begin()));
    const std::vector<std::string> names = openInputsOf(error, execution, Openness::Unspecified, env);
    if (names.empty()) continue;
    target.status = TargetStatus::Open;
    target.how = "whether it is reached depends on what the model leaves open: " + names.front();
    target.inputs.clear();
  }
}

} // namespace

bool asksForTargets(const Options& options) {
  return options.deadCode || !options.targetsFile.empty() || options.targets.size() > 1;
}

int runTargets(Env& env, std::ostream& out) {
  requireSense(env.options);
  TermManager terms;
  Program program = loadFiles(env, terms, Specification());
  endAtErrors(program);
  const std::vector<Target> targets = targetsOf(program, env.options);
  if (targets.empty()) throw InputError("there is no target");
  TargetResults results = decideTargets(program, targets, env);
  openDoubtful(program, results, env);
  const TargetReport report{program, targets, results, "Assay " ASSAY_VERSION, env.options.files};
  if (!env.options.quiet) tellTargets(report, env.options.verbose, out);
  if (!env.options.json.empty()) writeAtOnce(env.options.json, targetJson(report));
  out << targetsLine(results) << "\n";
  const auto isAny = [&](TargetStatus status) {
    return std::ranges::find(results.targets, status, &TargetResult::status) != results.targets.end();
  };
  if (env.options.deadCode && isAny(TargetStatus::Dead)) return 1;
  return isAny(TargetStatus::Open) ? kUnknown : 0;
}

} // namespace assay
