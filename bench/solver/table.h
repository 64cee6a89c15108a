// The figures: times and ratios to the first contestant, by family and over all.
#pragma once

#include "measure.h"

#include <ostream>
#include <string>
#include <vector>

namespace assay {

struct Row {
  std::string family, instance;
  size_t checks;
  std::vector<Measurement> measurements; // one for each contestant
};

/// A Markdown table with a line for each family, after one line for each instance if `details`.
void printTable(std::ostream& out, const std::vector<Contestant>& contestants, const std::vector<Row>& rows,
                bool details);

/// Whether any two contestants contradict each other; says where.
bool contradict(std::ostream& out, const std::vector<Contestant>& contestants, const Row& row);

} // namespace assay
