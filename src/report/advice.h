// Advice for users where no engine has decided: what stops the engines, and where in the source.
#pragma once

#include "engine/result.h"

#include <string>
#include <vector>

namespace assay {

struct Advice {
  std::string text;
  SourcePosition position = {}; // may be unknown
};

/// Advice for a verdict of unknown; three pieces at most, the most telling first.
std::vector<Advice> adviceFor(const Program& program, const Result& result);

} // namespace assay
