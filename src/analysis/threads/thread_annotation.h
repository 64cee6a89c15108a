// What a walk (thread_walk.h) has found out, for who checks it (proof/threads/thread_check.h): plain data.
//
// A context is a function in a thread, called in certain states; `at` says what holds at its locations: one of the states. They
// are an invariant: whoever goes along an edge, or calls, returns or creates a thread, comes to where one of the states holds.
#pragma once

#include "analysis/threads/join_loops.h"
#include "analysis/threads/thread_table.h"
#include "analysis/threads/walk_facts.h"

#include <map>
#include <set>
#include <unordered_map>

namespace assay {

/// The site of all calls of functions for locks: nothing begins there.
inline constexpr EdgeId kInLocks(UINT32_MAX - 1);

struct ThreadContext {
  FunctionId function;
  uint32_t thread = 0;
  EdgeId site;            // of the call that led to the library's functions for threads; invalid: none has
  EdgeId userEdge;        // of the call that led to the library
  bool isOfLocks = false; // a function of the library for locks
  bool isJoined = false;
  ThreadState entry;
  std::unordered_map<LocationId, std::vector<ThreadState>> at;
  std::vector<ThreadState> exits;
  std::set<std::pair<uint32_t, EdgeId>> callers;
  bool isInRole() const { return site.valid(); }
};

struct ThreadAnnotation {
  std::vector<ThreadContext> contexts;
  std::vector<ThreadKind> threads;
  std::vector<uint32_t> roots; // by thread: where it begins
  ThreadEnds ended;
  Term returned;                              // what a function returns, as a symbol
  std::unordered_map<Term, uint32_t> handles; // symbols for what threads' handles are
  std::map<EdgeId, std::vector<EdgeId>>
      joinedBehind; // edges that leave loops: none of those is alive that were created there
  std::map<uint32_t, CreateLoop> createdInLoops; // by thread: where a loop of a creator that is unique counts them
};

} // namespace assay
