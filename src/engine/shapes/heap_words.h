// A heap in words, for people: which lists there are, from where to where, and what they hold.
#pragma once

#include "engine/shapes/heap.h"

#include <string>

namespace assay::shapes {

/// Of the lists that variables of the source lead to:
/// "list: a segment of blocks (struct node) from list to NULL by next, each with 0 <= data <= 10".
/// Empty if there are none.
std::string heapInWords(const Program& program, const State& state);

} // namespace assay::shapes
