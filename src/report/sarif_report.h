// The findings in SARIF 2.1.0 (OASIS, 2020), which code-scanning services and editors read.
//
// A finding is a result with its trace as code flow, a fingerprint and its weakness in the taxonomy CWE. A check that
// stays open is no result, because services show every result as a defect: it is a notification of the invocation, and
// so are warnings.
#pragma once

#include "report/json_report.h"

namespace assay {

/// `status` is what Assay exits with.
std::string sarifReport(const ResultModel& model, int status);

} // namespace assay
