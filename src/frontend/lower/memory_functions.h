// Library functions that are operations on memory: the heap, copies and fills.
#pragma once

#include "frontend/lower/part.h"

namespace assay {

/// What the blocks of a copy or fill are, where an instruction says it.
struct CopiedBlocks {
  const llvm::Value* target = nullptr;
  const llvm::Value* source = nullptr;
  bool isOfCompiler = false; // clang's own copy or fill, which may initialise a constant
  bool targetIsOwn = false;  // the translation has made the target just now
  bool sourceIsOwn = false;
};

class LowerMemoryFunctions : public LowerNatives<LowerMemoryFunctions> {
public:
  using LowerNatives::LowerNatives;

  void copyMemory(Term target, Term source, Term size, const CopiedBlocks& blocks = {});
  void fillMemory(Term target, Term byte, Term size, const CopiedBlocks& blocks = {});

private:
  friend LowerNatives;
  static const Natives& natives();
  Term pointerArgument(const CallSite& site, unsigned i);
  Term integerArgument(const CallSite& site, unsigned i);
  Term heapBlock(const CallSite& site, Term size, Contents contents);
  Term isTooLarge(Term size) const;
  Term nativeMalloc(const CallSite& site);
  Term nativeCalloc(const CallSite& site);
  Term nativeArgument(const CallSite& site);
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
