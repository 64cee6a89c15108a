// The checks as test cases in JUnit's XML, which every CI server reads: a violated check is a failure, a check that is
// open is an error (its outcome is not known), and a check that was not looked for after a violation is skipped.
#pragma once

#include "report/json_report.h"
#include "report/project_report.h"

namespace assay {

std::string junitReport(const ResultModel& model);

/// A suite for each file of the project, a test case for each function.
std::string projectJunitReport(const ProjectReport& report);

} // namespace assay
