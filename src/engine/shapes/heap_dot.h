// A heap as a drawing for Graphviz: the variables of the source, blocks with their members, segments and trees as one
// node each, pointers as edges.
#pragma once

#include "engine/shapes/heap.h"

#include <string>

namespace assay::shapes {

/// Nodes and edges, for the body of a graph; their names begin with `prefix`, which has to be a name in DOT itself.
std::string heapInDot(const Program& program, const State& state, const std::string& prefix);

} // namespace assay::shapes
