#include "cli/replay_material.h"

#include "cli/config_options.h"
#include "cli/load.h"
#include "frontend/compile/commands.h"
#include "frontend/compile/input.h"
#include "frontend/harness/harness.h"
#include "frontend/specification.h"
#include "util/error.h"

namespace assay {

namespace {

using namespace std::chrono_literals;

/// An answer that is there must not be lost because its confirmation takes long.
constexpr auto kLeastTime = 1s;

std::string readSources(const Options& options, const std::optional<Harness>& harness,
                        std::vector<ReplaySource>& sources) {
  const CompileCommands commands(options.compileCommands);
  const CompilerFlags common = flagsOf(options);
  for (const std::string& path : options.files) {
    InputFile file = readInputFile(path);
    if (file.kind != FileKind::C && file.kind != FileKind::PreprocessedC) return path + " is not C";
    std::vector<std::string> flags = common.taken;
    flags.insert(flags.end(), common.unknown.begin(), common.unknown.end());
    for (std::string& flag : commands.flagsFor(path)) flags.push_back(std::move(flag));
    std::string content = withoutLineDirectives(std::move(file.content));
    if (harness && harness->file == path) content += appendedText(*harness);
    sources.push_back({path, std::move(content), file.kind == FileKind::PreprocessedC, std::move(flags)});
  }
  return {};
}

bool isAutomaton(const std::string& file) { return file.ends_with(".assay"); }

std::string obstacleOf(const Options& options) {
  if (!options.targets.empty()) return "a compiled program does not tell that it comes to a place";
  for (const std::string& file : options.files)
    if (isAutomaton(file)) return file + " is not C";
  return {};
}

/// `what` is a counterexample or an endless loop.
template <class What>
ReplayMaterial gather(Env& env, const Program& program, const What& what) {
  const Options& options = env.options;
  ReplayMaterial material;
  material.obstacle = obstacleOf(options);
  if (!material.obstacle.empty()) return material;
  const Specification specification = parseSpecification(options.properties);
  const FrontendOptions frontend = frontendOptions(options, specification);
  if (!configOf(options).stubs.empty()) material.obstacle = "functions have stubs in " + options.config;
  if (haveContracts(options.files, frontend)) material.obstacle = "compilers leave contracts out";
  if (!material.obstacle.empty()) return material;
  const std::optional<Harness> harness = harnessFor(options.files, frontend);
  material.obstacle = readSources(options, harness, material.sources);
  if (!material.obstacle.empty()) return material;
  material.plan.entry = harness ? harness->entry : frontend.entry;
  if (!specification.errorFunctions.empty()) material.plan.errorFunctions = specification.errorFunctions;
  ReplayBuild& build = material.build;
  build.standard = options.standard;
  build.includeDirs = options.includeDirs;
  build.defines = options.defines;
  build.dataModel = program.layout().width;
  if (!planReplay(material.plan, program, what, env))
    material.obstacle = env.deadline.cancelled() ? "interrupted" : "the execution is too long";
  return material;
}

} // namespace

ReplayMaterial gatherReplay(Env& env, const Program& program, const Counterexample& counterexample) {
  return gather(env, program, counterexample);
}

ReplayMaterial gatherReplay(Env& env, const Program& program, const LoopResult& loop) {
  return gather(env, program, loop);
}

std::string writeHarness(const std::string& folder, const ReplayMaterial& material, const Deadline& deadline) {
  if (!material.obstacle.empty()) return material.obstacle;
  try {
    writeReplay(folder, material.plan, material.build, material.sources);
    preprocessReplay(folder, ReplayLimits(), deadline);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

NativeVerdict replayNatively(const ReplayMaterial& material, const Deadline& deadline) {
  NativeVerdict verdict;
  verdict.what = material.obstacle;
  if (!verdict.what.empty()) return verdict;
  ReplayLimits limits;
  if (infoOf(material.plan.prediction.property).symptom == Symptom::NoEnd)
    limits.cpuSeconds = 1; // it will take all of it
  if (deadline.limited()) {
    const auto left = std::chrono::floor<std::chrono::milliseconds>(deadline.end() - Deadline::Clock::now());
    verdict.what = "too little time is left";
    if (left < kLeastTime) return verdict;
    limits.compilation = std::min(limits.compilation, left / 2);
    limits.wall = std::min(limits.wall, left / 3);
  }
  try {
    return runReplay(material.plan, material.build, material.sources, limits, deadline);
  } catch (const std::runtime_error& error) { // a full disk, say
    verdict.what = error.what();
    return verdict;
  }
}

} // namespace assay
