#include "report/reports.h"

#include "report/annotations.h"
#include "report/html_page.h"
#include "report/json_report.h"
#include "report/junit_report.h"
#include "report/sarif_report.h"
#include "report/summary_table.h"
#include "util/atomic_file.h"
#include "util/error.h"

#include <ostream>

#include <nlohmann/json.hpp>

namespace assay {

bool wantsReports(const Options& options) {
  return !options.json.empty() || !options.sarif.empty() || !options.junit.empty() || !options.html.empty() ||
         options.github || options.summary;
}

void requireReports(const Options& options) {
  for (const std::string& file : {options.json, options.sarif, options.junit, options.html, options.heapDrawings})
    if (!file.empty()) requireWritable(file);
}

void writeReports(Env& env, const Program& program, const PortfolioResult& whole, const ReportFacts& facts,
                  std::ostream& out) {
  const Options& options = env.options;
  JsonInput input{
      facts.producer, options.files, program.layout().width, whole.reports,       whole.warnings, whole.safeDepth, {},
      facts.native,   facts.known,   facts.hasBaseline,      whole.userInvariants};
  input.harness = facts.harness;
  input.natives = facts.natives;
  input.looksForAll = options.all;
  for (const InvariantFate& fate : whole.userInvariants)
    if (fate.status == InvariantFate::Refuted) input.refutations.push_back(refutationOf(fate, env, foldingOf(options)));
  std::string unwritten; // it loses no other file
  const auto write = [&](const std::string& file, const auto& text) {
    try {
      if (!file.empty()) writeAtOnce(file, text());
    } catch (const InputError& error) {
      unwritten += (unwritten.empty() ? "" : "\n") + std::string(error.what());
    }
  };
  const bool isPageAlone =
      options.json.empty() && options.sarif.empty() && options.junit.empty() && !options.github && !options.summary;
  if (!isPageAlone) {
    input.findings = findingsOf(program, whole, env, foldingOf(options));
    const ResultModel model = resultModel(program, whole.result, input);
    write(options.json, [&] { return jsonText(model); });
    write(options.sarif, [&] { return sarifReport(model, facts.status); });
    write(options.junit, [&] { return junitReport(model); });
    if (options.summary) out << summaryTable(model);
    if (options.github) out << githubAnnotations(model);
  }
  if (!options.html.empty()) {
    input.findings = findingsOf(program, whole, env, Folding::None); // the page folds by itself
    write(options.html, [&] { return htmlPage(resultModel(program, whole.result, input)); });
  }
  if (!unwritten.empty()) throw InputError(unwritten);
}

void writeProjectReports(const Options& options, const ProjectReport& report, std::ostream& out) {
  if (!options.json.empty()) writeAtOnce(options.json, jsonText(projectModel(report)));
  if (!options.junit.empty()) writeAtOnce(options.junit, projectJunitReport(report));
  if (!options.html.empty()) writeAtOnce(options.html, projectPage(report));
  if (options.sarif.empty() && !options.github) return;
  const ResultModel merged = mergedModel(report);
  if (!options.sarif.empty()) writeAtOnce(options.sarif, sarifReport(merged, report.status()));
  if (options.github) out << githubAnnotations(merged);
}

} // namespace assay
