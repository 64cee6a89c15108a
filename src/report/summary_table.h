// What was found, by function and property, as a table for people.
#pragma once

#include "report/json_report.h"

namespace assay {

std::string summaryTable(const ResultModel& model);

} // namespace assay
