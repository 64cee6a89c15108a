#include "engine/termination/flatten.h"

#include "program/cycle_search.h"
#include "program/loops.h"
#include "transform/compact_edges.h"
#include "transform/inline_calls.h"
#include "transform/large_blocks.h"
#include "transform/memory/memory_cells.h"
#include "transform/slice.h"

#include <algorithm>
#include <vector>

namespace assay {

Program flattenForTermination(const Program& slice) {
  InlineOptions inlining;
  inlining.recursionDepth = 1;
  inlining.recursion = Recursion::Unsupported;
  inlining.maxLocations = 100'000;
  Program flat = inlineCalls(slice, inlining).program;
  compactEdges(flat);
  cellsToVariables(flat);
  sliceForTermination(flat); // of the cells, some decide nothing
  compactEdges(flat);
  largeBlocks(flat);
  splitIrreducible(flat);
  return flat;
}

Program withoutWhatIsOpen(const Program& program) {
  const std::vector<bool> isRead = variablesRead(program);
  const auto isOpen = [&](const Operation& operation) {
    const Input* input = operation.as<Input>();
    return input && (input->kind == InputKind::Unspecified || isOfMachine(*input)) && isRead[input->variable.index()];
  };
  Program result = program.clone();
  for (uint32_t i = 0; i < program.edges().size(); ++i) {
    const Edge& edge = program.edges()[i];
    const auto open = std::ranges::find_if(edge.operations, isOpen);
    if (!edge.source.valid() || open == edge.operations.end()) continue;
    const LocationId blocked = result.addLocation(program[edge.source].function, LocationKind::Blocked);
    result[EdgeId(i)].operations.resize(static_cast<size_t>(open - edge.operations.begin()));
    result.redirect(EdgeId(i), edge.source, blocked);
  }
  result.compact();
  return result;
}

} // namespace assay
