// What bounds the work of sources of invariants (util/limits.h).
#pragma once

#include "util/limits.h"

namespace assay {

struct InvariantLimits {
  static constexpr std::string_view kGroup = "invariants";
#define LIMIT LIMIT_AS_MEMBER
#include "invariants/limits.def"

  template <class Visitor>
  void visit(Visitor&& visitor) {
#define LIMIT LIMIT_AS_VISIT
#include "invariants/limits.def"
  }
};

} // namespace assay
