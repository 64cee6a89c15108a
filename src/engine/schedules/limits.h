// What bounds runs under random schedules (util/limits.h).
#pragma once

#include "util/limits.h"

namespace assay {

struct ScheduleLimits {
  static constexpr std::string_view kGroup = "schedules";
#define LIMIT LIMIT_AS_MEMBER
#include "engine/schedules/limits.def"

  template <class Visitor>
  void visit(Visitor&& visitor) {
#define LIMIT LIMIT_AS_VISIT
#include "engine/schedules/limits.def"
  }
};

} // namespace assay
