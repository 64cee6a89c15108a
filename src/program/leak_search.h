// Searches for leaks: whether every block of the heap can still be reached, from variables, from other objects, and
// from blocks that are reached themselves. Five parts search, each in the memory that it has:
//
//   program/memory.cpp               the interpreter: bytes; the other four have to agree with it
//   engine/symex/block_search.cpp    objects of one state; words that are terms are questions to the solver
//   encode/memory/leaks.cpp          objects of a formula, all at once: chains of reached objects, as long as there are
//                                    objects
//   engine/shapes/machine.cpp        nodes of a graph
//   transform/memory/free/leaks.cpp  arrays: the interpreter's search, written as a part of the automaton
//
// Here is what they have in common: what asks for a search, and which variables it begins with.
#pragma once

#include "program/program.h"

namespace assay {

/// Whether the operation asks for a search. Then what variables hold matters beyond their last use.
inline bool isLeakSearch(const Operation& operation) {
  const Query* query = operation.as<Query>();
  return query && query->kind == QueryKind::AllTracked;
}
bool asksForLeaks(const Program& program);
/// Whether it asks about the heap as a whole: which blocks are live, or can be reached.
inline bool asksForBlocks(const Operation& operation) {
  const Query* query = operation.as<Query>();
  if (!query) return false;
  switch (query->kind) {
  case QueryKind::AllTracked:
  case QueryKind::AllFreed:
    return true;
  case QueryKind::Readable:
  case QueryKind::Writable:
  case QueryKind::Freeable:
  case QueryKind::ObjectSize:
  case QueryKind::UnracedRead:
  case QueryKind::UnracedWrite:
    return false;
  }
  return false;
}

/// Variables that a search begins with. A temporary of the translation may still hold an address that the user's
/// variables have lost. C knows nothing of temporaries, but the interpreter looks at all variables: a block that only
/// temporaries reach is neither lost nor tracked, and an engine gives no answer there.
enum class LeakRoots : uint8_t { All, Named };
inline bool isLeakRoot(const Variable& variable, LeakRoots roots) {
  return roots == LeakRoots::All || !variable.sourceName.empty();
}

} // namespace assay
