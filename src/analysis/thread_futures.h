// What a thread may still do to memory that other threads see (program/threads.h), from each location until its function
// returns: accesses that are announced by steps, and those of awaits, of functions that are called, and of threads that begin.
//
// An access is *fixed* if its address and size are terms over variables of its function and thread-local ones. Whoever
// knows the values in a frame knows which bytes it means, if these are settled: no assignment of them lies ahead. So assignments
// are entries among the accesses, too. Of all other accesses, what points-to says has to do. Where a callee's access is over
// parameters that are never assigned, it is the caller's as well, with the arguments in their place, so that lock(&m) means
// m and not every lock there is.
#pragma once

#include "analysis/points_to.h"
#include "program/program.h"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace assay {

class ThreadFutures {
public:
  struct Entry {
    bool isWrite = false;
    bool isFixed = false;
    Term pointer, size;                           // if it is fixed
    std::vector<VariableId> locals, threadLocals; // in these terms
    PointerSet targets;
    VariableId assigned; // valid: no access, but an assignment of this variable
  };
  using Entries = std::vector<uint32_t>; // in order

  /// `most`: beyond so many entries, those of callees are taken as points-to says.
  ThreadFutures(const Program& program, uint32_t most);

  const Entry& operator[](uint32_t entry) const { return entries_[entry]; }
  /// What lies ahead, until the function returns.
  const Entries& from(LocationId location) const { return from_[location.index()]; }

  /// What a thread that stands before a step of this location does until it stands before the next one, as far as that
  /// happens in this function; a guess. `depth` is that of regions, and becomes what it is when the function returns; 0: the
  /// turn ends before that.
  enum class AtAwaits : uint8_t { GoesOn, Waits };
  const Entries& turnFrom(LocationId location, uint32_t& depth, AtAwaits atAwaits);

  const PointsTo& pointsTo() const { return pointsTo_; }

private:
  struct Turn {
    Entries entries;
    uint32_t depth = 0;
  };
  /// What an operation adds.
  void addOperation(const Operation& operation, FunctionId function, Entries& into);
  void addCallee(FunctionId callee, const std::vector<Term>& arguments, bool isSpawn, FunctionId function,
                 Entries& into);
  void computeFunction(FunctionId function);
  uint32_t access(Term pointer, Term size, bool isWrite, FunctionId function);
  /// The same entry, of which nothing is known but what points-to says.
  uint32_t loose(uint32_t entry);
  uint32_t anything();
  uint32_t assignment(VariableId variable);
  uint32_t add(Entry entry);
  Turn findTurn(LocationId location, uint32_t depth, AtAwaits atAwaits);

  const Program& program_;
  const uint32_t most_;
  PointsTo pointsTo_;
  std::vector<bool> isAssigned_, isInAccesses_; // by variable
  std::vector<bool> isComputed_;                // by function
  std::vector<Entry> entries_;
  std::map<std::tuple<FunctionId, uint64_t, uint64_t, bool>, uint32_t> accesses_; // by numbers of terms
  std::map<uint32_t, uint32_t> loose_;                                            // an entry, as points-to says
  std::map<VariableId, uint32_t> assignments_;
  std::optional<uint32_t> anything_;
  std::vector<Entries> from_; // by location
  std::map<std::tuple<LocationId, uint32_t, AtAwaits>, Turn> turns_;
};

} // namespace assay
