// Engines by name.
#pragma once

#include "engine/engine.h"

#include <memory>
#include <string_view>
#include <vector>

namespace assay {

/// The names that makeEngine takes.
std::vector<std::string_view> engineNames();

/// Whether the engine answers whether executions end, and not whether errors are reached.
bool isTerminationEngine(std::string_view name);

/// Throws UsageError for other names.
std::unique_ptr<Engine> makeEngine(std::string_view name);

} // namespace assay
