// Which accesses of a walk (analysis/threads/thread_walk.h) may race, and why the others do not.
//
// Two accesses of different threads to one object race unless one of these holds:
//
//   both read, or both are atomic
//   their threads are not there at the same time: one has not begun, or has ended
//   one comes before a barrier or a semaphore at which the other one's thread has waited for it (analysis/threads/meetings.h)
//   a lock excludes it: if they access the same byte, they hold the same lock, one of them alone
//   they access different bytes
//
// The last two speak of values: what points-to says, or else a question to the solver, in which the two threads have symbols of
// their own. Symbols that are assigned once in every execution are the same for both. What a thread was given when it was created is
// what its creator says; of several threads from one place it is another one for each if it is a fresh object, or a number that
// the creator's loop counts (`Distinct`).
#pragma once

#include "analysis/threads/meetings.h"
#include "analysis/threads/thread_walk.h"
#include "solver/solver.h"
#include "term/substitute.h"
#include "util/env.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assay {

/// Two accesses that may race.
struct OpenPair {
  size_t a, b; // in the walk's list
};

/// Why two accesses do not race, one of which is a write.
enum class RaceReason : uint8_t { BothAtomic, NotParallel, Elsewhere, Once, LockOfCreator, Meeting, Lock };

class RaceCheck {
public:
  RaceCheck(const Program& program, ThreadWalk& walk, const Deadline& deadline, Env& env);

  /// The pairs that may race, at most so many.
  const std::vector<OpenPair>& openPairs(size_t most);
  /// Locks that exclude something, by objects; for people.
  const std::map<uint32_t, std::vector<Term>>& guards() const { return guards_; }
  /// Why accesses do not race, by objects; for people. Complete if no pair is open.
  const std::map<uint32_t, std::set<RaceReason>>& reasons() const { return reasons_; }
  bool isGivenUp() const { return isGivenUp_; }
  /// Whether a lock is what it is for as long as others may use it: only who holds it opens it, and nobody writes over it.
  bool isSound(PointerSetId lock);
  /// Of that only that nobody writes over it.
  bool isUntouched(PointerSetId lock);

private:
  /// A thread's view of what it says: symbols of its own.
  struct Side {
    Term pointer, size;      // no size: all of the object
    std::vector<Term> locks; // by number, as in the state
    std::vector<Term> facts;
    std::vector<KnownCell> owned; // pointers in owners
  };
  struct Pairing {
    Side a, b;
  };

  bool mayRace(const ThreadAccess& a, const ThreadAccess& b);
  std::optional<RaceReason> reasonFor(const ThreadAccess& a, const ThreadAccess& b);
  bool areElsewhere(const ThreadAccess& a, const ThreadAccess& b);
  bool areLocked(const ThreadAccess& a, const ThreadAccess& b);
  bool areFlagged(const ThreadAccess& a, const ThreadAccess& b);
  void noteGuard(const ThreadAccess& access, Term lock);
  bool isOrdered(const ThreadAccess& a, const ThreadAccess& b);
  bool isHeldBack(const ThreadAccess& a, const ThreadAccess& b);
  bool isLent(const ThreadAccess& a, const ThreadAccess& b);
  bool hasUsualKind(const PointerSet& locks) const;
  Side sideOf(const ThreadAccess& access, std::string_view name, Substitution& own);
  Term baseOf(Term address) const;
  Term renamed(Term symbol, std::string_view name);
  const std::optional<CreateLoop>& createLoopOf(uint32_t thread);
  Pairing pairingOf(const ThreadAccess& a, const ThreadAccess& b);
  Term overlap(const Side& a, const Side& b) const;
  Term objectOf(Term pointer) const;
  Term isNotNull(Term pointer) const;
  Term inside(const ThreadAccess& access, const Side& side) const;
  bool isRefuted(const Pairing& pairing, Term violation);
  bool isRefuted(Term violation);
  bool isSameForAll(Term symbol);

  const Program& program_;
  TermManager& terms_;
  ThreadWalk& walk_;
  const Deadline& deadline_;
  Env& env_;
  ExecutedOnce isOnce_;
  Meetings meetings_;
  std::map<uint32_t, std::optional<CreateLoop>> createLoops_; // by thread
  std::unique_ptr<Solver> solver_;
  std::vector<OpenPair> open_;
  std::map<uint64_t, bool> asked_; // by the question's number
  std::map<PointerSetId, bool> isSound_;
  std::optional<std::vector<const ThreadAccess*>> plainWrites_; // not by the library's functions for locks
  std::map<uint64_t, bool> isSameForAll_;
  std::map<std::pair<uint64_t, std::string>, Term> renamed_;
  std::map<uint32_t, std::vector<Term>> guards_;
  std::map<uint32_t, std::set<RaceReason>> reasons_;
  bool isGivenUp_ = false;
};

} // namespace assay
