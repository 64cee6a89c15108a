// Library functions that are operations on memory: the heap, copies and fills.
#pragma once

#include "frontend/lower_part.h"

#include <string_view>
#include <unordered_map>

namespace assay {

class LowerMemoryFunctions : public LowerPart {
public:
  using LowerPart::LowerPart;

  static bool knows(llvm::StringRef name);
  /// Its value, null for void.
  Term call(const CallSite& site);
  void copyMemory(Term target, Term source, Term size);
  void fillMemory(Term target, Term byte, Term size);

private:
  using Native = Term (LowerMemoryFunctions::*)(const CallSite& site);
  static const std::unordered_map<std::string_view, Native>& table();
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
