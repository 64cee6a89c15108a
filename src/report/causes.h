// Violations of a project by their causes: one line for what many functions suffer from.
#pragma once

#include "report/project_report.h"

#include <string>
#include <vector>

namespace assay {

struct Cause {
  Rank rank = Rank::None;
  std::string text;
  std::vector<std::string> functions = {};
};

/// By rank, and those of many functions first.
std::vector<Cause> causesOf(const ProjectReport& report);
/// A line for each, below a line for each rank; empty if nothing is violated.
std::string causesText(const ProjectReport& report);

} // namespace assay
