// What bounds the work of the parts that engines share (util/limits.h).
#pragma once

#include "util/limits.h"

namespace assay {

struct CommonLimits {
  static constexpr std::string_view kGroup = "common";
#define LIMIT LIMIT_AS_MEMBER
#include "engine/common/limits.def"

  template <class Visitor>
  void visit(Visitor&& visitor) {
#define LIMIT LIMIT_AS_VISIT
#include "engine/common/limits.def"
  }
};

} // namespace assay
