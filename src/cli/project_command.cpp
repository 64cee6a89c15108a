// `assay project`: every function of a project, each in a process of its own, and a table of what was found out. What
// has not changed since the last run is not checked again, unless it was left open.
#include "cli/commands.h"
#include "cli/project_run.h"
#include "report/causes.h"
#include "report/reports.h"
#include "util/atomic_file.h"
#include "util/error.h"
#include "util/process.h"

#include <ostream>
#include <set>

namespace assay {

namespace {

FunctionReport emptyReport(const FunctionTask& task) {
  FunctionReport report{task.function, task.file, task.line};
  report.harness = task.harness;
  report.isClosed = task.isClosed;
  for (const CompileCommands::Entry& entry : task.files) report.files.push_back(shownPath(entry.file));
  if (task.obstacle.empty()) return report;
  report.state = FunctionState::NoHarness;
  report.what = task.obstacle;
  return report;
}

/// On a terminal one line that is replaced, else a line for each function that is done.
class Progress {
public:
  Progress(Env& env, size_t numTasks) : env_(env), numTasks_(numTasks) {}

  void tell(const std::vector<std::string>& running, const FunctionReport* ended) {
    if (ended && ended->state != FunctionState::NotChecked) ++numEnded_;
    if (ended && ended->state == FunctionState::Violated) ++numViolated_;
    if (env_.options.quiet) return;
    const std::string count = std::to_string(numEnded_).append("/").append(std::to_string(numTasks_));
    if (!env_.logger.hasStatusLine()) {
      if (ended && ended->state != FunctionState::NotChecked)
        env_.logger.stream() << "[" << count << "] " << ended->function << " " << ended->file << ":" << ended->line
                             << ": " << stateText(*ended) << std::endl; // somebody may be looking
      return;
    }
    std::string text = count + " checked, " + std::to_string(numViolated_) + " violated;";
    for (const std::string& name : running) text += " " + name;
    constexpr size_t kWidth = 78;
    if (text.size() > kWidth) text.replace(kWidth - 3, std::string::npos, "...");
    env_.logger.status(text);
  }

private:
  Env& env_;
  const size_t numTasks_;
  size_t numEnded_ = 0, numViolated_ = 0;
};

void checkFunctions(Env& env, const ProjectPlan& plan, const ProjectState& state, ProjectReport& report) {
  const FunctionChecker checker(env.options, state);
  std::vector<size_t> numbers;
  for (size_t i = 0; i < plan.tasks.size(); ++i)
    if (plan.tasks[i].obstacle.empty() && !checker.recall(plan.tasks[i], report.functions[i])) numbers.push_back(i);
  Progress progress(env, numbers.size());
  const size_t numJobs = env.options.jobs == 0 ? numProcessors() : env.options.jobs;
  checkAll(
      checker, plan.tasks, numbers, report.functions, numJobs, env.deadline,
      [&](const std::vector<std::string>& running, const FunctionReport* ended) { progress.tell(running, ended); });
  env.logger.clearStatus();
}

/// How to see violations with their traces.
void tellCommands(const Options& options, const Project& project, const ProjectPlan& plan, const ProjectReport& report,
                  const ProjectState& state, std::ostream& out) {
  constexpr size_t kMany = 3;
  size_t number = 0;
  for (const FunctionReport& function : report.functions) {
    if (function.state != FunctionState::Violated || !function.harness.empty() || !report.counts(function)) continue;
    if (number++ >= kMany) break;
    out << "note: how '" << function.function << "' fails: assay";
    if (!project.database.empty()) out << " --compile-commands " << project.database;
    for (const std::string& define : options.defines) out << " -D " << define;
    for (const std::string& folder : options.includeDirs) out << " -I " << folder;
    for (const std::string& folder : plan.includes) out << " -I " << shownPath(folder);
    if (function.function != "main")
      out << " --entry " << function.function << " --callers " << shownPath(state.callers());
    if (function.rank == Rank::Ordinary) out << " -D ASSAY_ORDINARY=" << kMostOrdinary << " -D ASSAY_MADE=1";
    if (function.rank == Rank::Extreme) out << " -D ASSAY_MADE=1";
    for (const std::string& file : function.files) out << " " << file;
    out << "\n";
  }
}

} // namespace

int projectCommand(Env& env, std::ostream& out) {
  const auto begin = Deadline::Clock::now();
  const Options& options = env.options;
  requireReports(options);
  parseSpecification(options.properties); // so that a mistake is told once
  const Project project = findProject(options);
  const ProjectPlan plan = planProject(project, env);
  ProjectReport report{"Assay " ASSAY_VERSION, options.files.front()};
  for (const FunctionTask& task : plan.tasks) report.functions.push_back(emptyReport(task));
  report.broken = plan.broken;
  report.nullGlobals = plan.nullGlobals;
  report.failOn = static_cast<Rank>(options.failOn);
  if (plan.tasks.empty() && plan.isComplete)
    throw InputError(plan.broken.empty() ? options.files.front() + ": there is no function to check"
                                         : plan.broken.front().message);
  const ProjectState state(options.state.empty() ? project.folder / ".assay" : std::filesystem::path(options.state));
  writeAtOnce(state.callers(), callersText(plan.callers));
  checkFunctions(env, plan, state, report);
  settleContracts(report.functions);
  settleCallers(report.functions);
  report.isInterrupted = !plan.isComplete || report.count(FunctionState::NotChecked) > 0;
  report.seconds = std::chrono::duration<double>(Deadline::Clock::now() - begin).count();
  if (!report.isInterrupted && options.only.empty() && options.except.empty()) {
    std::set<std::string> names;
    for (const FunctionTask& task : plan.tasks) names.insert(nameOf(task));
    state.keepOnly(names);
  }
  if (!options.quiet) {
    out << projectTable(report) << causesText(report);
    tellCommands(options, project, plan, report, state, out);
    if (plan.numAllocating > 0 && !options.mallocMayFail)
      out << "note: that memory can be had is taken for granted (" << plan.numAllocating
          << (plan.numAllocating == 1 ? " function asks" : " functions ask")
          << " for it): --malloc-may-fail does not\n";
  }
  writeProjectReports(options, report, out);
  out << "project: " << report.verdict() << " (" << report.reason() << ")\n";
  return report.status();
}

} // namespace assay
