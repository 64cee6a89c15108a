// What bounds the work of predicate abstraction (util/limits.h).
#pragma once

#include "util/limits.h"

namespace assay {

struct PredicateLimits {
  static constexpr std::string_view kGroup = "predicates";
#define LIMIT LIMIT_AS_MEMBER
#include "engine/predicates/limits.def"

  template <class Visitor>
  void visit(Visitor&& visitor) {
#define LIMIT LIMIT_AS_VISIT
#include "engine/predicates/limits.def"
  }
};

} // namespace assay
