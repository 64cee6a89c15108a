// What bounds the work of backward symbolic execution and of loop folding (util/limits.h).
#pragma once

#include "util/limits.h"

namespace assay {

struct BackwardLimits {
  static constexpr std::string_view kGroup = "backward";
#define LIMIT LIMIT_AS_MEMBER
#include "engine/backward/limits.def"

  template <class Visitor>
  void visit(Visitor&& visitor) {
#define LIMIT LIMIT_AS_VISIT
#include "engine/backward/limits.def"
  }
};

} // namespace assay
