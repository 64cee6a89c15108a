// Limits of work that several rooms do: replay, inlining, runs on guessed inputs.
#pragma once

#include "util/limits.h"

namespace assay {

struct SharedLimits {
  static constexpr std::string_view kGroup = "shared";
#define LIMIT LIMIT_AS_MEMBER
#include "util/shared_limits.def"

  template <class Visitor>
  void visit(Visitor&& visitor) {
#define LIMIT LIMIT_AS_VISIT
#include "util/shared_limits.def"
  }
};

} // namespace assay
