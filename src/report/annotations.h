// Findings as commands to a GitHub workflow, which shows them at their lines: `::error file=a.c,line=3::message`.
#pragma once

#include "report/json_report.h"

namespace assay {

/// A line each: errors for what was found, warnings for what is open.
std::string githubAnnotations(const ResultModel& model);

} // namespace assay
