#include "encode/flatten.h"

#include "analysis/pointer_premises.h"
#include "program/check_table.h"
#include "program/loops.h"
#include "term/traverse.h"
#include "transform/compact_edges.h"
#include "transform/inline_calls.h"
#include "transform/large_blocks.h"
#include "transform/memory/free/memory_free.h"
#include "transform/memory/memory_cells.h"
#include "transform/memory/records/record_heap.h"
#include "transform/recursion_to_loop.h"
#include "transform/slice.h"
#include "transform/unroll_loops.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace assay {

namespace {

/// Few edges, and if it is sliced, only what matters to the original's properties: a check may be gone where no execution
/// comes to its end, and count for those that never end.
/// Returns what that rests on.
std::vector<Obligation> simplify(Program& flat, const Program& original, bool isSliced, bool isUnrolled) {
  const PropertySet properties = checkedProperties(original);
  compactEdges(flat);
  if (isSliced) sliceProgram(flat, properties);
  if (isUnrolled && unrollLoops(flat) > 0) compactEdges(flat);
  constexpr size_t kSmallArray = 12; // elements
  CellsMade cells = cellsToVariables(flat, isUnrolled ? kSmallArray : 0);
  largeBlocks(flat);
  splitIrreducible(flat);
  return std::move(cells.premises);
}

/// And of what the next automaton is made by.
PointsTo pointsToOf(const Program& program, std::vector<Obligation>& premises) {
  PointsTo result(program);
  std::ranges::move(pointerPremises(program, result), std::back_inserter(premises));
  return result;
}

InlineResult inlined(const Program& program, uint32_t depth) {
  InlineOptions inlining;
  inlining.recursionDepth = depth;
  inlining.recursion = Recursion::Unsupported;
  inlining.maxLocations = 200'000;
  return inlineCalls(program, inlining);
}

bool hasMemory(const Program& program) {
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations)
      if (edge.source.valid() && !operation.as<Assign>() && !operation.as<Input>()) return true;
  return false;
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
constexpr size_t kMostNumbers = 400;

/// Whether formulas of a few rounds name far fewer numbers of objects than there are: each pointer may have another one.
bool namesFewNumbers(const RecordProgram& made) {
  constexpr uint64_t kShare = 32; // more than rounds and instances multiply them by
  return numTermsOf(made.program, made.heap.next.sort()) <= kMostNumbers &&
         numTermsOf(made.program, made.program.pointerSort()) <= made.heap.mostNumber / kShare;
}

} // namespace

Flow flatten(const Program& program, uint32_t depth, bool isSliced, bool isMarked, bool isUnrolled) {
  InlineResult flat = inlined(program, depth);
  std::vector<Obligation> premises = simplify(flat.program, program, isSliced, isUnrolled);
  const LoopMarks marks = isMarked ? markLoops(flat.program) : LoopMarks();
  const bool isCut = flat.callsCut > 0 && flat.callsLeft == 0;
  return Flow(
      std::move(flat.program),
      {.isCut = isCut, .isSliced = isSliced, .properties = checkedProperties(program), .premises = std::move(premises)},
      marks);
}

std::unique_ptr<Flow> flattenRecursion(const Program& program) {
  std::optional<Program> looped = recursionToLoop(program);
  if (!looped) return nullptr;
  std::vector<Obligation> premises = simplify(*looped, program, true, false);
  return std::make_unique<Flow>(std::move(*looped), FlowLack{.isSliced = true,
                                                             .isForProofs = true,
                                                             .properties = checkedProperties(program),
                                                             .induction = "recursion is inductive as a loop",
                                                             .premises = std::move(premises)});
}

std::unique_ptr<Flow> flattenMemory(const Program& program, bool isUnrolled) {
  const PropertySet checked = checkedProperties(program);
  if (checked.containsAny(kLeaks)) return nullptr;
  InlineResult flat = inlined(program, 1);
  if (flat.callsCut > 0) return nullptr;
  std::vector<Obligation> premises = simplify(flat.program, program, true, isUnrolled);
  Program made = withoutMemory(flat.program, pointsToOf(flat.program, premises)).program;
  compactEdges(made);
  largeBlocks(made);
  splitIrreducible(made);
  return std::make_unique<Flow>(std::move(made), FlowLack{.isSliced = true,
                                                          .isForProofs = true,
                                                          .properties = checkedProperties(program),
                                                          .induction = "with memory as arrays inductive",
                                                          .premises = std::move(premises)});
}

std::unique_ptr<Flow> flattenRecords(const Program& program) {
  const PropertySet checked = checkedProperties(program);
  if (checked.containsAny(kLeaks)) return nullptr;
  InlineResult flat = inlined(program, 1);
  if (flat.callsCut > 0 || flat.callsLeft > 0) return nullptr;
  std::vector<Obligation> premises = simplify(flat.program, program, true, false);
  std::optional<RecordProgram> made = withRecords(flat.program, pointsToOf(flat.program, premises));
  if (!made) return nullptr;
  compactEdges(made->program);
  largeBlocks(made->program);
  splitIrreducible(made->program);
  const OpaqueNumbers numbers(made->program, made->heap);
  if (!numbers.holds() || !namesFewNumbers(*made)) return nullptr;
  // Nothing is to be said of these as numbers.
  for (uint32_t v = 0; v < made->program.variables().size(); ++v)
    if (Variable& variable = made->program[VariableId(v)];
        variable.term == made->heap.next || numbers.isPointer(variable.term))
      variable.typeClass = TypeClass::Pointer;
  auto flow = std::make_unique<Flow>(std::move(made->program), FlowLack{.isSliced = true,
                                                                        .isForProofs = true,
                                                                        .properties = checked,
                                                                        .induction = "with blocks as records inductive",
                                                                        .premises = std::move(premises)});
  describe(*flow, std::move(made->heap));
  return flow;
}

std::unique_ptr<Flow> flattenForBlocks(const Program& program) {
  std::unique_ptr<Flow> flat(new Flow(flatten(program, 1, true, false, true)));
  std::unique_ptr<Flow> other;
  if (flat->isCut())
    other = flattenRecursion(program);
  else if (hasMemory(flat->program()))
    other = flattenMemory(program, true);
  return other ? std::move(other) : std::move(flat);
}

} // namespace assay
