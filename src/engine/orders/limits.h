// What bounds proofs by orders of events (util/limits.h).
#pragma once

#include "util/limits.h"

namespace assay {

struct OrderLimits {
  static constexpr std::string_view kGroup = "orders";
#define LIMIT LIMIT_AS_MEMBER
#include "engine/orders/limits.def"

  template <class Visitor>
  void visit(Visitor&& visitor) {
#define LIMIT LIMIT_AS_VISIT
#include "engine/orders/limits.def"
  }
};

} // namespace assay
