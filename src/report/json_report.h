// What was found out about a program as one JSON document, for other programs. docs/json.md describes it; `version` is
// raised when a field changes its meaning or goes away, not when one is added.
#pragma once

#include "strategy/portfolio.h"
#include "witness/native_replay.h"
#include "witness/trace.h"

#include <optional>
#include <string>
#include <vector>

namespace assay {

struct JsonInput {
  std::string producer; // "Assay 0.1.0"
  std::vector<std::string> files;
  uint32_t dataModel = 64;
  std::vector<EngineReport> engines;
  std::vector<std::string> warnings;
  std::optional<SafeDepth> safeDepth;
  std::optional<Trace> trace;          // of the first violation, or of an endless loop
  std::optional<NativeVerdict> native; // of the same
};

std::string jsonReport(const Program& program, const Result& result, const JsonInput& input);

} // namespace assay
