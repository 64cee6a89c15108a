// The walk through a program with threads: each thread by itself, with its functions as often as they are called in
// different states; what a function does in a state is found out once. It gives the accesses to memory that others may
// see, each with what its thread holds, has created, and knows to have ended.
//
// The walk looks at no schedules. Of what other threads do, it knows only this: where they may write (their accesses,
// as of the walk before) memory is not known any more once a thread stands before a step. What is found out in one walk
// and changes what was assumed in it (a thread is created twice, a thread writes where none did) makes another one.
//
// What functions of the library do to locks and threads, their roles say (program/thread_roles.def); what they do to
// memory, their bodies. A lock that is held excludes others who hold it as long as nobody breaks it: opens it without
// holding it, makes it anew or destroys it while others may use it, or writes over it. All that breaks locks is
// collected.
//
// Taken for granted, beside what the program's automaton says: an access is inside of an object, and who reads a
// pointer from a block of the heap has written it there, as C wants it; locks on the heap are not used before they are
// initialised, and what is joined is a thread that can be joined, as POSIX wants it.
#pragma once

#include "analysis/threads/flag_locks.h"
#include "analysis/threads/loop_joins.h"
#include "analysis/threads/owners.h"
#include "analysis/threads/role_effects.h"
#include "analysis/threads/thread_annotation.h"
#include "program/call_graph.h"
#include "program/graph.h"
#include "program/liveness.h"
#include "util/deadline.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace assay {

struct ThreadWalkLimits {
  uint32_t contexts = 60'000;     // of all functions together
  uint32_t entries = 40;          // states in which a function is looked at for one thread; then they are joined
  uint32_t libraryEntries = 2000; // the same of functions of the library for threads
  uint32_t states = 12;           // of a location, in one context
  uint32_t cells = 24;            // known ones in a state
  uint32_t rounds = 12;
};

class ThreadWalk {
public:
  ThreadWalk(const Program& program, const ThreadWalkLimits& limits, const Deadline& deadline);

  /// False: it was given up; failure() says why.
  bool run();
  const std::string& failure() const { return failure_; }

  const ThreadTable& threads() const { return table_; }
  PointerSetTable& sets() { return sets_; }
  const PointerSetTable& sets() const { return sets_; }
  const std::vector<ThreadAccess>& accesses() const { return findings_.accesses; }
  /// Locks that were initialised by the library.
  const std::set<PointerSetId>& initialised() const { return findings_.initialised; }
  const std::vector<BrokenLock>& broken() const { return findings_.broken; }
  /// Whether nobody who may not hold the flag gives it the value that opens it.
  bool isSound(const HeldFlag& flag) const { return !findings_.brokenFlags.contains(flag.flag.id()); }
  const Owners& owners() const { return owners_; }
  const std::vector<MeetingCall>& meetings() const { return findings_.meetings; }
  /// Where threads may have to wait for others, and what is missing for that: waits outside of functions with roles,
  /// and locks that threads may have when they end.
  const std::vector<WaitRequest>& requests() const { return findings_.requests; }
  const std::vector<OtherWait>& otherWaits() const { return findings_.otherWaits; }
  const std::vector<KeptLock>& kept() const { return findings_.kept; }
  /// What is not modelled and may be reached, outside of the library's functions for threads: locations, and those
  /// before calls of functions without body.
  const std::set<LocationId>& obstacles() const { return findings_.obstacles; }
  std::vector<LentLock> lentTo(uint32_t thread) const;
  uint32_t numContexts() const { return static_cast<uint32_t>(contexts_.size()); }
  /// What was found out, for who checks it. The walk has no contexts any more.
  ThreadAnnotation takeAnnotation();

private:
  using Context = ThreadContext;
  /// An edge of a function that waits to be followed: callees before their callers, and then what comes first.
  struct Work {
    uint32_t context = 0, order = 0;
    EdgeId edge;
    bool operator<(const Work& other) const {
      return std::tie(other.context, order, edge) < std::tie(context, other.order, other.edge);
    }
  };
  void walk();
  void collect();
  void noteEnds(uint32_t context, const std::vector<ThreadState>& states, ThreadEnds& ended) const;
  ThreadEnds passOnce();
  static void noteCreation(ThreadKind& kind, const std::vector<ThreadArgument>& arguments, const ThreadState& state);
  void visit(uint32_t context, EdgeId edge);
  void follow(uint32_t context, EdgeId edge, ThreadState state);
  bool assumeGuard(ThreadState& state, Term guard);
  /// False: the operation is the last one, and what follows was taken care of.
  bool apply(uint32_t context, EdgeId edge, const Operation& operation, ThreadState& state);
  void arrive(uint32_t context, LocationId location, ThreadState state);
  bool joinInto(std::vector<ThreadState>& states, ThreadState state);
  void leave(uint32_t context, ThreadState state);
  void enqueue(uint32_t context, LocationId location);
  void stop(const std::string& why) {
    if (failure_.empty()) failure_ = why;
  }

  void call(uint32_t context, EdgeId edge, const Call& call, ThreadState state);
  uint32_t contextFor(FunctionId function, uint32_t thread, EdgeId site, EdgeId userEdge, ThreadState entry);
  void spawn(uint32_t context, EdgeId edge, const Spawn& spawn, ThreadState& state);
  void note(uint32_t context, EdgeId edge, const Step& step, const ThreadState& state);

  bool isOfProgram(Term term);
  Term inCreatorsWords(uint32_t thread, Term term) const;
  void callByRole(uint32_t context, const RoleCall& role, const Call& call, ThreadState state);
  const std::optional<CreateLoop>& createLoopAt(EdgeId site);

  const Program& program_;
  TermManager& terms_;
  const ThreadWalkLimits& limits_;
  const Deadline& deadline_;
  PointerSetTable sets_;
  StateEditor editor_;
  CallGraph calls_;
  ThreadTable table_;
  std::string failure_;
  uint32_t round_ = 0;
  std::vector<VariableId> threadLocals_;
  ExecutedOnce isOnce_;
  std::map<EdgeId, std::optional<CreateLoop>> createLoops_;
  std::map<FunctionId, std::unique_ptr<Liveness>> liveness_;
  std::vector<uint32_t> orderOf_; // by location: reverse postorder of its function

  // Of one walk.
  std::vector<Context> contexts_;
  std::unordered_map<uint64_t, std::vector<uint32_t>> contextsByHash_;
  std::map<std::pair<FunctionId, uint32_t>, uint32_t> numContextsOf_; // of a function in a thread
  std::set<Work> work_;
  struct JoinedCalls {
    FunctionId function;
    uint32_t thread = 0;
    EdgeId site, userEdge;
    std::vector<uint64_t> arguments; // terms, by their numbers
    auto operator<=>(const JoinedCalls&) const = default;
  };
  std::map<JoinedCalls, uint32_t> joinedContexts_;
  std::vector<uint32_t> rootOf_; // by thread

  WalkFacts facts_;
  WalkFindings findings_;
  KnownMemory memory_;
  Owners owners_;
  FlagLocks flags_;
  RoleEffects effects_;
  LoopJoins joins_;
};

} // namespace assay
