// What bounds the work of the search for heap shapes and of its check (util/limits.h).
#pragma once

#include "util/limits.h"

namespace assay {

struct ShapesLimits {
  static constexpr std::string_view kGroup = "shapes";
#define LIMIT LIMIT_AS_MEMBER
#include "engine/shapes/limits.def"

  template <class Visitor>
  void visit(Visitor&& visitor) {
#define LIMIT LIMIT_AS_VISIT
#include "engine/shapes/limits.def"
  }
};

} // namespace assay
