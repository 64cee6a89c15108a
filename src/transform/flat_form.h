// transform/: from a Program to another one that an engine can do more with: calls inlined, parts sliced away, edges
// merged to large blocks, loops unrolled.
//
// Flat automata: one function without calls, as far as calls can be inlined, with few edges and without what does not
// matter. Engines want different flat automata. A FlatForm says what an engine wants, and the passes are run here, in
// this order:
//
//   1. calls    are inlined, or recursion becomes a loop: all that follows looks at each copy of a function by itself
//   2. errors   become aborts, if the engine asks for that; before the slice, to which errors matter
//   3. edges    are merged: all that follows takes its time by edges
//   4. slice    of what matters; before points-to is asked, and before anything is copied
//   5. loops    that a counter ends soon are copied: indices become constants, so that more cells have constant places
//   6. cells    of memory become variables; a second slice finds those that decide nothing
//   7. blocks   without loops become single edges, and loops with two entries are split; before memory goes, because
//               what becomes of an operation on memory ends a block
//   8. memory   becomes arrays or records, or is forgotten; then edges and blocks are merged once more
//   9. marks    say which loops were executed; last, because they are assigned on edges that lead to heads
//
// A form rests on what points-to says of the automaton before. These are its premises, which proofs have to confirm.
#pragma once

#include "analysis/obligation.h"
#include "transform/inline_calls.h"
#include "transform/mark_loops.h"
#include "transform/memory/free/memory_free.h"
#include "transform/memory/records/record_heap.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

/// What is asked about executions; it decides what matters to a slice.
enum class FlatFor : uint8_t {
  Checks, // whether an error is reached: loops that decide nothing about that are gone, even if they never end
  Ends,   // whether all of them end
};

enum class FlatMemory : uint8_t {
  Kept,      // as it is, but for cells
  Arrays,    // memory_free.h
  Records,   // record_heap.h, if numbers of objects are nothing but names, and there are far more than formulas name
  Forgotten, // forget_memory.h
};

enum class FlatBlocks : uint8_t {
  Edges,     // as they are
  Reducible, // no loop has two entries
  Large,     // and parts without loops are single edges (large_blocks.h)
};

struct FlatForm {
  FlatFor purpose = FlatFor::Checks;

  // Calls (inline_calls.h).
  Recursion recursion = Recursion::Unsupported;
  uint32_t depth = 1; // of recursion
  bool loopsTails = false;
  uint32_t maxLocations = 200'000;
  bool refusesCut = false;     // there is no form if calls were cut
  bool refusesCalls = false;   // nor if calls of functions with a body are left
  bool loopsRecursion = false; // instead of all that: recursion_to_loop.h; there is no form if it cannot be a loop

  // What stays.
  bool abortsAtErrors = false; // errors are nothing but ends
  bool slices = true;          // what does not matter to the purpose is gone
  bool slicesCells = false;    // and so is, when cells have become variables, what does not matter then
  bool compactsAgain = false;  // edges, behind slices and cells; else only behind copies of loops
  bool unrollsLoops = false;   // those that a counter ends after a few iterations

  // Memory.
  bool cells = true;        // those at constant places are variables (memory_cells.h)
  bool smallArrays = false; // and so are elements of arrays that have few
  FlatMemory memory = FlatMemory::Kept;
  bool notesPremises = true; // of points-to, where memory becomes arrays or records

  // Its shape.
  FlatBlocks blocks = FlatBlocks::Large;
  bool marksLoops = false;
};

/// What is known of a flat automaton.
struct FlatFacts {
  FlatForm form; // `memory` says what has become of it
  uint32_t callsLeft = 0, callsCut = 0;
  PropertySet properties = {}; // of FlatFor::Checks: that the original checks, though a check may be gone here
  bool allocatesAgain = false; // of FlatFor::Ends: whether executions may make any number of heap blocks
  std::vector<Obligation> premises = {}; // what proofs rest on
  LoopMarks marks = {};
  std::vector<MemoryFree::Array> arrays = {}; // of FlatMemory::Arrays
  std::vector<MemoryFree::Obstacle> obstacles = {};
  std::optional<RecordHeap> records = {}; // of FlatMemory::Records

  /// Whether no call was cut, and none of a function with a body is left.
  bool isWhole() const { return callsCut == 0 && callsLeft == 0; }
};

struct FlatProgram : FlatFacts {
  Program program;

  FlatProgram clone() const { return {static_cast<const FlatFacts&>(*this), program.clone()}; }
};

/// Nothing: there is no such form of this program. With Recursion::Choose, memory is forgotten, whatever the form asks
/// for, unless the form is whole: otherwise an endless execution of the program might not be an execution of the
/// result.
std::optional<FlatProgram> flatForm(const Program& program, const FlatForm& form);

/// Pass 8 alone, for a form in which memory is kept, or is already what is asked for. Loops are not marked.
std::optional<FlatProgram> withMemoryAs(FlatProgram flat, FlatMemory memory);

/// Where an execution fails a check, it ends, as by abort.
void abortAtErrors(Program& program);

} // namespace assay
