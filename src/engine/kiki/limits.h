// What bounds the work of kIkI's parts (util/limits.h).
#pragma once

#include "util/limits.h"

namespace assay {

struct KikiLimits {
  static constexpr std::string_view kGroup = "kiki";
#define LIMIT LIMIT_AS_MEMBER
#include "engine/kiki/limits.def"

  template <class Visitor>
  void visit(Visitor&& visitor) {
#define LIMIT LIMIT_AS_VISIT
#include "engine/kiki/limits.def"
  }
};

} // namespace assay
