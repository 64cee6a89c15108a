// What bounds proofs by one automaton for all threads (util/limits.h).
#pragma once

#include "util/limits.h"

namespace assay {

struct SequentialiseLimits {
  static constexpr std::string_view kGroup = "sequentialise";
#define LIMIT LIMIT_AS_MEMBER
#include "engine/sequentialise/limits.def"

  template <class Visitor>
  void visit(Visitor&& visitor) {
#define LIMIT LIMIT_AS_VISIT
#include "engine/sequentialise/limits.def"
  }
};

} // namespace assay
