// The work behind withoutMemory (memory_free.h). Done twice: the second time without variables that nobody reads.
// It goes through the edges; its parts write what an operation becomes:
//
//   MemoryContext      the original, what is known of it, and the variables that hold memory
//   MemoryPathWriter   edges, branches and terminal locations
//   ObjectConditions   what may be accessed or freed, as terms
//   MemoryContents     loads and stores
//   MemoryRanges       copies and fills
//   ObjectLife         allocations, frees and returns
//   LeakSearchWriter   whether every block can be reached
#pragma once

#include "encode/memory_free.h"
#include "encode/memory_free_conditions.h"
#include "encode/memory_free_contents.h"
#include "encode/memory_free_context.h"
#include "encode/memory_free_leaks.h"
#include "encode/memory_free_life.h"
#include "encode/memory_free_path.h"
#include "encode/memory_free_ranges.h"

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
