// The files that other programs read, made from one document when the verdict is known.
#pragma once

#include "report/json_report.h"
#include "report/project_report.h"
#include "report/suppressions.h"
#include "strategy/portfolio.h"
#include "witness/native_replay.h"

#include <iosfwd>
#include <map>
#include <optional>
#include <string>

namespace assay {

/// Whether the user wants any of these files.
bool wantsReports(const Options& options);
/// Throws InputError if it is clear already that one of them cannot be written.
void requireReports(const Options& options);

struct ReportFacts {
  std::string producer;                     // "Assay 0.1.0"
  std::optional<NativeVerdict> native = {}; // of the first violation
  std::map<size_t, Suppression> known = {}; // violated checks that do not count, by number
  bool hasBaseline = false;
  int status = 0; // what Assay exits with
  std::optional<MadeFile> harness = {};
  std::map<size_t, NativeVerdict> natives = {}; // of all violations that were run, by number
};

/// Annotations and the summary go to `out`.
void writeReports(Env& env, const Program& program, const PortfolioResult& whole, const ReportFacts& facts,
                  std::ostream& out);

/// The same for a project.
void writeProjectReports(const Options& options, const ProjectReport& report, std::ostream& out);

} // namespace assay
