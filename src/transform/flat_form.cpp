#include "transform/flat_form.h"

#include "analysis/pointer_premises.h"
#include "program/check_table.h"
#include "program/loops.h"
#include "program/threads.h"
#include "term/traverse.h"
#include "transform/compact_edges.h"
#include "transform/forget_memory.h"
#include "transform/large_blocks.h"
#include "transform/memory/memory_cells.h"
#include "transform/memory/records/opaque_numbers.h"
#include "transform/recursion_to_loop.h"
#include "transform/slice.h"
#include "transform/unroll_loops.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace assay {

namespace {

std::optional<FlatProgram> withoutCalls(const Program& program, const FlatForm& form) {
  if (form.loopsRecursion) {
    std::optional<Program> looped = recursionToLoop(program);
    if (!looped) return std::nullopt;
    return FlatProgram{{.form = form}, std::move(*looped)};
  }
  InlineResult inlined = inlineCalls(program, {.maxLocations = form.maxLocations,
                                               .recursionDepth = form.depth,
                                               .recursion = form.recursion,
                                               .loopsTails = form.loopsTails});
  if (form.refusesCut && inlined.callsCut > 0) return std::nullopt;
  if (form.refusesCalls && inlined.callsLeft > 0) return std::nullopt;
  return FlatProgram{{.form = form, .callsLeft = inlined.callsLeft, .callsCut = inlined.callsCut},
                     std::move(inlined.program)};
}

/// Whether executions may make any number of heap blocks.
bool allocatesAgainAndAgain(const Program& flat) {
  const FlowGraph flow(flat, flat.entry());
  const std::vector<bool> isOnCycle = locationsOnCycles(flat, flow);
  for (const Edge& edge : flat.edges()) {
    if (!edge.source.valid() || !isOnCycle[edge.source.index()] || !isOnCycle[edge.target.index()]) continue;
    for (const Operation& operation : edge.operations)
      if (const Allocate* allocate = operation.as<Allocate>(); allocate && allocate->storage == Storage::Heap)
        return true;
  }
  return false;
}

void slice(FlatProgram& flat) {
  if (flat.form.purpose == FlatFor::Ends)
    sliceForTermination(flat.program);
  else
    sliceProgram(flat.program, flat.properties);
}

void makeCells(FlatProgram& flat) {
  constexpr size_t kSmallArray = 12; // elements
  CellsMade cells = cellsToVariables(flat.program, flat.form.smallArrays ? kSmallArray : 0);
  flat.premises = std::move(cells.premises);
  if (flat.form.slicesCells) slice(flat);
  if (flat.form.compactsAgain) compactEdges(flat.program);
}

void makeBlocks(FlatProgram& flat) {
  if (flat.form.blocks == FlatBlocks::Large) largeBlocks(flat.program);
  if (flat.form.blocks != FlatBlocks::Edges) splitIrreducible(flat.program);
}

/// Of the automaton whose memory goes.
PointsTo pointsToOf(FlatProgram& flat) {
  PointsTo result(flat.program);
  if (flat.form.notesPremises)
    std::ranges::move(pointerPremises(flat.program, result), std::back_inserter(flat.premises));
  return result;
}

FlatProgram asArrays(FlatProgram flat) {
  MemoryFree made = withoutMemory(flat.program, pointsToOf(flat));
  flat.arrays = std::move(made.arrays);
  flat.obstacles = std::move(made.obstacles);
  return {static_cast<FlatFacts&&>(flat), std::move(made.program)};
}

std::optional<FlatProgram> asRecords(FlatProgram flat) {
  std::optional<RecordProgram> made = withRecords(flat.program, pointsToOf(flat));
  if (!made) return std::nullopt;
  flat.records = std::move(made->heap);
  return FlatProgram{static_cast<FlatFacts&&>(flat), std::move(made->program)};
}

/// To what the form says.
std::optional<FlatProgram> changed(FlatProgram flat) {
  switch (flat.form.memory) {
  case FlatMemory::Arrays:
    return asArrays(std::move(flat));
  case FlatMemory::Records:
    return asRecords(std::move(flat));
  case FlatMemory::Forgotten:
    forgetMemory(flat.program);
    break;
  case FlatMemory::Kept:
    break;
  }
  return flat;
}

/// How many different terms of the sort its edges have.
size_t numTermsOf(const Program& program, Sort sort) {
  TermSet seen;
  size_t count = 0;
  const auto look = [&](Term term) {
    postOrder(term, [&](Term t) { return seen.insert(t); }, [&](Term t) { count += t.sort() == sort ? 1 : 0; });
  };
  for (const Edge& edge : program.edges()) {
    if (!edge.source.valid()) continue;
    look(edge.guard);
    for (const Operation& operation : edge.operations)
      for (Term term : operation.terms()) look(term);
  }
  return count;
}

/// Whether formulas of a few rounds name far fewer numbers of objects than there are: each pointer may have another
/// one.
bool namesFewNumbers(const Program& program, const RecordHeap& heap) {
  constexpr size_t kMostNumbers = 400;
  constexpr uint64_t kShare = 32; // more than rounds and instances multiply them by
  return numTermsOf(program, heap.next.sort()) <= kMostNumbers &&
         numTermsOf(program, program.pointerSort()) <= heap.mostNumber / kShare;
}

/// Whether numbers of records are nothing but names. Then nothing is to be said of them, and of pointers, as numbers.
bool nameRecords(FlatProgram& flat) {
  Program& program = flat.program;
  const OpaqueNumbers numbers(program, *flat.records);
  if (!numbers.holds() || !namesFewNumbers(program, *flat.records)) return false;
  for (uint32_t v = 0; v < program.variables().size(); ++v)
    if (Variable& variable = program[VariableId(v)];
        variable.term == flat.records->next || numbers.isPointer(variable.term))
      variable.typeClass = TypeClass::Pointer;
  return true;
}

} // namespace

