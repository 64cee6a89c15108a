// Coverage as a page: the annotated source of every file, in one HTML file that needs nothing else.
#pragma once

#include "report/coverage.h"

#include <string>
#include <vector>

namespace assay {

struct PageFacts {
  std::string title;
  std::vector<std::string> notes; // shown on top, a line each
};

std::string coveragePage(const std::vector<MeasuredFile>& files, const PageFacts& facts);

} // namespace assay
