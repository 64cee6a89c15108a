// Library functions that end the program, that assert and assume, and questions that models ask.
#pragma once

#include "frontend/lower/part.h"

namespace assay {

class LowerLibrary : public LowerNatives<LowerLibrary> {
public:
  using LowerNatives::LowerNatives;

private:
  friend LowerNatives;
  static const Natives& natives();
  Term nativeConstantLocal(const CallSite& site);
  Term nativeObjectSize(const CallSite& site);
  Term nativeProgramUses(const CallSite& site);
  Term nativeRunsOnce(const CallSite& site);
  Term nativeFreeable(const CallSite& site);
  Term nativeBytesLeft(const CallSite& site);
  Term nativeReads(const CallSite& site);
  Term nativeChecksReads(const CallSite& site);
  Term nativeAbort(const CallSite& site);
  Term nativeError(const CallSite& site);
  Term nativeExit(const CallSite& site);
  Term nativeAssertFail(const CallSite& site);
  Term nativeAssert(const CallSite& site);
  Term nativeLoopInvariant(const CallSite& site);
  Term nativeSameByte(const CallSite& site);
  Term nativeAssume(const CallSite& site);
  Term nativeLimit(const CallSite& site);
  Term nativeCheckFails(const CallSite& site);
  Term nativeOverflowIf(const CallSite& site);
  Term nativeUnsupported(const CallSite& site);
  Term nativeUnknownResult(const CallSite& site);
};

} // namespace assay
