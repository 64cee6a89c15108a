// Values along the paths of a thread: its variables in each path of calls, and addresses of its stack objects.
//
// A stack object has an address of its own, a constant with a number that no other object has. That is made up, and threads of one
// template have the same ones; so nothing may depend on it but which object is accessed. Where something else would, or
// where others may get the address, the object is left to what is vague (system_builder.h).
#pragma once

#include "analysis/points_to.h"
#include "encode/threads/thread_system.h"

#include <map>
#include <set>
#include <tuple>

namespace assay {

/// Thrown: there is no system.
struct ThreadSystemFailure {
  std::string what;
  SourcePosition position = {};
};
/// Thrown: more is known of memory now, and all moves are to be made again.
struct MoreIsKnown {};

/// Bytes of an object that are a cell: accesses to them lie inside.
struct CellRange {
  uint64_t offset, size;
  uint64_t end() const { return offset + size; }
  auto operator<=>(const CellRange&) const = default;
};
using CellRanges = std::vector<CellRange>; // disjoint

/// What is found out about memory; it only grows.
struct MemoryUse {
  std::map<uint32_t, CellRanges> ofObjects;      // static ones
  std::map<const Allocate*, CellRanges> ofStack; // stack objects
  std::set<uint32_t> vagueObjects;               // static ones
  std::set<uint32_t> vagueSites;                 // of allocations (points_to.h)
  std::set<const Allocate*> sharedSites;         // stack objects of the first thread
};

inline constexpr uint32_t kNoCaller = UINT32_MAX;

/// A call, and all that it was called by.
struct CallContext {
  uint32_t parent = kNoCaller;
  EdgeId call;
  FunctionId function;
  uint32_t thread = 0; // template
  uint32_t depth = 0;
};

struct StackObject {
  uint32_t thread, context;
  const Allocate* site;
};

/// What a thread has done since it stood at a node.
struct ThreadPath {
  uint32_t context = 0;
  LocationId at;
  uint32_t regions = 0;
  bool hasBegun = false; // it is behind the node
  bool isMet = false;    // what it stands before is an await whose condition holds
  std::unordered_map<Term, Term> values;
  std::vector<Term> guards;
  std::vector<CreatedThread> created;
  std::vector<Term> joined, inputs;
};

class ThreadValues {
public:
  ThreadValues(const Program& program, const PointsTo& pointsTo, uint32_t maxDepth, MemoryUse& use,
               ThreadSystem& system)
      : program_(program), terms_(program.terms()), pointsTo_(pointsTo), maxDepth_(maxDepth), use_(use),
        system_(system) {}

  uint32_t contextFor(uint32_t parent, EdgeId call, FunctionId function, uint32_t thread);
  const CallContext& context(uint32_t number) const { return contexts_[number]; }
  Term localOf(uint32_t context, VariableId variable);

  /// Over cells and locals as they are at the node.
  Term evaluate(const ThreadPath& path, Term term, bool isPointer = false);
  void assign(ThreadPath& path, VariableId variable, Term value);
  /// Any value.
  Term fresh(Sort sort);

  /// Null: it is the address of none.
  const StackObject* stackObject(Term address) const;
  std::vector<StackObject>& stackObjects() { return stackObjects_; }
  std::map<std::pair<uint32_t, const Allocate*>, uint32_t>& stackNumbers() { return stackNumbers_; }
  [[noreturn]] void leaveVague(const Allocate* site);

private:
  Term nameAs(Term term, const Variable& variable);

  const Program& program_;
  TermManager& terms_;
  const PointsTo& pointsTo_;
  const uint32_t maxDepth_;
  MemoryUse& use_;
  ThreadSystem& system_;
  std::vector<CallContext> contexts_;
  std::map<std::tuple<uint32_t, EdgeId, uint32_t>, uint32_t> numbers_; // of contexts
  std::map<std::pair<uint32_t, VariableId>, Term> locals_;             // by context
  std::map<std::pair<uint32_t, VariableId>, Term> globals_;            // by template, or for all
  std::vector<StackObject> stackObjects_;
  std::map<std::pair<uint32_t, const Allocate*>, uint32_t> stackNumbers_; // by context
};

} // namespace assay
