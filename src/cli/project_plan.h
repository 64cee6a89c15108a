// What there is to do for a project: a program for each of its functions.
//
// Such a program is the file that has the function, or a harness written by hand, and those other files of the project
// that define what is needed from there: what the function names, what that names, and so on. Where two files define
// the same name, the one in the function's own folder is taken if it is the only one there, and none otherwise; nor is
// a file taken that defines again what is there already, such as a second `main`. A function whose file is not taken
// has no body, and the report says so.
#pragma once

#include "cli/project_files.h"
#include "frontend/compile/definitions.h"
#include "frontend/harness/callers.h"
#include "report/project_report.h"
#include "util/env.h"

#include <map>
#include <string>
#include <vector>

namespace assay {

struct FunctionTask {
  std::string function, file; // as people read it
  uint32_t line = 0;
  std::string harness;                            // written by hand; empty: none is there
  std::string entry;                              // where execution begins: the function, or the harness's main
  std::vector<CompileCommands::Entry> files = {}; // the program; the first has the entry
  std::vector<std::string> filesRead = {};        // all that it is made of, headers too
  std::string obstacle = {};                      // why there is nothing to check; empty: there is
  bool isClosed = false;                          // only functions of the project call it, by its name
  std::string callers = {};                       // what is known of its calls, and of the state of all
};

struct ProjectPlan {
  std::vector<FunctionTask> tasks; // by file and line
  std::vector<ProjectReport::BrokenFile> broken;
  Callers callers = {};
  std::map<std::string, std::string> nullGlobals = {}; // pointers that begin as null, and which function sets them
  size_t numAllocating = 0;                            // functions that ask for memory
  std::vector<std::string> includes = {};              // folders of headers that were looked for
  bool isComplete = false;
};

/// Reads every file. Stops when the deadline is over: the plan lacks the rest then.
ProjectPlan planProject(const Project& project, Env& env);

} // namespace assay
