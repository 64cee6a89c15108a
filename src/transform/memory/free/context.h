// What the parts of the rewriting behind withoutMemory (memory_free.h) share: the original, what is known of it, and
// the variables that hold memory.
#pragma once

#include "analysis/points_to.h"
#include "program/program.h"
#include "transform/memory/free/checks.h"
#include "transform/memory/free/objects.h"
#include "transform/memory/free/terms.h"
#include "transform/memory/free/variables.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace assay {

struct MemoryContext {
  const Program& program; // the original
  const PointsTo& pointsTo;
  const MemoryObjectTable& table;
  const CheckedAccesses& checked;
  TermManager& terms;
  MemoryTerms memory;
  MemoryVariables variables;
  bool hasCalls;       // of functions with a body
  bool asksForLeaks;   // whether every block can be reached
  bool hasManyStatics; // then their sizes are in `limit`, too
};
/// `made` is a copy of the program, which gets the variables with names in `needed`; all of them if that is null.
MemoryContext makeMemoryContext(const Program& program, Program& made, const PointsTo& pointsTo,
                                const MemoryObjectTable& table, const CheckedAccesses& checked,
                                const std::set<std::string>* needed);

/// A place that an operation means.
struct MemoryAccess {
  Term pointer;
  PointerSet set;
  std::vector<uint32_t> arrays; // that may hold what is there
  uint32_t alignment;
};
MemoryAccess accessTo(const MemoryContext& context, Term pointer);

} // namespace assay
