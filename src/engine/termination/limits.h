// What bounds the work of proofs that executions end, and of the search for one that does not (util/limits.h).
#pragma once

#include "util/limits.h"

namespace assay {

struct TerminationLimits {
  static constexpr std::string_view kGroup = "termination";
#define LIMIT LIMIT_AS_MEMBER
#include "engine/termination/limits.def"

  template <class Visitor>
  void visit(Visitor&& visitor) {
#define LIMIT LIMIT_AS_VISIT
#include "engine/termination/limits.def"
  }
};

} // namespace assay
