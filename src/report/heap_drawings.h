// The heaps that a proof allows at the heads of loops, as one drawing for Graphviz.
#pragma once

#include "engine/result.h"
#include "program/program.h"

#include <string>
#include <vector>

namespace assay {

std::string heapGraph(const Program& program, const std::vector<HeapDrawing>& heaps);

} // namespace assay
