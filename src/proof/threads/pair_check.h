// Whether accesses of threads race, for the checker (thread_check.h).
//
// Every two conflicting accesses are looked at once more. They do not race for one of these reasons, each of which is seen from
// what holds where the two threads stand: they are not there at the same time; a lock that nobody breaks, held by both, by one of them
// alone; what one of them does is done once, and the other one comes after it; a lock that a creator holds as long as a thread
// lives, or has held since it created it; a barrier or a semaphore that only one of them has passed; bytes that differ. What rests on
// values is a question for a solver, the second one.
#pragma once

#include "proof/confirmation.h"
#include "proof/threads/thread_check.h"

#include <functional>
#include <optional>

namespace assay {

class PairCheck {
public:
  PairCheck(const Program& program, PointerSetTable& sets, const ThreadAnnotation& annotation, ThreadCheck& threads,
            const Deadline& deadline, Env& env);

  /// Whether no two accesses race.
  bool check();
  /// Edges with accesses that may race; nothing if there was no time to look at all pairs.
  std::optional<std::set<EdgeId>> racingEdges();
  /// If that was not seen: why.
  const std::string& failure() const { return failure_; }

private:
  /// An access in symbols of one of two threads.
  struct Side {
    Term pointer, size;      // size is null: all of the object
    std::vector<Term> locks; // as held
    std::vector<Term> facts;
    std::vector<Term> given;      // to the thread; null: not known
    std::vector<KnownCell> owned; // pointers in owners
  };

  /// Accesses that others may conflict with and that are alike.
  struct Alike {
    size_t first = 0; // of them
    std::set<EdgeId> edges;
  };
  /// Whether a place of an owner holds this pointer.
  bool isOwned(const SharedAccess& access, const KnownCell& cell) const;
  std::vector<Alike> differentAccesses() const;
  /// Every two that may have a byte in common, until the answer is false.
  void forEachPair(const std::vector<Alike>& all, const std::function<bool(const Alike&, const Alike&)>& goesOn);
  std::string placeOf(const SharedAccess& access) const;
  bool mayRace(const SharedAccess& a, const SharedAccess& b);
  bool isFlagged(const SharedAccess& a, const SharedAccess& b) const;
  bool isLocked(const SharedAccess& a, const SharedAccess& b);
  bool isElsewhere(const SharedAccess& a, const SharedAccess& b);
  bool isDoneBefore(const SharedAccess& a, const SharedAccess& b);
  bool isLent(const SharedAccess& a, const SharedAccess& b);
  bool isHeldBack(const SharedAccess& a, const SharedAccess& b);
  bool isMet(const SharedAccess& a, const SharedAccess& b);
  std::vector<LentLock> lentTo(uint32_t thread) const;
  std::set<uint32_t> signallers(Term object) const;

  /// Whether the lock excludes: it is of a usual kind, and nobody breaks it or writes over it.
  bool excludes(PointerSetId lock);
  bool isUsual(PointerSetId lock) const;
  Side sideOf(const SharedAccess& access, char name);
  Term named(Term symbol, char name, bool isCreators);
  bool isSameForAll(Term symbol);
  bool isOnce(FunctionId function);
  void addPlace(const SharedAccess& access, Side& side) const;
  Term objectOf(Term pointer) const;
  bool isRefuted(const Side& a, const Side& b, std::vector<Term> violation);
  bool isConfirmed(Term question);

  const Program& program_;
  TermManager& terms_;
  PointerSetTable& sets_;
  const ThreadAnnotation& annotation_;
  ThreadCheck& threads_;
  const ThreadOrder& order_;
  const Deadline& deadline_;
  Env& env_;
  std::optional<Confirmation> confirmation_;
  std::map<uint64_t, bool> asked_; // by the question's number
  std::map<PointerSetId, bool> excludes_;
  std::map<uint64_t, bool> isSameForAll_;
  std::vector<std::vector<EdgeId>> sites_; // by function: where it is called, or a thread of it is created
  std::map<std::tuple<uint64_t, char, bool>, Term> named_;
  std::string failure_;
};

/// Empty if the annotation holds and no two accesses race for that; or why that was not seen. `onTrust` gets what nobody has
/// checked.
std::string whyRacesAreNotExcluded(const Program& program, PointerSetTable& sets, const ThreadAnnotation& annotation,
                                   const Deadline& deadline, Env& env, std::set<std::string>& onTrust);

} // namespace assay
