// What bounds proofs without schedules (util/limits.h).
#pragma once

#include "util/limits.h"

namespace assay {

struct RaceLimits {
  static constexpr std::string_view kGroup = "races";
#define LIMIT LIMIT_AS_MEMBER
#include "engine/races/limits.def"

  template <class Visitor>
  void visit(Visitor&& visitor) {
#define LIMIT LIMIT_AS_VISIT
#include "engine/races/limits.def"
  }
};

} // namespace assay
