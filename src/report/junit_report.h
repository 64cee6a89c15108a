// The checks as test cases in JUnit's XML, which every CI server reads: a violated check is a failure, one that is open an
// error (nobody knows), one that was not looked for after a violation is skipped.
#pragma once

#include "report/json_report.h"

namespace assay {

std::string junitReport(const ResultModel& model);

} // namespace assay
