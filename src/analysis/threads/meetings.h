// Barriers and semaphores by which one access comes before another one.
//
// A barrier of n lets somebody through when n have come, and who has come waits. If no more than n threads ever come to
// it, all of them have come by then: what a thread does before it first comes is over when another one has passed. A
// semaphore that begins with 0 lets somebody through when somebody has raised it. If one thread alone does that, what
// it does before the first time is over when another one has passed.
//
// This is said only of objects with one constant address that were made once, before there were other threads, and
// which nobody else writes to; and if no other address may mean them.
#pragma once

#include "analysis/threads/thread_walk.h"

#include <map>
#include <optional>
#include <set>

namespace assay {

class Meetings {
public:
  Meetings(const Program& program, const ThreadWalk& walk) : program_(program), walk_(walk) {}

  /// Whether the first access is over when the second one's thread stands before its own.
  bool isBefore(const ThreadAccess& a, const ThreadAccess& b);

private:
  /// The threads without which nobody passes; none if that cannot be said.
  const std::set<uint32_t>& signallers(Term object);
  std::set<uint32_t> findSignallers(Term object) const;
  bool isUntouched(PointerSetId object) const;
  /// Whether a function of the library for barriers or semaphores makes the access.
  bool isOfMeetings(const ThreadAccess& access) const;

  const Program& program_;
  const ThreadWalk& walk_;
  std::map<uint64_t, std::set<uint32_t>> known_; // by the object's number
};

} // namespace assay
