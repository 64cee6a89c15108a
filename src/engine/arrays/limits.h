// What bounds proofs about cells of arrays (util/limits.h).
#pragma once

#include "util/limits.h"

namespace assay {

struct ArrayLimits {
  static constexpr std::string_view kGroup = "arrays";
#define LIMIT LIMIT_AS_MEMBER
#include "engine/arrays/limits.def"

  template <class Visitor>
  void visit(Visitor&& visitor) {
#define LIMIT LIMIT_AS_VISIT
#include "engine/arrays/limits.def"
  }
};

} // namespace assay
