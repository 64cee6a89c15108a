// What memory holds at the start of the automaton without memory operations (memory_free.h).
#pragma once

#include "transform/memory/free/context.h"

#include <vector>

namespace assay {

std::vector<Operation> initialMemory(const MemoryContext& context);

} // namespace assay
