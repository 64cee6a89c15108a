// What bounds proofs by assertions (util/limits.h).
#pragma once

#include "util/limits.h"

namespace assay {

struct ModularLimits {
  static constexpr std::string_view kGroup = "modular";
#define LIMIT LIMIT_AS_MEMBER
#include "engine/modular/limits.def"

  template <class Visitor>
  void visit(Visitor&& visitor) {
#define LIMIT LIMIT_AS_VISIT
#include "engine/modular/limits.def"
  }
};

} // namespace assay
