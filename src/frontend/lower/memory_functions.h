// Library functions that are operations on memory: the heap, copies and fills.
#pragma once

#include "frontend/lower/part.h"

namespace assay {

class LowerMemoryFunctions : public LowerNatives<LowerMemoryFunctions> {
public:
  using LowerNatives::LowerNatives;

  /// `targetValue`: what the target is, where an instruction says it.
  void copyMemory(Term target, Term source, Term size, const llvm::Value* targetValue = nullptr);
  void fillMemory(Term target, Term byte, Term size, const llvm::Value* targetValue = nullptr);

private:
  friend LowerNatives;
  static const Natives& natives();
  Term pointerArgument(const CallSite& site, unsigned i);
  Term integerArgument(const CallSite& site, unsigned i);
  Term heapBlock(const CallSite& site, Term size, Contents contents);
  Term nativeMalloc(const CallSite& site);
  Term nativeCalloc(const CallSite& site);
  Term nativeAlloca(const CallSite& site);
  Term nativeFree(const CallSite& site);
  Term overlap(Term a, Term sizeOfA, Term b, Term sizeOfB);
  Term nativeOverlap(const CallSite& site);
  void excludeOverlap(Term target, Term source, Term size);
  Term nativeCopy(const CallSite& site);
  Term nativeAtomicCopy(const CallSite& site);
  Term nativeFill(const CallSite& site);
  Term nativeNondetMemory(const CallSite& site);
  Term nativeNew(const CallSite& site);
  Term nativeDelete(const CallSite& site);
};

} // namespace assay
