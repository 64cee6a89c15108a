// Why the threads of a walk (analysis/threads/thread_walk.h) cannot wait for each other for ever: a lock graph.
//
// Its nodes are requests: calls in which a thread may have to wait for a lock, for the end of a thread, or for a function that is
// called once. One request waits for another one if the second one's thread may have then what the first one asks for: a lock
// that it may hold, or its own end. In a deadlock, each thread that waits, waits for what another one has that waits as
// well; so there is a cycle of requests, of different threads, all of them at the same time. (Havelund, "Using runtime
// analysis to guide model checking of Java programs", 2000, for gate locks; Bensalem and Havelund, "Dynamic deadlock analysis of
// multi-threaded programs", 2005, for threads that are not there at the same time; here the requests are those of all executions.) A
// cycle is excluded if two of its requests
//
//   belong to threads that are not there at the same time, or to the same thread
//   are made under the same lock, which one of them holds alone (a gate)
//
// This takes that a lock which is locked is one that a living thread may hold, in the walk's words. So it is required that
// locks begin open, that nobody writes over them, and that no thread ends with one. It does not matter who opens them.
// What is held is an over-approximation here (`ThreadState::taken`): a lock that may be held twice, or has lost its name, is never
// given back. So a thread that asks for a lock again that it has waits for itself, of whatever kind the lock is.
//
// Barriers, semaphores and conditions let threads go on that others say, and those may never come. They are not followed: where
// one is waited for, nothing is proved. A loop that asks again and again waits for nobody.
#pragma once

#include "analysis/threads/thread_walk.h"
#include "engine/races/race_check.h"
#include "util/deadline.h"

#include <string>
#include <vector>

namespace assay {

class DeadlockCheck {
public:
  DeadlockCheck(const Program& program, ThreadWalk& walk, RaceCheck& races, const Deadline& deadline);

  /// Why there is no proof, for people; empty: there is one. At most so many cycles.
  std::vector<std::string> failures(size_t most);

private:
  using Cycle = std::vector<size_t>; // of requests

  void findObstacles();
  std::string obstacleOf(const WaitRequest& request);
  bool beginsOpen(PointerSetId lock) const;
  void chooseRequests();
  bool waitsFor(const WaitRequest& a, const WaitRequest& b) const;
  bool areTogether(const WaitRequest& a, const WaitRequest& b) const;
  void link();
  void findCycles(size_t most);
  std::string textOf(const Cycle& cycle) const;
  std::string placeOf(EdgeId edge) const;
  std::string lockName(PointerSetId lock) const;

  const Program& program_;
  ThreadWalk& walk_;
  RaceCheck& races_;
  const Deadline& deadline_;
  std::vector<std::string> failures_;
  std::vector<WaitRequest> ends_;            // of the library's own thread that waits for all others
  std::vector<const WaitRequest*> requests_; // without those that are like another one
  std::vector<std::vector<size_t>> next_;    // whom each request may wait for, where that leads back
};

} // namespace assay
