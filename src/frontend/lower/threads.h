// Threads: steps before accesses to what others may touch, the check for data races, and the primitives that the models of
// pthread.h and its kin are written with (models/threads.c). In a program that starts no thread there are no steps, and the
// models do not ask for the other primitives.
//
// A copy or fill of many bytes is one step for each side and happens at once then. Where nobody else accesses these bytes meanwhile,
// nobody can tell; where somebody does, that is a data race, which is found.
//
// To free a block is a step that writes no byte of it: it is no access to C, so it races with nothing. An access that it
// is not ordered with comes too late in another execution, and is an invalid one there.
#pragma once

#include "frontend/lower/part.h"

namespace assay {

class LowerThreads : public LowerNatives<LowerThreads> {
public:
  using LowerNatives::LowerNatives;

  struct Access {
    AccessKind kind = AccessKind::Read;
    Term pointer;
    Term size; // of pointer width
    bool isAtomic = false;
  };
  /// The thread is about to make this access; `pointerValue` says what the pointer is, where an instruction does.
  void announce(const Access& access, const llvm::Value* pointerValue);
  void announceFree(Term pointer);
  /// The order that an atomic access asks for.
  void noteOrder(llvm::AtomicOrdering order);
  /// Nothing comes between what follows, until the region ends; nor before it, if it goes on in the turn that there is.
  void beginRegion(bool goesOn = false);
  void endRegion();

private:
  friend LowerNatives;
  static const Natives& natives();
  Term nativeHasThreads(const CallSite& site);
  Term nativeAtomicBegin(const CallSite& site);
  Term nativeAtomicEnd(const CallSite& site);
  Term nativeChecksDeadlocks(const CallSite& site);
  Term nativeStep(const CallSite& site);
  Term nativeAwait(const CallSite& site);
  Term nativeSpawn(const CallSite& site);
  Term nativeEndThread(const CallSite& site);
  Term nativeDeadlock(const CallSite& site);
  Term nativeCircle(const CallSite& site);
};

} // namespace assay
