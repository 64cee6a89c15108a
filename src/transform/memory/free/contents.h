// Reads and writes of contents, for the automaton without memory operations (memory_free.h).
#pragma once

#include "transform/memory/free/conditions.h"
#include "transform/memory/free/context.h"
#include "transform/memory/free/path.h"

#include <cstdint>
#include <map>
#include <set>

namespace assay {

/// Where objects that are made at most once may have died.
class DeadObjects {
public:
  DeadObjects(const Program& program, const PointsTo& pointsTo) : program_(program), pointsTo_(pointsTo) {}

  void beginEdge(LocationId source);
  /// An object dies on the edge.
  void noteFree() { hasFreed_ = true; }
  /// Whether the object may have died when the edge begins, or on it before this.
  bool mayBeDead(uint32_t object);

private:
  std::set<LocationId> findReached(uint32_t object) const;

  const Program& program_;
  const PointsTo& pointsTo_;
  LocationId source_;
  bool hasFreed_ = false;
  std::map<uint32_t, std::set<LocationId>> afterFree_; // by object: where it may be dead
};

class MemoryContents {
public:
  MemoryContents(const MemoryContext& context, const ObjectConditions& conditions, DeadObjects& dead,
                 MemoryPathWriter& writer);

  /// The path goes on where the access is defined.
  void requireAccess(MemoryPath& path, const MemoryAccess& access, Term bytes, bool isWrite,
                     const Operation& operation);
  Term read(const MemoryAccess& access, uint32_t bytes) const;
  void write(MemoryPath& path, const MemoryAccess& access, Term value);
  void load(MemoryPath& path, const Load& load, const Operation& operation);
  void store(MemoryPath& path, const Store& store, const Operation& operation);

private:
  Term holdsAnything(const MemoryAccess& access) const;
  bool isAlwaysAccessible(const PointerSet& set, Term bytes, bool isWrite);

  const MemoryContext& context_;
  const ObjectConditions& conditions_;
  DeadObjects& dead_;
  MemoryPathWriter& writer_;
  TermManager& terms_;
  const MemoryTerms& memory_;
  const MemoryObjectTable& table_;
  const MemoryVariables& variables_;
};

} // namespace assay
