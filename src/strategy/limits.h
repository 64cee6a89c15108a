// What bounds the work of the strategy's own parts (util/limits.h).
#pragma once

#include "util/limits.h"

namespace assay {

struct StrategyLimits {
  static constexpr std::string_view kGroup = "strategy";
#define LIMIT LIMIT_AS_MEMBER
#include "strategy/limits.def"

  template <class Visitor>
  void visit(Visitor&& visitor) {
#define LIMIT LIMIT_AS_VISIT
#include "strategy/limits.def"
  }
};

} // namespace assay
