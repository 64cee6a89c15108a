// Leaks in executions that do not end. Memory that is lost is looked for where the program ends; a loop that nothing leaves
// never gets there, so it is looked for at its head.
#pragma once

#include "frontend/lower_module.h"

namespace assay {

/// Adds a check to every loop without a way out.
void checkEndlessLoops(LowerModule& lowering);

} // namespace assay