void abortAtErrors(Program& program) {
  for (uint32_t i = 0; i < program.locations().size(); ++i)
    if (Location& location = program[LocationId(i)]; location.kind == LocationKind::Error)
      location.kind = LocationKind::Abort;
}

std::optional<FlatProgram> flatForm(const Program& program, const FlatForm& form) {
  if (hasThreads(program)) meetThreads();
  std::optional<FlatProgram> begun = withoutCalls(program, form);
  if (!begun) return std::nullopt;
  FlatProgram& flat = *begun;
  flat.form.memory = FlatMemory::Kept;
  if (form.purpose == FlatFor::Checks)
    flat.properties = checkedProperties(program);
  else
    flat.allocatesAgain = allocatesAgainAndAgain(flat.program);
  if (form.abortsAtErrors) abortAtErrors(flat.program);
  compactEdges(flat.program);
  if (form.slices) slice(flat);
  if (form.slices && form.compactsAgain) compactEdges(flat.program);
  if (form.unrollsLoops && unrollLoops(flat.program) > 0) compactEdges(flat.program);

  const bool isChosen = form.recursion == Recursion::Choose && !flat.isWhole();
  const FlatMemory memory = isChosen ? FlatMemory::Forgotten : form.memory;
  const bool hasCells = form.cells && !isChosen; // a cell would not be forgotten
  if (hasCells) makeCells(flat);
  if (hasCells || memory == FlatMemory::Kept) makeBlocks(flat);
  std::optional<FlatProgram> made = withMemoryAs(std::move(flat), memory);
  if (made && form.marksLoops) made->marks = markLoops(made->program);
  return made;
}

std::optional<FlatProgram> withMemoryAs(FlatProgram flat, FlatMemory memory) {
  assert(flat.marks.empty());
  if (memory == flat.form.memory) return flat;
  assert(flat.form.memory == FlatMemory::Kept);
  flat.form.memory = memory;
  std::optional<FlatProgram> made = changed(std::move(flat));
  if (!made) return std::nullopt;
  if (made->form.blocks != FlatBlocks::Edges) compactEdges(made->program);
  makeBlocks(*made);
  if (made->records && !nameRecords(*made)) return std::nullopt;
  return made;
}

} // namespace assay
