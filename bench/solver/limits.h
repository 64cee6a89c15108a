// How well a solver keeps its limits on hard queries: deadline, interruption, memory.
#pragma once

#include <ostream>
#include <string>

namespace assay {

void printLimits(std::ostream& out, const std::string& solver);

} // namespace assay
