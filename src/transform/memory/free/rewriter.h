// The work behind withoutMemory (memory_free.h). It is done twice: the second time without variables that nothing
// reads. The rewriter goes through the edges; its parts write what an operation becomes:
//
//   MemoryContext      the original, what is known of it, and the variables that hold memory
//   MemoryPathWriter   edges, branches and terminal locations
//   ObjectConditions   what may be accessed or freed, as terms
//   MemoryContents     loads and stores
//   MemoryRanges       copies and fills
//   ObjectLife         allocations, frees and returns
//   LeakSearchWriter   whether every block can be reached
#pragma once

#include "transform/memory/free/conditions.h"
#include "transform/memory/free/contents.h"
#include "transform/memory/free/context.h"
#include "transform/memory/free/leaks.h"
#include "transform/memory/free/life.h"
#include "transform/memory/free/memory_free.h"
#include "transform/memory/free/path.h"
#include "transform/memory/free/ranges.h"

#include <set>
#include <string>

namespace assay {

class MemoryRewriter {
public:
  /// `needed` are names of the variables of memory that are to be there; null: all.
  MemoryRewriter(const Program& program, const PointsTo& pointsTo, const MemoryObjectTable& table,
                 const CheckedAccesses& checked, const std::set<std::string>* needed);
  MemoryRewriter(const MemoryRewriter&) = delete; // its parts know each other
  MemoryRewriter& operator=(const MemoryRewriter&) = delete;

  void run();
  MemoryFree take() { return std::move(result_); }
  /// Names of the variables of memory that something else depends on.
  std::set<std::string> readVariables() const;

private:
  void describe();
  bool isToBeRewritten(const Edge& edge) const;
  void rewrite(EdgeId edge);
  void rewrite(MemoryPath& path, const Operation& operation);
  void query(MemoryPath& path, const Query& query);
  void begin();

  MemoryFree result_;
  const MemoryContext context_;
  const Program& old_;
  Program& new_;
  MemoryPathWriter writer_;
  const ObjectConditions conditions_;
  DeadObjects dead_;
  MemoryContents contents_;
  MemoryRanges ranges_;
  LeakSearchWriter leaks_;
  ObjectLife life_;
};

} // namespace assay
