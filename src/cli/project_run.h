// Checks functions of a project, several at a time: each by a process of its own that runs `assay check`.
#pragma once

#include "cli/project_plan.h"
#include "cli/project_state.h"
#include "witness/temporary_folder.h"

#include <functional>

namespace assay {

/// What is the same for the checks of all functions.
class FunctionChecker {
public:
  /// Throws InputError if a file that an option names cannot be read.
  FunctionChecker(const Options& options, const ProjectState& state);

  /// The answer of an earlier run, if nothing has changed since.
  bool recall(const FunctionTask& task, FunctionReport& report) const;
  /// Runs the process and waits for it. The answer is kept, if there is one. May be called by several threads.
  void check(const FunctionTask& task, size_t number, FunctionReport& report, const Deadline& deadline) const;

private:
  std::string keyOf(const FunctionTask& task) const;
  /// What a run needs less than the whole: macros that leave arguments out.
  using Defines = std::vector<std::string>;
  std::vector<std::string> commandOf(const FunctionTask& task, const std::string& base, const Defines& defines) const;
  void runOnce(const FunctionTask& task, const std::string& base, const Defines& defines, FunctionReport& report,
               const Deadline& deadline) const;
  void rank(const FunctionTask& task, const std::string& base, FunctionReport& report, const Deadline& deadline) const;

  const Options& options_;
  const ProjectState& state_;
  std::vector<std::string> words_; // options for each process
  std::string common_;             // what every key begins with
  TemporaryFolder folder_;
};

/// The name that an answer is kept under.
std::string nameOf(const FunctionTask& task);

/// Is called about progress, in the calling thread, with the names of functions that are being checked, and the report
/// that is new, or null.
using ProgressTeller = std::function<void(const std::vector<std::string>& running, const FunctionReport* ended)>;

/// Checks the functions whose numbers are given. Returns when all are done or the deadline is over; reports of
/// functions that were not checked stay as they are.
void checkAll(const FunctionChecker& checker, const std::vector<FunctionTask>& tasks,
              const std::vector<size_t>& numbers, std::vector<FunctionReport>& reports, size_t numJobs,
              const Deadline& deadline, const ProgressTeller& tell);

} // namespace assay
