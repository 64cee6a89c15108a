// What bounds the work of symbolic execution's parts (util/limits.h).
#pragma once

#include "util/limits.h"

namespace assay {

struct SymexLimits {
  static constexpr std::string_view kGroup = "symex";
#define LIMIT LIMIT_AS_MEMBER
#include "engine/symex/limits.def"

  template <class Visitor>
  void visit(Visitor&& visitor) {
#define LIMIT LIMIT_AS_VISIT
#include "engine/symex/limits.def"
  }
};

} // namespace assay
