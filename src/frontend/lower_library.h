// Library functions that end the program, that assert and assume, and questions that models ask.
#pragma once

#include "frontend/lower_part.h"

#include <string_view>
#include <unordered_map>

namespace assay {

class LowerLibrary : public LowerPart {
public:
  using LowerPart::LowerPart;

  static bool knows(llvm::StringRef name);
  /// Its value, null for void.
  Term call(const CallSite& site);

private:
  using Native = Term (LowerLibrary::*)(const CallSite& site);
  static const std::unordered_map<std::string_view, Native>& table();
  Term nativeObjectSize(const CallSite& site);
  Term nativeProgramUses(const CallSite& site);
  Term nativeRunsOnce(const CallSite& site);
  Term nativeFreeable(const CallSite& site);
  Term nativeBytesLeft(const CallSite& site);
  Term nativeReads(const CallSite& site);
  Term nativeChecksReads(const CallSite& site);
  Term nativeAbort(const CallSite& site);
  Term nativeExit(const CallSite& site);
  Term nativeAssertFail(const CallSite& site);
  Term nativeAssert(const CallSite& site);
  Term nativeAssume(const CallSite& site);
  Term nativeJump(const CallSite& site);
  Term nativeCheckFails(const CallSite& site);
  Term nativeOverflowIf(const CallSite& site);
  Term nativeUnsupported(const CallSite& site);
};

} // namespace assay
