#include "engine/termination/flatten.h"

#include "encode/memory_cells.h"
#include "program/cycle_search.h"
#include "program/loops.h"
#include "term/traverse.h"
#include "transform/compact_edges.h"
#include "transform/inline_calls.h"
#include "transform/large_blocks.h"
#include "transform/slice.h"

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

bool readsWhatIsOpen(const Program& program) {
  std::vector<bool> isRead(program.variables().size());
  const auto read = [&](std::span<const Term> terms) {
    for (Term variable : freeVariables(terms)) isRead[program.variableOf(variable).index()] = true;
  };
  for (const Edge& edge : program.edges()) {
    if (!edge.source.valid()) continue;
    read(std::span(&edge.guard, 1));
    for (const Operation& operation : edge.operations) read(operation.terms());
  }
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations)
      if (const Input* input = operation.as<Input>();
          input && (input->kind == InputKind::Unspecified || isOfMachine(*input)) && isRead[input->variable.index()])
        return true;
  return false;
}

} // namespace assay
