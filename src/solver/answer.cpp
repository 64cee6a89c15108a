#include "solver/answer.h"

namespace assay {

std::string Answer::toString() const {
  if (isSat()) return "sat";
  if (isUnsat()) return "unsat";
  switch (reason_) {
  case UnknownReason::Interrupted:
    return "unknown (interrupted)";
  case UnknownReason::Deadline:
    return "unknown (deadline)";
  case UnknownReason::Conflicts:
    return "unknown (conflicts)";
  case UnknownReason::Memory:
    return "unknown (memory)";
  default:
    return "unknown (incomplete)";
  }
}

} // namespace assay
