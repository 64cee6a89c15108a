// encode/threads/: programs with threads as moves, for engines that reason about these.
//
// A program with threads as moves: what a thread does from one place where others may go on to the next, along each path.
//
// A *template* is what one place of the program creates: one thread, or any number of them if that place can be passed more than
// once. Its *nodes* are places where a thread may stand between two moves, each in a path of calls: before a step, before an
// await, at the head of a loop. A move has a guard and gives values, all over *cells*, which are variables that all threads
// share, and *locals*, which each thread has for itself.
//
// It has at least the executions of the program: where a pointer is not known, a load gives any value; a thread may be
// interrupted at heads of loops, too. Creations and joins are what their roles say, so there is no bound on the number of threads.
// On trust is that accesses stay inside of their objects, and that threads which are joined may be joined, as C and POSIX ask.
#pragma once

#include "program/program.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace assay {

/// A thread that is created: the start of its template, with what its variables hold.
struct CreatedThread {
  uint32_t thread = 0; // template
  std::unordered_map<Term, Term> values;
};

struct ThreadMove {
  enum class End : uint8_t { Node, Thread, Error, Obstacle };
  uint32_t source = 0;
  End end = End::Node;
  uint32_t target = 0;                   // a node
  LocationId location;                   // of an error, an obstacle
  Term guard;                            // over cells, locals of the thread, inputs
  std::unordered_map<Term, Term> values; // what cells and locals become; others stay, or are any if they are new
  std::vector<CreatedThread> created;
  std::vector<Term> joined; // handles of threads that have ended when it begins
  std::vector<Term> inputs; // that the program asks for, in their order
};

struct ThreadNode {
  uint32_t thread = 0; // template
  LocationId location;
  SourcePosition position;                                        // where the user sees it; may be unknown
  bool isOpen = true;                                             // others may go on
  std::vector<Term> locals;                                       // whose values matter from here
  std::map<Term, Term, bool (*)(Term, Term)> constants{precedes}; // locals that always hold these here
  std::vector<uint32_t> moves;
  bool mayStop = false; // not every path is one of the moves: the program may end, or an assumption fail
};

struct ThreadTemplate {
  FunctionId root;
  uint32_t start = 0; // node
  bool isUnique = true;
  Term handle; // a cell: the handle of the thread that was created last; null for the first one
};

struct SharedCell {
  Term term; // a variable
  std::string name;
  Term initial; // at the start of the program; null: any
};

/// What a user calls a cell or a local.
struct ValueName {
  std::string name;
  TypeClass typeClass = TypeClass::Unknown;
};

struct ThreadSystem {
  std::vector<SharedCell> cells;
  std::unordered_map<Term, ValueName> names; // of cells and locals that users know
  std::vector<ThreadTemplate> threads;       // the first one is the program's entry function
  std::vector<ThreadNode> nodes;
  std::vector<ThreadMove> moves;
  std::string failure; // not empty: why there is none
  SourcePosition failedAt;

  /// Both are nodes of the only thread of its kind, which stands at one of them at a time.
  bool isOneThread(uint32_t one, uint32_t other) const {
    const uint32_t thread = nodes[one].thread;
    return threads[thread].isUnique && thread == nodes[other].thread;
  }
  /// Where threads are after the move: the one that moved, if it is still there, and those that it has created.
  std::vector<uint32_t> nodesBehind(const ThreadMove& move) const {
    std::vector<uint32_t> behind;
    if (move.end == ThreadMove::End::Node) behind.push_back(move.target);
    for (const CreatedThread& created : move.created) behind.push_back(threads[created.thread].start);
    return behind;
  }
};

} // namespace assay
