// One page that needs nothing else: the verdict and what it rests on, the source with the trace of each violation
// beside it, loop invariants, checks, assumptions, engines. The document of json_report.h and the sources are in it as
// data; the script of the page (page/page.js) shows them.
#pragma once

#include "report/json_report.h"
#include "report/project_report.h"

namespace assay {

std::string htmlPage(const ResultModel& model);

/// The same for a project (page/project.js): a table of its functions, and behind each of them its own page as above.
std::string projectPage(const ProjectReport& report);

} // namespace assay
